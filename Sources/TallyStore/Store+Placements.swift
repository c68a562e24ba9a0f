import CSQLite
import TallyMemory

// The manual badges that a feed has set, each as the feed set it: so a snapshot can take away what it does not hold, and
// leave alone what the host made of it since.

extension Store {
  /// Remembers that the feed has set a badge, or (kind 0) has taken it away.
  /// - Parameter snapshot: the number of the snapshot that it belongs to; 0: of none.
  public func savePlacement(
    feed: Int64, path: UnsafeRawBufferPointer, badge: PageBadge, snapshot: Int64
  ) throws(StoreError) {
    var statement = try statement(badge.kind == 0 ? .deletePlacement : .savePlacement)
    defer { statement.finish() }
    statement.bind(1, feed)
    statement.bind(2, text: path)
    if badge.kind != 0 {
      statement.bind(3, Int64(badge.kind))
      statement.bind(4, Int64(badge.count))
      statement.bind(5, snapshot)
    }
    try finish(statement)
  }

  /// Forgets what the feed had set and the snapshot did not hold.
  /// - Parameter visit: told of each before.
  public func removePlacementsOutsideSnapshot(
    feed: Int64, snapshot: Int64, visit: (UnsafeRawBufferPointer, PageBadge) throws(StoreError) -> Void
  ) throws(StoreError) {
    var list = try statement(.placementsOutsideSnapshot)
    defer { list.finish() }
    list.bind(1, feed)
    list.bind(2, snapshot)
    while try step(list) {
      try visit(list.bytes(0), PageBadge(kind: Int32(list.number(1)), count: UInt32(list.number(2)), until: 0))
    }
    list.finish()
    try deletePlacements(feed: feed, snapshot: snapshot)
  }

  /// - Parameter snapshot: whose placements stay; -1: nobody's.
  func deletePlacements(feed: Int64, snapshot: Int64) throws(StoreError) {
    var delete = try statement(.deletePlacementsOutsideSnapshot)
    defer { delete.finish() }
    delete.bind(1, feed)
    delete.bind(2, snapshot)
    try finish(delete)
  }
}
