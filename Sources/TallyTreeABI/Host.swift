import CFailure
import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// The object behind a `tally_tree`, and helpers for every function of tally_tree.h.

/// A tree and the state of its host. It lies in the host's memory.
struct Host: ~Copyable {
  let tree: Tree
  let memory: OpaquePointer
  let maxChanges: Int
  var isInTransaction = false
  /// The time that the host set last.
  var time: Int64 = 0
  /// The number of the tree's notices that were taken.
  var taken = 0

  /// Whether an expiry time has passed.
  func isOver(_ until: Int64) -> Bool { until != 0 && until <= time }

  /// Called before anything that may make nodes. Notices refer to nodes, which may then be freed.
  mutating func forgetNotices() {
    tree.clearNotices()
    taken = 0
  }
}

typealias HostPointer = UnsafeMutablePointer<Host>

// MARK: Calls

/// Runs the body of a function that takes a tree. Its allocations belong to the tree.
@inline(never)
func call(_ handle: OpaquePointer?, _ body: (HostPointer) throws(Failure) -> Status) -> tally_tree_status {
  guard let handle else { return tell(Failure.missing("tree")) }
  let host = HostPointer(handle)
  let former = ctree_memory_enter(host.pointee.memory)
  defer { ctree_memory_enter(former) }
  do throws(Failure) { return try body(host).rawValue } catch { return tell(error) }
}

/// Runs the body of a function that releases something, and cannot fail. NULL is accepted.
@inline(never)
func settle(_ handle: OpaquePointer?, _ body: (HostPointer) -> Void) {
  guard let handle else { return }
  let host = HostPointer(handle)
  let former = ctree_memory_enter(host.pointee.memory)
  defer { ctree_memory_enter(former) }
  body(host)
}

/// Runs a change that can be undone, as a transaction of its own or as a part of the current one. A change that fails
/// is taken back alone.
@inline(never)
func change(_ host: HostPointer, _ body: (Tree) throws(Failure) -> Void) throws(Failure) {
  let tree = host.pointee.tree
  host.pointee.forgetNotices()
  if host.pointee.isInTransaction {
    let mark = tree.logMark
    do throws(Failure) { return try body(tree) } catch {
      tree.rollback(to: mark)
      throw error
    }
  }
  tree.begin(.undoable)
  do throws(Failure) {
    try body(tree)
    try tree.prepareCommit()
  } catch {
    takeBack(host)
    throw error
  }
  tree.commit()
}

/// Ends a transaction that failed or is cancelled.
func takeBack(_ host: HostPointer) {
  host.pointee.tree.rollback()
  host.pointee.forgetNotices()
}

func checkNoTransaction(_ host: HostPointer) throws(Failure) {
  if host.pointee.isInTransaction { throw Failure(.argument, "a transaction is in progress") }
}

func path(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> Bytes { try unchecked(pointer, "path") }
