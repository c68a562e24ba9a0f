import Synchronization
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

/// A durable change whose rows are in the open transaction, and whose effect on the tree was taken back until the
/// commit.
final class PendingChange {
  enum Outcome {
    case waiting
    case stored
    case failed(Failure)
  }

  let account: Account
  var withdrawal = Withdrawal()
  /// The numbers of the groups whose observers are to be told.
  var groups = List<UInt32>()
  /// The account's revision as it was stored; nil: it was not.
  var revision: UInt64?
  var outcome = Outcome.waiting
  /// Behind it among those that are stored and not applied yet; see `Account.unapplied`.
  var next: PendingChange?

  init(_ account: Account) { self.account = account }

  var isWaiting: Bool { if case .waiting = outcome { true } else { false } }
}

/// The durable changes that the next commit of the store ends together. Calls join it one after the other; the one that
/// finds nobody coming behind it commits for all.
///
/// Invariants: `members` are the changes in the open transaction, in the order of their rows; each waits, and its
/// account's tree stays in memory. It changes under both locks, so it may be read under either.
struct CommitGroup: ~Copyable {
  /// So many calls do not wait for more.
  private static let size = 64
  /// A sync that is shorter than that is not worth waiting for others, in milliseconds.
  private static let slowSync: Int64 = 2

  private(set) var members: [PendingChange] = []
  private(set) var isCommitting = false
  /// How many changes the last commit had, and how long it took in milliseconds.
  private(set) var former = (count: 0, duration: Int64(0))
  /// What made the last commit fail, in words.
  var words = ByteBuffer()
  /// Commits that calls have waited for, and these calls, since the engine was opened.
  private(set) var commits: UInt64 = 0
  private(set) var calls: UInt64 = 0

  var isEmpty: Bool { members.isEmpty }
  var isFull: Bool { members.count >= CommitGroup.size }

  /// Whether those who were in the last group are likely to come in a moment, which pays for waiting for them.
  var expectsMore: Bool { former.duration >= CommitGroup.slowSync && members.count < former.count }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) { try members.reserveRoom(1) }

  /// There is room.
  mutating func add(_ change: PendingChange) { members.append(change) }

  mutating func begin() { isCommitting = true }

  /// - Returns: the changes, whose outcome is known.
  mutating func end(after duration: Int64, isStored: Bool) -> [PendingChange] {
    let ended = members
    members = []
    isCommitting = false
    former = (ended.count, duration)
    if isStored, !ended.isEmpty {
      commits += 1
      calls += UInt64(ended.count)
    }
    return ended
  }
}

/// How many calls wait for the store to join the next commit. Any thread.
final class Joiners: Sendable {
  private let number = Atomic<Int>(0)

  var areComing: Bool { number.load(ordering: .relaxed) > 0 }
  func come() { number.add(1, ordering: .relaxed) }
  func arrive() { number.subtract(1, ordering: .relaxed) }
}
