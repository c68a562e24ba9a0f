import Tally
import Testing

@testable import TallyNode

@Suite struct ChangeLogTests {
  private func touched(_ operations: [Batch.Operation], maximum: Int = 100) -> ChangeLog.Touched? {
    let log = ChangeLog(maximumPaths: maximum)
    log.note(Batch.Item(account: "ann", operations))
    return log.take()["ann"]
  }

  @Test func operationsSayWhereToLook() {
    #expect(touched([.add(1, at: "a"), .clear(at: "b")]) == .init(paths: ["a", "b"], subtrees: []))
    #expect(touched([.clearTree(at: "a")]) == .init(paths: [], subtrees: ["a"]))
    #expect(touched([.markRead(at: "a", subtree: false)]) == .init(paths: ["a"], subtrees: []))
    #expect(touched([.markRead(at: "a", subtree: true)]) == .init(paths: [], subtrees: ["a"]))
    #expect(touched([.withdrawMessage("m")]) == .init(paths: [], subtrees: ["root"]))
    #expect(touched([.post(Tally.Message.Draft(), at: "a")]) == .init(paths: ["a"], subtrees: []))
  }

  @Test func anAccountWithManyPathsHasChangedEverywhere() {
    let operations = (0..<5).map { Batch.Operation.dot(at: "p\($0)") }
    #expect(touched(operations, maximum: 4) == .init(paths: [], subtrees: ["root"]))
    #expect(touched(operations, maximum: 5)?.paths.count == 5)
  }

  @Test func whatWasTakenIsGone() {
    let log = ChangeLog(maximumPaths: 10)
    log.note(Batch.Item(account: "ann", [.dot(at: "a")]))
    log.note(Batch.Item(account: "", []))
    #expect(log.take().count == 1)
    #expect(log.take().isEmpty)
  }

  @Test func changesAreThePathsAndThoseAboveThem() throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    try account.set(2, at: "chat.bo")
    let changes = try PartitionService.changes(of: account, .init(paths: ["chat.bo"], subtrees: ["news"]))
    #expect(changes.map(\.path) == ["root", "root.chat", "root.chat.bo", "root.news"])
    #expect(changes.map(\.badge.count) == [2, 2, 2, 0])
    #expect(changes.map(\.includesSubtree) == [false, false, false, true])
    try engine.close()
  }
}
