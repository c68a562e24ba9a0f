import CSQLite
import TallyFailure
import TallyMemory

// Retention removes messages by their age, or beyond a number. It costs as much as it removes. The first removal by
// number in each run also costs as much as the number.
//
// `temp.kept` has a feed's floor, the rank of the oldest message within the number, and how many there are from it on
// (`above`). Triggers count, so no statement is forgotten, and a rollback undoes their changes too. Each added message
// moves the floor up by one. An index finds the read messages below it.

extension Store {
  /// Removes the messages of a feed that are older than a moment, and the read ones beyond a number.
  /// - Parameters:
  ///   - since: milliseconds since 1970. Messages without a time from the server have no age.
  ///   - number: the most messages.
  /// - Returns: the number of removed messages.
  /// - Complexity: O(log n) in the messages of the feed, for each one that is removed or has come since.
  public func removeOld(
    account: Int64, feed: Int64, since: Int64, number: Int64, visit: DeltaVisitor
  ) throws(Failure) -> Int {
    try removeOld(
      account: account, feed: feed, since: since, number: number, limit: Int64.max, visit: visit
    ).removed
  }

  /// The same for a part of the messages, the oldest ones first.
  /// - Parameter limit: the most messages to remove by age, to remove by number, and by which to move the floor.
  /// - Returns: `isDone`: whether no old messages are left.
  public func removeOld(
    account: Int64, feed: Int64, since: Int64, number: Int64, limit: Int64, visit: DeltaVisitor
  ) throws(Failure) -> (removed: Int, isDone: Bool) {
    deltas.removeAll()
    var removed = 0
    var isDone = true
    if try run(.retention(.forgetAged), feed, since, limit) > 0 {
      var delete = try statement(.retention(.deleteAged), feed, since)
      delete.bind(3, limit)
      removed += try collectTaken(delete)
      isDone = removed < limit
    }
    if number == Int64.max && removed == 0 { return (0, true) }
    try countKept()
    var kept = try findKept(account, feed)
    if number < Int64.max {
      if try moveFloor(&kept, feed, number, limit) {
        let read = try removeRead(feed, below: kept.floor.bytes, limit)
        removed += read
        isDone = isDone && read < limit
      } else {
        isDone = false
      }
    }
    kept.forgotten += Int64(removed)
    if kept.forgotten > StoreBounds.withSlack(bounds.forgotten) {
      try run(.forgotten(.trim), account, feed, bounds.forgotten)
      kept.forgotten = bounds.forgotten
    }
    var save = try statement(.retention(.saveKept), feed, kept.above)
    save.bind(3, kept.forgotten)
    save.bind(4, blob: kept.floor.bytes)
    try finish(save)
    try tellDeltas(visit)
    return (removed, isDone)
  }

  private struct Kept: ~Copyable {
    /// The number of messages from the floor on.
    var above: Int64 = 0
    var forgotten: Int64 = 0
    var floor = ByteBuffer()

    mutating func setFloor(_ rank: UnsafeRawBufferPointer) throws(Failure) {
      do throws(OutOfMemory) { try floor.replace(with: rank) } catch { throw Failure.noMemory }
    }
  }

  /// Makes the table if it does not exist, or if a rollback has undone it.
  func countKept() throws(Failure) {
    if isCountingKept { return }
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS kept(
        feed INTEGER PRIMARY KEY, above INTEGER NOT NULL, forgotten INTEGER NOT NULL, floor BLOB NOT NULL);
      CREATE TEMP TRIGGER IF NOT EXISTS kept_insert AFTER INSERT ON message BEGIN
        UPDATE kept SET above = above + 1 WHERE feed = new.feed AND floor <= new.rank; END;
      CREATE TEMP TRIGGER IF NOT EXISTS kept_delete AFTER DELETE ON message BEGIN
        UPDATE kept SET above = above - 1 WHERE feed = old.feed AND floor <= old.rank; END;
      CREATE TEMP TRIGGER IF NOT EXISTS kept_update AFTER UPDATE OF rank ON message BEGIN
        UPDATE kept SET above = above + (floor <= new.rank) - (floor <= old.rank) WHERE feed = new.feed; END;
      CREATE TEMP TRIGGER IF NOT EXISTS kept_end AFTER DELETE ON feed BEGIN DELETE FROM kept WHERE feed = old.id; END;
      """)
    isCountingKept = true
  }

  /// Reads the floor of a feed. If it is not known, it is above all messages.
  private func findKept(_ account: Int64, _ feed: Int64) throws(Failure) -> Kept {
    var kept = Kept()
    #if !TALLY_PLAIN
      let find = try statement(.retention(.findKept), feed)
      if try step(find) {
        (kept.above, kept.forgotten) = (find.number(0), find.number(1))
        try kept.setFloor(find.bytes(2))
        return kept
      }
    #endif
    try kept.setFloor(try findRank(account: account, key: 0))
    let count = try statement(.retention(.countForgotten), account, feed)
    if try step(count) { kept.forgotten = count.number(0) }
    return kept
  }

  /// Moves the floor so that this many messages, or all, are from it on.
  /// - Parameter limit: the most messages by which it moves.
  /// - Returns: false: it must move further.
  private func moveFloor(
    _ kept: inout Kept, _ feed: Int64, _ number: Int64, _ limit: Int64
  ) throws(Failure) -> Bool {
    #if TALLY_PLAIN
      // The next call would not know how far the floor has moved.
      let limit = Int64.max
    #endif
    let distance = kept.above - number
    if distance == 0 { return true }
    let target = distance > 0 ? kept.above - min(distance, limit) : kept.above + min(-distance, limit)
    var move = try statement(kept.above > number ? .retention(.floorUp) : .retention(.floorDown), feed)
    move.bind(2, blob: kept.floor.bytes)
    move.bind(3, abs(kept.above - target))
    if distance > 0 {
      guard try step(move) else { throw refusal(.corrupt, "the file is damaged: an index is wrong") }
      try kept.setFloor(move.bytes(0))
      kept.above = target
      return target == number
    }
    // The bound bytes must not change until the statement is done.
    var lowest = ByteBuffer()
    while try step(move) {
      kept.above += 1
      if kept.above == target { try growing { () throws(OutOfMemory) in try lowest.append(move.bytes(0)) } }
    }
    swap(&kept.floor, &lowest)
    // With fewer messages there are none below the floor.
    return kept.above < target || target == number
  }

  private func removeRead(
    _ feed: Int64, below floor: UnsafeRawBufferPointer, _ limit: Int64
  ) throws(Failure) -> Int {
    var forget = try statement(.retention(.forgetRead), feed)
    forget.bind(2, blob: floor)
    forget.bind(3, limit)
    if try finish(forget) == 0 { return 0 }
    var delete = try statement(.retention(.deleteRead), feed)
    delete.bind(2, blob: floor)
    delete.bind(3, limit)
    return try collectTaken(delete)
  }
}
