import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct GroupEventsTests {
  static func add(_ events: inout GroupEvents, _ threads: String...) throws {
    for thread in threads {
      let bytes = [UInt8](thread.utf8)
      try bytes.withUnsafeBytes { try events.add($0) }
    }
  }

  static func number(_ events: borrowing GroupEvents, _ thread: String) -> UInt32? {
    let bytes = [UInt8](thread.utf8)
    return bytes.withUnsafeBytes { events.number(of: $0) }
  }

  @Test func numbersStayWhileEventsArePending() throws {
    var events = GroupEvents()
    events.begin()
    try Self.add(&events, "a", "b", "a")
    let numbers = [Self.number(events, "a"), Self.number(events, "b"), Self.number(events, "c")]
    #expect(numbers == [0, 1, nil] && events.count == 2)
    events.noteEvent()
    events.noteEvent()
    events.forgetEvent()
    events.begin()
    try Self.add(&events, "c")
    let text = String(decoding: events[1], as: UTF8.self)
    let (known, fresh) = (Self.number(events, "b"), Self.number(events, "c"))
    #expect(text == "b" && known == 1 && fresh == 2)
    // With the last event the names go too, so that they do not grow for ever.
    events.forgetEvent()
    events.begin()
    let gone = Self.number(events, "b")
    #expect(gone == nil && events.count == 0 && events.pending == 0)
  }
}
