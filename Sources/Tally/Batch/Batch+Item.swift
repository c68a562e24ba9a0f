internal import TallyEngine
internal import TallyFailure
internal import TallyStore
internal import TallyTree
internal import TallyWire

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Batch {
  /// The result of one item of a batch, or of one import.
  public enum ItemStatus: Hashable, Sendable {
    /// It was applied.
    case ok
    /// Its identifier was applied before.
    case alreadyApplied
    /// It was rejected, and has changed nothing.
    case rejected(TallyError.Code)

    /// Why it was rejected; nil: it was not.
    public var error: TallyError.Code? {
      if case .rejected(let code) = self { code } else { nil }
    }

    init(_ status: TallyFailure.Status) {
      switch status {
      case .alreadyApplied: self = .alreadyApplied
      default: self = status.rawValue < 0 ? .rejected(TallyError.Code(status)) : .ok
      }
    }
  }

  /// Operations on one account, all or nothing.
  public struct Item: Hashable, Sendable {
    /// The account's name; it is created if it does not exist. Empty: the item only lets time pass.
    public var account: String
    /// A name of its own, so that it is applied once. Needs a place in a log.
    public var id: String?
    /// When it happened: everything that depends on time goes by it. Needs a place in a log.
    public var time: Date?
    /// In their order.
    public var operations: [Operation]

    /// An item of an account.
    public init(account: String, id: String? = nil, time: Date? = nil, _ operations: [Operation]) {
      self.account = account
      self.id = id
      self.time = time
      self.operations = operations
    }

    /// An item that lets time pass, for a log that is silent.
    public init(time: Date) { self.init(account: "", time: time, []) }
  }

  /// The result of a batch of items.
  public struct ItemsResult: Hashable, Sendable {
    /// Whether it was applied now; false: the log had come to this position before.
    public let wasApplied: Bool
    /// The result of each item.
    public let statuses: [ItemStatus]
    /// Why the first rejected item was rejected, in words; nil: none was.
    public let message: String?
  }
}

extension Engine {
  /// Applies items to many accounts, in one transaction. A rejected item changes nothing; the others do not depend on
  /// it. When this returns, the result is on the disk. `tally_engine_batch` in `tally.h` says more.
  /// - Parameters:
  ///   - items: at most 65,536.
  ///   - place: of the last item in the log.
  /// - Throws: and no item was applied. ``TallyError/Code/staleEpoch``, ``TallyError/Code/limit`` (accounts),
  ///   ``TallyError/Code/io``, ``TallyError/Code/full``.
  @discardableResult
  public func batch(_ items: [Batch.Item], at place: Batch.Position? = nil) throws(TallyError) -> Batch.ItemsResult {
    let source = SwiftItems(items)
    var options = ItemOptions()
    if let place {
      options.source = source.texts.keep(place.source)
      options.state = SourceState(epoch: place.epoch, position: place.position)
    }
    let (status, message) = try calling { () throws(Failure) in
      let status = try core.apply(source, options)
      return (status, status == .partial ? String(decoding: Words.text, as: UTF8.self) : nil)
    }
    return Batch.ItemsResult(wasApplied: status != .alreadyApplied, statuses: source.statuses, message: message)
  }

  /// How far ``batch(_:at:)`` has applied a log; nil: nothing of it was.
  public func position(of source: String) throws(TallyError) -> Batch.Position? {
    do throws(TallyError) {
      let log = try calling(with: source) { (bytes) throws(Failure) in try core.logState(bytes) }
      return Batch.Position(
        source: source, epoch: log.state.epoch, position: log.state.position, time: Date(engine: log.time))
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }
}

/// Texts as bytes that stay where they are while it lives.
final class TextArena {
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  func keep(_ text: String) -> UnsafeRawBufferPointer { keep(text.utf8) }

  func keep(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    let count = bytes.count
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 1)
    block.copyBytes(from: bytes)
    blocks.append(block)
    return UnsafeRawBufferPointer(rebasing: block[..<count])
  }

  deinit { for block in blocks { block.deallocate() } }
}

/// The items with their texts' bytes, and what came of them.
private final class SwiftItems: ItemSource {
  let texts = TextArena()
  private let items: [Batch.Item]
  private let names: [(account: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer?)]
  private(set) var statuses: [Batch.ItemStatus]

  init(_ items: [Batch.Item]) {
    self.items = items
    let texts = texts
    names = items.map { (texts.keep($0.account), $0.id.map(texts.keep)) }
    statuses = Array(repeating: Batch.ItemStatus(.notApplied), count: items.count)
  }

  var count: Int { items.count }

  func item(_ index: Int) -> Item {
    Item(
      account: names[index].account, id: names[index].id, time: items[index].time.forEngine,
      count: items[index].operations.count)
  }

  func operation(_ index: Int, _ position: Int) throws(Failure) -> ItemOperation {
    let operation = items[index].operations[position]
    if operation.node != nil { throw Failure(.argument, "an operation of an item has a path, not a node") }
    func path() -> UnsafeRawBufferPointer { texts.keep(operation.path ?? "") }
    switch operation.action {
    case .get: throw Failure(.argument, "unknown kind of operation")
    case .post(let message): return .post(try message.item(texts), at: path())
    case .withdrawMessage(let id): return .remove(texts.keep(id))
    case .markRead(let subtree): return .read(at: path(), subtree: subtree)
    case .putReminder(let id, let terms): return .reminder(.put(terms.options(texts)), of: texts.keep(id))
    case .editReminder(let id, let terms): return .reminder(.edit(terms.options(texts)), of: texts.keep(id))
    case .markReminderDone(let id): return .reminder(.done, of: texts.keep(id))
    case .markReminderUndone(let id): return .reminder(.undone, of: texts.keep(id))
    case .removeReminder(let id): return .reminder(.remove, of: texts.keep(id))
    case .snoozeReminder(let id, let time): return .reminder(.snooze(time.forEngine), of: texts.keep(id))
    case .acknowledgeReminder(let id): return .reminder(.acknowledge, of: texts.keep(id))
    case .set, .dot, .add, .clear, .clearTree, .mute:
      guard let change = operation.action.forEngine else { throw Failure(.argument, "unknown kind of operation") }
      return .badge(change, at: path())
    }
  }

  func report(_ index: Int, _ position: Int, _ result: ItemResult) {}

  func report(_ index: Int, _ status: TallyFailure.Status) { statuses[index] = Batch.ItemStatus(status) }

  func reject(_ index: Int, _ status: TallyFailure.Status, at position: Int?) { report(index, status) }
}
