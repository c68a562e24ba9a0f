import TallyEngine
import TallyFailure
import TallyMemory

public import CTally

@c @implementation
public func tally_account_hash(
  _ name: UnsafePointer<CChar>?, _ partitions: UInt32, _ outPartition: UnsafeMutablePointer<UInt32>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outPartition, "out_partition")
    target.pointee = try AccountHash.partition(of: try text(name, "name"), among: partitions)
    return .ok
  }
}

@c @implementation
public func tally_account_list(
  _ handle: OpaquePointer?, _ after: UnsafePointer<CChar>?, _ limit: Int, _ names: UnsafeMutablePointer<tally_text>?,
  _ nameCapacity: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ textCapacity: Int,
  _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let count = try output(outCount, "out_count")
    let size = try output(outTextSize, "out_text_size")
    let start = after == nil ? UnsafeRawBufferPointer(start: nil, count: 0) : try text(after, "after")
    var writer = ListWriter(text: buffer, textCapacity: textCapacity)
    var found = 0
    let hasMore = try engine(handle).listAccounts(after: start, limit: limit) { name in
      let place = writer.append(name)
      if found < nameCapacity { names?[found] = place }
      found += 1
    }
    count.pointee = found
    size.pointee = writer.used
    let fits = found <= (names == nil ? 0 : nameCapacity) && writer.used <= (buffer == nil ? 0 : textCapacity)
    if !fits { throw Failure(.bufferTooSmall, "the names do not fit; see out_count and out_text_size") }
    return hasMore ? .more : .ok
  }
}

@c @implementation
public func tally_account_drop(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).dropAccount(try text(name, "name"))
    return .ok
  }
}
