import CFailure
import CMemory
public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// Creating trees, and their statistics; statuses and messages.

@c @implementation
public func tally_tree_status_name(_ status: tally_tree_status) -> UnsafePointer<CChar>? {
  // A static string ends with NUL.
  UnsafeRawPointer(name(status).utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Only the statuses of this header, so the library lacks the names of all others.
private func name(_ status: tally_tree_status) -> StaticString {
  switch status {
  case TALLY_OK: return "TALLY_OK"
  case TALLY_HELD: return "TALLY_HELD"
  case TALLY_MORE: return "TALLY_MORE"
  case TALLY_RESYNC: return "TALLY_RESYNC"
  case TALLY_EMPTY: return "TALLY_EMPTY"
  case TALLY_ERROR_ARGUMENT: return "TALLY_ERROR_ARGUMENT"
  case TALLY_ERROR_NO_MEMORY: return "TALLY_ERROR_NO_MEMORY"
  case TALLY_ERROR_PATH: return "TALLY_ERROR_PATH"
  case TALLY_ERROR_RANGE: return "TALLY_ERROR_RANGE"
  case TALLY_ERROR_LIMIT: return "TALLY_ERROR_LIMIT"
  case TALLY_ERROR_NOT_FOUND: return "TALLY_ERROR_NOT_FOUND"
  case TALLY_ERROR_CONFLICT: return "TALLY_ERROR_CONFLICT"
  case TALLY_ERROR_BUFFER_TOO_SMALL: return "TALLY_ERROR_BUFFER_TOO_SMALL"
  case TALLY_ERROR_STALE_HANDLE: return "TALLY_ERROR_STALE_HANDLE"
  case TALLY_ERROR_INTERNAL: return "TALLY_ERROR_INTERNAL"
  case TALLY_ERROR_NOT_APPLIED: return "TALLY_ERROR_NOT_APPLIED"
  case TALLY_ERROR_MALFORMED: return "TALLY_ERROR_MALFORMED"
  default: return "TALLY_UNKNOWN"
  }
}

@c @implementation
public func tally_tree_error_message(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  copyMessage(buffer, capacity, outLength)
}

/// The checked options of a tree.
private struct Setting {
  var raw = tally_tree_options()
  var limits = PathLimits()
  var maxNodes = 0
  var maxChanges = 1

  init(_ given: UnsafePointer<tally_tree_options>?) throws(Failure) {
    guard let given else { throw Failure.missing("options") }
    try options(given, into: &raw)
    guard (0...2).contains(raw.aggregation) else { throw Failure(.argument, "unknown aggregation") }
    limits.depth = try Setting.limit(raw.max_depth, 64, 1...1024, "max_depth")
    limits.bytes = try Setting.limit(raw.max_path_bytes, 4096, 4...65_535, "max_path_bytes")
    maxNodes = try Setting.limit(raw.max_nodes, 1 << 24, 1...(1 << 30), "max_nodes")
    let changes = try Setting.limit(raw.max_changes, 256, 1...(1 << 20), "max_changes")
    while maxChanges < changes { maxChanges *= 2 }
    if (raw.memory == nil) == (raw.block == nil) {
      throw Failure(.argument, "either memory or block must be given, and not both")
    }
  }

  private static func limit(
    _ given: UInt32, _ standard: Int, _ limits: ClosedRange<Int64>, _ what: StaticString
  ) throws(Failure) -> Int {
    if given == 0 { return standard }
    try Failure.check(Int64(given), limits, what)
    return Int(clamping: given)
  }

  func makeMemory() -> OpaquePointer? {
    if let resize = raw.memory { return ctree_memory_create(resize, raw.user_data) }
    return ctree_memory_create_in(raw.block, raw.block_size)
  }
}

/// At least the size of an object of class Tree. Its allocator must not fail, so this memory is allocated before.
private let objectSize = MemoryLayout<Int>.size == 8 ? 1152 : 680

/// Makes the tree and its host in the memory that was entered.
private func makeHost(_ setting: Setting, _ memory: OpaquePointer) throws(Failure) -> HostPointer {
  guard ctree_memory_keep(objectSize) != 0, let place = ctally_memory_allocate(MemoryLayout<Host>.size) else {
    throw .noMemory
  }
  do throws(Failure) {
    let tree = try Tree.make(
      aggregation: setting.raw.aggregation == 2 ? .sum : .children, limits: setting.limits,
      maxNodes: setting.maxNodes, seed: setting.raw.seed)
    let host = place.assumingMemoryBound(to: Host.self)
    host.initialize(to: Host(tree: tree, memory: memory, maxChanges: setting.maxChanges))
    return host
  } catch {
    ctally_memory_free(place)
    throw error
  }
}

@c @implementation
public func tally_tree_create(
  _ given: UnsafePointer<tally_tree_options>?, _ outTree: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_tree_status {
  do throws(Failure) {
    let target = try output(outTree, "out_tree")
    target.pointee = nil
    let setting = try Setting(given)
    guard let memory = setting.makeMemory() else { throw .noMemory }
    let former = ctree_memory_enter(memory)
    defer { ctree_memory_enter(former) }
    do throws(Failure) {
      target.pointee = OpaquePointer(try makeHost(setting, memory))
      return Status.ok.rawValue
    } catch {
      ctree_memory_destroy(memory)
      throw error
    }
  } catch {
    return tell(error)
  }
}

@c @implementation
public func tally_tree_release(_ handle: OpaquePointer?) {
  guard let handle else { return }
  let host = HostPointer(handle)
  let memory = host.pointee.memory
  host.deinitialize(count: 1)
  ctally_memory_free(host)
  ctree_memory_destroy(memory)
}

@c @implementation
public func tally_tree_get_stats(
  _ handle: OpaquePointer?, _ outStats: UnsafeMutablePointer<tally_tree_stats>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outStats, "out_stats")
    let tree = host.pointee.tree
    var stats = tally_tree_stats()
    stats.nodes = UInt32(truncatingIfNeeded: tree.count)
    stats.revision = tree.revision
    stats.next_expiry = tree.nextDeadline ?? 0
    stats.used = UInt64(ctree_memory_used(host.pointee.memory))
    stats.peak = UInt64(ctree_memory_peak(host.pointee.memory))
    try fill(target, with: stats)
    return .ok
  }
}

@c @implementation
public func tally_tree_verify(_ handle: OpaquePointer?) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let tree = host.pointee.tree
    let wrong = try tree.verify()
    if let wrong { throw Failure(.internalError, "the count at ", quoting: tree.path(of: wrong), " is wrong") }
    return .ok
  }
}
