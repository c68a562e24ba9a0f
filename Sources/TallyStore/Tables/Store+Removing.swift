import CSQLite
import TallyFailure
import TallyMemory

// Messages that the host removes. Their revisions are remembered, so that they do not come back with these, and whether
// the user has seen them, so that they are not posted once more.

extension Store {
  /// Removes messages of any feed. They come back with a greater revision only.
  /// - Parameter sends: whether the outbox gets a row for each one that has a server.
  /// - Throws: `.notFound` if one is missing. Those before it are removed, and nothing was reported: the caller rolls
  ///   its transaction back.
  public func removeMessages(
    account: Int64, keys: UnsafeBufferPointer<Int64>, sends: Bool, visit: DeltaVisitor
  ) throws(Failure) {
    deltas.removeAll()
    for key in keys { try remove(account, key, sends) }
    try tellDeltas(visit)
  }

  private func remove(_ account: Int64, _ key: Int64, _ sends: Bool) throws(Failure) {
    let find = try statement(.message(.state), key, account)
    guard try step(find) else { throw missingMessage(key) }
    let feed = find.number(3)
    if feeds(find.number(2), find.number(7)) {
      try addDelta(find.bytes(0), FedChange(count: find.number(1), level: find.number(8)).negated)
    }
    find.finish()
    // A read that was not sent yet has no effect any more.
    try run(.sending(.unsendItem), key)
    if sends {
      var send = try statement(.sending(.sendRemoval), key)
      FeedName.bindLocal(&send, 2)
      try finish(send)
    }
    try remember(account, feed, key, asSeen: 1)
    try run(.message(.delete), key)
  }

  /// Remembers a message that is about to be removed.
  func remember(_ account: Int64, _ feed: Int64, _ key: Int64, asSeen seen: Int64) throws(Failure) {
    try run(.forgotten(.remember), key, seen)
    try trimForgotten(account, feed)
  }

  /// Keeps the messages that come last in the order of lists. They are counted when they may be too many.
  private func trimForgotten(_ account: Int64, _ feed: Int64) throws(Failure) {
    let most = StoreBounds.withSlack(bounds.forgotten)
    var known = Int64.max
    #if !TALLY_PLAIN
      if let former = forgottenCounts.value(UInt64(bitPattern: feed)) { known = former + 1 }
    #endif
    if known > most { known = try onlyNumber(try statement(.retention(.countForgotten), account, feed)) }
    try growing { () throws(OutOfMemory) in try forgottenCounts.set(UInt64(bitPattern: feed), known) }
    // The next call counts them again.
    if known > most { try run(.forgotten(.trim), account, feed, bounds.forgotten) }
  }

  /// Whether a message of a feed exists, or was removed after the user had seen it.
  public func hadSeen(account: Int64, feed: Int64, id: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    if try findMessage(account: account, feed: feed, id: id) != nil { return true }
    var find = try statement(.forgotten(.wasSeen), account, feed)
    find.bind(3, text: id)
    return try step(find)
  }
}
