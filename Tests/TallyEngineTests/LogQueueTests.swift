import TallyLoop
import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct LogQueueTests {
  private func append(_ text: String, _ level: Int32 = 3, to queue: LogQueue) {
    text.withCString { queue.append(level, $0) }
  }

  /// Delivers the first line.
  private func take(_ queue: LogQueue) -> (level: Int32, text: String)? {
    guard let level = queue.take() else { return nil }
    var text = ""
    queue.withLine { text = String(cString: $0) }
    queue.endDelivery()
    return (level, text)
  }

  @Test func `lines are delivered in their order, one at a time`() throws {
    let queue = try LogQueue.make()
    append("one", 1, to: queue)
    append("two", 2, to: queue)
    let level = queue.take()
    // Another thread may not deliver the second line before the first one.
    #expect(level == 1 && queue.take() == nil)
    queue.endDelivery()
    let second = try #require(take(queue))
    #expect(second.level == 2 && second.text == "two" && take(queue) == nil)
  }

  @Test(arguments: ["a", "\u{e4}", "\u{20ac}", "\u{1f514}"]) func `a long line is cut between characters`(
    _ character: Character
  ) throws {
    let queue = try LogQueue.make()
    for count in 1020...1026 {
      let text = String(repeating: "x", count: count - 1022 + 1000) + String(repeating: character, count: 30)
      append(text, to: queue)
      let line = try #require(take(queue)).text
      #expect(text.hasPrefix(line) && line.utf8.count <= 1023)
      #expect(line == text || line.utf8.count + String(character).utf8.count > 1023)
    }
  }

  /// The room of delivered lines is used again, whatever their lengths.
  @Test func `a line that comes after many others is whole`() throws {
    let queue = try LogQueue.make()
    var (sent, received) = (0, 0)
    for round in 0..<400 {
      for _ in 0..<3 {
        append("\(sent) " + String(repeating: "x", count: (sent * 37) % 900), to: queue)
        sent += 1
      }
      // From here on some lines are always pending, so the queue is never empty.
      for _ in 0..<(round < 5 ? 1 : 3) {
        let line = try #require(take(queue)).text
        #expect(line == "\(received) " + String(repeating: "x", count: (received * 37) % 900))
        received += 1
      }
    }
    #expect(sent - received == 10)
  }

  @Test func `lines without room are counted, and a line says how many`() throws {
    let queue = try LogQueue.make()
    let text = String(repeating: "x", count: 1000)
    for _ in 0..<40 { append(text, 1, to: queue) }
    var kept = 0
    var last: (level: Int32, text: String)?
    while let line = take(queue) {
      if line.text == text { kept += 1 }
      last = line
    }
    #expect(kept == 32 && last?.level == 2)
    #expect(last?.text == "\(40 - kept) lines of the log found no room and are lost")
    // After that there is room again.
    append("next", to: queue)
    #expect(take(queue)?.text == "next")
  }
}
