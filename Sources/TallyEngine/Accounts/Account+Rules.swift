import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Rules: how messages count at a path and below it, and how a path counts its children.

extension Failure {
  static func checkFeeding(_ feeding: Int32) throws(Failure) {
    if Feeding(rawValue: feeding) == nil { throw Failure(.argument, "unknown feeding") }
  }
}

extension Account {
  /// Sets the rule of a path, or removes it if nothing is set. The messages there and below it, and its children, count
  /// by it when this returns.
  public func setRule(_ path: UnsafeRawBufferPointer, _ rule: PathRule) throws(Failure) {
    if rule.feeding != 0 { try Failure.checkFeeding(rule.feeding) }
    guard let number = UInt8(exactly: rule.counting), let counting = CountingRule(rawValue: number) else {
      throw Failure(.argument, "unknown counting")
    }
    let place = try canonical(path)
    try changeLong(.call) { (share) throws(Failure) in
      let former = try share.store.ownRule(account: id, path: place.bytes.bytes)
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        try share.store.setRule(account: id, path: place.bytes.bytes, rule, visit: visit)
      }
      if former.counting == rule.counting { return }
      try growing { () throws(OutOfMemory) in try share.collected.rule(place.bytes.bytes, counting) }
    }
  }

  /// The rule that a path has of its own, or the one that holds there.
  public func readRule(_ path: UnsafeRawBufferPointer, isEffective: Bool) throws(Failure) -> PathRule {
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      var rule = try store.ownRule(account: id, path: place.bytes.bytes)
      if isEffective { rule.feeding = try store.feeding(account: id, at: place.bytes.bytes) }
      return rule
    }
  }

  /// Lets the messages count in another way, as one operation of a change that has begun.
  func countMessages(
    _ hold: inout LockHold, in share: Share, _ body: (DeltaVisitor) throws(Failure) -> Void
  ) throws(Failure) {
    try exclusively(&hold) { () throws(Failure) in
      try share.compound { () throws(Failure) in try share.feeding(body) }
    }
  }
}
