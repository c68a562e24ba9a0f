import Synchronization
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

/// A durable change whose rows are in the open transaction. Its effect on the tree is taken back until the commit.
final class PendingChange {
  enum Outcome {
    case waiting
    case stored
    case failed(Failure)
  }

  let account: Account
  var withdrawal = Withdrawal()
  /// The numbers of the groups whose observers must be notified.
  var groups = List<UInt32>()
  /// How many calls it counts for: of the changes of one batch one counts.
  var calls = 1
  /// The account's stored revision; nil: not stored.
  var revision: UInt64?
  var outcome = Outcome.waiting
  /// The next change that is stored and not applied yet; see `Account.unapplied`.
  var next: PendingChange?

  init(_ account: Account) { self.account = account }

  var isWaiting: Bool { if case .waiting = outcome { true } else { false } }
}

/// The durable changes that the next commit of the store ends together. Calls join it one after the other. The one that
/// finds no other call waiting commits for all.
///
/// Invariants: `members` are the changes in the open transaction, in the order of their rows. Each waits, and its
/// account's tree stays in memory. It changes under both locks, so it may be read under either.
struct CommitGroup: ~Copyable {
  /// With this many calls, the group does not wait for more.
  private static let size = 64
  /// A shorter sync, in milliseconds, is not worth waiting for others.
  private static let slowSync: Int64 = 2

  private(set) var members: [PendingChange] = []
  private(set) var isCommitting = false
  /// Whether a call has failed since the last one joined.
  private(set) var isLetDown = false
  /// The number of changes in the last commit, and its duration in milliseconds.
  private(set) var former = (count: 0, duration: Int64(0))
  /// The description of the last commit's failure.
  var words = ByteBuffer()
  /// Commits that calls have waited for, and these calls, since the engine was opened.
  private(set) var commits: UInt64 = 0
  private(set) var calls: UInt64 = 0

  var isEmpty: Bool { members.isEmpty }
  var isFull: Bool { members.count >= CommitGroup.size }

  private static func callCount(of members: [PendingChange]) -> Int {
    var count = 0
    for member in members { count += member.calls }
    return count
  }

  /// Whether the calls of the last group will probably come soon, so that waiting for them pays.
  var expectsMore: Bool { former.duration >= CommitGroup.slowSync && members.count < former.count }

  /// Makes room for more.
  mutating func reserve(_ count: Int = 1) throws(OutOfMemory) { try members.reserveRoom(count) }

  /// There is room.
  mutating func add(_ change: PendingChange) {
    members.append(change)
    isLetDown = false
  }

  /// A call has failed that could have joined.
  mutating func letDown() { isLetDown = true }

  mutating func begin() { isCommitting = true }

  /// - Returns: the changes, whose result is known.
  mutating func end(after duration: Int64, isStored: Bool) -> [PendingChange] {
    let ended = members
    members = []
    isCommitting = false
    isLetDown = false
    former = (CommitGroup.callCount(of: ended), duration)
    if isStored, former.count > 0 {
      commits += 1
      calls += UInt64(former.count)
    }
    return ended
  }
}

/// The number of calls that wait for the store to join the next commit. Any thread.
final class Joiners: Sendable {
  private let number = Atomic<Int>(0)

  var areComing: Bool { number.load(ordering: .relaxed) > 0 }
  func come() { number.add(1, ordering: .relaxed) }
  func arrive() { number.subtract(1, ordering: .relaxed) }
}
