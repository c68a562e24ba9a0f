import Foundation
import Tally
import Testing

@Suite struct BackupTests {
  @Test func aCopyIsOpenedLikeTheOriginal() throws {
    let scratch = try Scratch()
    let copy = scratch.file("copy.db")
    let engine = try Engine(Engine.Configuration(file: scratch.file("a.db")))
    let ann = try engine.openAccount("ann")
    try ann.set(3, at: "a.b")
    try engine.backup(to: copy)
    try ann.set(4, at: "a.b")
    #expect(try count(in: copy) == 3)
    let error = #expect(throws: TallyError.self) { try engine.backup(to: copy) }
    #expect(error?.code == .exists)
    #expect(try count(in: copy) == 3)
    try engine.backup(to: copy, replacing: true)
    #expect(try count(in: copy) == 4)
  }

  @Test func impossibleTermsAreReported() throws {
    let scratch = try Scratch()
    let copy = scratch.file("copy.db")
    let inMemory = try Engine()
    var error = #expect(throws: TallyError.self) { try inMemory.backup(to: copy) }
    #expect(error?.code == .unsupported)
    let engine = try Engine(Engine.Configuration(file: scratch.file("a.db")))
    error = #expect(throws: TallyError.self) { try engine.backup(to: "\(copy)\0x") }
    #expect(error?.code == .argument)
    error = #expect(throws: TallyError.self) { try engine.backup(to: "") }
    #expect(error?.code == .argument)
    error = #expect(throws: TallyError.self) { try engine.backup(to: scratch.file("a.db"), replacing: true) }
    #expect(error?.code == .argument)
    try engine.close()
    error = #expect(throws: TallyError.self) { try engine.backup(to: copy) }
    #expect(error?.code == .closed)
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  private func count(in file: String) throws -> UInt64 {
    let engine = try Engine(Engine.Configuration(file: file))
    defer { try? engine.close() }
    return UInt64(try engine.openAccount("ann").badge(at: "a").count)
  }
}
