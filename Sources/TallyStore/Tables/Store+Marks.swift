import CSQLite
import TallyFailure
import TallyMemory
import TallyWire

// Marks: messages that were read by their path. The marks of a page are first joined with each other, by path, and with
// the stored ones. Then each path's messages are scanned in one pass, however many marks it has.

extension Store {
  /// Adds a mark to those of a page. It covers a feed's messages at a path and in its subtree, up to a sequence (by
  /// length, then bytes).
  public func addMark(
    to marks: inout MarkList, path: UnsafeRawBufferPointer, upTo sequence: UnsafeRawBufferPointer, version: Int64
  ) throws(Failure) {
    if sequence.count > maximumIdentifierBytes { throw refusal(.argument, "a mark's sequence is too long") }
    let end = try encodeRankBound(sequence)
    do throws(OutOfMemory) { try marks.add(path, end: end, version: version) } catch {
      throw Failure.noMemory
    }
  }

  /// Joins the marks of a page with the known ones, and marks the covered messages read.
  ///
  /// If the server gives no versions of messages, marks also cover messages that came with them. Those messages were
  /// made newer than the known marks, but not newer than these.
  /// - Parameters:
  ///   - marks: those that read, and those with the version -1, which say what was seen.
  ///   - arrivals: messages with a greater key came with the marks.
  /// - Returns: the number of covered messages.
  /// - Complexity: O(m log m) in the marks, and one pass over the unread messages at each of their paths.
  public func joinMarks(
    account: Int64, feed: Int64, _ marks: inout MarkList, arrivals: Int64, source: MessageSource,
    visit: DeltaVisitor
  ) throws(Failure) -> Int {
    if marks.isEmpty { return 0 }
    deltas.removeAll()
    marks.sort()
    let hasArrivals = try lastMessage() > arrivals
    var stairs = Staircase()
    var changed = 0
    var added: Int64 = 0
    var first = 0
    while first < marks.entries.count {
      let path = marks.path(marks.entries[first])
      stairs.removeAll()
      var next = first
      var furthest = UnsafeRawBufferPointer(start: nil, count: 0)
      var seenEnd = furthest
      while next < marks.entries.count, isEqual(marks.path(marks.entries[next]), path) {
        let entry = marks.entries[next]
        let end = marks.end(entry)
        if entry.version >= 0, isOrderedBefore(furthest, end) { furthest = end }
        if isOrderedBefore(seenEnd, end) { seenEnd = end }
        try growing { () throws(OutOfMemory) in try stairs.add(end: end, version: entry.version) }
        next += 1
      }
      let isNews = try join(&stairs, account, feed, path)
      if !furthest.isEmpty, isNews || hasArrivals {
        changed += try cover(
          account, feed, path, stairs, arrivals: hasArrivals ? arrivals : nil, furthest, source)
      }
      if source.takesSeen, isNews || hasArrivals {
        changed += try seeCovered(account, feed, path, upTo: seenEnd, behind: isNews ? 0 : arrivals)
      }
      if isNews { added += Int64(stairs.count) }
      first = next
    }
    if added > 0 { try trimMarks(account, feed, added) }
    try tellDeltas(visit)
    return changed
  }

  /// Keeps the marks that reach furthest. Without a mark, a message that comes late counts as unread. They are counted
  /// when they may be too many.
  /// - Parameter added: the most marks that were added.
  private func trimMarks(_ account: Int64, _ feed: Int64, _ added: Int64) throws(Failure) {
    let most = StoreBounds.withSlack(bounds.marks)
    var known = Int64.max
    #if !TALLY_PLAIN
      if let former = markCounts.value(UInt64(bitPattern: feed)) { known = former + added }
    #endif
    if known > most {
      known = try onlyNumber(try statement(.mark(.count), account, feed))
    }
    try growing { () throws(OutOfMemory) in try markCounts.set(UInt64(bitPattern: feed), known) }
    // The next call counts them again.
    if known > most { try run(.mark(.trim), account, feed, bounds.marks) }
  }

  /// Joins the marks of a path with the stored ones, and stores the result.
  /// - Returns: whether the result covers more than the stored marks.
  private func join(
    _ stairs: inout Staircase, _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer
  ) throws(Failure) -> Bool {
    var find = try statement(.mark(.ofPath), account, feed)
    find.bind(3, text: path)
    var isNews = false
    while try step(find) {
      let (end, version) = (find.bytes(0), find.number(1))
      try growing { () throws(OutOfMemory) in try stairs.add(end: end, version: version, isStored: true) }
    }
    find.finish()
    try growing { () throws(OutOfMemory) in isNews = try stairs.settle() }
    if !isNews { return false }
    unmarkedFeed = 0
    for removed in [true, false] {
      try stairs.visitChanges(removed: removed) { (end, version) throws(Failure) in
        var write = try statement(removed ? .mark(.delete) : .mark(.save), account, feed)
        write.bind(3, text: path)
        write.bind(6, version)
        if !removed { write.bind(5, blob: end) }
        try finish(write)
      }
    }
    return true
  }

  /// The effect of `cover` on a message.
  private struct Covered: BitwiseCopyable {
    var key: Int64
    /// nil: covered without a change; -1: covered, as if it had come before the marks; otherwise its new version.
    var version: Int64?
  }

  /// Marks the unread messages at a path and in its subtree read if its marks cover them. If the server sends no
  /// versions, masked messages become newer than the marks.
  private func cover(
    _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, _ stairs: borrowing Staircase,
    arrivals: Int64?, _ furthest: UnsafeRawBufferPointer, _ source: MessageSource
  ) throws(Failure) -> Int {
    var found = List<Covered>()
    var changed = 0
    let query = try coverQuery(account, path, stairs)
    var unread = try statement(query)
    bindPlace(&unread, account, path, subtree: true)
    unread.bind(4, feed)
    unread.bind(5, blob: stairs.last)
    unread.bind(6, stairs.greatestVersion)
    switch query {
    case .mark(.unreadByRank), .mark(.unreadByVersion): unread.bind(7, -1)
    default: break
    }
    while try step(unread) {
      let register = ReadRegister(stored: unread.number(2), isRead: false)
      let rank = unread.bytes(1)
      let version = stairs.version(at: rank)
      var covered = Covered(key: unread.number(0))
      if register.version > version {
        let mayHaveArrived = !register.isShared && isOrderedBefore(rank, furthest)
        guard let arrivals, mayHaveArrived, covered.key > arrivals else { continue }
        covered.version = -1
      } else if !register.isShared, unread.number(6) > source.asked {
        covered.version = ReadRegister.unread(over: version).stored
      }
      try growing { () throws(OutOfMemory) in try found.append(covered) }
      if let newer = covered.version, newer != -1 { continue }
      changed += 1
      if unread.number(5) != 0 {
        try addDelta(unread.bytes(3), FedChange(count: unread.number(4), level: unread.number(7)).negated)
      }
    }
    unread.finish()
    for position in 0..<found.count {
      let covered = found[position]
      if let newer = covered.version, newer != -1 {
        try run(.mark(.raise), covered.key, newer)
      } else {
        try run(.mark(.cover), covered.key, covered.version == nil ? 0 : 1)
      }
    }
    return changed
  }

  /// Chooses how to find the unread messages that marks may cover, so that neither messages behind the marks nor
  /// messages with a greater version are read again with each page. With few paths it goes path by path, by rank if few
  /// messages are that old, otherwise by version. With many paths it goes by the versions of the whole account if few
  /// are that old, otherwise through all unread messages below the path. A register that is not shared has a version
  /// below 0 in the file.
  private func coverQuery(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ stairs: borrowing Staircase
  ) throws(Failure) -> Query {
    if try count(.subtree(.countUnreadPaths), account, path, upTo: Store.fewPaths + 2) > Store.fewPaths {
      var old = try statement(.mark(.countUnreadOld), account)
      old.bind(6, stairs.greatestVersion)
      old.bind(7, Store.fewCovered + 1)
      return try step(old) && old.number(0) <= Store.fewCovered ? .mark(.unreadOld) : .mark(.unreadUpTo)
    }
    var old = try statement(.mark(.countUnreadUpTo))
    bindPlace(&old, account, path, subtree: true)
    old.bind(5, blob: stairs.last)
    old.bind(6, Store.fewCovered + 1)
    old.bind(7, -1)
    let isFew = try step(old) && old.number(0) <= Store.fewCovered
    return isFew ? .mark(.unreadByRank) : .mark(.unreadByVersion)
  }

  private static let fewCovered: Int64 = 256

  func marksVersion(
    _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, at rank: UnsafeRawBufferPointer
  ) throws(Failure) -> Int64 {
    var reach = false
    return try marksVersion(account, feed, path, at: rank, &reach)
  }

  /// The version of the marks at a message; -1: none reads it.
  /// - Parameter reach: becomes true if there are marks at the message.
  func marksVersion(
    _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, at rank: UnsafeRawBufferPointer,
    _ reach: inout Bool
  ) throws(Failure) -> Int64 {
    #if !TALLY_PLAIN
      if feed == unmarkedFeed { return -1 }
    #endif
    let has = try statement(.mark(.hasAny), account, feed)
    if try !step(has) {
      unmarkedFeed = feed
      return -1
    }
    var version: Int64 = -1
    // The path itself and all its ancestors. The byte before the last component is a dot that is not escaped.
    var end = path.count
    while end > 0 {
      var statement = try statement(.mark(.at), account, feed)
      statement.bind(3, text: UnsafeRawBufferPointer(rebasing: path[0..<end]))
      statement.bind(4, blob: rank)
      if try step(statement) {
        reach = true
        version = max(version, statement.number(0))
      }
      end = lengthOfParent(path, end)
    }
    return version
  }

  /// The greatest version among the registers of a path and the marks that reach it or its subtree; 0: none.
  func latestVersion(_ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer) throws(Failure) -> Int64 {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var latest = max(0, try marksVersion(account, feed, path, at: nothing))
    for query in [Query.sending(.versionsBelow), .mark(.below)] {
      var statement = try statement(query)
      bindPlace(&statement, account, path, subtree: true)
      statement.bind(4, feed)
      if try step(statement) { latest = max(latest, statement.number(0)) }
    }
    return latest
  }
}
