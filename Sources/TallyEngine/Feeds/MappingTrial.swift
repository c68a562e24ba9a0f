import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

extension Mapping {
  /// The result of this mapping for a response, as a page of the wire format with one additional member, `rejected`:
  /// the rejected items and the reasons.
  /// - Throws: `.protocolError`, with the error and its place in the thread's message.
  public func attempt(on body: UnsafeRawBufferPointer, into output: inout ByteBuffer) throws(Failure) {
    var rejected = ByteBuffer()
    var place = Path()
    var isFull = false
    let decoder = try PageDecoder.make()
    let page = try decoder.decode(
      body, through: self, known: UnsafeRawBufferPointer(start: nil, count: 0), limit: UInt32.max)
    _ = try decoder.visitItems(
      page,
      rejected: { index, reason, _ in
        do throws(OutOfMemory) {
          try rejected.append(rejected.isEmpty ? "{\"index\":" : ",{\"index\":")
          try rejected.append(decimal: Int64(index))
          try rejected.append(",\"reason\":\"")
          try rejected.append(reason)
          try rejected.append("\"}")
        } catch { isFull = true }
      },
      { (item) throws(Failure) in
        do throws(Failure) { try place.parse(item.path, limits: PathLimits()) } catch {
          if error.status == .noMemory { isFull = true }
          return item.isGone
        }
        return true
      })
    let whole = decoder.translated.bytes
    do throws(OutOfMemory) {
      // Behind its last member, before its brace.
      try output.append(UnsafeRawBufferPointer(rebasing: whole.dropLast()))
      try output.append(",\"rejected\":[")
      try output.append(rejected.bytes)
      try output.append("]}")
    } catch { isFull = true }
    if isFull { throw .noMemory }
  }
}
