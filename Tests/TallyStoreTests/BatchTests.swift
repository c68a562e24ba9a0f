import TallyMemory
import TestSupport
import Testing

@testable import TallyStore

@Suite struct BatchTests {
  @Test func positionsAreKeptBySourceAndAccount() throws {
    let store = try openStore()
    let log = raw("log")
    #expect(try store.sourceState(account: 1, source: log) == nil)
    let state = SourceState(epoch: .max, position: 1 << 63)
    try store.saveSource(account: 1, source: log, state)
    #expect(try store.sourceState(account: 1, source: log) == state)
    #expect(try store.sourceState(account: 2, source: log) == nil)
  }

  @Test func batchesOutsideTheWindowAreDeleted() throws {
    let store = try openStore()
    var window = BatchWindow()
    window.count = 3
    window.time = 100
    func save(_ id: String, _ now: Int64) throws {
      try store.saveBatch(account: 1, id: raw(id), window: window, now: now)
    }
    func count() throws -> Int64 { try store.readNumber("SELECT COUNT(*) FROM batch") }
    for (index, id) in ["a", "b", "c", "d", "e"].enumerated() { try save(id, Int64(index)) }
    #expect(try count() == 3)
    try save("f", 103)
    #expect(try count() == 2)  // e is of 4, d of 3.
    try save("e", 200)
    #expect(try count() == 2)
    try save("g", 10_000)
    #expect(try count() == 1)
  }
}
