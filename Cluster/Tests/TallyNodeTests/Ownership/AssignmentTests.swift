import Testing

@testable import TallyNode

@Suite struct AssignmentTests {
  /// A partition whose order is the given one, found by trying.
  private func partition(ordering names: [String]) -> Int {
    (0...).first { Rendezvous.order(of: names, for: $0) == names } ?? 0
  }

  private func node(_ name: String, leaving: Bool = false, caughtUp: Bool? = nil, _ partition: Int) -> LiveNode {
    LiveNode(
      name: name, isLeaving: leaving,
      held: caughtUp.map { [partition: Holding(role: .standby, isCaughtUp: $0)] } ?? [:])
  }

  @Test func theFirstOwnsAndTheNextFollow() {
    let p = partition(ordering: ["a", "b", "c"])
    let nodes = ["c", "a", "b"].map { node($0, p) }
    let assignment = Assignment(partition: p, nodes: nodes, standbys: 1)
    #expect(Array(assignment.wanted) == ["a", "b"])
    #expect(assignment.shouldHold("a", holdsNow: false) && assignment.shouldHold("b", holdsNow: false))
    #expect(!assignment.shouldHold("c", holdsNow: false))
    #expect(Array(Assignment(partition: p, nodes: nodes, standbys: 0).wanted) == ["a"])
    #expect(Array(Assignment(partition: p, nodes: nodes, standbys: 9).wanted) == ["a", "b", "c"])
  }

  @Test func aStandbyThatIsNoLongerWantedStaysUntilTheOthersAreLevel() {
    let p = partition(ordering: ["a", "b", "c"])
    var nodes = [node("a", caughtUp: true, p), node("b", caughtUp: false, p), node("c", caughtUp: true, p)]
    #expect(Assignment(partition: p, nodes: nodes, standbys: 1).shouldHold("c", holdsNow: true))
    nodes[1] = node("b", caughtUp: true, p)
    #expect(!Assignment(partition: p, nodes: nodes, standbys: 1).shouldHold("c", holdsNow: true))
  }

  @Test func anOwnerGivesUpOnlyWhenTheFirstIsLevel() {
    let p = partition(ordering: ["a", "b", "c"])
    var nodes = [node("a", p), node("b", caughtUp: true, p), node("c", caughtUp: true, p)]
    // "b" owns it, "a" has just come.
    #expect(Assignment(partition: p, nodes: nodes, standbys: 1).successor(of: "b") == nil)
    nodes[0] = node("a", caughtUp: false, p)
    #expect(Assignment(partition: p, nodes: nodes, standbys: 1).successor(of: "b") == nil)
    nodes[0] = node("a", caughtUp: true, p)
    #expect(Assignment(partition: p, nodes: nodes, standbys: 1).successor(of: "b") == "a")
    #expect(Assignment(partition: p, nodes: nodes, standbys: 1).successor(of: "a") == nil)
  }

  @Test func aNodeThatStopsGivesItToAnyLevelOne() {
    let p = partition(ordering: ["a", "b", "c"])
    let nodes = [
      node("a", leaving: true, caughtUp: true, p), node("b", caughtUp: false, p), node("c", caughtUp: true, p),
    ]
    let assignment = Assignment(partition: p, nodes: nodes, standbys: 1)
    #expect(Array(assignment.wanted) == ["b", "c"])
    #expect(assignment.successor(of: "a") == "c")
    #expect(!assignment.shouldHold("a", holdsNow: false))
    let alone = Assignment(partition: p, nodes: [node("a", leaving: true, caughtUp: true, p)], standbys: 1)
    #expect(alone.successor(of: "a") == nil && alone.order.isEmpty)
  }

  @Test func theBestCandidateDoesNotWait() {
    let p = partition(ordering: ["a", "b", "c"])
    let nodes = [node("a", caughtUp: false, p), node("b", caughtUp: true, p), node("c", caughtUp: true, p)]
    let assignment = Assignment(partition: p, nodes: nodes, standbys: 2)
    func delay(_ name: String, caughtUp: Bool) -> Duration? {
      assignment.delay(of: name, isCaughtUp: caughtUp, turn: .milliseconds(400), patience: .seconds(5))
    }
    #expect(delay("b", caughtUp: true) == .zero)
    #expect(delay("c", caughtUp: true) == .milliseconds(400))
    #expect(delay("a", caughtUp: false) == .seconds(5))
    #expect(delay("b", caughtUp: false) == .milliseconds(5400))
    #expect(delay("stranger", caughtUp: true) == nil)
  }

  @Test func aLeavingNodeTakesNothing() {
    let p = partition(ordering: ["a", "b"])
    let nodes = [node("a", leaving: true, caughtUp: true, p), node("b", caughtUp: true, p)]
    let assignment = Assignment(partition: p, nodes: nodes, standbys: 1)
    #expect(assignment.delay(of: "a", isCaughtUp: true, turn: .seconds(1), patience: .seconds(5)) == nil)
  }
}
