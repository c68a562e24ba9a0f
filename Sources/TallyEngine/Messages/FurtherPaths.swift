import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// The further paths of a message in the form in which they are stored: canonical, each once, each behind a byte 1, and
/// without the path that the message belongs to.
struct FurtherPaths: ~Copyable {
  private var place = Path()
  private var text = ByteBuffer()

  init() {}

  /// Those that were found last. Borrowed until the next ones are.
  var bytes: UnsafeRawBufferPointer { text.bytes }

  /// Finds the paths that a server or a host gives, each behind a byte 1.
  /// - Parameters:
  ///   - own: the canonical path of the message.
  ///   - parse: parses one of them.
  mutating func find(
    _ given: UnsafeRawBufferPointer, beside own: UnsafeRawBufferPointer,
    _ parse: (UnsafeRawBufferPointer, inout Path) throws(Failure) -> Void
  ) throws(Failure) {
    text.removeAll()
    var paths = PlaceList(given)
    while let path = paths.next() {
      try parse(path, &place)
      if isEqual(place.bytes.bytes, own) || has(place.bytes.bytes) { continue }
      try growing { () throws(OutOfMemory) in
        try text.append(byte: 1)
        try text.append(place.bytes.bytes)
      }
    }
  }

  private func has(_ path: UnsafeRawBufferPointer) -> Bool {
    var paths = PlaceList(text.bytes)
    while let known = paths.next() {
      if isEqual(known, path) { return true }
    }
    return false
  }
}
