import TallyMemory
import Testing

@testable import TallyEngine

@Suite struct TraceRingTests {
  /// A random test against a list: what is taken are the newest records that fit, in their order.
  @Test func theNewestRecordsStay() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    var ring = try TraceRing(bytes: 4096)
    var model: [(number: UInt64, text: [UInt8])] = []
    var texts = ByteBuffer()
    for number in 1...3000 as ClosedRange<UInt64> {
      if random.next() % 3 > 0 {
        let text = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Int(random.next() % 300))
        var record = TraceRecord(.node)
        record.revision = number
        text.withUnsafeBytes { ring.append(record, TraceTexts($0)) }
        model.append((number, text))
      } else if let (record, isTaken) = try ring.take(&texts, capacity: 1000) {
        #expect(isTaken)
        if record.kind == .lost {
          model.removeFirst(Int(record.count))
        } else {
          let wanted = model.removeFirst()
          #expect(record.revision == wanted.number && [UInt8](texts.bytes) == wanted.text, "seed \(seed)")
        }
      }
      let (isSound, left, lost) = (ring.verify(), ring.count, ring.lost)
      #expect(isSound && left + Int(lost) == model.count, "seed \(seed)")
    }
  }

  @Test func aRecordThatCannotFitIsLost() throws {
    var ring = try TraceRing(bytes: 4096)
    var texts = ByteBuffer()
    [UInt8](repeating: 1, count: 5000).withUnsafeBytes { ring.append(TraceRecord(.log), TraceTexts($0)) }
    let first = try ring.take(&texts, capacity: 10)
    #expect(first?.0.kind == .lost && first?.0.count == 1)
    let isEmpty = ring.isEmpty
    #expect(isEmpty)
  }

  /// It stays until there is room.
  @Test func aRecordThatDoesNotFitTheReaderStays() throws {
    var ring = try TraceRing(bytes: 4096)
    var texts = ByteBuffer()
    [UInt8](repeating: 7, count: 9).withUnsafeBytes { ring.append(TraceRecord(.log), TraceTexts($0)) }
    for _ in 0..<2 {
      let refused = try ring.take(&texts, capacity: 9)
      #expect(refused?.1 == false && refused?.0.textLength == 9)
    }
    let taken = try ring.take(&texts, capacity: 10)
    #expect(taken?.1 == true && texts.count == 9)
  }
}
