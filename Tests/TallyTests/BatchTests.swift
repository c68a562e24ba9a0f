import Foundation
import Tally
import Testing

@Suite struct BatchTests {
  @Test func aBatchFromALogIsAppliedOnce() throws {
    let scratch = try Scratch()
    let account = try Engine(file: scratch.file("a.db")).openAccount("ann")
    #expect(try account.position(of: "log") == nil)
    let place = Batch.Position(source: "log", epoch: 2, position: 7)
    let first = try account.batch([.add(1, at: "n"), .get(at: "n")], at: place)
    #expect(first.wasApplied && first.outcomes[1].count == 1)
    let second = try account.batch([.add(1, at: "n"), .get(at: "n")], at: place)
    #expect(!second.wasApplied && second.revision == first.revision && second.outcomes.count == 2)
    #expect(try account.position(of: "log") == place)
    #expect(try account.badge(at: "n").count == 1)
    let error = #expect(throws: TallyError.self) {
      try account.batch([.add(1, at: "n")], at: Batch.Position(source: "log", epoch: 1, position: 8))
    }
    #expect(error?.code == .staleEpoch && error?.operation == nil)
    try account.batch([], at: Batch.Position(source: "log", epoch: 3, position: 9))
    #expect(try account.position(of: "log")?.epoch == 3)
  }

  @Test func aBatchWithAnIdentifierIsAppliedOnceWithinTheWindow() throws {
    var configuration = Engine.Configuration()
    configuration.maxBatchIDs = 2
    configuration.batchIDTime = .seconds(60)
    let account = try Engine(configuration).openAccount("ann")
    #expect(try account.batch([.add(1, at: "n")], id: "a").wasApplied)
    #expect(try !account.batch([.add(1, at: "n")], id: "a").wasApplied)
    try account.batch([.add(1, at: "n")], id: "b")
    try account.batch([.add(1, at: "n")], id: "c")
    #expect(try account.batch([.add(1, at: "n")], id: "a").wasApplied)
    #expect(try account.badge(at: "n").count == 4)
    #expect(throws: TallyError.self) { try account.batch([], id: "") }
    #expect(throws: TallyError.self) { try account.batch([], at: Batch.Position(source: "", position: 1)) }
    configuration.batchIDTime = .milliseconds(1)
    #expect(throws: TallyError.self) { try Engine(configuration) }
  }
}
