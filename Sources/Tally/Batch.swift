internal import TallyEngine
internal import TallyFailure
internal import TallyStore
internal import TallyTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An operation of a batch. Each is the function of ``Account`` with the same name.
public enum BadgeOperation: Hashable, Sendable {
  /// ``Account/set(_:at:until:)``.
  case set(Int, at: String, until: Date? = nil)
  /// ``Account/dot(at:until:)``.
  case dot(at: String, until: Date? = nil)
  /// ``Account/add(_:at:)``.
  case add(Int, at: String)
  /// ``Account/clear(at:)``; ``BatchResult/Outcome/isHeld`` says whether a badge remains.
  case clear(at: String)
  /// ``Account/clearTree(at:)``.
  case clearTree(at: String)
  /// ``Account/mute(_:at:until:)``.
  case mute(Mute, at: String, until: Date? = nil)
  /// Reads the badge of the path, after the operations before it.
  case get(at: String)
  /// The same on a node, without a look-up of its path.
  case on(Node, NodeOperation)
}

/// An operation on a node in a batch. Each is the function of ``Node`` with the same name.
public enum NodeOperation: Hashable, Codable, Sendable {
  /// ``Node/set(_:until:)``.
  case set(Int, until: Date? = nil)
  /// ``Node/dot(until:)``.
  case dot(until: Date? = nil)
  /// ``Node/add(_:)``.
  case add(Int)
  /// ``Node/clear()``.
  case clear
  /// ``Node/clearTree()``.
  case clearTree
  /// ``Node/mute(_:until:)``.
  case mute(Mute, until: Date? = nil)
  /// Reads the badge of the node, after the operations before it.
  case get
}

/// A batch's place in a log.
public struct LogPosition: Hashable, Codable, Sendable {
  /// The log's name: 1 to 255 bytes of UTF-8 without control characters.
  public var source: String
  /// The epoch of the log's owner. Each new owner has a greater one.
  public var epoch: UInt64
  /// An offset. Offsets increase, with or without gaps.
  public var position: UInt64

  /// Creates a place in a log.
  public init(source: String, epoch: UInt64 = 0, position: UInt64) {
    self.source = source
    self.epoch = epoch
    self.position = position
  }
}

/// The result of a batch.
public struct BatchResult: Hashable, Sendable {
  /// The result of one operation.
  public struct Outcome: Hashable, Sendable {
    /// Whether a `clear` left a badge.
    public let isHeld: Bool
    /// The badge that a `get` read: none, a dot or a number.
    public let kind: Badge.Kind
    /// The number that a `get` read; 0 for a dot, or if there was no badge.
    public let count: Int

    /// Whether a `get` read a badge.
    public var shows: Bool { kind != .none }
  }

  /// Whether the batch was applied now; false: it had been applied before, and nothing was done.
  public let wasApplied: Bool
  /// The account's revision afterwards.
  public let revision: UInt64
  /// The results of the operations in their order. They have no meaning if the batch was not applied.
  public let outcomes: [Outcome]
}

extension Account {
  /// Applies operations in their order, all or nothing, in one transaction with one revision. Observers are notified at
  /// the end.
  ///
  /// With a place in a log or an identifier, the batch is applied exactly once, however often it is sent, and is on the
  /// disk when this returns. A position that is not greater than the last one of its source was applied before. An
  /// epoch below the last one belongs to a former owner, and is rejected with ``TallyError/Code/staleEpoch``.
  /// ``EngineConfiguration/maxBatchIDs`` and ``EngineConfiguration/batchIDTime`` limit the remembered identifiers.
  /// - Parameters:
  ///   - operations: the operations.
  ///   - place: the batch's place in its log.
  ///   - id: a unique name, 1 to 255 bytes. A sender who is not sure may send the batch again.
  /// - Throws: the reason for the rejection; ``TallyError/operation`` names the operation. Nothing has then changed.
  ///   With a place or an identifier also ``TallyError/Code/staleEpoch``, ``TallyError/Code/io`` and
  ///   ``TallyError/Code/full``.
  /// - Complexity: that of the operations, without repeated work on shared ancestors.
  @discardableResult
  public func batch(
    _ operations: [BadgeOperation], at place: LogPosition? = nil, id: String? = nil
  ) throws(TallyError) -> BatchResult {
    let source = SwiftBatch(operations)
    let names = [UInt8]((place?.source ?? "").utf8)
    let identifier = [UInt8]((id ?? "").utf8)
    do throws(Failure) {
      let (status, revision) = try withBytes(names) { (name) throws(Failure) in
        try withBytes(identifier) { (bytes) throws(Failure) in
          var identity = BatchIdentity()
          if let place {
            identity.source = name
            identity.state = SourceState(epoch: place.epoch, position: place.position)
          }
          if id != nil { identity.id = bytes }
          return try core.performBatch(source, once: identity)
        }
      }
      return BatchResult(wasApplied: status != .alreadyApplied, revision: revision, outcomes: source.outcomes)
    } catch {
      throw TallyError(error, operation: source.culprit)
    }
  }

  /// Returns the last applied place of a log; nil: none.
  public func position(of source: String) throws(TallyError) -> LogPosition? {
    do throws(TallyError) {
      let state = try calling(with: source) { (bytes) throws(Failure) in try core.sourceState(bytes) }
      return LogPosition(source: source, epoch: state.epoch, position: state.position)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }
}

/// The operations with the bytes of their paths, and their results.
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
    outcomes = Array(repeating: BatchResult.Outcome(isHeld: false, kind: .none, count: 0), count: operations.count)
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
    if case .on(let node, _) = operations[index] { return .node(node.handle) }
    return .path(UnsafeRawBufferPointer(rebasing: paths[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
  }

  func approach(_ index: Int) {}

  func report(_ index: Int, _ status: TallyFailure.Status, _ shown: Visible) {
    if status.isError {
      if status != .notApplied { culprit = index }
      return
    }
    let count = Int(clamping: shown.count)
    outcomes[index] = BatchResult.Outcome(
      isHeld: status == .held, kind: Badge.Kind(shows: shown.shows, count: count), count: count)
  }
}

extension BadgeOperation {
  var path: String {
    switch self {
    case .set(_, let path, _), .dot(let path, _), .add(_, let path), .clear(let path), .clearTree(let path),
      .mute(_, let path, _), .get(let path):
      return path
    case .on: return ""
    }
  }

  var forEngine: TallyEngine.Operation {
    switch self {
    case .set(let count, _, let until): return .set(Int64(count), until: until.forEngine)
    case .dot(_, let until): return .dot(until: until.forEngine)
    case .add(let delta, _): return .add(Int64(delta))
    case .clear: return .clear
    case .clearTree: return .clearTree
    case .mute(let mute, _, let until): return .mute(mute.rawValue, until: until.forEngine)
    case .get: return .get
    case .on(_, let operation): return operation.forEngine
    }
  }
}

extension NodeOperation {
  var forEngine: TallyEngine.Operation {
    switch self {
    case .set(let count, let until): return .set(Int64(count), until: until.forEngine)
    case .dot(let until): return .dot(until: until.forEngine)
    case .add(let delta): return .add(Int64(delta))
    case .clear: return .clear
    case .clearTree: return .clearTree
    case .mute(let mute, let until): return .mute(mute.rawValue, until: until.forEngine)
    case .get: return .get
    }
  }
}
