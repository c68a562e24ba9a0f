import Benchmark
import CAllocations
import CTally

/// The tree of the measured paths: a thousand leaves, fan-out ten, all of them set; and a similar tree beside it.
///
/// Everything goes through the header, with texts that are C strings already, as the hosts in other languages call it.
final class Place {
  static let count = 1000

  private(set) var engine: OpaquePointer?
  private(set) var account: OpaquePointer?
  private(set) var other: OpaquePointer?
  let paths: [UnsafeMutablePointer<CChar>]
  private(set) var nodes: [tally_node] = []
  var operations: [tally_operation] = []
  let entries = UnsafeMutablePointer<tally_badge_entry>.allocate(capacity: 2 * Place.count)
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 64 * Place.count)
  let bytes = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 8)
  var since: UInt64 = 0
  private var value: Int64 = 0

  init() {
    paths = (0..<Place.count).map { number in
      Place.cString("root.a\(number / 100).b\(number / 10 % 10).c\(number % 10)")
    }
    var options = tally_engine_options()
    options.struct_size = UInt32(MemoryLayout<tally_engine_options>.size)
    options.flags = UInt32(TALLY_ENGINE_HOST_DRIVEN)
    options.seed = 1
    check(tally_engine_open(&options, &engine))
    check(tally_account_open(engine, "benchmark", nil, &account))
    check(tally_account_open(engine, "other", nil, &other))
    for path in paths {
      var node: tally_node = 0
      check(tally_badge_set(other, path, 1))
      check(tally_node_resolve(account, path, &node))
      check(tally_node_set(account, node, 1))
      nodes.append(node)
      var operation = tally_operation()
      operation.kind = TALLY_OP_SET
      operation.path = UnsafePointer(path)
      operations.append(operation)
    }
    var rows = self.rows
    rows.capacity = 0
    check(tally_badge_changes(account, 0, 0, &rows, &since))
    var state = tally_account_state()
    state.struct_size = UInt32(MemoryLayout<tally_account_state>.size)
    check(tally_account_get(account, &state, nil, 0, nil))
    since = state.revision
  }

  /// Room for every change.
  var rows: tally_rows {
    var rows = tally_rows()
    rows.struct_size = UInt32(MemoryLayout<tally_rows>.size)
    rows.entry_size = UInt32(MemoryLayout<tally_badge_entry>.size)
    rows.entries = UnsafeMutableRawPointer(entries)
    rows.capacity = 2 * Place.count
    rows.text = text
    rows.text_capacity = 64 * Place.count
    return rows
  }

  deinit {
    tally_account_release(account)
    tally_account_release(other)
    check(tally_engine_close(engine, -1))
    for path in paths { path.deallocate() }
    entries.deallocate()
    text.deallocate()
    bytes.deallocate()
  }

  private static func cString(_ string: String) -> UnsafeMutablePointer<CChar> {
    let utf8 = string.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count)
    for (index, unit) in utf8.enumerated() { copy[index] = unit }
    return copy
  }

  /// Another one each time, so that setting it changes something.
  func nextValue() -> Int64 {
    value = value % 1_000_000 + 1
    return value
  }

  /// Sets every tenth leaf.
  func changeSome() {
    let value = nextValue()
    for index in stride(from: 0, to: Place.count, by: 10) { check(tally_node_set(account, nodes[index], value)) }
  }
}

@inline(__always)
func check(_ status: tally_status) { precondition(status >= 0) }

/// Allocations of this thread during the measured part, of all its operations together. The package's own metric reads
/// 0 without its allocator.
let allocations = BenchmarkMetric.custom("allocations", polarity: .prefersSmaller, useScalingFactor: false)

/// Measures one path; `prepare` is not measured.
/// - Parameters:
///   - name: also of the file with its thresholds, so without spaces.
///   - factor: how many operations an iteration has.
func hotPath(
  _ name: String, _ factor: BenchmarkScalingFactor = .kilo, prepare: @escaping (Place) -> Void = { _ in },
  _ body: @escaping (Place) -> Void
) {
  Benchmark(
    name,
    configuration: .init(
      metrics: [.wallClock, .throughput, .instructions, allocations], warmupIterations: 3, scalingFactor: factor,
      maxDuration: .seconds(1), maxIterations: 1000)
  ) { (benchmark: Benchmark, place: Place) in
    prepare(place)
    benchmark.startMeasurement()
    let before = callocations_count()
    body(place)
    let after = callocations_count()
    benchmark.stopMeasurement()
    benchmark.measurement(allocations, Int(after - before))
  } setup: {
    Place()
  }
}

let benchmarks: @Sendable () -> Void = {
  hotPath("SetByString") { place in
    let value = place.nextValue()
    for path in place.paths { check(tally_badge_set(place.account, path, value)) }
  }
  hotPath("SetByNode") { place in
    let value = place.nextValue()
    for node in place.nodes { check(tally_node_set(place.account, node, value)) }
  }
  hotPath("GetByString") { place in
    var badge = tally_badge()
    for path in place.paths { check(tally_badge_get(place.account, path, &badge)) }
    blackHole(badge)
  }
  hotPath("ClearByString") { place in
    let value = place.nextValue()
    for path in place.paths { check(tally_badge_set(place.account, path, value)) }
  } _: { place in
    for path in place.paths { check(tally_badge_clear(place.account, path)) }
  }
  hotPath("BatchOf1000ByString") { place in
    let value = place.nextValue()
    for index in place.operations.indices { place.operations[index].value = value }
  } _: { place in
    check(tally_badge_batch(place.account, &place.operations, place.operations.count, nil, nil))
  }
  hotPath("ChangesSince100Changes", .one) { place in
    place.changeSome()
  } _: { place in
    var rows = place.rows
    check(tally_badge_changes(place.account, place.since, 0, &rows, &place.since))
    blackHole(rows.count)
  }
  hotPath("DigestAfter100Changes", .one) { place in
    var digest: UInt64 = 0
    check(tally_badge_digest(place.account, "root", &digest))
    place.changeSome()
  } _: { place in
    var digest: UInt64 = 0
    check(tally_badge_digest(place.account, "root", &digest))
    blackHole(digest)
  }
  hotPath("DiffAfter100Changes", .one) { place in
    place.changeSome()
    var digest: UInt64 = 0
    check(tally_badge_digest(place.account, "root", &digest))
    check(tally_badge_digest(place.other, "root", &digest))
  } _: { place in
    var patch = tally_bytes()
    check(tally_badge_diff(place.other, "root", place.account, "root", &patch))
    blackHole(patch.size)
    tally_bytes_release(&patch)
  }
}
