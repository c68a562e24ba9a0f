import Testing

@testable import TallyNode

@Suite struct EntriesTests {
  @Test func leases() {
    let entry = LeaseEntry(node: "n1", epoch: 7, run: "5f3a")
    #expect(String(decoding: entry.json, as: UTF8.self) == #"{"node": "n1", "epoch": 7, "run": "5f3a"}"#)
    #expect(LeaseEntry(entry.json) == entry)
    #expect(LeaseEntry(Array(#"{"node": "n1", "more": 1}"#.utf8)) == LeaseEntry(node: "n1", epoch: 0, run: ""))
    for text in ["", "{", "[]", "{}", #"{"node": 1}"#, #"{"epoch": 7}"#] {
      #expect(LeaseEntry(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func nodes() {
    let node = LiveNode(
      name: "n1", isLeaving: true,
      held: [
        0: Holding(role: .owner, epoch: 7, position: 4711, isCaughtUp: true), 3: Holding(role: .standby, position: 99),
      ])
    let entry = NodeEntry(partitions: 16, started: 1_795_460_937_000, http: "127.0.0.1:9000", node: node)
    #expect(NodeEntry(entry.json, name: "n1") == entry)
    let odd = #"{"partitions": -1, "held": {"x": {"role": "owner"}, "1": {"role": "king"}, "2": {"role": "standby"}}}"#
    let read = NodeEntry(Array(odd.utf8), name: "n2")
    #expect(read?.partitions == 0 && read?.node.held == [2: Holding(role: .standby)])
    #expect(NodeEntry([], name: "n2") == nil && NodeEntry(Array("[]".utf8), name: "n2") == nil)
  }

  @Test func offers() {
    let offer = BackupOffer(id: "a-1", size: 9, chunk: 4, position: 7, epoch: 2, sha256: "00")
    #expect(BackupOffer(offer.json) == offer)
    for text in ["", "{}", #"{"error": "this node does not own the partition"}"#, #"{"id": "a", "size": -1}"#] {
      #expect(BackupOffer(Array(text.utf8)) == nil, "\(text)")
    }
  }

  private func reading(_ text: String) -> BucketAnswer.Reading? {
    Array(text.utf8).withUnsafeBytes { BucketAnswer.reading($0) }
  }

  private func write(_ text: String) -> BucketAnswer.Write {
    Array(text.utf8).withUnsafeBytes { BucketAnswer.write($0) }
  }

  @Test func readingsOfABucket() {
    #expect(reading(#"{"message": {"seq": 9, "data": "YWJj"}}"#) == .init(value: Array("abc".utf8), sequence: 9))
    // NATS/1.0, KV-Operation: DEL
    let removed = "TkFUUy8xLjANCktWLU9wZXJhdGlvbjogREVMDQoNCg=="
    #expect(reading(#"{"message": {"seq": 9, "hdrs": "\#(removed)"}}"#) == .init(value: nil, sequence: 9))
    #expect(reading(#"{"error": {"code": 404, "err_code": 10037}}"#) == .init(value: nil, sequence: 0))
    // The value is unknown, because there is no leader.
    for text in ["", "{}", #"{"error": {"code": 503, "err_code": 10008}}"#, #"{"message": {"data": "YWJj"}}"#] {
      #expect(reading(text) == nil, "\(text)")
    }
  }

  @Test func writesToABucket() {
    #expect(write(#"{"stream": "KV_X", "seq": 9}"#) == .stored(9))
    #expect(
      write(#"{"error": {"code": 400, "err_code": 10071, "description": "wrong last sequence: 8"}}"#) == .conflict)
    for text in ["", "{}", #"{"error": {"code": 503, "err_code": 10077}}"#, #"{"seq": 0}"#] {
      guard case .unknown = write(text) else {
        Issue.record("\(text)")
        continue
      }
    }
  }
}
