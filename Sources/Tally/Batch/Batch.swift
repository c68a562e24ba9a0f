internal import TallyEngine
internal import TallyFailure
internal import TallyStore
internal import TallyTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The values of batches: operations of one account (``Account/batch(_:at:id:)``), or items of all accounts
/// (``Engine/batch(_:at:)``).
public enum Batch {
  /// A batch's place in a log.
  public struct Position: Hashable, Codable, Sendable {
    /// The log's name: 1 to 255 bytes of UTF-8 without control characters.
    public var source: String
    /// The epoch of the log's owner. Each new owner has a greater one.
    public var epoch: UInt64
    /// An offset. Offsets increase, with or without gaps.
    public var position: UInt64
    /// The time of the last item of a log of items, as ``Engine/position(of:)`` returns it; nil: there is none. A batch
    /// ignores it, because its items have their times.
    public var time: Date?

    /// Creates a place in a log.
    public init(source: String, epoch: UInt64 = 0, position: UInt64, time: Date? = nil) {
      self.source = source
      self.epoch = epoch
      self.position = position
      self.time = time
    }
  }

  /// The result of a batch.
  public struct Result: Hashable, Sendable {
    /// The result of one operation.
    public struct Outcome: Hashable, Sendable {
      /// Why ``Account/batchEach(_:)`` rejected it; nil: it was not rejected.
      public let error: TallyError.Code?
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
    /// Why ``Account/batchEach(_:)`` rejected the first operation that it rejected, in words; nil: none was rejected.
    public let message: String?
  }
}

extension Account {
  /// Applies operations in their order, all or nothing, in one transaction with one revision. Observers are notified at
  /// the end.
  ///
  /// With a place in a log or an identifier, the batch is applied exactly once, however often it is sent, and is on the
  /// disk when this returns. A position that is not greater than the last one of its source was applied before. An
  /// epoch below the last one belongs to a former owner, and is rejected with ``TallyError/Code/staleEpoch``.
  /// ``Engine/Configuration/maxBatchIDs`` and ``Engine/Configuration/batchIDTime`` limit the remembered identifiers.
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
    _ operations: [Batch.Operation], at place: Batch.Position? = nil, id: String? = nil
  ) throws(TallyError) -> Batch.Result {
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
      return Batch.Result(
        wasApplied: status != .alreadyApplied, revision: revision, outcomes: source.outcomes, message: nil)
    } catch {
      throw TallyError(error, operation: source.culprit)
    }
  }

  /// Performs operations in their order, each on its own. With nodes, it is the fastest way to change many
  /// badges.
  ///
  ///     let result = try account.batchEach([.add(1, on: chat), .get(on: chat)])
  ///     let count = result.outcomes[1].count
  ///
  /// A rejected operation changes nothing, and the operations after it are still performed. The call is not a
  /// transaction; ``batch(_:at:id:)`` is one.
  /// - Parameter operations: the operations.
  /// - Returns: for each operation its outcome, also if it was rejected.
  /// - Throws: what kept the operations from being performed: ``TallyError/Code/closed``, ``TallyError/Code/noMemory``;
  ///   with full durability also ``TallyError/Code/io`` and ``TallyError/Code/full``, and then no operation is
  ///   performed.
  /// - Complexity: that of the operations.
  @discardableResult
  public func batchEach(_ operations: [Batch.Operation]) throws(TallyError) -> Batch.Result {
    let source = SwiftBatch(operations)
    var message: String?
    let revision = try calling { () throws(Failure) in
      try core.performEach(source, source.rows) { message = TallyError($0).message }.revision
    }
    return Batch.Result(wasApplied: true, revision: revision, outcomes: source.outcomes, message: message)
  }

  /// Returns the last applied place of a log; nil: none.
  public func position(of source: String) throws(TallyError) -> Batch.Position? {
    do throws(TallyError) {
      let state = try calling(with: source) { (bytes) throws(Failure) in try core.sourceState(bytes) }
      return Batch.Position(source: source, epoch: state.epoch, position: state.position)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }
}

/// The operations with the bytes of their paths, and their results.
private final class SwiftBatch: BatchSource {
  private let operations: [Batch.Operation]
  private let paths: UnsafeMutableRawBufferPointer
  private var ends: [Int] = []
  /// For the tree, and with the results.
  private let places: UnsafeMutableBufferPointer<OperationRow>
  private(set) var culprit: Int?

  init(_ operations: [Batch.Operation]) {
    self.operations = operations
    let bytes = operations.reduce(0) { $0 + ($1.path?.utf8.count ?? 0) }
    paths = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes, 1), alignment: 1)
    places = UnsafeMutableBufferPointer.allocate(capacity: operations.count)
    _ = places.initialize(from: operations.lazy.map(OperationRow.init))
    var end = 0
    for operation in operations {
      if let path = operation.path {
        for byte in path.utf8 {
          paths[end] = byte
          end += 1
        }
      }
      ends.append(end)
    }
  }

  deinit {
    paths.deallocate()
    places.deallocate()
  }

  var count: Int { operations.count }

  var rows: OperationRows? {
    UnsafeMutableRawPointer(places.baseAddress).map {
      OperationRows(start: $0, stride: MemoryLayout<OperationRow>.stride)
    }
  }

  var outcomes: [Batch.Result.Outcome] {
    places.map { place in
      let count = Int(clamping: place.count)
      let kind = Badge.Kind(shows: place.badgeKind != OperationRow.noBadge, count: count)
      let error = place.status < 0 ? TallyError.Code(rawValue: place.status) : nil
      let isHeld = place.status == TallyFailure.Status.held.rawValue
      return Batch.Result.Outcome(error: error, isHeld: isHeld, kind: kind, count: count)
    }
  }

  func operation(_ index: Int) throws(Failure) -> TallyEngine.Operation {
    guard let operation = operations[index].action.forEngine else {
      throw Failure(.argument, "this operation is for items alone")
    }
    return operation
  }

  func target(_ index: Int) -> Target {
    if let node = operations[index].node { return .node(node.handle) }
    return .path(UnsafeRawBufferPointer(rebasing: paths[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
  }

  func approach(_ index: Int) {}

  func report(_ index: Int, _ status: TallyFailure.Status, _ shown: Visible) {
    if status.isError, status != .notApplied { culprit = index }
    places[index].status = status.rawValue
    places[index].count = shown.count
    places[index].badgeKind =
      shown.count != 0 ? OperationRow.numberBadge : shown.shows ? OperationRow.dotBadge : OperationRow.noBadge
  }
}
