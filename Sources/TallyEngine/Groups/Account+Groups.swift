import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallySummary
import TallyWire

// Groups of unseen messages for hosts: listing, seeing, dismissing. `GroupCache` keeps their state.

/// A group, with its summary. Bytes are borrowed.
public struct GroupInfo {
  public var thread = UnsafeRawBufferPointer(start: nil, count: 0)
  public var newest: Int64 = 0
  public var oldest: Int64 = 0
  public var items: UInt64 = 0
  public var notifications: UInt64 = 0
  public var fresh: UInt64 = 0
  /// The time of the newest message.
  public var time: Int64 = 0
  public var path = UnsafeRawBufferPointer(start: nil, count: 0)
  public var title = UnsafeRawBufferPointer(start: nil, count: 0)
  public var summary = UnsafeRawBufferPointer(start: nil, count: 0)
  public var language = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The place of the newest message in lists of messages.
  public var place = ListPlace()
  /// Messages are not grouped: it is one message, and others may have its thread.
  public var isSingle = false
  var origin = Wording.Origin.nothing

  /// 0: there is no summary; 1: the formats of categories; 2: the built-in formats.
  public var originNumber: Int32 { Int32(origin.rawValue) }
}

/// The options of summaries.
public struct SummaryTerms {
  /// A BCP 47 tag; empty: the account's language.
  public var language = UnsafeRawBufferPointer(start: nil, count: 0)
  public var isHidden = false

  public init() {}
}

extension Engine {
  /// Whether the groups of an account have an observer.
  func hasGroupWatchers(_ hold: borrowing LockHold, _ cache: GroupCache) -> Bool {
    guard let account = accounts.account(cache.slot), account.id == cache.account else { return false }
    return account.observers.groupWatchers.count > 0
  }
}

extension Account {
  private func groupCache() throws(Failure) -> GroupCache {
    try engine.groups.cache(id, slot: slot, engine.store) { cache in
      engine.hasGroupWatchers(lock(), cache)
    }
  }

  /// Visits the groups, the one with the newest message first. `visit` runs with the store's lock held.
  /// - Parameter after: behind the group with which newest message; nil: from the newest.
  /// - Returns: whether there are more.
  public func listGroups(
    _ terms: SummaryTerms, after: ListPlace?, limit: Int, visit: (GroupInfo) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    let wanted = try language(terms.language)
    return try reading { (store) throws(Failure) in
      let cache = try groupCache()
      let teller = GroupTeller(cache: cache, store: store, wanted: wanted, isHidden: terms.isHidden)
      switch cache.mode {
      case .automatic:
        var page = GroupPage()
        let hasMore = try store.listThreads(account: id, after: after, limit: limit) { (thread, _) throws(Failure) in
          try page.append(thread)
        }
        for index in 0..<page.count { try teller.tell(.thread(page[index]), visit) }
        return hasMore
      case .byApp:
        if after == nil { try teller.tell(.all, visit) }
        return false
      case .off:
        return try store.listGroup(account: id, .all, after: after, limit: limit) { (row) throws(Failure) in
          try teller.tell(row, visit)
        }
      }
    }
  }

  /// Visits one group. - Throws: `notFound`.
  public func readGroup(
    _ thread: UnsafeRawBufferPointer, _ terms: SummaryTerms, visit: (GroupInfo) -> Void
  ) throws(Failure) {
    let wanted = try language(terms.language)
    var isThere = false
    try reading { (store) throws(Failure) in
      let cache = try groupCache()
      if cache.mode == .off || (cache.mode == .byApp && !thread.isEmpty) { return }
      let teller = GroupTeller(cache: cache, store: store, wanted: wanted, isHidden: terms.isHidden)
      try teller.tell(cache.mode == .byApp ? .all : .thread(thread)) { info in
        isThere = true
        visit(info)
      }
    }
    if !isThere { throw Failure.noGroup(thread) }
  }

  /// Visits the messages of a group, newest first; otherwise like `listMessages`.
  public func listGroupMessages(
    _ thread: UnsafeRawBufferPointer, after: ListPlace?, limit: Int, visit: (MessageRow) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try reading { (store) throws(Failure) in
      try store.listGroup(
        account: id, try selection(thread), after: after, limit: limit, visit: { row in visit(row) })
    }
  }

  /// The user has seen the current messages of a group.
  public func markGroupSeen(_ thread: UnsafeRawBufferPointer) throws(Failure) {
    try change(.call) { (share, hold) throws(Failure) in
      let selection = try selection(thread)
      let isThere = try store.markGroupSeen(account: id, selection)
      if !isThere { throw Failure.noGroup(thread) }
      try noteGroup(selection.name, in: share)
      engine.groups.known(id)?.invalidate(thread)
    }
  }

  /// Dismisses a group: all its messages become seen.
  /// - Returns: the number of messages that were unseen.
  public func dismissGroup(_ thread: UnsafeRawBufferPointer) throws(Failure) -> Int {
    var changed = 0
    try changeLong(.call) { (share) throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        changed = try store.dismissGroup(
          account: id, try selection(thread), sends: sendsSeen, visit: visit)
      }
      share.effects.sends = sendsSeen
      if changed == 0 { throw Failure.noGroup(thread) }
    }
    return changed
  }

  /// Marks messages as seen, all or none.
  /// - Returns: the number of messages that were unseen.
  public func markSeen(_ keys: UnsafeBufferPointer<Int64>) throws(Failure) -> Int {
    var changed = 0
    try changeLong(.call) { (share) throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        changed = try store.dismiss(account: id, keys: keys, sends: sendsSeen, visit: visit)
      }
      share.effects.sends = sendsSeen
    }
    return changed
  }

  /// The messages of a thread. If messages are not grouped by threads, only the empty thread is valid, for all of them.
  private func selection(_ thread: UnsafeRawBufferPointer) throws(Failure) -> GroupSelection {
    if !thread.isEmpty { return .thread(thread) }
    let mode = try store.readGrouping(account: id) { _ in }
    return mode == GroupCache.Mode.automatic.rawValue ? .thread(thread) : .all
  }

  /// - Returns: nil: no language is requested.
  func language(_ text: UnsafeRawBufferPointer) throws(Failure) -> LanguageTag? {
    if text.isEmpty { return nil }
    guard let tag = LanguageTag(text) else {
      throw Failure(.argument, "not a language tag of BCP 47: ", quoting: text)
    }
    return tag
  }
}

extension Failure {
  static func noGroup(_ thread: UnsafeRawBufferPointer) -> Failure {
    Failure(.notFound, "there is no group with the thread ", quoting: thread)
  }
}

/// The threads of a page.
private struct GroupPage: ~Copyable {
  private var bytes = ByteBuffer()
  private var ends = List<Int>()

  var count: Int { ends.count }

  mutating func append(_ thread: UnsafeRawBufferPointer) throws(Failure) {
    do throws(OutOfMemory) {
      try bytes.append(thread)
      try ends.append(bytes.count)
    } catch { throw Failure.noMemory }
  }

  subscript(index: Int) -> UnsafeRawBufferPointer {
    let start = index == 0 ? 0 : ends[index - 1]
    return bytes.bytes(at: start, count: ends[index] - start)
  }
}

/// Words groups, and passes them to a visitor.
private struct GroupTeller {
  let cache: GroupCache
  let store: Store
  let wanted: LanguageTag?
  let isHidden: Bool

  /// Passes a group on, if it exists.
  func tell(_ selection: GroupSelection, _ visit: (GroupInfo) -> Void) throws(Failure) {
    try cache.withState(of: selection, store) { (state) throws(Failure) in
      if state.digest.notifications == 0 { return }
      var info = GroupInfo()
      info.thread = selection.name
      info.newest = state.newest
      info.oldest = state.oldest
      info.fresh = UInt64(state.fresh)
      try store.visitMessage(key: state.newest) { (row) throws(Failure) in
        try tell(info, state.digest, row, visit)
      }
    }
  }

  /// Passes on a message that is a group of its own.
  func tell(_ row: MessageRow, _ visit: (GroupInfo) -> Void) throws(Failure) {
    var info = GroupInfo()
    info.thread = row.thread
    info.newest = row.key
    info.oldest = row.key
    info.fresh = 1
    info.isSingle = true
    try store.findGroupSeen(account: cache.account, bytes(of: "")) { (seen, _) in info.fresh = row.key > seen ? 1 : 0 }
    var digest = GroupDigest()
    do throws(OutOfMemory) {
      try digest.append(
        category: try cache.category(row.category), argument: row.argument, count: UInt64(row.argumentCount))
    } catch { throw Failure.noMemory }
    try tell(info, digest, row, visit)
  }

  private func tell(
    _ known: GroupInfo, _ digest: borrowing GroupDigest, _ row: MessageRow, _ visit: (GroupInfo) -> Void
  ) throws(Failure) {
    var info = known
    info.items = digest.items
    info.notifications = UInt64(digest.notifications)
    info.time = row.time
    info.path = row.path
    info.title = row.title
    info.place = row.place
    var output = ByteOutput()
    var length = 0
    do throws(OutOfMemory) {
      let wording = try cache.catalogue.word(
        digest, isHidden: isHidden, in: wanted ?? cache.language, orElse: cache.language, into: &output)
      info.origin = wording.origin
      length = output.count
      if wording.origin != .nothing { try wording.language.append(to: &output) }
    } catch { throw Failure.noMemory }
    let text = output.take()
    info.summary = text.bytes(at: 0, count: length)
    info.language = text.bytes(at: length, count: text.count - length)
    visit(info)
  }
}
