internal import TallyEngine
internal import TallyFailure
internal import TallyTree

/// One operation of ``Account/perform(_:)``; each as the function of ``Node`` with its name.
public enum NodeStep: Hashable, Sendable {
  /// ``Node/set(_:until:)``, without an end.
  case set(Int, on: Node)
  /// ``Node/dot(until:)``, without an end.
  case dot(on: Node)
  /// ``Node/add(_:)``.
  case add(Int, on: Node)
  /// ``Node/clear()``; ``BatchResult/Outcome/isHeld`` says whether a badge is left.
  case clear(on: Node)
  /// ``Node/clearTree()``.
  case clearTree(on: Node)
  /// ``Node/mute(_:until:)``, without an end.
  case mute(Mute, on: Node)
  /// Reads what the node shows, after the operations before it.
  case get(on: Node)
}

extension Account {
  /// Performs operations on nodes in their order, each on its own. It is the fastest way to change many badges.
  ///
  ///     let results = try account.perform([.add(1, on: chat), .get(on: chat)])
  ///     let count = try results[1].get().count
  ///
  /// A rejected operation changes nothing, and the operations after it are still performed. The call is not a
  /// transaction; ``batch(_:at:id:)`` is one.
  /// - Parameter steps: the operations, on nodes of this account.
  /// - Returns: for each operation its outcome, or the error that rejected it.
  /// - Throws: what kept the operations from being performed: ``TallyError/Code/closed``, ``TallyError/Code/noMemory``;
  ///   with full durability also ``TallyError/Code/io`` and ``TallyError/Code/full``, and then no operation is
  ///   performed.
  /// - Complexity: that of the operations.
  @discardableResult
  public func perform(_ steps: [NodeStep]) throws(TallyError) -> [Result<BatchResult.Outcome, TallyError>] {
    var operations = steps.map(\.forEngine)
    if operations.isEmpty { return [] }
    var first: TallyError?
    try calling { () throws(Failure) in
      try operations.withUnsafeMutableBufferPointer { (rows) throws(Failure) in
        guard let start = rows.baseAddress else { return }
        _ = try core.performEach(start, count: rows.count) { first = TallyError($0) }
      }
    }
    return operations.enumerated().map { (position, operation) in
      guard operation.status < 0 else { return .success(operation.outcome) }
      // The engine describes the first rejected operation. The others have the words of their status.
      let message = first?.message
      first = nil
      return .failure(
        TallyError(
          code: TallyError.Code(rawValue: operation.status), message: message, operation: position))
    }
  }
}

extension NodeStep {
  fileprivate var forEngine: TallyTree.NodeOperation {
    switch self {
    case .set(let count, let node): row(node, TallyTree.NodeOperation.set, count)
    case .dot(let node): row(node, TallyTree.NodeOperation.dot)
    case .add(let delta, let node): row(node, TallyTree.NodeOperation.add, delta)
    case .clear(let node): row(node, TallyTree.NodeOperation.clear)
    case .clearTree(let node): row(node, TallyTree.NodeOperation.clearTree)
    case .mute(let mute, let node): row(node, TallyTree.NodeOperation.mute, Int(mute.rawValue))
    case .get(let node): row(node, TallyTree.NodeOperation.get)
    }
  }

  private func row(_ node: Node, _ kind: Int32, _ value: Int = 0) -> TallyTree.NodeOperation {
    TallyTree.NodeOperation(node: node.handle, value: Int64(value), kind: kind)
  }
}

extension TallyTree.NodeOperation {
  fileprivate var outcome: BatchResult.Outcome {
    let shown = kind == TallyTree.NodeOperation.get ? value : -1
    let count = Int(max(shown, 0))
    return BatchResult.Outcome(
      isHeld: status == TallyFailure.Status.held.rawValue, kind: Badge.Kind(shows: shown >= 0, count: count),
      count: count)
  }
}
