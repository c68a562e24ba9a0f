import CFailure
import CTree
import TallyFailure
import TallyMemory
import TallyTree

// The object behind a `tally_tree`, and what every function of tally_tree.h needs: text and structures of C to those of
// Swift, errors to statuses.

typealias Bytes = UnsafeRawBufferPointer

/// A tree and what a host does with it. It lies in the memory that the host gave.
struct Host: ~Copyable {
  let tree: Tree
  let memory: OpaquePointer
  let maxChanges: Int
  var isInTransaction = false
  /// As the host said last.
  var time: Int64 = 0
  /// How many of the tree's notices have been taken.
  var taken = 0

  /// Whether what ends at a time has ended.
  func isOver(_ until: Int64) -> Bool { until != 0 && until <= time }

  /// Before anything that may make nodes: notices name nodes, which may go then.
  mutating func forgetNotices() {
    tree.clearNotices()
    taken = 0
  }
}

typealias HostPointer = UnsafeMutablePointer<Host>

// MARK: Calls

/// The status of a call that failed. Here, and only here, a failure's words become the message.
@inline(never)
func tell(_ failure: Failure) -> tally_tree_status {
  ctally_error_tell()
  return failure.status.rawValue
}

/// Runs the body of a function that takes a tree. What it allocates is the tree's.
@inline(never)
func call(_ handle: OpaquePointer?, _ body: (HostPointer) throws(Failure) -> Status) -> tally_tree_status {
  guard let handle else { return tell(Failure.missing("tree")) }
  let host = HostPointer(handle)
  let former = ctree_memory_enter(host.pointee.memory)
  defer { ctree_memory_enter(former) }
  do throws(Failure) { return try body(host).rawValue } catch { return tell(error) }
}

/// Changes what may have to be taken back, as a transaction, or as a part of the one in progress.
@inline(never)
func change(_ host: HostPointer, _ body: (Tree) throws(Failure) -> Void) throws(Failure) {
  let tree = host.pointee.tree
  host.pointee.forgetNotices()
  if host.pointee.isInTransaction { return try body(tree) }
  tree.begin(.undoable)
  do throws(Failure) {
    try body(tree)
    try growingTree { () throws(TreeError) in try tree.prepareCommit() }
  } catch {
    takeBack(host)
    throw error
  }
  tree.commit()
}

/// Ends a transaction that failed, or that is not wanted.
func takeBack(_ host: HostPointer) {
  host.pointee.tree.rollback()
  host.pointee.forgetNotices()
}

func checkNoTransaction(_ host: HostPointer) throws(Failure) {
  if host.pointee.isInTransaction { throw Failure(.argument, "a transaction is in progress") }
}

// MARK: Arguments

extension Failure {
  static func missing(_ what: StaticString) -> Failure { Failure(.argument, what, " must not be NULL") }
}

/// Where an output goes.
@inline(__always)
func output<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ what: StaticString
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw Failure.missing(what) }
  return pointer
}

/// The borrowed bytes of a C string, which its recipient checks.
@inline(never)
func text(_ pointer: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> Bytes {
  guard let pointer else { throw Failure.missing(what) }
  return Bytes(start: pointer, count: ctree_text_length(pointer))
}

func path(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> Bytes { try text(pointer, "path") }

/// Bytes of the host, borrowed. NULL is no bytes, which is never well formed.
@inline(never)
func bytes(_ pointer: UnsafeRawPointer?, _ size: Int) throws(Failure) -> Bytes {
  guard size >= 0 else { throw Failure(.argument, "the size is too large") }
  if pointer == nil && size > 0 { throw Failure.missing("the bytes") }
  return Bytes(start: pointer, count: pointer == nil ? 0 : size)
}

func refuse(unless isZero: Bool, _ what: StaticString) throws(Failure) {
  if !isZero { throw Failure(.argument, what, " must be zero") }
}

/// Options as the caller's version of the structure has them, into `result`, which is zero.
@inline(never)
func copyOptions(_ source: UnsafeRawPointer, into result: UnsafeMutableRawBufferPointer) throws(Failure) {
  let size = Int(clamping: source.load(as: UInt32.self))
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size is not the size of the options") }
  if size > result.count {
    for offset in result.count..<size where source.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw Failure(.argument, "the options hold something that this version does not know")
    }
  }
  result.baseAddress?.copyMemory(from: source, byteCount: min(size, result.count))
}

/// Fills the caller's version of a structure, as far as it reaches.
@inline(never)
func fill(_ target: UnsafeMutableRawPointer, with source: Bytes) throws(Failure) {
  let size = target.load(as: UInt32.self)
  guard size >= 8, size <= 65_536 else { throw Failure(.argument, "struct_size of the output is not set") }
  if let base = source.baseAddress { target.copyMemory(from: base, byteCount: min(Int(clamping: size), source.count)) }
  target.storeBytes(of: size, as: UInt32.self)
}

/// Copies text into the caller's buffer.
@inline(never)
func copyOut(
  _ bytes: Bytes, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) throws(Failure) {
  length?.pointee = bytes.count
  guard let buffer, capacity > bytes.count else {
    throw Failure(.bufferTooSmall, "the buffer does not hold the text and its NUL")
  }
  if let source = bytes.baseAddress {
    UnsafeMutableRawPointer(buffer).copyMemory(from: source, byteCount: bytes.count)
  }
  buffer[bytes.count] = 0
}

// MARK: Lists

/// A list whose size is known, on its way into the caller's memory.
struct ListOutput {
  private let text: UnsafeMutablePointer<CChar>?
  private var used = 0

  /// Reports what the list needs, and fails where that is more than there is.
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

  /// Writes a text, ended by NUL.
  /// - Returns: where it begins.
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

/// The outputs of a list, which are 0 unless they are set to something else.
func beginList(
  _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) throws(Failure) -> (UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>) {
  let (count, textSize) = (try output(outCount, "out_count"), try output(outTextSize, "out_text_size"))
  count.pointee = 0
  textSize.pointee = 0
  return (count, textSize)
}
