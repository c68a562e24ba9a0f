/// One node's part in the epochs of a partition. The log decides: the greatest take-over in it names the owner, from
/// this entry on.
///
/// Invariants:
/// - `logEpoch` only rises.
/// - A node owns the partition only after it has applied its own entry, and until it has applied a greater one.
///
/// Two nodes can announce the same epoch only after the bucket of leases was created again. Then only the lease keeps
/// them apart, as in the time before the entry.
struct Term: Sendable {
  enum State: Hashable, Sendable {
    case following
    /// It has the lease. Its entry is to be published, or has this position in the log.
    case announcing(epoch: UInt64, entry: UInt64?)
    case owning(epoch: UInt64)
  }

  enum Outcome: Hashable, Sendable {
    /// The own entry is applied: the node may answer.
    case owns(epoch: UInt64)
    /// The log has a greater epoch. The node stops answering.
    case over(epoch: UInt64, by: UInt64)
  }

  private(set) var state = State.following
  /// The greatest epoch of the applied log.
  private(set) var logEpoch: UInt64 = 0
  /// How far the log was applied.
  private(set) var position: UInt64 = 0

  /// The epoch to announce or to answer with; nil: the node only follows.
  var epoch: UInt64? {
    switch state {
    case .following: nil
    case .announcing(let epoch, _), .owning(let epoch): epoch
    }
  }

  var owns: Bool {
    if case .owning = state { true } else { false }
  }

  /// Whether the take-over has to be published, or published again, because its place in the log is not known yet.
  var mustAnnounce: Bool {
    if case .announcing(_, nil) = state { true } else { false }
  }

  /// The node has got the lease with this revision. Returns the epoch to announce. It is the revision, unless the
  /// bucket was created again and counts from 1.
  mutating func begin(revision: UInt64) -> UInt64 {
    let epoch = max(revision, logEpoch + 1)
    state = .announcing(epoch: epoch, entry: nil)
    return epoch
  }

  /// The take-over is stored in the log at a position.
  mutating func announced(epoch: UInt64, at entry: UInt64) -> Outcome? {
    guard state == .announcing(epoch: epoch, entry: nil) else { return nil }
    state = .announcing(epoch: epoch, entry: entry)
    return applied(through: position, epoch: logEpoch)
  }

  /// The log was applied up to a position, and has this greatest epoch there.
  mutating func applied(through position: UInt64, epoch log: UInt64) -> Outcome? {
    self.position = max(self.position, position)
    logEpoch = max(logEpoch, log)
    guard let epoch else { return nil }
    if logEpoch > epoch {
      state = .following
      return .over(epoch: epoch, by: logEpoch)
    }
    guard case .announcing(_, let entry?) = state, self.position >= entry, logEpoch == epoch else { return nil }
    state = .owning(epoch: epoch)
    return .owns(epoch: epoch)
  }

  /// The lease is over, or was given up.
  mutating func end() { state = .following }

  /// The file was closed: another one may follow, which is not as far.
  mutating func closed() {
    state = .following
    position = 0
  }
}
