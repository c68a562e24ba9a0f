import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Rules: how messages count at a path and below it.

extension Failure {
  static func checkFeeding(_ feeding: Int32) throws(Failure) {
    if Feeding(rawValue: feeding) == nil { throw Failure(.argument, "unknown feeding") }
  }
}

extension Account {
  /// Sets the rule of a path. The messages there and below it count by it when this returns.
  /// - Parameter feeding: 0: removes it.
  public func setRule(_ path: UnsafeRawBufferPointer, feeding: Int32) throws(Failure) {
    if feeding != 0 { try Failure.checkFeeding(feeding) }
    let place = try canonical(path)
    try changeLong(.call) { (share) throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        try share.store.setRule(account: id, path: place.bytes.bytes, feeding: feeding, visit: visit)
      }
    }
  }

  /// The rule that a path has of its own, or the one that holds there.
  /// - Returns: 0: it has none of its own.
  public func readRule(_ path: UnsafeRawBufferPointer, isEffective: Bool) throws(Failure) -> Int32 {
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      isEffective
        ? try store.feeding(account: id, at: place.bytes.bytes)
        : try store.ownFeeding(account: id, path: place.bytes.bytes)
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
