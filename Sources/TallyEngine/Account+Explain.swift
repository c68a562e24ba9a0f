import TallyLoop
import TallyMemory
import TallyTree

extension Account {
  /// Visits the reasons why a path shows what it shows, by the bytes of their paths: first how many they are and how
  /// many bytes their paths take, then, where `willVisit` says so, each. `willVisit` and `visit` run with the lock held
  /// and must not call the engine.
  public func explain(
    _ path: UnsafeRawBufferPointer, willVisit: (Int, Int) -> Bool, visit: (Reason, UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    try enter()
    defer { engine.lock.unlock() }
    var reasons = List<Reason>()
    try growingTree(path) { () throws(TreeError) in
      if let at = try tree.find(path) { try tree.explain(at, into: &reasons) }
    }
    var bytes = 0
    for position in 0..<reasons.count { bytes += tree.path(of: reasons[position].node).count }
    if willVisit(reasons.count, bytes) {
      for position in 0..<reasons.count { visit(reasons[position], tree.path(of: reasons[position].node)) }
    }
  }
}
