import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

extension Engine {
  /// Gives what feeds several paths to all of them together, and takes it away from the first one of them.
  /// - Parameter isBack: the other way round.
  func share(_ tree: Tree, _ account: Int64, isBack: Bool = false) throws(Failure) -> Failure? {
    var refused: Failure?
    try store.sharedSums(account: account) { paths, sum in
      var places = PlaceList(paths)
      guard let first = places.next() else { return }
      // In this order, so that no ancestor ceases to have a child that shows a badge, which would clear its own one.
      if refused == nil { refused = tree.feed(isBack ? first : paths, sum) }
      if refused == nil { refused = tree.feed(isBack ? paths : first, sum.negated) }
    }
    return refused
  }
}
