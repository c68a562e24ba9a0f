import TallyFailure
import TallyMemory
import TallyTree

/// Finds the canonical paths of a server's items, below the prefix of their feed.
struct FeedPath: ~Copyable {
  private var top = Path()
  private var place = Path()
  private let limits: PathLimits

  init(of feed: Feed) throws(Failure) {
    limits = feed.engine.configuration.paths
    try top.parse(feed.prefix, limits: limits)
  }

  /// The path that was found last. Borrowed until the next one is.
  var bytes: UnsafeRawBufferPointer { place.bytes.bytes }

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
