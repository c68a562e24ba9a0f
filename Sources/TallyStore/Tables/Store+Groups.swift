import TallyFailure
import TallyMemory
import TallyWire

// Groups: the unseen messages of an account by their thread, and their words. A dismissed message is seen.

/// The part of a message that a group uses. Bytes are borrowed.
public struct GroupedMessage {
  public var key: Int64
  public var rank: UnsafeRawBufferPointer
  public var category: UnsafeRawBufferPointer
  public var argument: UnsafeRawBufferPointer
  public var argumentCount: UInt32
  public var thread = UnsafeRawBufferPointer(start: nil, count: 0)
}

extension Store {
  /// The longest key or format.
  public static let maximumFormatBytes = 65_536
}

/// The messages of a thread, or all unseen ones of the account, which are then one group.
public enum GroupSelection {
  case thread(UnsafeRawBufferPointer)
  case all

  public var name: UnsafeRawBufferPointer {
    if case .thread(let name) = self { return name }
    return UnsafeRawBufferPointer(start: nil, count: 0)
  }

  var isAll: Bool {
    if case .all = self { return true }
    return false
  }
}

extension Store {
  // MARK: - Lists

  /// Visits the messages of a group, newest first; otherwise like `listMessages`.
  public func listGroup(
    account: Int64, _ selection: GroupSelection, after: ListPlace?, limit: Int,
    visit: (MessageRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var query = Query.group(.list)
    if selection.isAll {
      let count = try count(.group(.countUnseen), account, selection.name, upTo: Store.fewMessages + 1)
      query = count > Store.fewMessages ? .group(.listUnseen) : .group(.listFewUnseen)
    }
    let keys = try collectKeys(query: query, account, selection.name, false, after: after, limit: limit)
    return try visitMessages(keys, limit, visit)
  }

  /// Visits one existing message.
  public func visitMessage(key: Int64, visit: (MessageRow) throws(Failure) -> Void) throws(Failure) {
    var keys = List<Int64>()
    try growing { () throws(OutOfMemory) in try keys.append(key) }
    _ = try visitMessages(keys, 1, visit)
  }

  /// Visits the input of a group's summary, oldest first.
  public func loadGroup(
    account: Int64, _ selection: GroupSelection, visit: (GroupedMessage) throws(Failure) -> Void
  ) throws(Failure) {
    var statement = try statement(selection.isAll ? .group(.loadUnseen) : .group(.load), account)
    if !selection.isAll { statement.bind(2, text: selection.name) }
    while try step(statement) {
      try visit(
        GroupedMessage(
          key: statement.number(0), rank: statement.bytes(1), category: statement.bytes(2),
          argument: statement.bytes(3), argumentCount: UInt32(truncatingIfNeeded: statement.number(4)),
          thread: statement.bytes(5)))
    }
  }

  // MARK: - Seeing and dismissing

  /// Marks all messages of a group seen, so that the group no longer exists.
  /// - Parameter sends: whether the outbox gets a row for each one.
  /// - Returns: the number of messages.
  public func dismissGroup(
    account: Int64, _ selection: GroupSelection, sends: Bool = false, visit: DeltaVisitor
  ) throws(Failure) -> Int {
    deltas.removeAll()
    if try feedsUnseen(account) {
      let sums = try statement(.group(.sums), account, selection)
      try collectSums(sums)
      sums.finish()
      if try hasLevels(account) { try collectLevelSums(try statement(.level(.ofGroup), account, selection)) }
    }
    if sends { try sendSeen(account, selection) }
    let changed = try run(.group(.dismiss), account, selection)
    try run(.group(.deleteSeen), account, selection)
    try tellDeltas(visit)
    return changed
  }

  /// Marks unseen messages seen.
  /// - Parameter sends: whether the outbox gets a row for each one.
  /// - Returns: the number of messages.
  /// - Throws: `.notFound` if a message is missing. Those before it are marked: the caller rolls back.
  public func dismiss(
    account: Int64, keys wanted: UnsafeBufferPointer<Int64>, sends: Bool = false, visit: DeltaVisitor
  ) throws(Failure) -> Int {
    deltas.removeAll()
    var changed = 0
    for key in wanted where try see(account, key) {
      changed += 1
      if sends { try sendSeen(key) }
    }
    try tellDeltas(visit)
    return changed
  }

  /// Marks a message seen, and collects what that changes.
  /// - Returns: whether it was unseen.
  func see(_ account: Int64, _ key: Int64) throws(Failure) -> Bool {
    let find = try statement(.message(.state), key, account)
    guard try step(find) else { throw missingMessage(key) }
    if find.number(2) != 0 { return false }
    if find.number(7) == 1 {
      try addDelta(find.bytes(0), FedChange(count: find.number(1), level: find.number(8)).negated)
    }
    let version = find.number(5)
    find.finish()
    try run(.message(.setState), key, 1, version)
    return true
  }

  /// Records that the user has seen the current messages of a group. - Returns: whether there is such a group.
  public func markGroupSeen(account: Int64, _ selection: GroupSelection) throws(Failure) -> Bool {
    let isThere = try run(.group(.markSeen), account, selection) > 0
    if isThere { try trimGroupSeen() }
    return isThere
  }

  /// Removes the seen states of groups that no longer exist, after as many calls as there were groups.
  private func trimGroupSeen() throws(Failure) {
    groupsSeen += 1
    if groupsSeen < keptGroupsSeen { return }
    try run(.group(.trimSeen))
    let count = try statement(.group(.countSeen))
    keptGroupsSeen = max(try onlyNumber(count), 64)
    groupsSeen = 0
  }

  /// Visits the key and the rank up to which the messages of a group were seen.
  public func findGroupSeen(
    account: Int64, _ thread: UnsafeRawBufferPointer, visit: (Int64, UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let find = try statement(.group(.findSeen), account, text: thread)
    if try step(find) { try visit(find.number(0), find.bytes(1)) }
  }

  @discardableResult
  private func run(_ query: Query, _ account: Int64, _ selection: GroupSelection) throws(Failure) -> Int {
    try finish(try statement(query, account, selection))
  }

  func statement(
    _ query: Query, _ account: Int64, _ selection: GroupSelection
  ) throws(Failure) -> Statement {
    var statement = try statement(query, account, text: selection.name)
    if case .group(.deleteSeen) = query { return statement }
    if selection.isAll {
      statement.bind(3, blob: UnsafeRawBufferPointer(start: nil, count: 0))
    } else {
      statement.bind(3, text: selection.name)
    }
    return statement
  }
}

// MARK: - Words

extension Store {
  /// Sets the keys of a category's formats; empty: it has none.
  public func saveCategory(
    account: Int64, id: UnsafeRawBufferPointer, summary: UnsafeRawBufferPointer, hidden: UnsafeRawBufferPointer
  ) throws(Failure) {
    var save = try statement(.wording(.saveCategory), account, text: id)
    save.bind(3, text: summary)
    save.bind(4, text: hidden)
    try finish(save)
  }

  /// - Returns: whether there was one. Its formats stay, as texts of other categories may.
  public func removeCategory(account: Int64, id: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    try run(.wording(.removeCategory), account, text: id) > 0
  }

  /// - Parameter language: empty: the source text.
  /// - Returns: whether there was one.
  public func removeTranslation(
    account: Int64, key: UnsafeRawBufferPointer, language: UnsafeRawBufferPointer
  ) throws(Failure) -> Bool {
    var remove = try statement(.wording(.removeTranslation), account, text: key)
    remove.bind(3, text: language)
    return try finish(remove) > 0
  }

  /// Stores a compiled format under a key for a language; an empty one: the source text.
  public func saveTranslation(
    account: Int64, key: UnsafeRawBufferPointer, language: UnsafeRawBufferPointer, format: UnsafeRawBufferPointer
  ) throws(Failure) {
    var save = try statement(.wording(.saveTranslation), account, text: key)
    save.bind(3, text: language)
    save.bind(4, blob: format)
    try finish(save)
  }

  /// Stores a compiled format under a key as its source text, unless a translation file has set its place.
  public func saveSourceText(
    account: Int64, key: UnsafeRawBufferPointer, format: UnsafeRawBufferPointer
  ) throws(Failure) {
    var save = try statement(.wording(.saveSourceText), account, text: key)
    save.bind(3, blob: format)
    try finish(save)
  }

  /// Visits the categories: the id, and the keys of the summary and the one for hidden previews.
  public func listCategories(account: Int64, visit: TripleVisitor) throws(Failure) {
    try listTriples(.wording(.listCategories), account, visit)
  }

  /// Visits the formats: the key, the language, and the compiled format.
  public func listTranslations(account: Int64, visit: TripleVisitor) throws(Failure) {
    try listTriples(.wording(.listTranslations), account, visit)
  }

  public typealias TripleVisitor = (
    UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer
  ) throws(Failure) -> Void

  private func listTriples(_ query: Query, _ account: Int64, _ visit: TripleVisitor) throws(Failure) {
    let list = try statement(query, account)
    while try step(list) { try visit(list.bytes(0), list.bytes(1), list.bytes(2)) }
  }

  /// Whether a category has a format under that key.
  public func isWording(account: Int64, key: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    return try step(try statement(.wording(.isUsed), account, text: key))
  }
}
