internal import TallyEngine
internal import TallyTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One operation of a batch; each as the function of ``Account`` with its name.
public enum BadgeOperation: Equatable, Sendable {
  case set(Int, at: String, until: Date? = nil)
  case dot(at: String, until: Date? = nil)
  case add(Int, at: String)
  case clear(at: String)
  case force(at: String)
  case mute(Mute, at: String, until: Date? = nil)
  case get(at: String)
}

/// What a batch came to.
public struct BatchResult: Equatable, Sendable {
  /// Of one operation.
  public struct Outcome: Equatable, Sendable {
    /// A `clear` that left a badge.
    public let isHeld: Bool
    /// What a `get` saw, as of then.
    public let shows: Bool
    /// The number that a `get` saw; 0: a dot, or nothing.
    public let count: Int
  }

  /// The account's revision afterwards.
  public let revision: UInt64
  /// For each operation, in their order.
  public let outcomes: [Outcome]
}

extension Account {
  /// Applies operations in their order, all or nothing: one transaction, one revision, observers told at the end.
  /// - Throws: what refused it; ``TallyError/operation`` says which one. Nothing has changed then.
  @discardableResult
  public func batch(_ operations: [BadgeOperation]) throws(TallyError) -> BatchResult {
    let source = SwiftBatch(operations)
    do throws(Failure) {
      let revision = try core.performBatch(source)
      return BatchResult(revision: revision, outcomes: source.outcomes)
    } catch {
      throw TallyError(error, operation: source.culprit)
    }
  }
}

/// The operations with their paths' bytes, and what came of them.
private final class SwiftBatch: BatchSource {
  private let operations: [BadgeOperation]
  private let paths: UnsafeMutableRawBufferPointer
  private var ends: [Int] = []
  private(set) var outcomes: [BatchResult.Outcome]
  private(set) var culprit: Int?

  init(_ operations: [BadgeOperation]) {
    self.operations = operations
    let bytes = operations.reduce(0) { $0 + $1.path.utf8.count }
    paths = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes, 1), alignment: 1)
    outcomes = Array(repeating: BatchResult.Outcome(isHeld: false, shows: false, count: 0), count: operations.count)
    var end = 0
    for operation in operations {
      for byte in operation.path.utf8 {
        paths[end] = byte
        end += 1
      }
      ends.append(end)
    }
  }

  deinit { paths.deallocate() }

  var count: Int { operations.count }

  func operation(_ index: Int) -> TallyEngine.Operation { operations[index].forEngine }

  func target(_ index: Int) -> Target {
    .path(UnsafeRawBufferPointer(rebasing: paths[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
  }

  func approach(_ index: Int) {}

  func report(_ index: Int, _ status: TallyEngine.Status, _ shown: Visible) {
    if status.isError {
      if status != .notApplied { culprit = index }
      return
    }
    outcomes[index] = BatchResult.Outcome(
      isHeld: status == .held, shows: shown.shows, count: Int(clamping: shown.count))
  }
}

extension BadgeOperation {
  fileprivate var path: String {
    switch self {
    case .set(_, let path, _), .dot(let path, _), .add(_, let path), .clear(let path), .force(let path),
      .mute(_, let path, _), .get(let path):
      return path
    }
  }

  fileprivate var forEngine: TallyEngine.Operation {
    switch self {
    case .set(let count, _, let until): return .set(Int64(count), until: until.forEngine)
    case .dot(_, let until): return .dot(until: until.forEngine)
    case .add(let delta, _): return .add(Int64(delta))
    case .clear: return .clear
    case .force: return .force
    case .mute(let mute, _, let until): return .mute(mute.rawValue, until: until.forEngine)
    case .get: return .get
    }
  }
}
