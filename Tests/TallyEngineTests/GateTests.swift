import Testing

@testable import TallyEngine

@Suite struct GateTests {
  @Test func `an operation goes ahead if nothing is due, viewed or on its way to the disk`() {
    var gate = Gate(isSynchronous: false)
    #expect(!gate.isPlain && gate.verify())
    gate.deadline = .nothing
    #expect(gate.isPlain && gate.verify())
    gate.claim()
    gate.claim()
    gate.beginView()
    gate.release()
    #expect(!gate.isPlain && gate.claims == 1 && gate.views == 1 && gate.verify())
    gate.release()
    #expect(!gate.isPlain)
    gate.endView()
    #expect(gate.isPlain && gate.verify())
    gate.deadline = Deadline(time: 5)
    #expect(!gate.isPlain && gate.verify())
    gate.release()
    #expect(!gate.verify())
  }

  @Test func `with full durability every operation waits`() {
    var gate = Gate(isSynchronous: true)
    gate.deadline = .nothing
    #expect(!gate.isPlain && gate.verify())
  }
}
