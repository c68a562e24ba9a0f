import TallyMemory
import TallyStore

/// The observers of an account, apart from those of its feeds. They are numbers of registrations in `Events`.
///
/// Invariants: `registrationOf[o]` is the registration of the tree's observer o. No registration is in `watchers` or in
/// `groupWatchers` twice. The nodes of `watchers` are pinned.
struct AccountObservers: ~Copyable {
  private(set) var registrationOf = List<UInt32>()
  /// The observers of its messages and its viewed paths, in the order in which a change is reported.
  private(set) var watchers = List<Watcher>()
  /// The observers of its groups, in the order of registration.
  private(set) var groupWatchers = List<UInt32>()
  var groupEvents = GroupEvents()
  /// A view's clearing needs the store, and the loop thread does it.
  var hasUnclearedViews = false

  mutating func remember(_ observer: UInt32, is registration: UInt32) throws(OutOfMemory) {
    let missing = Int(observer) + 1 - registrationOf.count
    if missing > 0 { try registrationOf.append(repeating: EventQueue.none, count: missing) }
    registrationOf[Int(observer)] = registration
  }

  /// Makes room for one more observer of messages, views or groups.
  mutating func reserve() throws(OutOfMemory) {
    try watchers.reserve(watchers.count + 1)
    try groupWatchers.reserve(groupWatchers.count + 1)
  }

  /// Adds an observer before the one at a position. There is room.
  mutating func add(_ watcher: Watcher, at position: Int) { watchers.insertWithinCapacity(watcher, at: position) }
  mutating func add(ofGroups registration: UInt32) { groupWatchers.appendWithinCapacity(registration) }

  /// Removes an observer.
  /// - Returns: what it watched, unless that was groups.
  mutating func remove(_ registration: UInt32) -> Watcher? {
    for position in 0..<groupWatchers.count where groupWatchers[position] == registration {
      groupWatchers.remove(at: position)
      return nil
    }
    for position in 0..<watchers.count where watchers[position].registration == registration {
      let watcher = watchers[position]
      watchers.remove(at: position)
      return watcher
    }
    return nil
  }

  /// Whether a child prevented the clearing of a viewed path.
  mutating func holdBack(_ position: Int, _ isHeldBack: Bool) { watchers[position].isHeldBack = isHeldBack }

  mutating func count(_ more: MessageCounts, at position: Int) {
    watchers[position].counts = watchers[position].counts.adding(more)
  }

  // MARK: For tests

  /// Whether the invariants hold that concern nothing else.
  func verify() -> Bool {
    for position in 0..<watchers.count {
      for other in 0..<position where watchers[other].registration == watchers[position].registration { return false }
    }
    for position in 0..<groupWatchers.count {
      for other in 0..<position where groupWatchers[other] == groupWatchers[position] { return false }
    }
    return true
  }
}
