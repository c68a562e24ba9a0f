import CPlatform
public import CTally
import TallyEngine
import TallyMemory
import TallyStore

/// The mapping that a host names, or writes; nil: neither. Empty texts are absent.
func mapping(
  _ preset: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) throws(Failure) -> Mapping? {
  let name = optionalText(preset)
  let words = optionalText(text)
  return name == nil && words == nil ? nil : try makeMapping(preset: name, text: words)
}

private func optionalText(_ pointer: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer? {
  guard let pointer, pointer.pointee != 0 else { return nil }
  return UnsafeRawBufferPointer(start: pointer, count: ctally_text_length(pointer))
}

@c @implementation
public func tally_mapping_try(
  _ preset: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?, _ body: UnsafeRawPointer?, _ size: Int,
  _ page: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let length = try output(outLength, "out_length")
    length.pointee = 0
    guard body != nil || size == 0, size >= 0 else { throw Failure.missing("body") }
    guard let mapping = try mapping(preset, text) else { throw Failure.missing("preset and mapping") }
    var found = ByteBuffer()
    try mapping.attempt(on: UnsafeRawBufferPointer(start: body, count: size), into: &found)
    try copyOut(found.bytes, page, capacity, length)
    return .ok
  }
}
