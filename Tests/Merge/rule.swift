import TallyMemory

// The library's rule for what was read and seen (`ReadState.swift`), for walk.c. Both files are compiled as files of
// TallyWire: see build_pure.
//
// The state of a device or server is 9 numbers. Of each of two messages: its version, and its own state (0 unseen, 1
// seen, 2 read). Then the number of marks, at most two, and of each the message that it ends behind, and its version.
// The messages have the sequences 1 and 2, and all marks are those of their path.

private typealias Numbers = UnsafeMutablePointer<Int16>

private let messages = 2
private let marksAt = 4

/// A state as the library has it.
private struct Replica: ~Copyable {
  var statuses = InlineArray<2, ReadStatus>(repeating: ReadStatus(state: 0, version: 0))
  var stairs = Staircase()

  init(_ numbers: Numbers) {
    for index in 0..<messages {
      statuses[index] = ReadStatus(state: Int32(numbers[index * 2 + 1]), version: Int64(numbers[index * 2]))
    }
    addMarks(of: numbers)
    settle()
  }

  /// Adds the marks, without joining them.
  mutating func addMarks(of numbers: Numbers) {
    for mark in 0..<Int(numbers[marksAt]) {
      let place = marksAt + 1 + mark * 2
      addMark(upTo: numbers[place], version: Int64(numbers[place + 1]))
    }
  }

  /// A rank is a byte here, and an end lies behind it.
  mutating func addMark(upTo sequence: Int16, version: Int64) {
    var end = UInt8(truncatingIfNeeded: sequence) + 1
    withUnsafeBytes(of: &end) { bytes in
      do throws(OutOfMemory) { try stairs.add(end: bytes, version: version) } catch { fatalError() }
    }
  }

  mutating func settle() {
    do throws(OutOfMemory) { _ = try stairs.settle() } catch { fatalError() }
  }

  func write(_ numbers: Numbers) {
    for index in 0..<messages {
      numbers[index * 2] = Int16(truncatingIfNeeded: statuses[index].register.stored)
      numbers[index * 2 + 1] = Int16(truncatingIfNeeded: statuses[index].own)
    }
    for place in marksAt..<(marksAt + 5) { numbers[place] = 0 }
    var count = 0
    // No step is stored, so all are visited.
    stairs.visitChanges(removed: false) { end, version in
      numbers[marksAt + 1 + count * 2] = Int16(end[0]) - 1
      numbers[marksAt + 2 + count * 2] = Int16(truncatingIfNeeded: version)
      count += 1
    }
    numbers[marksAt] = Int16(truncatingIfNeeded: count)
  }

  /// The version of the marks at a message, and whether there are any.
  func marks(at index: Int) -> (version: Int64, reach: Bool) {
    var rank = UInt8(truncatingIfNeeded: index + 1)
    return withUnsafeBytes(of: &rank) { rank in (stairs.version(at: rank), stairs.reaches(rank)) }
  }

  /// As the store marks a message.
  mutating func mark(_ index: Int, isRead: Bool) {
    let marks = marks(at: index).version
    if (statuses[index].state(under: marks) >= 2) == isRead { return }
    var register = statuses[index].register
    register.act(isRead: isRead, over: marks)
    statuses[index] = ReadStatus(own: isRead ? 2 : 1, register: register)
  }
}

extension Staircase {
  /// Whether a step reaches a rank. The store finds it as it finds the version.
  fileprivate func reaches(_ rank: UnsafeRawBufferPointer) -> Bool { count > 0 && isOrderedBefore(rank, last) }
}

/// An act of the user: 0 to 1 reads a message, 2 to 3 makes it unread, 4 to 5 sees it, 6 to 7 reads the path up to it,
/// 8 to 9 sees the path up to it.
@_cdecl("rule_act")
public func act(_ numbers: UnsafeMutablePointer<Int16>, _ what: Int32) {
  var replica = Replica(numbers)
  let index = Int(what) % messages
  switch Int(what) / messages {
  case 0: replica.mark(index, isRead: true)
  case 1: replica.mark(index, isRead: false)
  case 2: replica.statuses[index].see(byMark: false)
  case 3:
    var latest = max(0, replica.stairs.greatestVersion)
    for message in 0..<messages { latest = max(latest, replica.statuses[message].register.version) }
    replica.addMark(upTo: Int16(index + 1), version: ReadRegister.next(latest))
  default: replica.addMark(upTo: Int16(index + 1), version: -1)
  }
  replica.settle()
  replica.write(numbers)
}

/// One side of an exchange: what comes joins what is there.
@_cdecl("rule_join")
public func join(_ numbers: UnsafeMutablePointer<Int16>, _ other: UnsafeMutablePointer<Int16>) {
  var replica = Replica(numbers)
  let coming = Replica(other)
  for index in 0..<messages {
    replica.statuses[index].join(coming.statuses[index].register, asNew: false)
    if coming.statuses[index].own > 0 { replica.statuses[index].see(byMark: false) }
  }
  replica.addMarks(of: other)
  replica.settle()
  replica.write(numbers)
}

/// Returns what it shows: of each message 0 unseen, 1 seen, 2 read, in two bits.
@_cdecl("rule_shown")
public func shown(_ numbers: UnsafeMutablePointer<Int16>) -> Int32 {
  let replica = Replica(numbers)
  var shown: Int32 = 0
  for index in 0..<messages {
    let marks = replica.marks(at: index)
    var status = replica.statuses[index]
    if marks.reach { status.see(byMark: true) }
    shown = shown << 2 | min(status.state(under: marks.version), 2)
  }
  return shown
}
