import CMemory
import TallyMemory
import Testing

@Suite struct BufferTests {
  @Test func givesItsBytesAway() throws {
    for count in [0, 1, 63, 64, 1000] {
      var buffer = ByteBuffer()
      for index in 0..<count { try buffer.append(byte: UInt8(truncatingIfNeeded: index)) }
      let taken = try buffer.take()
      let rest = buffer.count
      #expect(rest == 0)
      for index in 0..<count {
        #expect(taken.load(fromByteOffset: index, as: UInt8.self) == UInt8(truncatingIfNeeded: index))
      }
      #expect(taken.load(fromByteOffset: count, as: UInt8.self) == 0)
      ctally_memory_free(taken)
      try buffer.append(byte: 7)
      let bytes = Array(buffer.bytes)
      #expect(bytes == [7])
    }
  }

  @Test func aBlockKeepsItsBeginning() throws {
    #expect(ctally_memory_allocate(-1) == nil)  // The greatest size that C has.
    for (old, new) in [(0, 64), (64, 1000), (1000, 64), (64, 0), (100, 100)] {
      let block = try #require(ctally_memory_allocate(old))
      for index in 0..<old { block.storeBytes(of: UInt8(index & 255), toByteOffset: index, as: UInt8.self) }
      let resized = try #require(ctally_memory_resize(block, old, new))
      for index in 0..<min(old, new) {
        #expect(resized.load(fromByteOffset: index, as: UInt8.self) == UInt8(index & 255))
      }
      ctally_memory_free(resized)
    }
  }

  @Test func agreesWithAnArray() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix(seed: seed)
      var buffer = ByteBuffer()
      var model: [UInt8] = []
      for _ in 0..<random.below(100) {
        switch random.below(7) {
        case 0, 1:
          let byte = UInt8(random.below(256))
          try buffer.append(byte: byte)
          model.append(byte)
        case 2:
          let bytes = (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
          try bytes.withUnsafeBytes { (raw) throws in try buffer.append(raw) }
          model += bytes
        case 3:
          let number = Int64(bitPattern: random.next() >> UInt64(random.below(64)))
          try buffer.append(decimal: number)
          model += Array("\(number)".utf8)
        case 4:
          try buffer.append("tally")
          model += Array("tally".utf8)
        case 5:
          let kept = random.below(model.count + 1)
          buffer.truncate(to: kept)
          model.removeLast(model.count - kept)
        default:
          let text = try buffer.withCString { String(validatingCString: $0) ?? "" }
          let prefix = model.prefix { $0 != 0 }
          if let valid = String(validating: prefix, as: UTF8.self) {
            #expect(text == valid, "seed \(seed)")
          }
        }
        let bytes = Array(buffer.bytes)
        #expect(bytes == model, "seed \(seed)")
        let start = random.below(model.count + 1)
        let count = random.below(model.count - start + 1)
        let part = Array(buffer.bytes(at: start, count: count))
        #expect(part == Array(model[start..<(start + count)]), "seed \(seed)")
      }
      buffer.removeAll(keepingCapacity: random.chance(50))
      let isEmpty = buffer.isEmpty
      #expect(isEmpty)
    }
  }

  /// Bytes that do not fit into the caller's memory are counted, and nothing behind the memory is touched.
  @Test func anOutputIntoTheCallersMemory() throws {
    for room in 0...8 {
      for parts in [[8], [9], [5, 3], [5, 4], [5, 4, 1], [9, 1], [0, 8, 0], [3, 0, 6]] {
        var memory = [UInt8](repeating: 0xEE, count: 24)
        var expected = memory
        var total = 0
        for part in parts {
          if total + part <= room {
            expected.replaceSubrange(total..<total + part, with: repeatElement(7, count: part))
          }
          total += part
        }
        memory.withUnsafeMutableBytes { memory in
          var output = ByteOutput(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<room]))
          for part in parts {
            [UInt8](repeating: 7, count: part).withUnsafeBytes { bytes in
              do throws(OutOfMemory) { try output.append(bytes) } catch { Issue.record("no memory is needed") }
            }
          }
          let (count, isComplete, written) = (output.count, output.isComplete, output.written?.count)
          #expect(count == total && isComplete == (total <= room), "\(room): \(parts)")
          #expect(written == (total <= room ? total : nil), "\(room): \(parts)")
        }
        #expect(memory == expected, "\(room): \(parts)")
      }
    }
  }

  @Test(
    arguments: [
      0, 1, -1, 9, 10, 99, 100, -100, .max, .min, .max - 1, 1_000_000_000_000_000_000,
    ] as [Int64])
  func decimals(number: Int64) throws {
    var buffer = ByteBuffer()
    try buffer.append(decimal: number)
    let written = String(decoding: buffer.bytes, as: UTF8.self)
    #expect(written == "\(number)")
  }

  @Test func orderIsThatOfBytes() {
    for seed in UInt64(0)..<2000 {
      var random = SplitMix(seed: seed)
      let a = (0..<random.below(5)).map { _ in UInt8(random.chance(50) ? 0x61 : random.below(256)) }
      let b = (0..<random.below(5)).map { _ in UInt8(random.chance(50) ? 0x61 : random.below(256)) }
      a.withUnsafeBytes { rawA in
        b.withUnsafeBytes { rawB in
          #expect(isOrderedBefore(rawA, rawB) == a.lexicographicallyPrecedes(b), "seed \(seed)")
          #expect(isEqual(rawA, rawB) == (a == b), "seed \(seed)")
        }
      }
    }
  }

  @Test func blocks() throws {
    var block = RawBlock()
    try block.replaceWithZeros(100)
    let zeros = (0..<100).allSatisfy { block.base?.load(fromByteOffset: $0, as: UInt8.self) == 0 }
    #expect(zeros)
    block.base?.storeBytes(of: 7, toByteOffset: 99, as: UInt8.self)
    try block.reserve(101)
    let (kept, capacity) = (block.base?.load(fromByteOffset: 99, as: UInt8.self), block.byteCapacity)
    #expect(kept == 7 && capacity >= 101)
    #expect(throws: OutOfMemory.self) { try block.reserve(.max) }
    let after = block.base?.load(fromByteOffset: 99, as: UInt8.self)
    #expect(after == 7)
    block.release()
    let isGone = block.base == nil && block.byteCapacity == 0
    #expect(isGone)
  }
}
