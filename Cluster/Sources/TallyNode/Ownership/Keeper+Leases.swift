import NATS

/// Leases: taking, renewing, losing, giving up.
extension Keeper {
  private func subject(_ number: Int) -> String { "$KV.\(node.names.leases).p\(number)" }

  private func ownLease(_ number: Int, epoch: UInt64) -> LeaseEntry {
    LeaseEntry(node: name, epoch: epoch, run: run)
  }

  /// Writes the key if it has a sequence. The headers are those of libnats's `kvStore_Update`; its function would wait.
  private func write(
    _ number: Int, _ value: [UInt8], sequence: UInt64, removes: Bool = false,
    _ event: @escaping @Sendable (BucketAnswer.Write, Duration) -> ClusterOwnership.Event
  ) {
    posts[number].isWriting = true
    let sent = now
    var headers = [("Nats-Expected-Last-Subject-Sequence", "\(sequence)")]
    if removes { headers.append(("KV-Operation", "DEL")) }
    asker.ask(subject(number), value, headers: headers, deadline: sent + patienceOfRequests) { [weak owner] answer in
      owner?.post(event(BucketAnswer.write(answer), sent))
    }
  }

  // MARK: - Keeping

  /// What the lease's own clock says.
  func keepLease(_ number: Int) {
    guard !posts[number].isWriting || isPast(number) else { return }
    let (step, epoch) = seats[number].state.withLock { ($0.lease.step(at: now), $0.reign.epoch ?? 0) }
    switch step {
    case nil: break
    case .renew(let revision):
      write(number, ownLease(number, epoch: epoch).json, sequence: revision) { .leaseRenewed(number, $0, sent: $1) }
    case .look: read(number)
    case .end(let why): leaseEnded(number, why)
    }
  }

  private func isPast(_ number: Int) -> Bool { seats[number].state.withLock { now >= $0.lease.deadline } }

  func leaseRenewed(_ number: Int, _ outcome: BucketAnswer.Write, sent: Duration) {
    posts[number].isWriting = false
    let step = seats[number].state.withLock { state -> LeaseStep? in
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
    seats[number].state.withLock { $0.reign.end() }
    switch why {
    case .expired: log(number).warning("the lease is over by our own clock")
    case .lost: log(number).warning("another node has the lease")
    case .released: log(number).info("the lease was given up, and nobody took it in time")
    }
    posts[number].key = .unknown
    posts[number].nextLook = now
    serve(number)
  }

  /// Gives the partition up now, without a successor.
  func endReign(_ number: Int, _ why: String) {
    let revision = seats[number].state.withLock { state in
      state.reign.end()
      return state.lease.release()
    }
    serve(number)
    guard let revision else { return }
    log(number).notice("gives the lease up: \(why)")
    posts[number].key = .unknown
    posts[number].nextLook = now
    write(number, [], sequence: revision, removes: true) { outcome, _ in .leaseRemoved(number, outcome) }
  }

  // MARK: - Looking

  /// Reads the key where that is due: it is unknown, or its lease should be over.
  func look(_ number: Int) {
    guard now >= posts[number].nextLook, !seats[number].state.withLock({ $0.lease.exists }) else { return }
    switch posts[number].key {
    case .unknown: read(number)
    case .taken(_, let seen, _): if now >= seen + terms.life { read(number) }
    case .free: break
    }
  }

  private func read(_ number: Int) {
    guard !posts[number].isLooking else { return }
    posts[number].isLooking = true
    posts[number].isOutdated = false
    posts[number].nextLook = now + Self.look
    let sent = now
    let body = Array(#"{"last_by_subj": "\#(subject(number))"}"#.utf8)
    asker.ask(
      "$JS.API.STREAM.MSG.GET.KV_\(node.names.leases)", body, deadline: sent + patienceOfRequests
    ) { [weak owner] answer in
      owner?.post(.leaseRead(number, BucketAnswer.reading(answer), sent: sent))
    }
  }

  func leaseRead(_ number: Int, _ reading: BucketAnswer.Reading?, sent: Duration) {
    posts[number].isLooking = false
    if seats[number].state.withLock({ $0.lease.exists }) { return resolve(number, reading, sent: sent) }
    guard let reading else { return }
    if posts[number].isOutdated {
      if case .unknown = posts[number].key { posts[number].nextLook = now }
      return
    }
    guard let value = reading.value else {
      // Since when: at the latest since the request was sent.
      if case .free(reading.sequence, _) = posts[number].key { return }
      posts[number].key = .free(sequence: reading.sequence, since: sent)
      return
    }
    if let removal = posts[number].removal, now < removal + Self.commit {
      posts[number].nextLook = now + Self.tick / 10
      return
    }
    guard let entry = LeaseEntry(value) else {
      log(number).error("the lease's value is malformed; it is ignored until it goes")
      return
    }
    if entry.node == name, entry.run == run, !posts[number].isWriting {
      // A lease that was given up, and whose removal failed; or one whose creation had no answer.
      posts[number].key = .unknown
      return write(number, [], sequence: reading.sequence, removes: true) { outcome, _ in .leaseRemoved(number, outcome)
      }
    }
    // Reading does not show when it was renewed. If that is long ago by what was seen, it is read again soon.
    if case .taken(let known, let seen, _) = posts[number].key, known.run == entry.run {
      posts[number].key = .taken(entry, seen: seen, sequence: reading.sequence)
    } else {
      posts[number].key = .taken(entry, seen: sent, sequence: reading.sequence)
    }
  }

  /// A renewal had no answer, and then the key had another revision.
  private func resolve(_ number: Int, _ reading: BucketAnswer.Reading?, sent: Duration) {
    let step = seats[number].state.withLock { state -> LeaseStep? in
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
    guard posts.indices.contains(number) else { return }
    posts[number].isOutdated = true
    posts[number].removal = entry == nil ? now : nil
    guard let entry else {
      // Its sequence is needed for the next write.
      posts[number].key = .unknown
      posts[number].nextLook = now
      return
    }
    posts[number].key = .taken(entry, seen: now, sequence: 0)
  }

  // MARK: - Taking

  func take(_ number: Int, _ assignment: Assignment) {
    guard posts[number].file == .held, !posts[number].isWriting, !posts[number].isDamaged, !isStopping,
      now >= posts[number].levelAfter, let partition = node.partition(number),
      partition.state.withLock({ $0.failure == nil }),
      !seats[number].state.withLock({ $0.lease.exists })
    else { return }
    switch posts[number].key {
    case .unknown: return
    case .free(let sequence, let since):
      let delay = assignment.delay(
        of: name, isLevel: isLevel(partition), turn: Self.turn, patience: Self.patience)
      guard let delay, now >= since + delay else { return }
      create(number, sequence: sequence)
    case .taken(let entry, _, let sequence):
      // A former run of this node had it, and is dead: one process has the folder.
      guard entry.node == name, entry.run != run, sequence != 0, isLevel(partition) else {
        if entry.node == name, entry.run != run, sequence == 0 { posts[number].key = .unknown }
        return
      }
      create(number, sequence: sequence)
    }
  }

  private func create(_ number: Int, sequence: UInt64) {
    write(number, ownLease(number, epoch: 0).json, sequence: sequence) { .leaseCreated(number, $0, sent: $1) }
  }

  func leaseCreated(_ number: Int, _ outcome: BucketAnswer.Write, sent: Duration) {
    posts[number].isWriting = false
    guard case .stored(let revision) = outcome else {
      log(number).info("the lease is not ours: \(outcome)")
      posts[number].key = .unknown
      posts[number].nextLook = now
      return
    }
    let epoch = seats[number].state.withLock { state in
      state.lease.begin(revision: revision, sent: sent)
      return state.reign.begin(revision: revision)
    }
    posts[number].nextAnnouncement = now
    posts[number].isAnnouncing = false
    log(number).notice("takes over", metadata: ["epoch": "\(epoch)"])
  }

  /// Publishes the take-over until its place in the log is known. The server drops copies by the message's id.
  func announce(_ number: Int) {
    guard !posts[number].isAnnouncing, now >= posts[number].nextAnnouncement else { return }
    let epoch = seats[number].state.withLock { state in
      state.reign.mustAnnounce && state.lease.isHeld(at: now) ? state.reign.epoch : nil
    }
    guard let epoch else { return }
    posts[number].isAnnouncing = true
    let body = Array(#"{"epoch": \#(epoch), "node": "\#(name)"}"#.utf8)
    let headers = [("Tally-Epoch", "\(epoch)"), ("Nats-Msg-Id", "tally-epoch-\(number)-\(epoch)-\(run)")]
    asker.ask(
      node.names.logSubject(number), body, headers: headers, deadline: now + patienceOfRequests
    ) { [weak owner] answer in
      owner?.post(.announced(number, epoch: epoch, BucketAnswer.write(answer)))
    }
  }

  func announced(_ number: Int, _ epoch: UInt64, _ outcome: BucketAnswer.Write) {
    posts[number].isAnnouncing = false
    posts[number].nextAnnouncement = now + terms.pause
    guard case .stored(let position) = outcome else { return }
    let outcome = seats[number].state.withLock { $0.reign.announced(epoch: epoch, at: position) }
    if let outcome { reigned(number, outcome) }
  }

  func reigned(_ number: Int, _ outcome: Reign.Outcome) {
    switch outcome {
    case .owns(let epoch): log(number).notice("owns the partition", metadata: ["epoch": "\(epoch)"])
    case .over(let epoch, let by):
      log(number).notice("no longer owns the partition", metadata: ["epoch": "\(epoch)", "by": "\(by)"])
      endReign(number, "the log has epoch \(by)")
    }
    serve(number)
  }

  // MARK: - Giving

  /// Gives the partition to the node that should have it, when that node is level.
  func give(_ number: Int, _ assignment: Assignment) {
    guard !posts[number].isWriting, let partition = node.partition(number) else { return }
    guard seats[number].state.withLock({ $0.lease.exists && !$0.lease.isYielding && $0.reign.owns }) else {
      if isStopping, !seats[number].state.withLock({ $0.lease.isYielding }) { endReign(number, "the node stops") }
      return
    }
    var successor = assignment.successor(of: name)
    if successor == nil, partition.state.withLock({ $0.failure != nil }) {
      successor = others.values.first { $0.entry.node.held[number]?.isLevel ?? false }?.entry.node.name
    }
    if let successor {
      let revision = seats[number].state.withLock { $0.lease.yield(at: now, grace: Self.grace) }
      guard let revision else { return }
      serve(number)
      log(number).notice("hands the partition over", metadata: ["to": "\(successor)"])
      write(number, [], sequence: revision, removes: true) { outcome, _ in .leaseRemoved(number, outcome) }
    } else if isStopping, others.isEmpty {
      endReign(number, "the node stops, and there is no other")
    }
  }
}
