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

// MARK: Lists

/// A list of known size, written into the caller's memory.
struct ListOutput {
  private let text: UnsafeMutablePointer<CChar>?
  private var used = 0

  /// Reports the room that the list needs, and fails if there is less.
  @inline(never)
  init(
    needing count: Int, _ textSize: Int, _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int,
    _ outCount: UnsafeMutablePointer<Int>, _ outTextSize: UnsafeMutablePointer<Int>
  ) throws(Failure) {
    (outCount.pointee, outTextSize.pointee) = (count, textSize)
    if count > capacity || textSize > (text == nil ? 0 : textCapacity) {
      throw Failure(.bufferTooSmall, "the entries or their texts do not fit; see out_count and out_text_size")
    }
    self.text = text
  }

  /// Writes a text that ends with NUL.
  /// - Returns: its offset.
  @inline(never)
  mutating func add(_ bytes: Bytes) -> UInt32 {
    let offset = used
    if let text {
      if let source = bytes.baseAddress {
        UnsafeMutableRawPointer(text + offset).copyMemory(from: source, byteCount: bytes.count)
      }
      text[offset + bytes.count] = 0
    }
    used += bytes.count + 1
    return UInt32(truncatingIfNeeded: offset)
  }
}

/// Sets the outputs of a list to 0.
func beginList(
  _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) throws(Failure) -> (UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>) {
  let (count, textSize) = (try output(outCount, "out_count"), try output(outTextSize, "out_text_size"))
  count.pointee = 0
  textSize.pointee = 0
  return (count, textSize)
}
