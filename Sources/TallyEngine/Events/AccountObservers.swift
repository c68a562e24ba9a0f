import TallyMemory

/// The observers of an account, apart from those of its feeds. They are numbers of registrations in `Events`.
///
/// Invariants: `registrationOf[o]` is the registration of the tree's observer o. The nodes of `watchers` are pinned.
struct AccountObservers: ~Copyable {
  var registrationOf = List<UInt32>()
  /// The observers of its messages and its viewed paths.
  var watchers = List<Watcher>()
  /// The observers of its groups.
  var groupWatchers = List<UInt32>()
  var groupEvents = GroupEvents()
  /// A view's clearing needs the store, and the loop thread does it.
  var hasUnclearedViews = false
}
