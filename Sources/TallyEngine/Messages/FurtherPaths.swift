import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// The further paths of a message in the form in which they are stored: canonical, sorted by their bytes, each once,
/// each behind a line feed, and without the path that the message belongs to.
struct FurtherPaths: ~Copyable {
  private var place = Path()
  /// All but the new one.
  private var former = ByteBuffer()
  private var text = ByteBuffer()

  init() {}

  /// Those that were found last. Borrowed until the next ones are.
  var bytes: UnsafeRawBufferPointer { text.bytes }

  /// Finds the paths that a server or a host gives, each behind a line feed.
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
      if !isEqual(place.bytes.bytes, own) { try growing { () throws(OutOfMemory) in try add() } }
    }
  }

  /// Adds the parsed path, unless it is there.
  private mutating func add() throws(OutOfMemory) {
    swap(&former, &text)
    text.removeAll()
    let path = place.bytes.bytes
    var isAdded = false
    var known = PlaceList(former.bytes)
    while let next = known.next() {
      if !isAdded, !isOrderedBefore(next, path) {
        isAdded = true
        if !isEqual(next, path) { try append(path) }
      }
      try append(next)
    }
    if !isAdded { try append(path) }
  }

  private mutating func append(_ path: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try text.append(byte: PlaceList.separator)
    try text.append(path)
  }
}
