import CSQLite
import TallyFailure
import TallyMemory
import TallyWire

/// The origin of a change of messages.
public struct MessageSource: BitwiseCopyable, Sendable {
  /// The moment when the request began. A local read or unread after it is masked.
  let asked: Int64
  /// It also says what was seen on other devices, because the account asks for it.
  public let takesSeen: Bool
  /// It only joins with existing messages, and creates or removes none.
  public let onlyJoins: Bool
  /// Its revisions begin again, so a smaller one is not older.
  let isRenumbered: Bool
  /// When a push arrived. It orders a message without a sequence. -1: this is no push.
  let arrival: Int64

  private init(
    asked: Int64, takesSeen: Bool, onlyJoins: Bool = false, isRenumbered: Bool = false, arrival: Int64 = -1
  ) {
    self.asked = asked
    self.takesSeen = takesSeen
    self.onlyJoins = onlyJoins
    self.isRenumbered = isRenumbered
    self.arrival = arrival
  }

  /// The response to a request.
  /// - Parameter isRenumbered: it begins a new epoch.
  public static func response(asked: Int64, isRenumbered: Bool = false, takesSeen: Bool = false) -> MessageSource {
    MessageSource(asked: asked, takesSeen: takesSeen, isRenumbered: isRenumbered)
  }
  /// Nothing masks the host's changes.
  public static var host: MessageSource { host(takesSeen: false) }
  static func host(takesSeen: Bool) -> MessageSource { response(asked: Int64.max, takesSeen: takesSeen) }
  /// The time at which a push was sent is unknown, so the push does not undo a local read.
  /// - Parameter now: milliseconds since 1970.
  public static func push(at now: Int64, takesSeen: Bool = false) -> MessageSource {
    MessageSource(asked: 0, takesSeen: takesSeen, arrival: max(now, 0))
  }
  /// The server has just accepted a row of the outbox. Only pending rows still mask.
  public static var acknowledgement: MessageSource { acknowledgement(takesSeen: false) }
  public static func acknowledgement(takesSeen: Bool) -> MessageSource {
    MessageSource(asked: Int64.max - 1, takesSeen: takesSeen, onlyJoins: true)
  }
}

/// The other effects of a local read or unread.
public struct ReadAct: BitwiseCopyable, Sendable {
  /// The moment of the act; 0: no request is in flight, so nothing must be masked.
  public var moment: Int64
  /// Whether it goes into the outbox.
  public var sends: Bool
  /// Whether the account exchanges what was seen. A read message was seen.
  public var sees: Bool
  /// Only that goes into the outbox.
  public var sendsSeenAlone: Bool

  public init(moment: Int64, sends: Bool, sees: Bool = false, sendsSeenAlone: Bool = false) {
    self.moment = moment
    self.sends = sends
    self.sees = sees
    self.sendsSeenAlone = sendsSeenAlone
  }
}

extension Store {
  // MARK: - Messages from a feed

  /// Stores a message from a feed.
  ///
  /// The same revision changes nothing. A higher one (by length, then bytes) makes the message unseen again. A lower
  /// one is ignored, unless the revisions begin again: then its content is stored and the state stays. Without a
  /// revision, new content is stored and the state stays. A message that the server calls read becomes read, and never
  /// less. The server's state does not count if the message was read or unread here after the request began. If the
  /// server gives a version, its state is joined instead, in any order. A higher revision begins with a state of its
  /// own.
  /// A push without a sequence is the newest message of the account when it arrives. Its rank says nothing about the
  /// server's order, so marks do not cover it (``unplaced``) until a response contains the message. A push that brings
  /// nothing new leaves the message where it is.
  /// - Parameter snapshot: the number of its snapshot; 0: none, and the stored number stays. Negative: a push brought
  ///   the message. Then a snapshot that lacks the message does not remove it, and the stored number stays.
  public func upsertMessage(
    account: Int64, feed: Int64, item: MessageItem, snapshot: Int64, source: MessageSource,
    visit: DeltaVisitor
  ) throws(Failure) -> UpsertResult {
    if item.id.isEmpty || item.id.count > maximumIdentifierBytes
      || item.sequence.count > maximumIdentifierBytes || item.revision.count > maximumIdentifierBytes
    {
      throw refusal(.argument, "a message's id is empty, or its id, sequence or revision too long")
    }
    if !item.also.isEmpty { try beginSharing() }
    deltas.removeAll()
    let find = try statement(.message(.find), feed, text: item.id)
    let result =
      try step(find)
      ? try update(
        find, account: account, feed: feed, item: item, snapshot: snapshot, source: source)
      : try insert(
        account: account, feed: feed, item: item, snapshot: snapshot, source: source)
    find.finish()
    try tellDeltas(visit)
    return result
  }

  private func insert(
    account: Int64, feed: Int64, item: MessageItem, snapshot: Int64, source: MessageSource
  ) throws(Failure) -> UpsertResult {
    if source.onlyJoins { return UpsertResult(change: .unchanged, key: 0) }
    let rank = try ranksByArrival(item, source) ? encodeArrival(account, item, source) : encodeRank(item)
    if !item.isPosted, try isForgotten(account, feed, item, rank, source) {
      return UpsertResult(change: .unchanged, key: 0)
    }
    var reach = false
    let marks = snapshot <= Store.unplaced ? -1 : try marksVersion(account, feed, item.path, at: rank, &reach)
    let register = ReadStatus.word(item, over: marks)
    var status = ReadStatus(own: item.isRead ? 2 : item.isSeen ? 1 : 0, register: register)
    if reach, source.takesSeen { status.see(byMark: true) }
    let joined = status.state(under: marks)
    let snooze = joined < 2 ? snooze(of: item, account) : 0
    let state = snooze > 0 ? 1 : joined
    let rule = try self.threshold(account, item.path)
    let threshold = snooze > 0 ? -rule : rule
    if snooze > 0 { try beginSnoozing() }
    if state < threshold { try addDelta(item.path, FedChange(item)) }
    if item.level != 0 { try noteLevel(account) }
    var statement = try archiveStatement(.insert(.message))
    bindContent(
      &statement, item, rank, state: state, version: register.stored, snapshot: snapshot, revision: item.revision,
      threshold: threshold, snooze: snooze)
    statement.bind(.account, account)
    statement.bind(.feed, feed)
    statement.bind(.id, text: item.id)
    try finish(statement)
    let key = sqlite3_last_insert_rowid(database)
    try share(account, key, item.also, at: rank)
    return UpsertResult(change: .added, key: key)
  }

  /// The current row of `row` is the stored message.
  private func update(
    _ row: borrowing Statement, account: Int64, feed: Int64, item: MessageItem, snapshot: Int64,
    source: MessageSource
  ) throws(Failure) -> UpsertResult {
    let key = row.number(.key)
    let state = Int32(truncatingIfNeeded: row.number(.state))
    let place = try destination(of: row, account, item, snapshot, source)
    let (verdict, rank, newSnapshot) = (place.verdict, place.rank, place.snapshot)
    let takes = verdict == .take || verdict == .takeAsNew
    var reach = false
    let marks =
      newSnapshot <= Store.unplaced
      ? -1
      : try marksVersion(
        account, feed, takes ? item.path : row.bytes(.path), at: takes ? rank : row.bytes(.rank), &reach)
    var status = ReadStatus(state: state, version: row.number(.version))
    let mask = row.number(MessageColumn.maskedUntil)
    let isContested = merge(
      &status, verdict, item, source, maskedUntil: mask, isByMark: row.number(MessageColumn.isMaskedByMark) != 0, marks)
    if !status.register.isShared, verdict != .takeAsNew { status.keep(isRead: state >= 2, over: marks) }
    if source.takesSeen {
      if item.isSeen, verdict != .ignore { status.see(byMark: false) }
      if reach { status.see(byMark: true) }
    }
    // A snooze ends with a new revision, and when the message is read.
    let joined = status.state(under: marks)
    let isMasked = row.number(.version) < 0 && mask > source.asked
    let snooze =
      try verdict == .ignore
      ? row.number(.snooze)
      : joinSnooze(row, item, isNew: verdict == .takeAsNew, isMasked: isMasked, isRead: joined >= 2)
    let newState = snooze > 0 ? 1 : joined

    // Only another path can have another rule.
    let threshold = row.number(.threshold)
    let isMoved = takes && !isEqual(item.path, row.bytes(.path))
    let rule = isMoved ? Int64(try self.threshold(account, item.path)) : abs(threshold)
    let newThreshold = snooze > 0 ? -rule : rule
    if feeds(Int64(state), threshold) { try addDelta(row.bytes(.path), FedChange(row).negated) }
    if feeds(Int64(newState), newThreshold) {
      try addDelta(takes ? item.path : row.bytes(.path), takes ? FedChange(item) : FedChange(row))
    }
    if takes, item.level != 0 { try noteLevel(account) }
    let version = status.register.stored
    if takes {
      // A message that came with a revision keeps it if a response omits it.
      let keepsRevision = item.revision.isEmpty || (isContested && verdict == .takeAsNew)
      let revision = keepsRevision ? row.bytes(.rev) : item.revision
      try write(
        key: key, item, rank, state: newState, version: version, snapshot: newSnapshot, revision: revision,
        threshold: Int32(truncatingIfNeeded: newThreshold), snooze: snooze)
      try share(account, key, item.also, at: rank)
    } else if snooze != row.number(.snooze), newState < 2 || snooze > 0 {
      var change = try statement(.snooze(.join), key, newThreshold)
      change.bind(3, snooze)
      change.bind(4, Int64(newState))
      change.bind(5, newSnapshot)
      change.bind(6, version)
      try finish(change)
    } else if newState != state || newSnapshot != row.number(.snapshot) || version != row.number(.version) {
      try write(key: key, state: newState, version: version, snapshot: newSnapshot)
    }
    return UpsertResult(
      change: takes || newState != state ? .changed : .unchanged, key: key,
      isContradicted: isContested && verdict == .takeAsNew)
  }

  /// How a stored message takes an item, with its rank and the number of its snapshot afterwards.
  private struct Place {
    var verdict: Verdict
    var rank: UnsafeRawBufferPointer
    var snapshot: Int64
  }

  /// A pushed message belongs to the feed, and has the server's place in the order, as soon as a response contains it.
  /// A push without a sequence moves a message to the end only if that has a new revision, or if no response has
  /// contained it and its content is new.
  private func destination(
    of row: borrowing Statement, _ account: Int64, _ item: MessageItem, _ snapshot: Int64, _ source: MessageSource
  ) throws(Failure) -> Place {
    let former = row.number(.snapshot)
    let isUnplaced = former <= Store.unplaced
    let isByArrival = ranksByArrival(item, source)
    let rank = isByArrival ? row.bytes(.rank) : try encodeRank(item)
    let isNews = item.isPosted || (!source.onlyJoins && item.isLevel && row.number(.count) != Int64(item.count))
    var verdict = isNews ? .takeAsNew : judge(row, item, rank, source)
    if isUnplaced, verdict == .keep, !isByArrival, !source.onlyJoins { verdict = .take }
    let takes = verdict == .take || verdict == .takeAsNew
    var place = Place(
      verdict: verdict, rank: rank,
      snapshot: snapshot > 0 ? snapshot : snapshot < 0 ? former : isUnplaced && !takes ? former : max(former, 0))
    if isByArrival, verdict == .takeAsNew || (takes && (isUnplaced || snapshot == 0)) {
      place.rank = try encodeArrival(account, item, source)
      place.snapshot = snapshot
    } else if isUnplaced, takes, !isByArrival, snapshot < 0 {
      place.snapshot = snapshot
    }
    return place
  }

  /// Without a revision, an acknowledgement may have older data than the store. With one that is not higher, only the
  /// content decides if the revisions begin again.
  private func judge(
    _ row: borrowing Statement, _ item: MessageItem, _ rank: UnsafeRawBufferPointer, _ source: MessageSource
  ) -> Verdict {
    let revision = row.bytes(.rev)
    if let verdict = judge(revision, item), verdict == .takeAsNew || !source.isRenumbered { return verdict }
    let isSame = isSameContent(row, item, rank) && (item.revision.isEmpty || isEqual(revision, item.revision))
    return source.onlyJoins || isSame ? .keep : .take
  }

  /// Merges the state of a message that a server has sent.
  /// - Parameter isByMark: whether only a mark masks the message.
  /// - Parameter marks: the version of the marks at the message.
  /// - Returns: whether the server contradicts a pending local read or unread, without versions. Then the former
  ///   revision stays: the server compares it, and decides which state holds when it accepts the write.
  private func merge(
    _ status: inout ReadStatus, _ verdict: Verdict, _ item: MessageItem, _ source: MessageSource,
    maskedUntil moment: Int64, isByMark: Bool, _ marks: Int64
  ) -> Bool {
    if verdict == .ignore { return false }
    if item.version >= 0, status.register.isShared {
      status.join(ReadRegister(stored: item.version, isRead: item.isRead), asNew: verdict == .takeAsNew)
      return false
    }
    // A mark that was made here is among `marks`, and its version decides. The register of the former numbering, which
    // has ended, must not decide in its place. A mark that no longer reaches the message masks nothing: its row says
    // nothing of the message, so the server would not repeat its statement.
    let isOutOfMark = isByMark && (item.version >= 0 || !status.register.shows(isReadUnder: marks))
    let isMasked = moment > source.asked && !isOutOfMark
    if isMasked {
      return !source.onlyJoins && moment == Int64.max && item.isRead != status.register.shows(isReadUnder: marks)
    }
    if item.version >= 0 || verdict == .takeAsNew {
      status = ReadStatus(
        own: item.isRead ? 2 : verdict == .takeAsNew ? 0 : min(status.own, 1),
        register: ReadStatus.word(item, over: marks))
    } else if item.isRead {
      status = ReadStatus(own: 2, register: ReadRegister(stored: status.register.stored, isRead: true))
    }
    return false
  }

  /// Whether retention removed it and it comes again. A higher revision is a new message.
  private func isForgotten(
    _ account: Int64, _ feed: Int64, _ item: MessageItem, _ rank: UnsafeRawBufferPointer, _ source: MessageSource
  ) throws(Failure) -> Bool {
    var find = try statement(.forgotten(.find), account, feed)
    find.bind(3, text: item.id)
    guard try step(find) else { return false }
    let verdict = judge(find.bytes(0), item)
    let seen = find.number(1)
    let isForgotten = verdict != .takeAsNew
    // If the revisions begin again, later ones are compared with this one.
    if isForgotten, verdict != .ignore || !source.isRenumbered { return true }
    find.finish()
    var delete = try statement(.forgotten(.delete), account, feed)
    delete.bind(3, text: item.id)
    try finish(delete)
    if !isForgotten { return false }
    var insert = try archiveStatement(.insert(.forgotten))
    insert.bind(1, account)
    insert.bind(2, feed)
    insert.bind(3, text: item.id)
    insert.bind(4, text: item.revision)
    insert.bind(5, blob: rank)
    insert.bind(6, seen)
    try finish(insert)
    return true
  }

  private enum Verdict { case keep, ignore, take, takeAsNew }

  /// nil: the revision does not decide.
  private func judge(_ revision: UnsafeRawBufferPointer, _ item: MessageItem) -> Verdict? {
    if item.revision.isEmpty { return nil }
    if isEqual(revision, item.revision) { return .keep }
    return isShorterOrBefore(revision, item.revision) ? .takeAsNew : .ignore
  }

  private func isSameContent(_ row: borrowing Statement, _ item: MessageItem, _ rank: UnsafeRawBufferPointer) -> Bool {
    isEqual(row.bytes(.path), item.path) && isEqual(row.bytes(.rank), rank) && row.isSameContent(item)
  }

  private func write(
    key: Int64, _ item: MessageItem, _ rank: UnsafeRawBufferPointer, state: Int32, version: Int64, snapshot: Int64,
    revision: UnsafeRawBufferPointer, threshold: Int32, snooze: Int64
  ) throws(Failure) {
    var statement = try statement(.message(.update), key)
    bindContent(
      &statement, item, rank, state: state, version: version, snapshot: snapshot, revision: revision,
      threshold: threshold, snooze: snooze)
    try finish(statement)
  }

  private func write(key: Int64, state: Int32, version: Int64, snapshot: Int64) throws(Failure) {
    try run(.message(.setSnapshot), key, Int64(state), snapshot, version)
  }

  func bindContent(
    _ statement: inout Statement, _ item: MessageItem, _ rank: UnsafeRawBufferPointer, state: Int32, version: Int64,
    snapshot: Int64, revision: UnsafeRawBufferPointer, threshold: Int32, snooze: Int64
  ) {
    statement.bindContent(item)
    statement.bind(.rev, text: revision)
    statement.bind(MessageColumn.rank.rawValue + 1, blob: rank)
    statement.bind(.path, text: item.path)
    statement.bind(.state, Int64(state))
    statement.bind(.snapshot, snapshot)
    statement.bind(.version, version)
    statement.bind(.threshold, Int64(threshold))
    statement.bind(.snooze, snooze)
  }

  // MARK: - Removals by a feed

  /// Removes a message that the server calls gone, or that the host withdraws.
  /// - Parameter account: if it was seen, it cannot be posted once again in this account; nil: nothing is remembered.
  /// - Returns: whether it existed.
  public func removeMessage(
    feed: Int64, id: UnsafeRawBufferPointer, rememberedIn account: Int64? = nil, visit: DeltaVisitor
  ) throws(Failure) -> Bool {
    deltas.removeAll()
    let find = try statement(.message(.find), feed, text: id)
    guard try step(find) else { return false }
    if feeds(find.number(.state), find.number(.threshold)) {
      try addDelta(find.bytes(.path), FedChange(find).negated)
    }
    let key = find.number(.key)
    let wasSeen = find.number(.state) > 0
    find.finish()
    if let account, wasSeen { try remember(account, feed, key, asSeen: 2) }
    try run(.message(.delete), key)
    try tellDeltas(visit)
    return true
  }

  /// The state of a message by its id; nil: there is none.
  public func messageState(feed: Int64, id: UnsafeRawBufferPointer) throws(Failure) -> Int64? {
    let find = try statement(.message(.find), feed, text: id)
    return try step(find) ? find.number(.state) : nil
  }

  /// Removes a feed's messages that the snapshot did not contain.
  /// - Returns: the number of removed messages.
  public func removeOutsideSnapshot(
    account: Int64, feed: Int64, snapshot: Int64, visit: DeltaVisitor
  ) throws(Failure) -> Int {
    deltas.removeAll()
    let sums = try statement(.sum(.outsideSnapshot), feed, snapshot)
    try collectSums(sums)
    sums.finish()
    if try hasLevels(account) { try collectLevelSums(try statement(.level(.outsideSnapshot), feed, snapshot)) }
    let removed = try run(.message(.deleteOutsideSnapshot), feed, snapshot)
    try tellDeltas(visit)
    return removed
  }

  // MARK: - Seeing and reading

  /// Binds the parameters 1 to 3 of every query about a place; see ``Query``.
  func bindPlace(
    _ statement: inout Statement, _ account: Int64, _ path: UnsafeRawBufferPointer, subtree: Bool
  ) {
    statement.bind(1, account)
    statement.bind(2, text: path)
    statement.bind(3, text: subtree ? "/" : "\u{1}")
  }

  /// Marks unread messages at a path read, or also in its subtree, up to a message in the order of lists; 0: all. It
  /// ends the flags there.
  /// - Returns: the number of unread messages.
  /// - Throws: `.notFound` if that message does not exist.
  public func markReadAt(
    account: Int64, path: UnsafeRawBufferPointer, subtree: Bool, last: Int64, act: ReadAct,
    visit: DeltaVisitor
  ) throws(Failure) -> Int {
    let shared = try readShared(account, path, subtree, upTo: last, act, visit)
    if act.sendsSeenAlone { _ = try sendSeen(account, path, subtree, upTo: last, visit) }
    try endFlags(account, path, subtree: subtree, visit)
    deltas.removeAll()
    let rank = try findRank(account: account, key: last)
    if act.sends { return try shared + readAndSend(account, path, subtree, upTo: rank, act, visit) }
    try collectSums(account, path, subtree, upTo: rank)
    if act.moment != 0 {
      var mask = try statement(.message(.maskAt))
      bindPlace(&mask, account, path, subtree: subtree)
      mask.bind(4, blob: rank)
      mask.bind(5, act.moment)
      try finish(mask)
    }
    var mark = try statement(.message(.markRead))
    bindPlace(&mark, account, path, subtree: subtree)
    mark.bind(4, blob: rank)
    let changed = try finish(mark)
    try tellDeltas(visit)
    return changed + shared
  }

  /// Collects messages that no longer feed their badge once all of them are read.
  private func collectSums(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, upTo rank: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(.sum(.at))
    bindPlace(&statement, account, path, subtree: subtree)
    statement.bind(4, blob: rank)
    try collectSums(statement)
    statement.finish()
    if try !hasLevels(account) { return }
    var levels = try self.statement(.level(.at))
    bindPlace(&levels, account, path, subtree: subtree)
    levels.bind(4, blob: rank)
    try collectLevelSums(levels)
  }

  /// Marks messages read, or unread again, which leaves them seen. A message already in that state is not an error.
  /// - Returns: the number of changed messages.
  /// - Throws: `.notFound` if one is missing. Those before it are marked, and nothing was reported: the caller rolls
  ///   its transaction back.
  public func mark(
    account: Int64, keys wanted: UnsafeBufferPointer<Int64>, read: Bool, act: ReadAct,
    visit: DeltaVisitor
  ) throws(Failure) -> Int {
    deltas.removeAll()
    var changed = 0
    for key in wanted where try mark(account, key, read, act) { changed += 1 }
    try tellDeltas(visit)
    return changed
  }

  func mark(
    _ account: Int64, _ key: Int64, _ read: Bool, _ act: ReadAct
  ) throws(Failure) -> Bool {
    let find = try statement(.message(.state), key, account)
    guard try step(find) else { throw missingMessage(key) }
    let (state, newState) = (find.number(2), Int64(read ? 2 : 1))
    if (state >= 2) == read { return false }
    var register = ReadStatus(state: Int32(truncatingIfNeeded: state), version: find.number(5)).register
    let isUnplaced = find.number(6) <= Store.unplaced
    let marks = isUnplaced ? -1 : try marksVersion(account, find.number(3), find.bytes(0), at: find.bytes(4))
    register.act(isRead: read, over: marks)
    let threshold = find.number(7)
    let badges = (feeds(newState, threshold) ? 1 : 0) - (feeds(state, threshold) ? 1 : 0)
    if badges != 0 {
      let fed = FedChange(count: find.number(1), level: find.number(8))
      try addDelta(find.bytes(0), badges > 0 ? fed : fed.negated)
    }
    find.finish()
    if act.sendsSeenAlone, state == 0 { try sendSeen(key) }
    try run(.message(.setState), key, newState, register.stored)
    if act.sends {
      try send(key, isRead: read)
      if act.sees { try run(.seeing(.unsendItem), key) }
    } else if act.moment != 0 {
      try run(.message(.mask), key, act.moment)
    }
    return true
  }
}
