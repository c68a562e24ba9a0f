import Testing

@testable import TallyNode

@Suite struct RendezvousTests {
  private let nodes = (1...7).map { "n\($0)" }

  private func owners(_ nodes: [String], _ place: Int = 0) -> [String] {
    (0..<1024).map { Rendezvous.order(of: nodes, for: $0)[place] }
  }

  @Test func weightsAreThoseOfTheProtocol() {
    #expect(Rendezvous.weight(of: "n1", for: 0) == 0x5bad_d04f_0495_99a9)
    #expect(Rendezvous.weight(of: "n2", for: 15) == 0x8c32_979a_7039_dbe8)
  }

  @Test func theOrderDoesNotDependOnTheList() {
    for partition in 0..<64 {
      #expect(Rendezvous.order(of: nodes, for: partition) == Rendezvous.order(of: nodes.reversed(), for: partition))
      #expect(Set(Rendezvous.order(of: nodes, for: partition)) == Set(nodes))
    }
  }

  @Test func removingANodeMovesOnlyItsPartitions() {
    for gone in nodes {
      let left = nodes.filter { $0 != gone }
      for (before, after) in zip(owners(nodes), owners(left)) where before != gone { #expect(before == after) }
      // Its standby takes over, and nobody else.
      for partition in 0..<64 {
        let order = Rendezvous.order(of: nodes, for: partition).filter { $0 != gone }
        #expect(order == Rendezvous.order(of: left, for: partition))
      }
    }
  }

  @Test func partitionsAreSpreadEvenly() {
    for place in 0..<2 {
      let counts = Dictionary(owners(nodes, place).map { ($0, 1) }, uniquingKeysWith: +)
      // 146 each on average; the deviation is 11.
      for node in nodes { #expect((100...200).contains(counts[node] ?? 0), "\(node): \(counts[node] ?? 0)") }
    }
  }

  @Test func nobody() { #expect(Rendezvous.order(of: [], for: 3).isEmpty) }
}
