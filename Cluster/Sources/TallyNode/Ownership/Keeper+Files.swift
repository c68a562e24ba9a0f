import Foundation

/// Files: fetching, holding, serving, releasing.
extension Keeper {
  /// Makes the node serve what it owns, and nothing else.
  func serve(_ number: Int) {
    let epoch = seats[number].right(at: now)
    guard (epoch != nil) != posts[number].isServing else { return }
    posts[number].isServing = epoch != nil
    let (node, owner, backups) = (node, owner, backups)
    hands[number].async(group: inHand) {
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
    let holds = posts[number].file == .held
    let should = assignment.shouldHold(name, holdsNow: holds)
    if should, posts[number].file == .none, !isStopping, now >= posts[number].retry { prepare(number) }
    guard holds, !should, !isStopping, !posts[number].isServing else { return }
    guard !seats[number].state.withLock({ $0.lease.exists }) else { return }
    log(number).notice("no longer holds the partition")
    release(number)
  }

  private func prepare(_ number: Int) {
    posts[number].file = .preparing
    let keeper = FileKeeper(node, number)
    let owner = owner
    files.addOperation {
      do {
        owner.post(.prepared(number, .ready(gone: try keeper.prepare())))
      } catch { owner.post(.prepared(number, .failed("\(error)"))) }
    }
  }

  func prepared(_ number: Int, _ outcome: ClusterOwnership.Preparation) {
    posts[number].file = .none
    let gone: UInt64
    switch outcome {
    case .ready(let position): gone = position
    case .failed(let failure):
      posts[number].failures += 1
      posts[number].retry = now + .seconds(min(posts[number].failures, 10))
      log(number).error("the file cannot be made ready; it is tried again", metadata: ["error": "\(failure)"])
      return
    }
    if isStopping { return }
    posts[number].failures = 0
    posts[number].isDamaged = false
    posts[number].file = .preparing
    let (node, owner) = (node, owner)
    hands[number].async(group: inHand) {
      do {
        try node.hold(number, gone: gone)
        owner.post(.held(number, failure: nil))
      } catch { owner.post(.held(number, failure: "\(error)")) }
    }
  }

  func held(_ number: Int, _ failure: String?) {
    posts[number].file = failure == nil ? .held : .none
    guard let failure else { return }
    posts[number].retry = now + .seconds(1)
    log(number).error("cannot hold the partition", metadata: ["error": "\(failure)"])
  }

  private func release(_ number: Int) {
    posts[number].file = .releasing
    let (node, owner) = (node, owner)
    hands[number].async(group: inHand) {
      node.release(number)
      owner.post(.released(number))
    }
  }

  func released(_ number: Int) {
    posts[number].file = .none
    seats[number].state.withLock { $0.reign.closed() }
  }

  /// The file is damaged, or lacks what the log no longer has: a level node takes the partition, and this node fetches
  /// the file again. Preparing finds the reason itself, and sets a damaged file aside.
  func damaged(_ number: Int) {
    guard posts[number].file == .held, !posts[number].isDamaged else { return }
    posts[number].isDamaged = true
    posts[number].retry = now + .seconds(1)
    log(number).error("the file cannot be used; another one is fetched")
    endReign(number, "the file cannot be used")
    release(number)
  }

  /// The file cannot be written now. `give` looks for a node that can. A node that has the lease and cannot apply its
  /// own take-over would keep all others from answering.
  func failed(_ number: Int) {
    posts[number].levelAfter = max(posts[number].levelAfter, now + Self.recovery)
    let waits = seats[number].state.withLock { $0.lease.exists && !$0.lease.isYielding && !$0.reign.owns }
    if waits { endReign(number, "the file cannot be written") }
  }
}
