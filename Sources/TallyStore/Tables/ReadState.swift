import TallyMemory
import TallyWire

// The rule by which devices and servers agree on read states. It is pure: the store applies it to its rows, and tests
// walk through it exhaustively. docs/wire-format.md states the same rule for servers.
//
// Joining is a maximum of registers and a union of staircases. It is commutative, associative and idempotent. So any
// number of devices reach one state, in whichever order messages arrive and however often they are repeated.

/// Whether a message was read, by the latest act on the message itself.
///
/// Of two registers the greater version wins. At a tie, read wins.
public struct ReadRegister: Equatable, BitwiseCopyable, Sendable {
  /// The version in the file: a version that the server gave, or -1 less a version that was made here for a message
  /// whose server gives none.
  public private(set) var stored: Int64
  public private(set) var isRead: Bool

  public init(stored: Int64, isRead: Bool) {
    self.stored = stored
    self.isRead = isRead
  }

  /// Whether the server gives this message's versions, so that they may be exchanged.
  public var isShared: Bool { stored >= 0 }

  public var version: Int64 { isShared ? stored : ~stored }

  public mutating func join(_ other: ReadRegister) {
    if other.version < version { return }
    isRead = other.isRead || (isRead && other.version == version)
    stored = isShared ? other.version : ~other.version
  }

  /// An act of the user: the new version is greater than all versions that the act overrules.
  /// - Parameter marks: the version of the marks at the message; -1: there are none.
  public mutating func act(isRead: Bool, over marks: Int64) {
    let next = ReadRegister.next(max(version, marks))
    stored = isShared ? next : ~next
    self.isRead = isRead
  }

  /// An unread register without a server's version, which overrules all marks so far.
  public static func unread(over marks: Int64) -> ReadRegister {
    ReadRegister(stored: ~next(marks), isRead: false)
  }

  public func shows(isReadUnder marks: Int64) -> Bool { isRead || marks >= version }

  /// The greatest version. One more is still an integer that every JSON reader keeps exactly.
  public static let maximumVersion = MessageItem.maximumVersion

  /// The next greater version. Nothing overrules the greatest version, at which read wins.
  public static func next(_ version: Int64) -> Int64 { version >= maximumVersion ? version : version + 1 }
}

/// A message's own state (0 unseen, 1 seen, 2 read) with its register. Both agree on whether the
/// message itself is read. Read implies seen, so a message that was read is seen if it is unread again, however it was
/// read: singly or by a mark.
struct ReadStatus {
  private(set) var own: Int32
  private(set) var register: ReadRegister

  init(own: Int32, register: ReadRegister) {
    self.own = own
    self.register = register
  }

  /// - Parameter state: the stored state: above 2 if a mark covers the unread message.
  init(state: Int32, version: Int64) {
    own = state > 2 ? 1 : state
    register = ReadRegister(stored: version, isRead: own == 2)
  }

  func state(under marks: Int64) -> Int32 { own < 2 && marks >= register.version ? ReadStatus.covered : own }

  /// The stored state of an unread message that a mark covers. It was seen.
  static var covered: Int32 { 4 }

  /// A server's statement about a new message. Without a version it is newer than the marks so far.
  static func word(_ item: MessageItem, over marks: Int64) -> ReadRegister {
    if item.version >= 0 { return ReadRegister(stored: item.version, isRead: item.isRead) }
    return item.isRead ? ReadRegister(stored: -1, isRead: true) : .unread(over: marks)
  }

  /// A message that was read and is unread again stays seen.
  /// - Parameter asNew: of a higher revision, which has its own state.
  mutating func join(_ other: ReadRegister, asNew: Bool) {
    if asNew {
      register = other
      own = other.isRead ? 2 : 0
    } else {
      register.join(other)
      own = register.isRead ? 2 : min(own, 1)
    }
  }

  /// It was seen.
  /// - Parameter byMark: a mark says so. If the server gives no versions, it concerns messages that were there before.
  mutating func see(byMark: Bool) { if own == 0, register.isShared || !byMark { own = 1 } }

  /// The message has moved, so that other marks reach it, and stays what it was.
  mutating func keep(isRead: Bool, over marks: Int64) {
    if isRead, !register.shows(isReadUnder: marks) {
      self = ReadStatus(own: 2, register: ReadRegister(stored: register.stored, isRead: true))
    } else if !isRead, register.shows(isReadUnder: marks), !register.isRead {
      register = .unread(over: marks)
    }
  }
}

/// The marks of one path. A step means: a message with a rank below `end`, and no greater version, is read. It also
/// means that such a message was seen, whatever its version. A step with the version -1 means that alone.
///
/// Of two steps, one that is not smaller in either part replaces the other. Otherwise both stay. So a step never undoes
/// what another one has read. Invariant, after `settle`: ends rise strictly, and versions fall strictly.
public struct Staircase: ~Copyable {
  private struct Step: BitwiseCopyable {
    var offset: Int
    var length: Int
    var version: Int64
    var isStored: Bool
  }

  private var text = ByteBuffer()
  private var steps = List<Step>()
  private var replaced = List<Step>()

  public init() {}

  public var count: Int { steps.count }

  public mutating func removeAll() {
    text.removeAll()
    steps.removeAll()
    replaced.removeAll()
  }

  /// Adds a step, which counts after `settle`.
  /// - Parameter isStored: the file has it.
  public mutating func add(
    end: UnsafeRawBufferPointer, version: Int64, isStored: Bool = false
  ) throws(OutOfMemory) {
    let offset = text.count
    try text.append(end)
    try steps.append(Step(offset: offset, length: end.count, version: version, isStored: isStored))
  }

  /// Drops the steps that others replace.
  /// - Returns: whether there is a step that is not stored.
  /// - Complexity: O(n log n)
  public mutating func settle() throws(OutOfMemory) -> Bool {
    replaced.removeAll()
    try replaced.reserve(steps.count)
    let (found, count) = (steps.pointer, steps.count)
    // The last end comes first. At the same end, the greatest version; of equal steps, the stored one.
    heapSort(found, count: count) { a, b in
      let (first, second) = (self.end(a), self.end(b))
      if !isEqual(first, second) { return isOrderedBefore(second, first) }
      if a.version != b.version { return a.version > b.version }
      return a.isStored && !b.isStored
    }
    var kept = 0
    var isNew = false
    for index in 0..<count {
      let step = found[index]
      if kept > 0, found[kept - 1].version >= step.version {
        if step.isStored { replaced.appendWithinCapacity(step) }
        continue
      }
      isNew = isNew || !step.isStored
      found[kept] = step
      kept += 1
    }
    steps.truncate(to: kept)
    for index in 0..<kept / 2 {
      let other = kept - 1 - index
      (found[index], found[other]) = (found[other], found[index])
    }
    return isNew
  }

  /// The greatest version of the marks, which the first step has; -1: there are none.
  public var greatestVersion: Int64 { steps.count == 0 ? -1 : steps[0].version }

  /// The version of the marks at a rank: the greatest of the steps that reach it; -1: none does.
  /// - Complexity: O(log n)
  public func version(at rank: UnsafeRawBufferPointer) -> Int64 {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if isOrderedBefore(rank, end(steps[middle])) { high = middle } else { low = middle + 1 }
    }
    return low == steps.count ? -1 : steps[low].version
  }

  /// The end of the last step, which must exist.
  public var last: UnsafeRawBufferPointer { end(steps[steps.count - 1]) }

  /// Visits the steps that are not stored or, with `isStored`, the stored ones that others have replaced.
  public func visitChanges<E: Error>(
    removed: Bool, _ visit: (_ end: UnsafeRawBufferPointer, _ version: Int64) throws(E) -> Void
  ) throws(E) {
    if removed {
      for index in 0..<replaced.count { try visit(end(replaced[index]), replaced[index].version) }
    } else {
      for index in 0..<steps.count where !steps[index].isStored { try visit(end(steps[index]), steps[index].version) }
    }
  }

  private func end(_ step: Step) -> UnsafeRawBufferPointer { text.bytes(at: step.offset, count: step.length) }
}

/// The marks of one page, by path.
public struct MarkList: ~Copyable {
  struct Entry: BitwiseCopyable {
    var path: Int
    var pathLength: Int
    var end: Int
    var endLength: Int
    var version: Int64
  }

  private var text = ByteBuffer()
  private(set) var entries = List<Entry>()

  public init() {}

  public var isEmpty: Bool { entries.isEmpty }

  mutating func add(
    _ path: UnsafeRawBufferPointer, end: UnsafeRawBufferPointer, version: Int64
  ) throws(OutOfMemory) {
    let start = text.count
    try text.append(path)
    try text.append(end)
    try entries.append(
      Entry(path: start, pathLength: path.count, end: start + path.count, endLength: end.count, version: version))
  }

  /// Sorts the marks by path.
  mutating func sort() {
    heapSort(entries.pointer, count: entries.count) { a, b in isOrderedBefore(self.path(a), self.path(b)) }
  }

  func path(_ entry: Entry) -> UnsafeRawBufferPointer { text.bytes(at: entry.path, count: entry.pathLength) }
  func end(_ entry: Entry) -> UnsafeRawBufferPointer { text.bytes(at: entry.end, count: entry.endLength) }
}
