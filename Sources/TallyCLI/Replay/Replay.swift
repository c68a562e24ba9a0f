import ArgumentParser
import CTally
import Synchronization
import Tally

/// Identifies a trace as a log. Each of its lines is applied once, over any number of runs.
struct ReplaySource {
  let name: String
  let epoch: UInt64
}

/// How many operations of a trace were applied, for the thread that draws the bar.
final class ReplayCount: Sendable {
  private let value = Atomic(0)

  var count: Int {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}

/// Applies a trace through the functions of the header.
final class Replay {
  let engine: OpaquePointer
  let account: OpaquePointer
  var notes = ReplayNotes()
  /// Nanoseconds that the operations took.
  var elapsed: UInt64 = 0
  let done = ReplayCount()
  /// The sum of the counts that `get` operations returned.
  private(set) var sum: UInt64 = 0

  init(file: String?, aggregation: AggregationName?) throws {
    var engine: OpaquePointer?
    let isNew = file.map { !exists(file: $0) } ?? false
    var options = tally_engine_options()
    options.struct_size = UInt32(MemoryLayout<tally_engine_options>.size)
    let status: tally_status
    if let file {
      status = file.withCString { name in
        options.file = name
        return tally_engine_open(&options, &engine)
      }
    } else {
      status = tally_engine_open(&options, &engine)
    }
    guard status >= 0, let engine else {
      if status == TALLY_ERROR_IO, isNew { throw Exit.failing(Exit.cannotCreate, errorMessage(status)) }
      throw Replay.failing(status)
    }
    self.engine = engine
    do {
      account = try Replay.openAccount(engine, aggregation)
    } catch {
      _ = tally_engine_close(engine, -1)
      throw error
    }
  }

  private static func openAccount(_ engine: OpaquePointer, _ aggregation: AggregationName?) throws -> OpaquePointer {
    var account: OpaquePointer?
    var options = tally_account_options()
    options.struct_size = UInt32(MemoryLayout<tally_account_options>.size)
    switch aggregation {
    case nil: options.aggregation = TALLY_AGGREGATION_DEFAULT
    case .children: options.aggregation = TALLY_AGGREGATION_CHILDREN
    case .sum: options.aggregation = TALLY_AGGREGATION_SUM
    }
    let status = tally_account_open(engine, "default", &options, &account)
    guard status >= 0, let account else { throw failing(status) }
    return account
  }

  static func failing(_ status: Int32) -> ExitCode {
    Exit.failing(Exit.status(of: Status(rawValue: status)), errorMessage(status))
  }

  /// Resolves each distinct path once, so that the operations use nodes.
  func resolve(_ trace: Trace) throws {
    let nodes: UnsafeMutablePointer<tally_node> = try allocate(max(trace.pathCount, 1))
    defer { deallocate(nodes) }
    for index in 0..<trace.pathCount {
      let status = tally_node_resolve(account, trace.paths[index], nodes + index)
      if status < 0 {
        let error = Replay.failing(status)
        _ = tally_engine_close(engine, -1)
        throw error
      }
    }
    for index in 0..<trace.count { trace.operations[index].target = nodes[Int(trace.operations[index].path)] }
  }

  /// - Throws: the exit status, after reporting why. Nothing was applied then.
  func run(_ trace: Trace, batch: Int?, usesHandles: Bool) throws {
    if let batch {
      try runBatches(trace, batch, usesHandles)
    } else if usesHandles {
      runNodes(trace.operations, trace.count)
    } else {
      runPaths(trace.operations, trace.count)
    }
    notes.sort()
  }

  // MARK: One by one. Between the two times there is nothing but the calls, and the count after each 65,536.

  private typealias Call = (
    OpaquePointer, UnsafeMutablePointer<TraceOperation>, UnsafeMutablePointer<tally_badge>, inout UInt64
  ) -> tally_status

  @inline(never)
  private func runPaths(_ operations: UnsafeMutablePointer<TraceOperation>, _ count: Int) {
    run(operations, count) { Replay.call($0, path: $1, $2, &$3) }
  }

  @inline(never)
  private func runNodes(_ operations: UnsafeMutablePointer<TraceOperation>, _ count: Int) {
    run(operations, count) { Replay.call($0, node: $1, $2, &$3) }
  }

  @inline(__always)
  private func run(_ operations: UnsafeMutablePointer<TraceOperation>, _ count: Int, _ call: Call) {
    let account = account
    let badge = UnsafeMutablePointer<tally_badge>.allocate(capacity: 1)
    badge.initialize(to: tally_badge())
    defer { badge.deallocate() }
    var sum: UInt64 = 0
    let start = nanoseconds()
    var next = 0
    while next < count {
      let end = min(next + 65536, count)
      for index in next..<end {
        let status = call(account, operations + index, badge, &sum)
        if status != TALLY_OK { notes.add(index, status) }
      }
      next = end
      done.count = end
    }
    elapsed = nanoseconds() - start
    self.sum = sum
  }

  @inline(__always)
  private static func call(
    _ account: OpaquePointer, path operation: UnsafeMutablePointer<TraceOperation>,
    _ badge: UnsafeMutablePointer<tally_badge>, _ sum: inout UInt64
  ) -> tally_status {
    let path = UnsafePointer<CChar>(bitPattern: UInt(operation.pointee.target))
    let value = operation.pointee.value
    switch operation.pointee.kind {
    case TALLY_OP_SET: return tally_badge_set(account, path, value)
    case TALLY_OP_DOT: return tally_badge_dot(account, path)
    case TALLY_OP_ADD: return tally_badge_add(account, path, value)
    case TALLY_OP_CLEAR: return tally_badge_clear(account, path)
    case TALLY_OP_CLEAR_TREE: return tally_badge_clear_tree(account, path)
    case TALLY_OP_MUTE:
      return tally_badge_mute(account, path, Int32(truncatingIfNeeded: value), Int64(TALLY_FOREVER))
    default:
      let status = tally_badge_get(account, path, badge)
      if status == TALLY_OK { sum &+= badge.pointee.count }
      return status
    }
  }

  @inline(__always)
  private static func call(
    _ account: OpaquePointer, node operation: UnsafeMutablePointer<TraceOperation>,
    _ badge: UnsafeMutablePointer<tally_badge>, _ sum: inout UInt64
  ) -> tally_status {
    let node = operation.pointee.target
    let value = operation.pointee.value
    switch operation.pointee.kind {
    case TALLY_OP_SET: return tally_node_set(account, node, value)
    case TALLY_OP_DOT: return tally_node_dot(account, node)
    case TALLY_OP_ADD: return tally_node_add(account, node, value)
    case TALLY_OP_CLEAR: return tally_node_clear(account, node)
    case TALLY_OP_CLEAR_TREE: return tally_node_clear_tree(account, node)
    case TALLY_OP_MUTE:
      return tally_node_mute(account, node, Int32(truncatingIfNeeded: value), Int64(TALLY_FOREVER))
    default:
      let status = tally_node_get(account, node, badge)
      if status == TALLY_OK { sum &+= badge.pointee.count }
      return status
    }
  }

  // MARK: In batches

  /// Prepares as many operations as fit into the cache, applies them, and then reads their results. Only applying
  /// them is timed.
  private func runBatches(_ trace: Trace, _ size: Int, _ usesHandles: Bool) throws {
    let capacity = min(max(trace.count, 1), max(size, 4096 / size * size))
    let operations: UnsafeMutablePointer<tally_operation> = try allocate(capacity)
    defer { deallocate(operations) }
    var first = 0
    while first < trace.count {
      let count = min(capacity, trace.count - first)
      fill(operations, from: trace.operations + first, count, usesHandles)
      let start = nanoseconds()
      apply(operations, trace.operations + first, first, count, size, usesHandles)
      elapsed += nanoseconds() - start
      collect(operations, first, count)
      first += count
      done.count = first
    }
  }

  func fill(
    _ operations: UnsafeMutablePointer<tally_operation>, from trace: UnsafeMutablePointer<TraceOperation>,
    _ count: Int, _ usesHandles: Bool
  ) {
    for index in 0..<count {
      var operation = tally_operation()
      operation.kind = trace[index].kind
      operation.value = trace[index].value
      if usesHandles {
        operation.node = trace[index].target
      } else {
        operation.path = UnsafePointer(bitPattern: UInt(trace[index].target))
      }
      (operations + index).initialize(to: operation)
    }
  }

  @inline(never)
  private func apply(
    _ operations: UnsafeMutablePointer<tally_operation>, _ trace: UnsafeMutablePointer<TraceOperation>,
    _ first: Int, _ count: Int, _ size: Int, _ usesHandles: Bool
  ) {
    var done = 0
    while done < count {
      let length = min(size, count - done)
      if tally_badge_batch(account, operations + done, length, nil, nil) < 0 {
        applySingly(operations + done, trace + done, first + done, length, usesHandles)
      }
      done += length
    }
  }

  /// Applies the operations of a rejected batch one by one.
  private func applySingly(
    _ operations: UnsafeMutablePointer<tally_operation>, _ trace: UnsafeMutablePointer<TraceOperation>,
    _ first: Int, _ count: Int, _ usesHandles: Bool
  ) {
    var badge = tally_badge()
    for index in 0..<count {
      operations[index].count = 0
      let status =
        usesHandles
        ? Replay.call(account, node: trace + index, &badge, &operations[index].count)
        : Replay.call(account, path: trace + index, &badge, &operations[index].count)
      if status != TALLY_OK { notes.add(first + index, status) }
      operations[index].status = TALLY_OK
    }
  }

  func collect(_ operations: UnsafeMutablePointer<tally_operation>, _ first: Int, _ count: Int) {
    for index in 0..<count {
      if operations[index].kind == TALLY_OP_GET { sum &+= operations[index].count }
      if operations[index].status != TALLY_OK { notes.add(first + index, operations[index].status) }
    }
  }

  // MARK: The end

  /// Prints the paths that show a badge, sorted by their bytes.
  func dump(isJSON: Bool) throws {
    let room = 4096
    let entries = UnsafeMutablePointer<tally_badge_entry>.allocate(capacity: room)
    // A path takes 65,535 bytes at most, so each part has one entry or more.
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 64 * room)
    var last: [CChar] = [0]
    defer {
      entries.deallocate()
      text.deallocate()
    }
    var rows = tally_rows()
    rows.struct_size = UInt32(MemoryLayout<tally_rows>.size)
    rows.entry_size = UInt32(MemoryLayout<tally_badge_entry>.size)
    rows.entries = UnsafeMutableRawPointer(entries)
    rows.capacity = room
    rows.text = text
    rows.text_capacity = 64 * room
    var output: [UInt8] = []
    var status = TALLY_MORE
    while status == TALLY_MORE {
      let after = last
      status = tally_badge_list(account, "root", UInt32(TALLY_LIST_SUBTREE), after.count > 1 ? after : nil, &rows, nil)
      if status < 0 { throw Replay.failing(status) }
      for index in 0..<rows.count {
        let path = text + Int(entries[index].path.offset)
        let bytes = UnsafeRawBufferPointer(start: path, count: Int(entries[index].path.length))
        last = Array(UnsafeBufferPointer(start: path, count: bytes.count + 1))
        if entries[index].badge.kind == TALLY_KIND_NONE { continue }
        let count = entries[index].badge.count
        if isJSON {
          var object = JSONObject()
          object.put("path", String(decoding: bytes, as: UTF8.self))
          object.put("shows", true)
          object.put("count", count)
          output.append(contentsOf: object.line.utf8)
        } else {
          output.append(contentsOf: bytes)
          output.append(contentsOf: " 1 \(count)\n".utf8)
        }
      }
    }
    output.withUnsafeBytes { Output.standard.write($0) }
  }

  func close() throws {
    tally_account_release(account)
    let status = tally_engine_close(engine, -1)
    if status < 0 { throw Replay.failing(status) }
  }
}

/// The operations that were rejected or held. They are reported after the replay.
struct ReplayNotes {
  private struct Note {
    var index: Int
    var status: Int32
    /// The message of an error.
    var words: String?
  }

  private var notes: [Note] = []

  /// Call it immediately, because it reads the thread's last message.
  @inline(never)
  mutating func add(_ index: Int, _ status: Int32) {
    notes.append(Note(index: index, status: status, words: status < 0 ? errorMessage(status) : nil))
  }

  mutating func sort() { notes.sort { $0.index < $1.index } }

  /// Prints a line for each on standard error, such as `line 3: held`.
  func write() {
    var text = ""
    for note in notes {
      text += "line \(note.index + 1): "
      if let words = note.words {
        text += "\(tally_status_name(note.status).map { String(cString: $0) } ?? ""): \(words)\n"
      } else {
        text += "held\n"
      }
      if text.utf8.count > 1 << 16 {
        Output.error.write(text)
        text = ""
      }
    }
    Output.error.write(text)
  }
}
