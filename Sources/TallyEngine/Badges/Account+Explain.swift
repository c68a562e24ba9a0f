import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

extension Account {
  /// Visits the reasons why a path shows what it shows, by the bytes of their paths, and behind each that messages feed
  /// these messages: first how many there are and how many bytes their texts take, with their NULs, then, where `willVisit`
  /// says so, each. `willVisit` and `visit` run with locks held and must not call the engine.
  public func explain(
    _ path: UnsafeRawBufferPointer, willVisit: (Int, Int) -> Bool,
    visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Void
  ) throws(Failure) {
    try withStore { () throws(Failure) in
      let tree = tree
      var reasons = List<Reason>()
      try growingTree(path) { () throws(TreeError) in
        if let at = try tree.find(path) { try tree.explain(at, into: &reasons) }
      }
      var (count, bytes) = (reasons.count, 0)
      for isVisiting in [false, true] {
        if isVisiting, !willVisit(count, bytes) { return }
        for position in 0..<reasons.count {
          let reason = reasons[position]
          let path = tree.path(of: reason.node)
          if isVisiting { visit(reason, path, nil) } else { bytes += path.count + 1 }
          if !reason.isFed { continue }
          try engine.store.listFeeding(account: id, feeding: feeding.rawValue, path: path) { message in
            if isVisiting { return visit(reason, path, message) }
            count += 1
            bytes += path.count + message.id.count + 2
          }
        }
      }
    }
  }
}
