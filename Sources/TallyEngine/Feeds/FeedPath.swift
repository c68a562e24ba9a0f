import TallyFailure
import TallyMemory
import TallyTree
import TallyWire

/// Finds the canonical paths of a server's items, below the prefix of their feed.
struct FeedPath: ~Copyable {
  private var top = Path()
  private var place = Path()
  private var further = FurtherPaths()
  private let limits: PathLimits

  init(of feed: Feed) throws(Failure) {
    limits = feed.engine.configuration.paths
    try top.parse(feed.prefix, limits: limits)
  }

  /// The path that was found last. Borrowed until the next one is.
  var bytes: UnsafeRawBufferPointer { place.bytes.bytes }

  /// The further paths that were found last. Borrowed as `bytes`.
  var also: UnsafeRawBufferPointer { further.bytes }

  /// Finds the paths of an item.
  /// - Returns: whether they are valid.
  mutating func find(_ item: MessageItem) throws(Failure) -> Bool {
    if try !find(item.path) { return false }
    if item.also.isEmpty { return true }
    do throws(Failure) {
      try further.find(item.also, beside: place.bytes.bytes) { (path, place) throws(Failure) in
        try place.parse(path, below: top, limits: limits)
      }
      return true
    } catch {
      if error.status == .noMemory { throw error }
      return false
    }
  }

  /// Gives an item the paths that were found.
  func give(_ item: inout MessageItem) {
    item.path = bytes
    if !item.also.isEmpty { item.also = also }
  }

  /// - Returns: whether the path is valid.
  /// - Throws: `noMemory`. The item must not count as invalid then, because it would be skipped for good.
  mutating func find(_ path: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    do throws(Failure) {
      try place.parse(path, below: top, limits: limits)
      return true
    } catch {
      if error.status == .noMemory { throw error }
      return false
    }
  }
}
