import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

public import CTally

@c @implementation
public func tally_badge_digest(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outDigest: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outDigest, "out_digest")
    target.pointee = try account(handle).digest(try unchecked(path, "path"))
    return .ok
  }
}

@c @implementation
public func tally_badge_diff(
  _ from: OpaquePointer?, _ fromPath: UnsafePointer<CChar>?, _ to: OpaquePointer?, _ toPath: UnsafePointer<CChar>?,
  _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let source = try account(from)
    let target = try account(to)
    let sourcePath = try unchecked(fromPath, "from_path")
    let targetPath = try unchecked(toPath, "to_path")
    var result = ByteOutput()
    try source.diff(sourcePath, to: target, targetPath, into: &result)
    return result.take()
  }
}

// MARK: Handles

@c @implementation
public func tally_snapshot_decode(
  _ source: UnsafeRawPointer?, _ size: Int, _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outSnapshot, "out_snapshot")
    target.pointee = nil
    target.pointee = handle(owning: try Snapshot.decode(try bytes(source, size)))
    return .ok
  }
}

@c @implementation
public func tally_snapshot_take(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outSnapshot: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outSnapshot, "out_snapshot")
    target.pointee = nil
    let taken = try account(handle).takeSnapshot(try unchecked(path, "path"))
    target.pointee = TallyABI.handle(owning: taken)
    return .ok
  }
}

@c @implementation
public func tally_snapshot_release(_ handle: OpaquePointer?) {
  release(handle, as: Snapshot.self)
}

@c @implementation
public func tally_snapshot_encode(
  _ handle: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let source = try snapshot(handle)
    var result = ByteBuffer()
    do throws(OutOfMemory) {
      // With the NUL, in one allocation.
      try result.reserve(source.bytes.count + 1)
      try result.append(source.bytes)
    } catch { throw .noMemory }
    return result
  }
}

@c @implementation
public func tally_snapshot_diff(
  _ from: OpaquePointer?, _ to: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let source = try snapshot(from, "from")
    let target = try snapshot(to, "to")
    var result = ByteOutput()
    try source.compare(to: target, into: &result)
    return result.take()
  }
}

@c @implementation
public func tally_patch_inverse(
  _ patch: UnsafeRawPointer?, _ size: Int, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    let reader = try PatchReader(try bytes(patch, size))
    var result = ByteOutput()
    try reader.encodeInverse(into: &result)
    return result.take()
  }
}

@c @implementation
public func tally_badge_restore(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ given: OpaquePointer?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try account(handle)
    try target.restore(try unchecked(path, "path"), from: try snapshot(given))
    return .ok
  }
}

@c @implementation
public func tally_badge_apply(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ patch: UnsafeRawPointer?, _ size: Int, _ flags: UInt32
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_APPLY_OVERWRITE) == 0, "unknown flags")
    try account(handle).apply(
      try bytes(patch, size), at: try unchecked(path, "path"), force: flags & UInt32(TALLY_APPLY_OVERWRITE) != 0)
    return .ok
  }
}

// MARK: Whole accounts

@c @implementation
public func tally_account_export(
  _ handle: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    var whole = ByteBuffer()
    try account(handle).export(into: &whole)
    return whole
  }
}

@c @implementation
public func tally_account_import(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ given: UnsafeRawPointer?, _ size: Int
) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).importAccount(try text(name, "name"), from: try bytes(given, size))
    return .ok
  }
}
