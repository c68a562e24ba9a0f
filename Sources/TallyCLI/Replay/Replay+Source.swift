import CTally
import Tally

extension Replay {
  /// Applies the lines that earlier runs have not applied, in batches. A batch's position is the number of its last
  /// line, so the next run may use batches of another size.
  func run(_ trace: Trace, from source: ReplaySource, batch: Int, usesHandles: Bool) throws {
    var first = min(try applied(from: source), trace.count)
    let start = nanoseconds()
    let operations: UnsafeMutablePointer<tally_operation> = try allocate(min(batch, max(trace.count, 1)))
    defer { deallocate(operations) }
    try source.name.withCString { name in
      repeat {
        let count = min(batch, trace.count - first)
        fill(operations, from: trace.operations + first, count, usesHandles)
        try apply(operations, first, count, once(name, source.epoch))
        first += count
        done.count = first
      } while first < trace.count
    }
    elapsed = nanoseconds() - start
    notes.sort()
  }

  /// How many lines of the log were applied in earlier runs.
  private func applied(from source: ReplaySource) throws -> Int {
    var position: UInt64 = 0
    let status = tally_batch_position(account, source.name, nil, &position)
    if status < 0, status != TALLY_ERROR_NOT_FOUND { try fail(status) }
    return Int(clamping: position)
  }

  private func once(_ name: UnsafePointer<CChar>, _ epoch: UInt64) -> tally_batch_options {
    var options = tally_batch_options()
    options.struct_size = UInt32(MemoryLayout<tally_batch_options>.size)
    options.source = name
    options.epoch = epoch
    return options
  }

  /// A rejected batch is applied line by line. Lines that are rejected then are skipped.
  private func apply(
    _ operations: UnsafeMutablePointer<tally_operation>, _ first: Int, _ count: Int, _ options: tally_batch_options
  ) throws {
    var options = options
    options.position = UInt64(first + count)
    var status = tally_badge_batch(account, operations, count, &options, nil)
    if status >= 0 {
      if status == TALLY_OK { collect(operations, first, count) }
      return
    }
    if Replay.isFatal(status) { try fail(status) }
    for index in 0..<count {
      options.position = UInt64(first + index + 1)
      status = tally_badge_batch(account, operations + index, 1, &options, nil)
      if Replay.isFatal(status) { try fail(status) }
      if status < 0 { notes.add(first + index, status) } else { collect(operations + index, first + index, 1) }
    }
  }

  /// Whether an error would reject every line.
  private static func isFatal(_ status: tally_status) -> Bool {
    switch status {
    case TALLY_ERROR_ARGUMENT, TALLY_ERROR_STALE_EPOCH, TALLY_ERROR_IO, TALLY_ERROR_FULL, TALLY_ERROR_NO_MEMORY,
      TALLY_ERROR_CLOSED:
      return true
    default: return false
    }
  }

  private func fail(_ status: tally_status) throws {
    let error = Replay.failing(status)
    tally_account_release(account)
    _ = tally_engine_close(engine, -1)
    throw error
  }
}
