import Foundation

/// Files: fetching, holding, serving, releasing.
extension Keeper {
  /// Makes the node serve what it owns, and nothing else.
  func serve(_ number: Int) {
    let epoch = ownerships[number].right(at: now)
    guard epoch == nil ? states[number].retire() : states[number].serve() else { return }
    let (node, owner, backups) = (node, owner, backups)
    queues[number].async(group: queuedWork) {
      guard let epoch else {
        backups.end(number)
        return node.retire(number)
      }
      do {
        try node.serve(number, epoch: epoch)
        try backups.begin(number)
      } catch { owner.post(.servingFailed(number, "\(error)")) }
    }
  }

  /// Makes the node hold what it should, and releases the rest.
  func hold(_ number: Int, _ assignment: Assignment) {
    if isStopping { return }
    guard !assignment.shouldHold(name, holdsNow: states[number].isHeld) else { return prepare(number) }
    guard states[number].file == .standby, !ownerships[number].state.withLock({ $0.lease.exists }) else { return }
    log(number).notice("no longer holds the partition")
    close(number)
  }

  private func prepare(_ number: Int) {
    guard states[number].prepare(at: now) else { return }
    let keeper = FileKeeper(node, number)
    let owner = owner
    preparation.async {
      do {
        owner.post(.prepared(number, .ready(gone: try keeper.prepare())))
      } catch { owner.post(.prepared(number, .failed("\(error)"))) }
    }
  }

  func prepared(_ number: Int, _ outcome: ClusterOwnership.Preparation) {
    guard case .ready(let gone) = outcome else {
      guard case .failed(let failure) = outcome, states[number].preparingFailed(at: now) else { return }
      log(number).error("the file cannot be made ready; it is tried again", metadata: ["error": "\(failure)"])
      return
    }
    if isStopping { return _ = states[number].preparingEnded() }
    guard states[number].prepared() else { return }
    let (node, owner) = (node, owner)
    queues[number].async(group: queuedWork) {
      do {
        try node.hold(number, gone: gone)
        owner.post(.held(number, failure: nil))
      } catch { owner.post(.held(number, failure: "\(error)")) }
    }
  }

  func held(_ number: Int, _ failure: String?) {
    guard let failure else { return _ = states[number].opened() }
    guard states[number].openingFailed(at: now) else { return }
    log(number).error("cannot hold the partition", metadata: ["error": "\(failure)"])
  }

  private func close(_ number: Int, retry: Duration = .zero) {
    guard states[number].close(retry: retry) else { return }
    let (node, owner) = (node, owner)
    queues[number].async(group: queuedWork) {
      node.release(number)
      owner.post(.released(number))
    }
  }

  func released(_ number: Int) {
    guard states[number].closed() else { return }
    ownerships[number].state.withLock { $0.term.closed() }
  }

  /// The file is damaged, or lacks what the log no longer has: a node that has caught up takes the partition, and this
  /// node fetches the file again. Preparing finds the reason itself, and sets a damaged file aside.
  func damaged(_ number: Int) {
    guard states[number].isHeld else { return }
    log(number).error("the file cannot be used; another one is fetched")
    endTerm(number, "the file cannot be used")
    close(number, retry: now + .seconds(1))
  }

  /// The file cannot be written now. `give` looks for a node that can. A node that has the lease and cannot apply its
  /// own take-over would keep all others from answering.
  func failed(_ number: Int) {
    states[number].notCaughtUp(until: now + Self.recovery)
    let waits = ownerships[number].state.withLock { $0.lease.exists && !$0.lease.isYielding && !$0.term.owns }
    if waits { endTerm(number, "the file cannot be written") }
  }
}
