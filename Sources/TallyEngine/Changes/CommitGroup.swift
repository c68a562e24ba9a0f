import Synchronization
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// The durable changes that the next commit of the store ends together. Calls join it one after the other. The one that
/// finds no other call waiting commits for all.
///
/// Invariants: `members` are the changes in the open transaction, in the order of their rows. Each is `joined`, and the
/// trees of its accounts stay in memory. It changes under both locks, so it may be read under either.
struct CommitGroup: ~Copyable {
  /// With this many calls, the group does not wait for more.
  private static let size = 64
  /// A shorter sync, in milliseconds, is not worth waiting for others.
  private static let slowSync: Int64 = 2

  private(set) var members: [Change] = []
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

  /// Visits the shares of an account, in the order of their rows.
  func forEach(of account: Account, _ visit: (Share) throws(Failure) -> Void) throws(Failure) {
    for member in members {
      for share in member.shares where share.account === account && share.isChanged { try visit(share) }
    }
  }

  /// Whether the calls of the last group will probably come soon, so that waiting for them pays.
  var expectsMore: Bool { former.duration >= CommitGroup.slowSync && members.count < former.count }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) { try members.reserveRoom(1) }

  /// There is room.
  mutating func add(_ change: Change) {
    members.append(change)
    isLetDown = false
  }

  /// A call has failed that could have joined.
  mutating func letDown() { isLetDown = true }

  mutating func begin() { isCommitting = true }

  /// - Returns: the changes, whose result is known.
  mutating func end(after duration: Int64, isStored: Bool) -> [Change] {
    let ended = members
    members = []
    isCommitting = false
    isLetDown = false
    former = (ended.count, duration)
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
