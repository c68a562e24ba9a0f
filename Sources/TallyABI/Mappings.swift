import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyWire

public import CTally

/// The mapping that a host names or writes; nil: neither. An empty text counts as absent.
func mapping(
  _ preset: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) throws(Failure) -> Mapping? {
  let name = try textOrNone(preset, "mapping_preset")
  let words = uncheckedOrNone(text)
  if name.isEmpty && words.isEmpty { return nil }
  return try Mapping.make(preset: name.isEmpty ? nil : name, text: words.isEmpty ? nil : words)
}

@c @implementation
public func tally_mapping_try(
  _ preset: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?, _ body: UnsafeRawPointer?, _ size: Int,
  _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    guard body != nil || size == 0, size >= 0 else { throw Failure.missing("body") }
    guard let mapping = try mapping(preset, text) else { throw Failure.missing("preset and mapping") }
    var found = ByteBuffer()
    try mapping.attempt(on: UnsafeRawBufferPointer(start: body, count: size), into: &found)
    return found
  }
}
