import Testing

@testable import TallyNode

@Suite struct BackupTests {
  private let digits = String(repeating: "0", count: 64)

  private func offer(_ change: (inout BackupOffer) -> Void = { _ in }) -> BackupOffer {
    var offer = BackupOffer(id: "a-1", size: 1_000_001, chunk: 500_000, position: 9, epoch: 2, sha256: digits)
    change(&offer)
    return offer
  }

  @Test func chunks() {
    #expect(offer().chunks == 3 && offer().flaw == nil)
    #expect((0..<4).map { offer().length(of: $0) } == [500_000, 500_000, 1, nil])
    #expect(offer { $0.size = 1_000_000 }.chunks == 2)
    #expect(
      offer {
        $0.size = UInt64(Int64.max); $0.chunk = 1
      }.length(of: .max) == nil)
  }

  @Test func offersThatAreNotBelieved() {
    #expect(offer { $0.id = "" }.flaw != nil)
    #expect(offer { $0.id = "a.*" }.flaw != nil)
    #expect(offer { $0.id = "../x" }.flaw != nil)
    #expect(offer { $0.size = 0 }.flaw != nil)
    #expect(offer { $0.size = .max }.flaw != nil)
    #expect(offer { $0.chunk = 0 }.flaw != nil)
    #expect(offer { $0.chunk = 1 << 40 }.flaw != nil)
    #expect(offer { $0.sha256 = "00" }.flaw != nil)
  }

  @Test func aBackupGoesAMinuteAfterItsLastRequest() {
    var shelf = BackupShelf()
    #expect(shelf.reuse(at: .seconds(5), first: 0) == nil)
    shelf.insert(offer(), file: "f", at: .seconds(5))
    #expect(shelf.reuse(at: .seconds(14), first: 0) == offer())
    #expect(shelf.reuse(at: .seconds(14), first: offer().position + 1) == offer())
    #expect(shelf.reuse(at: .seconds(14), first: offer().position + 2) == nil, "the log was cut behind it")
    #expect(shelf.reuse(at: .seconds(15), first: 0) == nil, "it is too old for a new one")
    #expect(shelf.find("a-1", at: .seconds(60))?.file == "f")
    #expect(shelf.find("a-2", at: .seconds(60)) == nil)
    #expect(shelf.expire(at: .seconds(119)).isEmpty)
    #expect(shelf.expire(at: .seconds(120)).map(\.file) == ["f"])
    #expect(shelf.backups.isEmpty && shelf.clear().isEmpty)
  }

  @Test func theHashesOfTheStandard() {
    #expect(SHA256.hex(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(SHA256.hex(of: Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA256.hex(of: Array(text.utf8)) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let million = [UInt8](repeating: 0x61, count: 1_000_000)
    #expect(SHA256.hex(of: million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func piecesOfAnyLengthGiveTheSameHash() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256.hex(of: bytes)
    for size in [1, 3, 55, 56, 63, 64, 65, 119, 128, 299] {
      var hash = SHA256()
      var start = 0
      while start < bytes.count {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
        start += size
      }
      #expect(hash.hex() == whole, "pieces of \(size) bytes")
    }
    for length in 50..<130 {
      var hash = SHA256()
      hash.update(Array(bytes[..<length]))
      #expect(hash.hex() == SHA256.hex(of: Array(bytes[..<length])))
    }
  }
}
