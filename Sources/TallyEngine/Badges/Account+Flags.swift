import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

extension Account {
  /// Marks a path as unread, or ends that.
  public func setFlag(_ path: UnsafeRawBufferPointer, _ isOn: Bool) throws(Failure) {
    let place = try canonical(path)
    try Reserve.claiming { () throws(Failure) in
      try change(.call) { (share, hold) throws(Failure) in
        try share.compound { () throws(Failure) in
          try share.feeding { (visit: DeltaVisitor) throws(Failure) in
            try share.store.setFlag(account: id, path: place.bytes.bytes, isOn, visit: visit)
          }
        }
      }
    }
  }

  /// Whether a path is marked as unread.
  public func isFlagged(_ path: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in try store.isFlagged(account: id, path: place.bytes.bytes) }
  }

  /// The state that a path owns, and whether it is marked as unread.
  public func ownChoices(_ path: UnsafeRawBufferPointer) throws(Failure) -> (own: OwnState, isFlagged: Bool) {
    let hold = try enter()
    guard let at = try tree.find(path) else {
      hold.release()
      return (OwnState(), false)
    }
    let (own, isFed) = (tree.ownState(at), tree.isFed(at))
    hold.release()
    // A flag feeds its path.
    return (own, isFed ? try isFlagged(path) : false)
  }
}
