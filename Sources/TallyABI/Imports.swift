import CFailure
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyWire

public import CTally

// Moving many accounts, and the logs that feed them, to another engine.

@c @implementation
public func tally_engine_export_account(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    var whole = ByteBuffer()
    try engine(handle).exportAccount(try text(name, "name"), into: &whole)
    return whole
  }
}

@c @implementation
public func tally_engine_export_source(
  _ handle: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    var whole = ByteBuffer()
    try engine(handle).exportLog(try text(source, "source"), into: &whole)
    return whole
  }
}

@c @implementation
public func tally_engine_import(
  _ handle: OpaquePointer?, _ imports: UnsafeMutablePointer<tally_import>?, _ count: Int, _ flags: UInt32
) -> tally_status {
  answer { () throws(Failure) in
    let engine = try engine(handle)
    if imports == nil && count != 0 { throw Failure.missing("imports") }
    guard (0...ItemOptions.maxItems).contains(count) else {
      throw Failure(.argument, "a call has at most 65,536 imports")
    }
    try refuse(unless: flags & ~UInt32(TALLY_IMPORT_REPLACE) == 0, "unknown flags")
    let source = HostImports(imports: imports, count: count)
    let status = try engine.importMany(source, isReplacing: flags != 0)
    // Its message is about the first import that was rejected.
    if status == .partial { ctally_error_tell() }
    return status
  }
}

/// The host's array of imports.
private struct HostImports: ImportSource {
  let imports: UnsafeMutablePointer<tally_import>?
  let count: Int

  private func place(_ index: Int) -> UnsafeMutablePointer<tally_import>? { imports.map { $0 + index } }

  func entry(_ index: Int) throws(Failure) -> ImportEntry {
    guard let raw = place(index) else { throw Failure.missing("imports") }
    let isClean = raw.pointee.flags == 0 && isZero(raw.pointee.reserved)
    try refuse(unless: isClean, "the import's flags and reserved members")
    let name = try textOrNone(raw.pointee.account, "the import's account")
    if raw.pointee.account != nil && name.isEmpty { throw Failure(.argument, "the name of an account is empty") }
    return ImportEntry(account: name, bytes: try bytes(raw.pointee.bytes, raw.pointee.size))
  }

  func report(_ index: Int, _ status: Status) { place(index)?.pointee.status = status.rawValue }
}
