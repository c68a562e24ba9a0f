import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// One operation of an item. Bytes are borrowed.
public enum ItemOperation {
  case badge(Operation, at: UnsafeRawBufferPointer)
  case post(MessageItem, at: UnsafeRawBufferPointer)
  /// Removes the message that was posted with an id.
  case remove(UnsafeRawBufferPointer)
  /// Marks the messages at a path read.
  case read(at: UnsafeRawBufferPointer, subtree: Bool)
  case reminder(ReminderAction, of: UnsafeRawBufferPointer)
}

/// The result of an operation.
public struct ItemResult {
  public var status = Status.ok
  /// The key of the posted message.
  public var key: Int64 = 0
  /// How many messages were not read before.
  public var changed = 0
}

/// Operations on one account, all or nothing. Bytes are borrowed.
public struct Item {
  public var account: UnsafeRawBufferPointer
  /// nil: the item has no id.
  public var id: UnsafeRawBufferPointer?
  /// Milliseconds since 1970; 0: none.
  public var time: Int64
  /// The number of its operations.
  public var count: Int

  public init(account: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer?, time: Int64, count: Int) {
    self.account = account
    self.id = id
    self.time = time
    self.count = count
  }
}

extension Item {
  /// Whether the item has a time alone, and no account.
  var onlyPassesTime: Bool { account.isEmpty && count == 0 && id == nil && time != 0 }
}

/// The items of a batch, read from the host's memory. Each may be read more than once.
public protocol ItemSource {
  var count: Int { get }
  /// Reads an item. Throws if it is malformed.
  func item(_ index: Int) throws(Failure) -> Item
  /// Reads an operation of an item. Throws if it is malformed.
  func operation(_ index: Int, _ position: Int) throws(Failure) -> ItemOperation
  /// Reports that an operation was applied.
  func report(_ index: Int, _ position: Int, _ result: ItemResult)
  /// Reports that an item was applied.
  func report(_ index: Int, _ status: Status)
  /// Reports that an item was rejected, because of the operation at `position`. nil: all its operations get the status.
  func reject(_ index: Int, _ status: Status, at position: Int?)
}

/// The source of a batch of items, and the options of accounts that it creates.
public struct ItemOptions {
  /// The log that the items come from; nil: none.
  public var source: UnsafeRawBufferPointer?
  /// The epoch of the log's owner, and the position of the last item in the log.
  public var state = SourceState(epoch: 0, position: 0)
  public var aggregation: Int32 = 0
  public var feeding: Int32 = 0

  public static let maxItems = 65_536

  public init() {}

  func check(_ count: Int) throws(Failure) {
    if count > ItemOptions.maxItems { throw Failure(.argument, "a batch has at most 65,536 items") }
    if let source { try Failure.checkName(source, "the name of a source") }
    if source == nil, state.epoch | state.position != 0 {
      throw Failure(.argument, "an epoch or a position needs a source")
    }
    guard (0...2).contains(aggregation) else { throw Failure(.argument, "unknown aggregation") }
    guard (0...2).contains(feeding) else { throw Failure(.argument, "unknown feeding") }
  }

  func check(_ item: Item) throws(Failure) {
    if !item.onlyPassesTime { try Failure.checkName(item.account, "the name of an account") }
    if let id = item.id { try Failure.checkName(id, "the id of an item") }
    if !StoredRange.itemTime.contains(item.time) {
      throw Failure(.range, "the time of an item must be 0 or later, up to the year 9999")
    }
    if source == nil, item.id != nil || item.time != 0 {
      throw Failure(.argument, "the id and the time of an item need a source")
    }
  }
}

/// A batch of items while it is applied.
///
/// Invariants: `change` has a share of each account that the batch uses, and the account has that share. `created`
/// contains the slots of those that the batch has created. All of them are held in memory.
struct ItemWork: ~Copyable {
  /// The slot of an item that was rejected, or was applied before.
  static let nowhere = UInt32.max
  /// The slot of an item whose account does not exist yet.
  static let unborn = UInt32.max - 1
  /// The slot of an item that only lets time pass.
  static let nobody = UInt32.max - 2

  let change: Change
  /// The state of the log, as it will be stored; nil: the items come from no log.
  var log: LogState?
  /// Whether the epoch is greater than the stored one.
  var isNewOwner = false
  /// The account of each item.
  var slots = List<UInt32>()
  var created = List<UInt32>()
  /// The slots of the accounts that were replaced.
  var replaced = List<UInt32>()
  /// A description of the first rejected item; empty: none was rejected.
  var words = ByteBuffer()
  private var rejected = Int.max

  init(_ change: Change) { self.change = change }

  var hasRejected: Bool { rejected != Int.max }

  mutating func reserve(_ count: Int) throws(Failure) {
    try growing { () throws(OutOfMemory) in
      try slots.reserve(count)
      try change.reserve(count)
      try created.reserve(count)
      try replaced.reserve(count)
    }
  }

  /// Keeps the reason if this is the first rejected item.
  mutating func noteRejection(of index: Int, _ what: StaticString = "item ") {
    if index > rejected { return }
    rejected = index
    words.removeAll()
    do throws(OutOfMemory) {
      try words.append(what)
      try words.append(decimal: Int64(index))
      try words.append(": ")
      try words.append(Words.text)
    } catch {}
  }
}

extension Failure {
  /// Whether the item is to blame, and not the engine or its file.
  var isOfItem: Bool {
    switch status {
    case .argument, .path, .range, .limit, .notFound, .exists, .conflict, .tooLarge, .malformed: true
    default: false
    }
  }
}
