import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

public import CTally

@c @implementation
public func tally_outbox_lease(
  _ handle: OpaquePointer?, _ duration: Int64, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_outbox_entry.self) { (list) throws(Failure) in
    let account = try account(handle)
    var limit = list.limit
    // Only rows that fit may be leased. If the rows do not fit, none is leased, and the loop tries fewer rows.
    while true {
      list.restart()
      do throws(Failure) {
        return try account.leaseOutbox(duration: duration, limit: limit) { row in
          list.add(row)
        } check: { () throws(Failure) in
          if list.isFull { throw ListWriter.noRoom }
        }
      } catch {
        if !list.isFull || list.count == 0 { throw error }
        limit = list.count
      }
    }
  }
}

@c @implementation
public func tally_outbox_list(
  _ handle: OpaquePointer?, _ flags: UInt32, _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_outbox_entry.self) { (list) throws(Failure) in
    try list.takeFlags(flags)
    let account = try account(handle)
    let start = try list.begin(ListName(.outbox, account: account.id), after: after)
    return try account.listOutbox(after: start?.number ?? 0, limit: list.limit) { row in
      list.place.number = row.id
      list.add(row)
    }
  }
}

extension ListWriter {
  fileprivate mutating func add(_ row: OutboxRow) {
    var entry = tally_outbox_entry()
    entry.id = row.id
    entry.feed = row.feed
    entry.next_time = row.hasFailed ? 0 : row.next
    entry.lease_end = row.lease
    entry.attempt = row.attempts
    entry.kind = Int32(truncatingIfNeeded: row.kind)
    entry.state = row.hasFailed ? Int32(TALLY_OUTBOX_STATE_FAILED) : Int32(TALLY_OUTBOX_STATE_WAITING)
    if row.lease != 0 && !row.hasFailed { entry.state = Int32(TALLY_OUTBOX_STATE_LEASED) }
    entry.key = add(row.key)
    entry.entity = add(row.entity)
    entry.body = add(row.body)
    add(entry: entry)
  }
}

@c @implementation
public func tally_outbox_get_counts(
  _ handle: OpaquePointer?, _ outCounts: UnsafeMutablePointer<tally_outbox_counts>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outCounts, "out_counts")
    let known = try account(handle).countOutbox()
    var counts = tally_outbox_counts()
    counts.total = UInt64(clamping: known.total)
    counts.leased = UInt64(clamping: known.leased)
    counts.failed = UInt64(clamping: known.failed)
    try fill(target, with: counts)
    return .ok
  }
}

@c @implementation
public func tally_outbox_ack(
  _ handle: OpaquePointer?, _ id: Int64, _ bytes: UnsafeRawPointer?, _ size: Int
) -> tally_status {
  answer { () throws(Failure) in
    if size < 0 || (bytes == nil && size != 0) { throw Failure.missing("answer") }
    return try account(handle).acknowledge(
      id, answer: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : size))
  }
}

@c @implementation
public func tally_outbox_fail(
  _ handle: OpaquePointer?, _ id: Int64, _ attempt: Int64, _ retryAfter: Int64
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).failOutbox(id, attempt: attempt, retryAfter: retryAfter == -1 ? nil : retryAfter)
  }
}

@c @implementation
public func tally_outbox_retry(
  _ handle: OpaquePointer?, _ id: Int64, _ outCount: UnsafeMutablePointer<Int>?
) -> tally_status {
  counting(outCount) { () throws(Failure) in try account(handle).retryOutbox(id) }
}

@c @implementation
public func tally_outbox_retry_all(_ handle: OpaquePointer?, _ outCount: UnsafeMutablePointer<Int>?) -> tally_status {
  counting(outCount) { () throws(Failure) in try account(handle).retryOutbox(nil) }
}

@c @implementation
public func tally_outbox_remove(
  _ handle: OpaquePointer?, _ id: Int64, _ outCount: UnsafeMutablePointer<Int>?
) -> tally_status {
  counting(outCount) { () throws(Failure) in try account(handle).removeOutbox(id) }
}

@c @implementation
public func tally_outbox_remove_failed(
  _ handle: OpaquePointer?, _ outCount: UnsafeMutablePointer<Int>?
) -> tally_status {
  counting(outCount) { () throws(Failure) in try account(handle).removeOutbox(nil) }
}

private func counting(
  _ outCount: UnsafeMutablePointer<Int>?, _ change: () throws(Failure) -> Int
) -> tally_status {
  answer { () throws(Failure) in
    let count = try change()
    outCount?.pointee = count
    return .ok
  }
}
