import Foundation
import Tally
import Testing

@Suite struct NodeTests {
  @Test func aNodeIsItsPath() throws {
    let account = try memoryAccount()
    let node = try account.node(at: "chat.bo")
    #expect(try node.path() == "root.chat.bo")
    try node.set(3)
    try node.add(2)
    #expect(try account.badge(at: "chat.bo").count == 5)
    #expect(try node.badge().own == .count(5))
    try node.mute(.all)
    #expect(try account.badge().shows == false)
    try node.mute(.none)
    try node.dot()
    #expect(try node.badge().shows && node.badge().count == 0)
    try account.set(1, at: "chat.bo.x")
    #expect(try node.clear() == .held)
    try node.clearTree()
    #expect(try node.badge().shows == false)
    let error = #expect(throws: TallyError.self) { try node.set(-1) }
    #expect(error?.code == .range)
    #expect(throws: TallyError.self) { try account.node(at: "a..b") }
  }

  @Test func operationsEachOnTheirOwn() throws {
    let account = try memoryAccount()
    let (node, other) = (try account.node(at: "n"), try account.node(at: "o"))
    let released = try account.node(at: "r")
    try released.release()
    try account.set(1, at: "o.below")
    let end = Date(timeIntervalSinceNow: 3600)
    let result = try account.batchEach([
      .set(3, on: node), .set(-1, on: other), .add(2, on: node), .get(on: node), .dot(on: released), .clear(on: other),
      .get(on: other), .mute(.all, on: node), .clearTree(on: other), .get(on: other), .dot(on: other), .get(on: other),
      .set(4, at: "new.path", until: end), .get(at: "new"), .dot(at: "a..b"), .post(Message.Draft(), at: "in"),
      .mute(.all, at: "new", until: end), .markReminderDone("milk"),
    ])
    let outcomes = result.outcomes
    #expect(
      outcomes.map(\.error) == [
        nil, .range, nil, nil, .staleHandle, nil, nil, nil, nil, nil, nil, nil, nil, nil, .path, .argument, nil,
        .argument,
      ])
    #expect(try result.wasApplied && result.revision == account.revision())
    #expect(result.message?.contains("count") == true)
    #expect(outcomes[3].kind == .number && outcomes[3].count == 5)
    #expect(outcomes[5].isHeld && outcomes[6].count == 1 && outcomes[13].count == 4)
    #expect(!outcomes[9].shows && outcomes[11].kind == .dot)
    #expect(try account.badge().kind == .dot)
    let none = try account.batchEach([])
    #expect(none.outcomes.isEmpty && none.message == nil)
    try account.engine.close()
    let error = #expect(throws: TallyError.self) { try account.batchEach([.get(on: node)]) }
    #expect(error?.code == .closed)
  }

  @Test func aReleasedNodeIsStale() throws {
    let account = try memoryAccount()
    let node = try account.node(at: "a")
    let other = try account.node(at: "a")
    #expect(node == node && node != other)
    try node.release()
    for call in [node.release, { try node.set(1) }, { _ = try node.badge() }, { _ = try node.path() }] {
      let error = #expect(throws: TallyError.self) { try call() }
      #expect(error?.code == .staleHandle)
    }
    try other.set(1)
    #expect(try account.badge(at: "a").count == 1)
  }

  @Test func nodesAreGivenBack() throws {
    var configuration = Engine.Configuration()
    configuration.maxNodes = 100
    let account = try Engine(configuration).openAccount("ann")
    // Without a release, each would keep its place.
    for number in 0..<1000 { _ = try account.node(at: "n\(number)") }
    var kept: [Node] = []
    let error = #expect(throws: TallyError.self) {
      for number in 0..<200 { kept.append(try account.node(at: "k\(number)")) }
    }
    #expect(error?.code == .limit)
    #expect(kept.count > 90)
  }

  @Test func aBatchTakesNodes() throws {
    let account = try memoryAccount()
    let node = try account.node(at: "a")
    let end = Date(timeIntervalSinceNow: 3600)
    let result = try account.batch([
      .set(2, on: node, until: end), .set(3, at: "b"), .add(5, on: node), .get(on: node), .mute(.number, on: node),
      .dot(on: node), .clear(on: node), .clearTree(on: node), .get(at: "root"),
    ])
    #expect(result.outcomes[3].count == 7)
    #expect(result.outcomes[8].count == 3)
    try node.release()
    let error = #expect(throws: TallyError.self) { try account.batch([.set(9, at: "b"), .add(1, on: node)]) }
    #expect(error?.code == .staleHandle && error?.operation == 1)
    #expect(try account.badge().count == 3)
  }
}
