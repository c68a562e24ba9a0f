import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct GroupEventsTests {
  static func add(_ events: inout GroupEvents, _ threads: String...) throws {
    for thread in threads {
      let bytes = [UInt8](thread.utf8)
      _ = try bytes.withUnsafeBytes { try events.add($0) }
    }
  }

  @Test func noMoreNamesThanTheLimit() throws {
    var events = GroupEvents()
    let numbers = try ["a", "b", "c", "b", "d"].map { name in
      try [UInt8](name.utf8).withUnsafeBytes { try events.add($0, limit: 2) }
    }
    #expect(numbers == [0, 1, GroupEvents.nameless, 1, GroupEvents.nameless])
  }

  @Test func numbersStayWhileEventsArePending() throws {
    var events = GroupEvents()
    events.begin()
    try Self.add(&events, "a", "b", "a")
    let count = events.count
    #expect(count == 2)
    events.noteEvent()
    events.noteEvent()
    events.forgetEvent()
    events.begin()
    try Self.add(&events, "c")
    let texts = [0, 1, 2].map { String(decoding: events[$0], as: UTF8.self) }
    #expect(texts == ["a", "b", "c"])
    // The names are dropped with the last event, so that they do not grow for ever.
    events.forgetEvent()
    events.begin()
    let (rest, pending) = (events.count, events.pending)
    #expect(rest == 0 && pending == 0)
  }
}
