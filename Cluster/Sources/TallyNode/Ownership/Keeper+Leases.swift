import NATS

/// Leases: taking, renewing, losing, giving up.
extension Keeper {
  private func subject(_ number: Int) -> String { "$KV.\(node.names.leases).p\(number)" }

  private func ownLease(_ number: Int, epoch: UInt64) -> LeaseEntry {
    LeaseEntry(node: name, epoch: epoch, run: run)
  }

  /// Writes the key if it has a sequence. The headers are those of libnats's `kvStore_Update`; its function would wait.
  private func write(
    _ number: Int, _ kind: PartitionState.Write, _ value: [UInt8], sequence: UInt64,
    _ event: @escaping @Sendable (BucketAnswer.Write, Duration) -> ClusterOwnership.Event
  ) {
    guard states[number].beginWrite(kind) else { return }
    let sent = now
    var headers = [("Nats-Expected-Last-Subject-Sequence", "\(sequence)")]
    if kind == .removing { headers.append(("KV-Operation", "DEL")) }
    asker.ask(subject(number), value, headers: headers, deadline: sent + patienceOfRequests) { [weak owner] answer in
      owner?.post(event(BucketAnswer.write(answer), sent))
    }
  }

  /// Removes the key if it has a sequence.
  private func remove(_ number: Int, sequence: UInt64) {
    write(number, .removing, [], sequence: sequence) { outcome, _ in .leaseRemoved(number, outcome) }
  }

  // MARK: - Keeping

  /// Does what is due by the lease's own clock.
  func keepLease(_ number: Int) {
    guard states[number].write == .none || isPast(number) else { return }
    let (step, epoch) = ownerships[number].state.withLock { ($0.lease.step(at: now), $0.term.epoch ?? 0) }
    switch step {
    case nil: break
    case .renew(let revision):
      write(number, .renewing, ownLease(number, epoch: epoch).json, sequence: revision) {
        .leaseRenewed(number, $0, sent: $1)
      }
    case .look: read(number)
    case .end(let why): leaseEnded(number, why)
    }
  }

  private func isPast(_ number: Int) -> Bool { ownerships[number].state.withLock { now >= $0.lease.deadline } }

  func leaseRenewed(_ number: Int, _ outcome: BucketAnswer.Write, sent: Duration) {
    states[number].endWrite(.renewing)
    let step = ownerships[number].state.withLock { state -> LeaseStep? in
      switch outcome {
      case .stored(let revision):
        state.lease.renewed(revision: revision, sent: sent)
        return nil
      case .conflict: return state.lease.rejected(at: now)
      case .unknown:
        state.lease.unanswered(sent: sent, at: now)
        return nil
      }
    }
    if case .end(let why) = step { leaseEnded(number, why) }
  }

  private func leaseEnded(_ number: Int, _ why: LeaseEnd) {
    ownerships[number].state.withLock { $0.term.end() }
    switch why {
    case .expired: log(number).warning("the lease is over by our own clock")
    case .lost: log(number).warning("another node has the lease")
    case .released: log(number).info("the lease was given up, and nobody took it in time")
    }
    states[number].forgetKey(readAt: now)
    serve(number)
  }

  /// Gives the partition up now, without a successor.
  func endTerm(_ number: Int, _ why: String) {
    let revision = ownerships[number].state.withLock { state in
      state.term.end()
      return state.lease.release()
    }
    serve(number)
    guard let revision else { return }
    log(number).notice("gives the lease up: \(why)")
    states[number].forgetKey(readAt: now)
    remove(number, sequence: revision)
  }

  // MARK: - Looking

  /// Reads the key where that is due: it is unknown, or its lease should be over.
  func look(_ number: Int) {
    guard now >= states[number].nextRead, !ownerships[number].state.withLock({ $0.lease.exists }) else { return }
    switch states[number].key {
    case .unknown: read(number)
    case .taken(_, let seen, _): if now >= seen + terms.life { read(number) }
    case .free: break
    }
  }

  private func read(_ number: Int) {
    guard states[number].beginRead(next: now + Self.look) else { return }
    let sent = now
    let body = Array(#"{"last_by_subj": "\#(subject(number))"}"#.utf8)
    asker.ask(
      "$JS.API.STREAM.MSG.GET.KV_\(node.names.leases)", body, deadline: sent + patienceOfRequests
    ) { [weak owner] answer in
      owner?.post(.leaseRead(number, BucketAnswer.reading(answer), sent: sent))
    }
  }

  func leaseRead(_ number: Int, _ reading: BucketAnswer.Reading?, sent: Duration) {
    let isCurrent = states[number].endRead()
    if ownerships[number].state.withLock({ $0.lease.exists }) { return resolve(number, reading, sent: sent) }
    guard let reading else { return }
    guard isCurrent else {
      if states[number].key == .unknown { states[number].readKey(at: now) }
      return
    }
    guard let value = reading.value else {
      if case .free(reading.sequence, _) = states[number].key { return }
      // The key may have been free for longer, but not for less.
      states[number].found(.free(sequence: reading.sequence, since: sent))
      return
    }
    if states[number].awaitsRemoval(at: now, within: Self.commit) {
      states[number].readKey(at: now + Self.tick / 10)
      return
    }
    guard let entry = LeaseEntry(value) else {
      log(number).error("the lease's value is malformed; it is ignored until it goes")
      return
    }
    if entry.node == name, entry.run == run, states[number].write == .none {
      // A lease that was given up, and whose removal failed; or one whose creation had no answer.
      states[number].forgetKey()
      return remove(number, sequence: reading.sequence)
    }
    // Reading does not show when it was renewed. If that is long ago by what was seen, it is read again soon.
    if case .taken(let known, let seen, _) = states[number].key, known.run == entry.run {
      states[number].found(.taken(entry, seen: seen, sequence: reading.sequence))
    } else {
      states[number].found(.taken(entry, seen: sent, sequence: reading.sequence))
    }
  }

  /// A renewal had no answer, and then the key had another revision.
  private func resolve(_ number: Int, _ reading: BucketAnswer.Reading?, sent: Duration) {
    let step = ownerships[number].state.withLock { state -> LeaseStep? in
      guard let reading else {
        state.lease.unanswered(sent: sent, at: now)
        return nil
      }
      let entry = reading.value.flatMap { LeaseEntry($0) }
      let isOurs = entry?.node == name && entry?.run == run
      return state.lease.found(revision: isOurs ? reading.sequence : nil, at: now)
    }
    if case .end(let why) = step { leaseEnded(number, why) }
  }

  /// A message of the bucket was seen on its way. The servers have not stored it yet, and may still reject it: it says
  /// that there is something to read.
  func leaseChanged(_ number: Int, _ entry: LeaseEntry?) {
    guard states.indices.contains(number) else { return }
    states[number].keyChanged(to: entry, at: now)
  }

  // MARK: - Taking

  func take(_ number: Int, _ assignment: Assignment) {
    guard states[number].isHeld, states[number].write == .none, !isStopping, now >= states[number].caughtUpAfter,
      let partition = node.partition(number),
      partition.state.withLock({ $0.failure == nil }),
      !ownerships[number].state.withLock({ $0.lease.exists })
    else { return }
    switch states[number].key {
    case .unknown: return
    case .free(let sequence, let since):
      let delay = assignment.delay(
        of: name, isCaughtUp: isCaughtUp(partition), turn: Self.turn, patience: Self.patience)
      guard let delay, now >= since + delay else { return }
      create(number, sequence: sequence)
    case .taken(let entry, _, let sequence):
      // A former run of this node had it, and is dead: one process has the folder.
      guard entry.node == name, entry.run != run, sequence != 0, isCaughtUp(partition) else {
        if entry.node == name, entry.run != run, sequence == 0 { states[number].forgetKey() }
        return
      }
      create(number, sequence: sequence)
    }
  }

  private func create(_ number: Int, sequence: UInt64) {
    write(number, .creating, ownLease(number, epoch: 0).json, sequence: sequence) {
      .leaseCreated(number, $0, sent: $1)
    }
  }

  func leaseCreated(_ number: Int, _ outcome: BucketAnswer.Write, sent: Duration) {
    states[number].endWrite(.creating)
    guard case .stored(let revision) = outcome else {
      log(number).info("the lease is not ours: \(outcome)")
      states[number].forgetKey(readAt: now)
      return
    }
    let epoch = ownerships[number].state.withLock { state in
      state.lease.begin(revision: revision, sent: sent)
      return state.term.begin(revision: revision)
    }
    states[number].beginTerm(at: now)
    log(number).notice("takes over", metadata: ["epoch": "\(epoch)"])
  }

  /// Publishes the take-over until its place in the log is known. The server drops copies by the message's id.
  func announce(_ number: Int) {
    let epoch = ownerships[number].state.withLock { state in
      state.term.mustAnnounce && state.lease.isHeld(at: now) ? state.term.epoch : nil
    }
    guard let epoch, states[number].beginAnnouncement(epoch, at: now) else { return }
    let body = Array(#"{"epoch": \#(epoch), "node": "\#(name)"}"#.utf8)
    let headers = [("Tally-Epoch", "\(epoch)"), ("Nats-Msg-Id", "tally-epoch-\(number)-\(epoch)-\(run)")]
    asker.ask(
      node.names.logSubject(number), body, headers: headers, deadline: now + patienceOfRequests
    ) { [weak owner] answer in
      owner?.post(.announced(number, epoch: epoch, BucketAnswer.write(answer)))
    }
  }

  func announced(_ number: Int, _ epoch: UInt64, _ outcome: BucketAnswer.Write) {
    guard states[number].endAnnouncement(epoch, next: now + terms.pause), case .stored(let position) = outcome
    else { return }
    let outcome = ownerships[number].state.withLock { $0.term.announced(epoch: epoch, at: position) }
    if let outcome { termChanged(number, outcome) }
  }

  func termChanged(_ number: Int, _ outcome: Term.Outcome) {
    switch outcome {
    case .owns(let epoch): log(number).notice("owns the partition", metadata: ["epoch": "\(epoch)"])
    case .over(let epoch, let by):
      log(number).notice("no longer owns the partition", metadata: ["epoch": "\(epoch)", "by": "\(by)"])
      endTerm(number, "the log has epoch \(by)")
    }
    serve(number)
  }

  // MARK: - Giving

  /// Gives the partition to the node that should have it, when that node has caught up.
  func give(_ number: Int, _ assignment: Assignment) {
    guard states[number].write == .none, let partition = node.partition(number) else { return }
    guard ownerships[number].state.withLock({ $0.lease.exists && !$0.lease.isYielding && $0.term.owns }) else {
      if isStopping, !ownerships[number].state.withLock({ $0.lease.isYielding }) { endTerm(number, "the node stops") }
      return
    }
    var successor = assignment.successor(of: name)
    if successor == nil, partition.state.withLock({ $0.failure != nil }) {
      successor = others.values.first { $0.entry.node.held[number]?.isCaughtUp ?? false }?.entry.node.name
    }
    if let successor {
      let revision = ownerships[number].state.withLock { $0.lease.yield(at: now, grace: Self.grace) }
      guard let revision else { return }
      serve(number)
      log(number).notice("hands the partition over", metadata: ["to": "\(successor)"])
      remove(number, sequence: revision)
    } else if isStopping, others.isEmpty {
      endTerm(number, "the node stops, and there is no other")
    }
  }
}
