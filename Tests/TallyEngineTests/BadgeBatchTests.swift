import CMemory
import TallyMemory
import TallyTree
import Testing

@testable import TallyEngine

@Suite struct BadgeBatchTests {
  static func append(_ batch: inout BadgeBatch, _ path: String, _ own: OwnState, account: Int64 = 1) throws {
    let bytes = [UInt8](path.utf8)
    try bytes.withUnsafeBytes {
      try batch.append(account: account, path: $0, own, dropsIcon: own.isEmpty, dismissesClaims: false)
    }
  }

  static func contents(_ batch: borrowing BadgeBatch, behind mark: BadgeBatch.Mark = BadgeBatch.Mark()) -> [String] {
    (mark.items..<batch.items.count).map { position in
      let item = batch.items[position]
      return "\(item.account) \(String(decoding: batch.path(of: item), as: UTF8.self)) \(item.own.badge)"
        + (item.dropsIcon ? " no icon" : "")
    }
  }

  @Test func laterItemsLieBehindTheMark() throws {
    var batch = BadgeBatch()
    try Self.append(&batch, "root.a", OwnState(badge: .count(3)))
    try batch.append(account: 1, revision: 7)
    let mark = batch.mark
    try Self.append(&batch, "root.é.b", OwnState(), account: 2)
    try Self.append(&batch, "root.a", OwnState(badge: .dot))
    try batch.append(account: 2, revision: 8)
    let (all, later, isValid) = (Self.contents(batch), Self.contents(batch, behind: mark), batch.verify())
    #expect(all == ["1 root.a count(3)", "2 root.é.b none no icon", "1 root.a dot"])
    #expect(later == Array(all.dropFirst()) && isValid)
    let revision = batch.revisions[mark.revisions]
    #expect(revision.account == 2 && revision.revision == 8 && mark == BadgeBatch.Mark(items: 1, revisions: 1))
  }

  @Test func aRevisionAloneIsSomethingToWrite() throws {
    var batch = BadgeBatch()
    let wasEmpty = batch.isEmpty
    try batch.append(account: 1, revision: 2)
    let isEmpty = batch.isEmpty
    #expect(wasEmpty && !isEmpty)
    batch.removeAll()
    try Self.append(&batch, "root", OwnState(badge: .dot))
    let (all, isValid) = (Self.contents(batch), batch.verify())
    #expect(!batch.isEmpty && isValid && all == ["1 root dot"])
    batch.removeAll()
    let (mark, isStillValid) = (batch.mark, batch.verify())
    #expect(batch.isEmpty && mark == BadgeBatch.Mark() && isStillValid)
  }

  /// Half of the accounts would be a state that never existed. So room for all of them is made first.
  @Test func reservedRoomNeedsNoMemory() async {
    await #expect(processExitsWith: .success) {
      var batch = BadgeBatch()
      var isRefused = false
      for successes in Int64(0)..<8 {
        ctally_memory_fail_after(successes)
        do throws(OutOfMemory) { try batch.reserve(badges: 50, bytes: 50 * 6, revisions: 3) } catch { isRefused = true }
        let (isEmpty, isValid) = (batch.isEmpty, batch.verify())
        #expect(isEmpty && isValid)
      }
      #expect(isRefused)
      ctally_memory_fail_after(0)
      for number in 0..<50 { try Self.append(&batch, "root.\(number % 10)", OwnState(badge: .dot)) }
      for account in Int64(0)..<3 { try batch.append(account: account, revision: 1) }
      ctally_memory_fail_after(-1)
      let (mark, isValid) = (batch.mark, batch.verify())
      #expect(mark == BadgeBatch.Mark(items: 50, revisions: 3) && isValid)
    }
  }
}
