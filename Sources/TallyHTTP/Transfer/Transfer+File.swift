import CCurl
import CFiles
import TallyMemory

extension Transfer {
  /// Reads the file that the request is for. libcurl would wait for whatever stands at the path, and the loop with it.
  /// So only a regular file is read, and nothing is waited for.
  /// - Returns: none: the response has the whole file.
  func readFile() -> HTTPFailure {
    do throws(OutOfMemory) {
      let failure = try tryToReadFile()
      hasReadFile = failure == .none
      return failure
    } catch {
      return .outOfMemory
    }
  }

  private func tryToReadFile() throws(OutOfMemory) -> HTTPFailure {
    var path = ByteBuffer()
    let failure = try request.url.withCString { text in URLParts(text).readPath(into: &path) }
    if failure != .none { return failure }
    guard let name = path.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return .malformedURL }
    var size: Int64 = 0
    let descriptor = ctally_file_open(name, &size)
    if descriptor < 0 { return .connect }
    defer { ctally_file_close(descriptor) }
    return try read(descriptor)
  }

  /// The size of a file that grows, or that a system makes up, is known only at its end.
  private func read(_ descriptor: Int32) throws(OutOfMemory) -> HTTPFailure {
    guard let response else { return .other }
    var piece = RawBlock()
    try piece.reserve(Transfer.pieceBytes)
    guard let base = piece.base else { throw OutOfMemory() }
    while true {
      var count = 0
      let offset = Int64(response.content.count)
      if ctally_file_try_read(descriptor, base, Transfer.pieceBytes, offset, &count) != 0 { return .truncated }
      if count == 0 { return .none }
      if Int64(count) > request.maxBytes - offset { return .tooLarge }
      try response.content.append(UnsafeRawBufferPointer(start: base, count: count))
    }
  }

  private static var pieceBytes: Int { 65_536 }
}
