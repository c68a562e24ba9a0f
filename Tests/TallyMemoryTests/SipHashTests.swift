import TallyMemory
import Testing

@Suite struct SipHashTests {
  /// The key 00 01 ... 0f and the messages 00 01 ... of the paper's reference implementation.
  @Test func agreesWithThePaper() {
    let hash = SipHash(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    let expected: [Int: UInt64] = [
      0: 0x726F_DB47_DD0E_0E31, 1: 0x74F8_39C5_93DC_67FD, 7: 0xAB02_00F5_8B01_D137, 8: 0x93F5_F579_9A93_2462,
      15: 0xA129_CA61_49BE_45E5,
    ]
    for (count, value) in expected {
      (0..<UInt8(count)).map { $0 }.withUnsafeBytes { #expect(hash.hash($0) == value, "\(count) bytes") }
    }
  }
}
