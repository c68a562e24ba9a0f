public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// Joining and splitting paths within the limits of a tree.

private func parse(_ path: Bytes, _ host: HostPointer) throws(Failure) -> Path {
  var parsed = Path()
  try parsed.parse(path, limits: host.pointee.tree.limits)
  return parsed
}

private func checkedName(_ pointer: UnsafePointer<CChar>?) throws(Failure) -> Bytes {
  let name = try unchecked(pointer, "name")
  try Path.checkName(name)
  return name
}

@c @implementation
public func tally_tree_path_escape(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (_) throws(Failure) in
    let name = try checkedName(name)
    var result = ByteBuffer()
    do throws(OutOfMemory) { try Path.appendEscaped(name, to: &result) } catch { throw .noMemory }
    try copyOut(result.bytes, buffer, capacity, try output(outLength, "out_length"))
    return .ok
  }
}

@c @implementation
public func tally_tree_path_join(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let parsed = try parse(try path(place), host)
    let name = try checkedName(name)
    var joined = ByteBuffer()
    do throws(OutOfMemory) {
      try joined.append(parsed.bytes.bytes)
      try joined.append(byte: 0x2E)
      try Path.appendEscaped(name, to: &joined)
    } catch { throw .noMemory }
    // The joined path may be too deep or too long even if its parts are not.
    let whole = try parse(joined.bytes, host)
    try copyOut(whole.bytes.bytes, buffer, capacity, try output(outLength, "out_length"))
    return .ok
  }
}

@c @implementation
public func tally_tree_path_parent(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let parsed = try parse(try path(place), host)
    guard let parent = parsed.parent else { throw Failure(.notFound, "root has no parent") }
    try copyOut(parent, buffer, capacity, try output(outLength, "out_length"))
    return .ok
  }
}

@c @implementation
public func tally_tree_path_component(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let parsed = try parse(try path(place), host)
    var result = ByteBuffer()
    var isThere = false
    do throws(OutOfMemory) { isThere = try parsed.appendComponent(index, to: &result) } catch { throw .noMemory }
    if !isThere { throw Failure(.notFound, "the path has fewer components") }
    try copyOut(result.bytes, buffer, capacity, try output(outLength, "out_length"))
    return .ok
  }
}
