import TallyMemory

/// What one event asks of the engine. Each event of ``FeedPolicy`` replaces what is there, so the caller does it all
/// before the next one; the structure may serve any number of policies, one event after another.
///
/// Order: cancel, then complete, then start.
///
/// Invariant: all completions of one event have the same result, so they are two lists that change hands with the
/// policy's own: completing needs no memory, and cannot fail.
public struct PolicyActions: ~Copyable {
  /// The flight to break off. Its answer, should it still come, is dropped.
  public internal(set) var cancel: UInt64?
  /// The flight to begin: a number that no other flight of the feed has.
  public internal(set) var start: UInt64?
  /// Of all completions.
  public internal(set) var result = ForceResult.cancelled
  var first = List<UInt64>()
  var second = List<UInt64>()

  public init() {}

  public var completionCount: Int { first.count + second.count }

  /// The token of a force that ended.
  /// - Precondition: `index` is within `0..<completionCount`.
  public func completion(at index: Int) -> UInt64 {
    index < first.count ? first[index] : second[index - first.count]
  }

  public var isEmpty: Bool { cancel == nil && start == nil && completionCount == 0 }

  public mutating func removeAll() {
    cancel = nil
    start = nil
    first.removeAll()
    second.removeAll()
  }
}
