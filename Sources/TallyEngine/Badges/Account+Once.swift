import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Batches that are applied exactly once, however often they are sent.

/// Identifies a batch that is sent again. Bytes are borrowed.
public struct BatchIdentity {
  /// The log of the batch; nil: none.
  public var source: UnsafeRawBufferPointer?
  /// The epoch of the log's owner, and the batch's place in the log.
  public var state = SourceState(epoch: 0, position: 0)
  /// The batch's own name; nil: none.
  public var id: UnsafeRawBufferPointer?

  public init() {}

  public var isEmpty: Bool { source == nil && id == nil }

  func check() throws(Failure) {
    if let source { try Failure.checkName(source, "the name of a source") }
    if let id { try Failure.checkName(id, "the identifier of a batch") }
    if source == nil, state.epoch | state.position != 0 {
      throw Failure(.argument, "an epoch or a position needs a source")
    }
  }
}

/// The decision about a batch.
private enum Verdict {
  /// It was applied, and there is nothing to record.
  case known
  /// It was applied, but its source has advanced or has a new owner, which must be recorded.
  case knownAgain
  case fresh
}

extension Account {
  /// Applies operations like `performBatch(_:)`, unless the batch was applied before. Its identity is stored with its
  /// changes, so either both are on the disk when this returns, or neither.
  /// - Returns: `ok` or `alreadyApplied`; and the revision.
  public func performBatch<Source: BatchSource>(
    _ source: Source, once identity: BatchIdentity
  ) throws(Failure) -> (status: Status, revision: UInt64) {
    var position = source.count
    do throws(Failure) {
      try identity.check()
    } catch {
      source.reportFailure(error, at: position)
      throw error
    }
    if identity.isEmpty { return (.ok, try performBatch(source)) }
    do throws(Failure) {
      var verdict = Verdict.known
      try change(.batch) { (share, hold) throws(Failure) in
        verdict = try judge(identity)
        if verdict == .fresh {
          position = 0
          try apply(&hold, source, &position, in: share)
        }
        if verdict != .known { try note(identity, isFresh: verdict == .fresh) }
      }
      if verdict == .fresh { return (.ok, revision) }
      for index in 0..<source.count { source.report(index, .alreadyApplied, .nothing) }
      return (.alreadyApplied, revision)
    } catch {
      source.reportFailure(error, at: position)
      throw error
    }
  }

  /// The progress of a source.
  /// - Throws: `notFound` if there is none yet.
  public func sourceState(_ source: UnsafeRawBufferPointer) throws(Failure) -> SourceState {
    try Failure.checkName(source, "the name of a source")
    let state = try reading { (store) throws(Failure) in
      try store.sourceState(account: id, source: source)
    }
    guard let state else { throw Failure(.notFound, "nothing was applied from the source ", quoting: source) }
    return state
  }

  /// Within the transaction.
  private func judge(_ identity: BatchIdentity) throws(Failure) -> Verdict {
    var verdict = Verdict.fresh
    if let source = identity.source {
      let stored = try store.sourceState(account: id, source: source)
      if let stored {
        if identity.state.epoch < stored.epoch { throw Failure.staleEpoch(source, identity.state, stored) }
        let isNewOwner = identity.state.epoch > stored.epoch
        if identity.state.position <= stored.position { verdict = isNewOwner ? .knownAgain : .known }
      }
    }
    guard verdict == .fresh, let name = identity.id else { return verdict }
    let isKnown = try store.isBatchKnown(
      account: id, id: name, window: engine.limits.batchWindow, now: clock.wall)
    if !isKnown { return .fresh }
    return identity.source == nil ? .known : .knownAgain
  }

  /// Within the transaction. A position never goes back, even for another owner of the source.
  private func note(_ identity: BatchIdentity, isFresh: Bool) throws(Failure) {
    if let source = identity.source {
      var state = identity.state
      if let stored = try store.sourceState(account: id, source: source) {
        state.position = max(state.position, stored.position)
      }
      try store.saveSource(account: id, source: source, state)
    }
    if isFresh, let name = identity.id {
      try store.saveBatch(
        account: id, id: name, window: engine.limits.batchWindow, now: clock.wall)
    }
  }
}

extension Failure {
  static func staleEpoch(
    _ source: UnsafeRawBufferPointer, _ given: SourceState, _ stored: SourceState
  ) -> Failure {
    let failure = Failure(.staleEpoch, "the source ", quoting: source, " has a newer owner, of epoch ")
    Words.add(number: stored.epoch)
    Words.add("; the batch is of epoch ")
    Words.add(number: given.epoch)
    return failure
  }
}
