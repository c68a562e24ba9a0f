import CSQLite
import TallyFailure
import TallyMemory
import TallyTree
import TallyWire

// Messages that feed several paths. `path` of a message is the one that it belongs to: its marks and its rules hold for
// it. `also` has the further ones, each behind a line feed, which no path contains.
//
// All other code of the store computes what messages feed as if each fed its own path alone. Triggers correct that for
// each change of a message with further paths: what it feeds is taken away from its path, and given to all of its paths
// together, which are one text. `temp.shared` finds messages by their further paths. Both exist from the first such
// message on.

extension Store {
  /// Before the first message with further paths.
  func beginSharing() throws(Failure) {
    if isSharing { return }
    try createSharedFunction()
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS shared(account INTEGER NOT NULL, path TEXT NOT NULL, rank BLOB NOT NULL,
        key INTEGER NOT NULL, PRIMARY KEY(account, path, rank, key)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS temp.shared_key ON shared(key);
      CREATE TEMP TRIGGER IF NOT EXISTS shared_added AFTER INSERT ON message WHEN new.also <> '' BEGIN
        SELECT tally_shared(1, new.path, new.also, new.count, new.state < 2 AND new.state < new.threshold, new.level); END;
      CREATE TEMP TRIGGER IF NOT EXISTS shared_removed AFTER DELETE ON message WHEN old.also <> '' BEGIN
        SELECT tally_shared(-1, old.path, old.also, old.count, old.state < 2 AND old.state < old.threshold, old.level);
        DELETE FROM shared WHERE key = old.key; END;
      CREATE TEMP TRIGGER IF NOT EXISTS shared_changed
      AFTER UPDATE OF path, also, rank, count, state, threshold, level ON message
      WHEN old.also <> '' OR new.also <> '' BEGIN
        SELECT tally_shared(-1, old.path, old.also, old.count, old.state < 2 AND old.state < old.threshold, old.level),
          tally_shared(1, new.path, new.also, new.count, new.state < 2 AND new.state < new.threshold, new.level);
        DELETE FROM shared WHERE key = old.key AND (old.also, old.rank) <> (new.also, new.rank); END;
      """)
    isSharing = true
    isSharingTentative = isInTransaction
    let rows = try statement(.sharing(.fill))
    while try step(rows) { try share(rows.number(0), rows.number(1), rows.bytes(2), at: rows.bytes(3)) }
  }

  /// A file that is opened may have such messages.
  func resumeSharing() throws(Failure) {
    isSharing = false
    let any = try statement(.sharing(.hasAny))
    let hasAny = try step(any)
    any.finish()
    if hasAny { try beginSharing() }
  }

  private func createSharedFunction() throws(Failure) {
    let result = sqlite3_create_function_v2(
      database, "tally_shared", 6, SQLITE_UTF8 | SQLITE_INNOCUOUS, Unmanaged.passUnretained(self).toOpaque(),
      { context, _, values in
        guard let store = sqlite3_user_data(context), let values else { return }
        let isRecorded = Unmanaged<Store>.fromOpaque(store)._withUnsafeGuaranteedRef { store in
          store.correct(SharedCall(values: values))
        }
        if !isRecorded { sqlite3_result_error_nomem(context) }
      }, nil, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
  }

  /// Corrects what a message feeds.
  /// - Returns: false: there is no memory.
  private func correct(_ call: SharedCall) -> Bool {
    if !call.feeds || call.also.isEmpty { return true }
    do throws(OutOfMemory) {
      sharedPaths.removeAll()
      try sharedPaths.append(call.path)
      try sharedPaths.append(call.also)
      let change = FedChange(count: call.count, level: call.level)
      let isAdded = call.sign > 0
      try deltas.add(call.path, isAdded ? change.negated : change)
      try deltas.add(sharedPaths.bytes, isAdded ? change : change.negated)
      return true
    } catch {
      return false
    }
  }

  /// Records the further paths of a message that was added or changed.
  func share(
    _ account: Int64, _ key: Int64, _ also: UnsafeRawBufferPointer, at rank: UnsafeRawBufferPointer
  ) throws(Failure) {
    if also.isEmpty { return }
    try beginSharing()
    var places = PlaceList(also)
    while let path = places.next() {
      var add = try statement(.sharing(.add), account, text: path)
      add.bind(3, blob: rank)
      add.bind(4, key)
      try finish(add)
    }
  }

  /// Whether messages may be at a place by a further path alone. No message is outside the subtree of `root`.
  private func mayShare(_ path: UnsafeRawBufferPointer, _ subtree: Bool) -> Bool {
    isSharing && !(subtree && isRoot(path))
  }

  // MARK: Seeing and reading at a further path

  /// Marks unseen messages seen that are at a place by a further path alone.
  /// - Returns: their number.
  func seeShared(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, _ sends: Bool
  ) throws(Failure) -> Int {
    if !mayShare(path, subtree) { return 0 }
    let keys = try sharedKeys(account, path, subtree, upTo: 0, below: 1)
    for position in 0..<keys.count {
      let key = keys[position]
      let wasUnseen = try see(account, key)
      if wasUnseen, sends { try sendSeen(key) }
    }
    return keys.count
  }

  /// Marks unread messages read that are at a place by a further path alone, one by one: marks do not reach them.
  /// - Returns: their number.
  func readShared(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, upTo last: Int64, _ act: ReadAct,
    _ visit: DeltaVisitor
  ) throws(Failure) -> Int {
    if !mayShare(path, subtree) { return 0 }
    let keys = try sharedKeys(account, path, subtree, upTo: last, below: 2)
    deltas.removeAll()
    for position in 0..<keys.count { _ = try mark(account, keys[position], true, act) }
    try tellDeltas(visit)
    return keys.count
  }

  // MARK: Reading

  /// Visits the messages that feed several paths: all of their paths as one text, and their sum.
  /// ``fedSums(account:visit:)`` has them at the first path alone.
  public func sharedSums(account: Int64, visit: DeltaVisitor) throws(Failure) {
    if !isSharing { return }
    var paths = ByteBuffer()
    let rows = try statement(.sharing(.sums), account)
    while try step(rows) {
      var sum = try sums(rows, least: rows.number(3))
      sum.levels = FedLevels(
        highlights: rows.number(5), highlighted: rows.number(6), criticals: rows.number(7), passives: rows.number(8))
      paths.removeAll()
      try growing { () throws(OutOfMemory) in
        try paths.append(rows.bytes(0))
        try paths.append(rows.bytes(4))
      }
      try visit(paths.bytes, sum)
    }
  }

  /// The numbers of messages that are at a place by a further path alone.
  func sharedCounts(
    _ account: Int64, _ path: UnsafeRawBufferPointer, subtree: Bool
  ) throws(Failure) -> MessageCounts {
    if !mayShare(path, subtree) { return MessageCounts() }
    var rows = try statement(.sharing(.counts))
    bindPlace(&rows, account, path, subtree: subtree)
    _ = try step(rows)
    return MessageCounts(
      total: UInt64(bitPattern: rows.number(0)), unread: UInt64(bitPattern: rows.number(1)),
      unseen: UInt64(bitPattern: rows.number(2)))
  }

  /// Adds to the keys of a page of messages those that are at the place by a further path alone, in the page's order.
  /// - Parameters:
  ///   - rank: together with `key`, where the page begins, without a message there.
  ///   - isNewer: the page goes on with newer messages. Otherwise with older ones.
  func addShared(
    to keys: inout List<Int64>, _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool,
    from rank: UnsafeRawBufferPointer, _ key: Int64, limit: Int, isNewer: Bool, unreadOnly: Bool
  ) throws(Failure) {
    if !mayShare(path, subtree) { return }
    var rows = try statement(.sharing(SharingQuery(subtree: subtree, isNewer: isNewer)))
    bindPlace(&rows, account, path, subtree: subtree)
    rows.bind(4, blob: rank)
    rows.bind(5, key)
    rows.bind(6, Int64(limit) + 1)
    rows.bind(7, unreadOnly ? 2 : Int64.max)
    rows.bind(8, -1)
    let own = keys.count
    while try step(rows) {
      do throws(OutOfMemory) { try keys.append(rows.number(0)) } catch { throw Failure.noMemory }
    }
    rows.finish()
    if keys.count > own { try sort(&keys, account, isNewer: isNewer) }
    if keys.count > limit + 1 { keys.truncate(to: limit + 1) }
  }

  /// Sorts messages by their ranks and keys.
  func sort(_ keys: inout List<Int64>, _ account: Int64, isNewer: Bool) throws(Failure) {
    struct Place: BitwiseCopyable {
      var key: Int64
      var start: Int
      var count: Int
    }
    var ranks = ByteBuffer()
    var places = List<Place>()
    for position in 0..<keys.count {
      let find = try statement(.list(.rank), keys[position], account)
      _ = try step(find)
      try growing { () throws(OutOfMemory) in
        try places.append(Place(key: keys[position], start: ranks.count, count: find.bytes(0).count))
        try ranks.append(find.bytes(0))
      }
      find.finish()
    }
    let bytes = ranks.bytes
    heapSort(places.pointer, count: places.count) { (a: Place, b: Place) -> Bool in
      let (first, second) = (
        UnsafeRawBufferPointer(rebasing: bytes[a.start..<a.start + a.count]),
        UnsafeRawBufferPointer(rebasing: bytes[b.start..<b.start + b.count])
      )
      if isEqual(first, second) { return (a.key < b.key) == isNewer }
      return isOrderedBefore(first, second) == isNewer
    }
    for position in 0..<keys.count { keys[position] = places[position].key }
  }

  /// The first message in an order that is at a place by a further path alone, and has a smaller state and at least a
  /// level; 0: none.
  func firstShared(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, isNewest: Bool, below state: Int64,
    from level: Int64
  ) throws(Failure) -> Int64 {
    if !mayShare(path, subtree) { return 0 }
    let start = try isNewest ? encodeStart(after: nil) : UnsafeRawBufferPointer(start: nil, count: 0)
    var rows = try statement(.sharing(SharingQuery(subtree: subtree, isNewer: !isNewest)))
    bindPlace(&rows, account, path, subtree: subtree)
    rows.bind(4, blob: start)
    rows.bind(5, 0)
    rows.bind(6, 1)
    rows.bind(7, state)
    rows.bind(8, level)
    return try step(rows) ? rows.number(0) : 0
  }

  /// The number of messages that are at a place by a further path alone, have a smaller state and at least a level, and
  /// are newer or older than a message: at most `limit`; -1: all.
  func countShared(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, from key: Int64, isNewer: Bool,
    below state: Int64, from level: Int64, limit: Int64
  ) throws(Failure) -> UInt64 {
    if !mayShare(path, subtree) { return 0 }
    let start =
      try key == 0 && isNewer ? UnsafeRawBufferPointer(start: nil, count: 0) : findRank(account: account, key: key)
    var rows = try statement(.sharing(isNewer ? .countNewer : .countOlder))
    bindPlace(&rows, account, path, subtree: subtree)
    rows.bind(4, blob: start)
    rows.bind(5, key)
    rows.bind(6, limit)
    rows.bind(7, state)
    rows.bind(8, level)
    return UInt64(bitPattern: try onlyNumber(rows))
  }

  /// The messages that are at a place by a further path alone, and have a smaller state, up to a message; 0: all.
  private func sharedKeys(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, upTo last: Int64, below state: Int64
  ) throws(Failure) -> List<Int64> {
    var keys = List<Int64>()
    let rank = try findRank(account: account, key: last)
    var rows = try statement(.sharing(.unfinished))
    bindPlace(&rows, account, path, subtree: subtree)
    rows.bind(4, blob: rank)
    rows.bind(5, state)
    while try step(rows) {
      do throws(OutOfMemory) { try keys.append(rows.number(0)) } catch { throw Failure.noMemory }
    }
    return keys
  }
}

/// A call of the function `tally_shared`. Bytes are borrowed.
private struct SharedCall {
  let values: UnsafeMutablePointer<OpaquePointer?>

  var sign: Int64 { sqlite3_value_int64(values[0]) }
  var path: UnsafeRawBufferPointer { bytes(1) }
  var also: UnsafeRawBufferPointer { bytes(2) }
  var count: Int64 { sqlite3_value_int64(values[3]) }
  var feeds: Bool { sqlite3_value_int64(values[4]) != 0 }
  var level: Int64 { sqlite3_value_int64(values[5]) }

  private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    // The length is that of the value in the form in which it was read last.
    let start = sqlite3_value_blob(values[index])
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }
}

/// The paths of a text that has one in each line, or a path and further ones.
public struct PlaceList {
  /// No path contains it.
  public static var separator: UInt8 { UInt8(ascii: "\n") }

  private let text: UnsafeRawBufferPointer
  private var position = 0

  public init(_ text: UnsafeRawBufferPointer) { self.text = text }

  public mutating func next() -> UnsafeRawBufferPointer? {
    if position < text.count, text[position] == PlaceList.separator { position += 1 }
    if position >= text.count { return nil }
    let start = position
    while position < text.count, text[position] != PlaceList.separator { position += 1 }
    return UnsafeRawBufferPointer(rebasing: text[start..<position])
  }

  /// Whether a text has more than one path.
  public static func isShared(_ text: UnsafeRawBufferPointer) -> Bool { text.contains(separator) }
}
