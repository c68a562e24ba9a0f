import CFailure
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

public import CTally

// Batches of items, which change many accounts.

@c @implementation
public func tally_engine_batch(
  _ handle: OpaquePointer?, _ items: UnsafeMutablePointer<tally_item>?, _ count: Int,
  _ given: UnsafePointer<tally_engine_batch_options>?
) -> tally_status {
  answer { () throws(Failure) in
    let engine = try engine(handle)
    if items == nil && count != 0 { throw Failure.missing("items") }
    guard (0...ItemOptions.maxItems).contains(count) else {
      throw Failure(.argument, "a batch has at most 65,536 items")
    }
    var raw = tally_engine_batch_options()
    try options(given, into: &raw)
    try refuse(unless: raw.flags == 0 && raw.reserved == nil, "flags and reserved members")
    let source = HostItems(
      items: UnsafeMutableRawPointer(items), count: count,
      itemSize: count == 0 ? 0 : try tally_item.size(raw.item_size),
      operationSize: count == 0 ? 0 : try tally_operation.size(raw.operation_size))
    var wanted = ItemOptions()
    if raw.source != nil { wanted.source = try text(raw.source, "source") }
    wanted.state = SourceState(epoch: raw.epoch, position: raw.position)
    wanted.aggregation = raw.aggregation
    wanted.feeding = raw.feeding
    let status = try engine.apply(source, wanted)
    // The message describes the first rejected item.
    if status == .partial { ctally_error_tell() }
    return status
  }
}

@c @implementation
public func tally_engine_get_position(
  _ handle: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ outPosition: UnsafeMutablePointer<tally_position>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outPosition, "out_position")
    let log = try engine(handle).logState(try text(source, "source"))
    try fill(target, with: tally_position(log.state, time: log.time))
    return .ok
  }
}

extension tally_position {
  init(_ state: SourceState, time: Int64) {
    self.init()
    (epoch, position, self.time) = (state.epoch, state.position, time)
  }
}

/// The host's array of items, each with an array of operations. A newer program may have larger structures: the members
/// that this version does not know must be zero.
private struct HostItems: ItemSource {
  let items: UnsafeMutableRawPointer?
  let count: Int
  let itemSize: Int
  let operationSize: Int

  /// A copy of an entry, whose members that an older program does not know are zero.
  private func load<Entry: GrowingStructure>(
    _ entries: UnsafeMutableRawPointer?, _ index: Int, _ size: Int, _ what: StaticString
  ) throws(Failure) -> Entry {
    guard let place = entries.map({ $0 + index * size }) else { throw Failure.missing(what) }
    var entry = Entry()
    let known = MemoryLayout<Entry>.size
    withUnsafeMutableBytes(of: &entry) { $0.baseAddress?.copyMemory(from: place, byteCount: min(size, known)) }
    try checkTail(place, size, known: known, "an item or an operation has members that this version does not know")
    return entry
  }

  func item(_ index: Int) throws(Failure) -> Item {
    let raw: tally_item = try load(items, index, itemSize, "items")
    try refuse(unless: raw.flags == 0, "the item's flags")
    let count = raw.count
    if count < 0 { throw Failure(.argument, "too many operations") }
    if raw.operations == nil && count != 0 { throw Failure.missing("the item's operations") }
    return Item(
      account: try textOrNone(raw.account, "the item's account"),
      id: raw.id == nil ? nil : try text(raw.id, "the item's id"), time: raw.time, count: count)
  }

  func operation(_ index: Int, _ position: Int) throws(Failure) -> ItemOperation {
    let operations = UnsafeMutableRawPointer(place(index)?.pointee.operations)
    let raw: tally_operation = try load(operations, position, operationSize, "the item's operations")
    let flags = raw.flags & ~(raw.kind == TALLY_OP_READ ? UInt32(TALLY_SUBTREE) : 0)
    try refuse(unless: flags == 0, "the operation's flags")
    // A handle belongs to an account, and an item only names its account.
    try refuse(unless: raw.node == 0, "the node of an item's operation")
    switch raw.kind {
    case TALLY_OP_POST: return .post(try messageItem(raw.message), at: try path(raw))
    case TALLY_OP_WITHDRAW: return .remove(try text(raw.id, "the operation's id"))
    case TALLY_OP_READ: return .read(at: try path(raw), subtree: raw.flags != 0)
    case TALLY_OP_REMINDER_PUT...TALLY_OP_REMINDER_ACKNOWLEDGE:
      return .reminder(try action(raw), of: try text(raw.id, "the operation's id"))
    default:
      let operation = try withUnsafePointer(to: raw) { (raw) throws(Failure) in try changeApart(raw) }
      return .badge(operation, at: try path(raw))
    }
  }

  private func path(_ raw: tally_operation) throws(Failure) -> UnsafeRawBufferPointer {
    try unchecked(raw.path, "the operation's path")
  }

  private func action(_ raw: tally_operation) throws(Failure) -> ReminderAction {
    switch raw.kind {
    case TALLY_OP_REMINDER_PUT: return .put(try reminderOptions(raw.reminder))
    case TALLY_OP_REMINDER_EDIT: return .edit(try reminderOptions(raw.reminder))
    case TALLY_OP_REMINDER_DONE: return .done
    case TALLY_OP_REMINDER_UNDONE: return .undone
    case TALLY_OP_REMINDER_REMOVE: return .remove
    case TALLY_OP_REMINDER_SNOOZE: return .snooze(raw.until)
    default: return .acknowledge
    }
  }

  // Results are written here. The first version has all of these members.

  private func place(_ index: Int) -> UnsafeMutablePointer<tally_item>? {
    items.map { ($0 + index * itemSize).assumingMemoryBound(to: tally_item.self) }
  }

  private func place(_ index: Int, _ position: Int) -> UnsafeMutablePointer<tally_operation>? {
    guard let operations = place(index)?.pointee.operations else { return nil }
    return (UnsafeMutableRawPointer(operations) + position * operationSize)
      .assumingMemoryBound(to: tally_operation.self)
  }

  func report(_ index: Int, _ position: Int, _ result: ItemResult) {
    guard let raw = place(index, position) else { return }
    raw.pointee.status = result.status.rawValue
    raw.pointee.key = result.key
    raw.pointee.changed = UInt64(clamping: result.changed)
  }

  func report(_ index: Int, _ status: Status) { place(index)?.pointee.status = status.rawValue }

  func reject(_ index: Int, _ status: Status, at culprit: Int?) {
    report(index, status)
    guard let raw = place(index), raw.pointee.operations != nil, raw.pointee.count > 0 else { return }
    for position in 0..<raw.pointee.count {
      guard let operation = place(index, position) else { return }
      let isOther = culprit != nil && culprit != position
      operation.pointee.status = isOther ? Status.notApplied.rawValue : status.rawValue
      operation.pointee.key = 0
      operation.pointee.changed = 0
    }
  }
}
