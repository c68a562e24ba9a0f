import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

extension Engine {
  /// Takes what feeds several paths away from the first one of them, and gives it to all of them together.
  /// - Parameter isBack: the other way round.
  func share(_ tree: Tree, _ account: Int64, isBack: Bool = false) throws(Failure) -> Failure? {
    var refused: Failure?
    try store.sharedSums(account: account) { paths, count, badges in
      let (count, badges) = (Int64(clamping: count), Int64(clamping: badges))
      var places = PlaceList(paths)
      guard let first = places.next() else { return }
      if refused == nil { refused = tree.feed(isBack ? paths : first, -count, -badges) }
      if refused == nil { refused = tree.feed(isBack ? first : paths, count, badges) }
    }
    return refused
  }
}
