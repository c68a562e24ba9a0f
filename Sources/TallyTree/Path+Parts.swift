import TallyFailure
import TallyMemory

// Joining and splitting paths.

extension Path {
  /// The canonical bytes of the parent; nil for the root.
  public var parent: UnsafeRawBufferPointer? {
    if depth == 0 { return nil }
    return bytes.bytes(at: 0, count: Int(ends[ends.count - 2]))
  }

  /// Appends a component without its escapes. Indexes begin at 0 and do not count the root.
  /// - Returns: false if the path has no such component. Then nothing was appended.
  public func appendComponent(_ index: Int, to output: inout ByteBuffer) throws(OutOfMemory) -> Bool {
    guard index >= 0, index < depth else { return false }
    let start = Int(ends[index]) + 1
    let component = bytes.bytes(at: start, count: Int(ends[index + 1]) - start)
    var isEscaped = false
    for byte in component {
      if byte == Byte.backslash && !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      try output.append(byte: byte)
    }
    return true
  }

  /// Appends a name as a component, with its dots and backslashes escaped.
  public static func appendEscaped(
    _ name: UnsafeRawBufferPointer, to output: inout ByteBuffer
  ) throws(OutOfMemory) {
    for byte in name {
      if byte == Byte.dot || byte == Byte.backslash { try output.append(byte: Byte.backslash) }
      try output.append(byte: byte)
    }
  }

  /// Checks that a name can be a component.
  @inline(never)
  public static func checkName(_ name: UnsafeRawBufferPointer) throws(Failure) {
    do throws(PathFault) { try checkComponent(name) } catch { throw .path(name, error) }
  }

  private static func checkComponent(_ name: UnsafeRawBufferPointer) throws(PathFault) {
    if name.isEmpty { throw PathFault(.emptyComponent, at: 0) }
    if name.count > 255 { throw PathFault(.componentTooLong, at: 0) }
    var position = 0
    while position < name.count { position += try scalarLength(name, at: position) }
  }
}
