import TallyFailure
import TallyMemory
import TallyTree

/// Loads stored badges into a tree in groups. The next badges are read while the table's slots for the former ones are
/// on their way to the cache.
struct BadgeLoader: ~Copyable {
  private struct Waiting: BitwiseCopyable {
    var own: OwnState
    var offset: Int
    var length: Int
  }

  private static let groupSize = 16
  private var waiting = List<Waiting>()
  private var texts = ByteBuffer()

  mutating func reserve(_ longest: Int) throws(OutOfMemory) {
    try waiting.reserve(BadgeLoader.groupSize)
    try texts.reserve(longest)
  }

  mutating func take(_ own: OwnState, at path: UnsafeRawBufferPointer, for tree: Tree) -> Failure? {
    do throws(OutOfMemory) {
      try waiting.append(Waiting(own: own, offset: texts.count, length: path.count))
      try texts.append(path)
    } catch {
      return Failure.noMemory
    }
    _ = tree.lookAhead(path)
    return waiting.count < BadgeLoader.groupSize ? nil : finish(tree)
  }

  mutating func finish(_ tree: Tree) -> Failure? {
    for position in 0..<waiting.count {
      let path = texts.bytes(at: waiting[position].offset, count: waiting[position].length)
      do throws(Failure) {
        try tree.load(try tree.findOrCreate(path), waiting[position].own)
      } catch {
        return error
      }
    }
    waiting.removeAll()
    texts.removeAll()
    return nil
  }
}
