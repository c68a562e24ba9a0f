import CMemory
import TallyMemory
import Testing

// Allocation failures are process-wide, and other tests run in the same process. So tests with failures run in a
// process of their own.

@Suite struct SlabTests {
  private struct Wide { var bytes = (UInt8(1), UInt64(2), UInt8(3)) }

  /// Counts its instances.
  final class Counted {
    final class Counter { var living = 0 }
    let number: Int64
    let counter: Counter

    init(_ number: Int64, _ counter: Counter) {
      self.number = number
      self.counter = counter
      counter.living += 1
    }

    deinit { counter.living -= 1 }
  }

  @Test func agreesWithADictionary() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix(seed: seed)
      let counter = Counted.Counter()
      do {
        var slab = Slab<Counted>()
        var model: [UInt32: (number: Int64, handle: SlabHandle)] = [:]
        var stale: [SlabHandle] = []
        for _ in 0..<random.below(300) {
          let isKnown = model.keys.sorted().randomElement(using: &random)
          if let slot = isKnown, random.chance(45) {
            let number = slab.remove(slot).number
            #expect(number == model[slot]?.number, "seed \(seed)")
            if let handle = model.removeValue(forKey: slot)?.handle { stale.append(handle) }
          } else {
            let number = Int64(random.below(1000))
            let slot = try slab.insert(Counted(number, counter))
            #expect(model[slot] == nil, "seed \(seed)")
            model[slot] = (number, slab.handle(slot))
          }
          let (isValid, count, slotCount) = (slab.verify(), slab.count, slab.slotCount)
          #expect(isValid && count == model.count && counter.living == count, "seed \(seed)")
          for slot in 0..<slotCount + 2 {
            let number = slab.find(slot)?.number
            #expect(number == model[slot]?.number, "seed \(seed)")
          }
          for (slot, known) in model {
            let found = slab.slot(of: SlabHandle(number: known.handle.number))
            #expect(found == slot && known.handle.number != 0, "seed \(seed)")
          }
          for handle in stale {
            let found = slab.slot(of: handle)
            #expect(found == nil, "seed \(seed)")
          }
        }
      }
      #expect(counter.living == 0, "seed \(seed)")
    }
  }

  /// The number of slots is the greatest number of elements at one time. The last free slot is used next.
  @Test func slotsAreUsedAgain() throws {
    var slab = Slab<Int64>()
    for number in Int64(0)..<10 { _ = try slab.insert(number) }
    for slot in UInt32(2)..<5 { slab.remove(slot) }
    for expected: UInt32 in [4, 3, 2, 10] {
      let slot = try slab.insert(-1)
      #expect(slot == expected)
    }
    slab[4] += 43
    let (changed, handle, other) = (slab[4], slab.handle(4), slab.handle(5))
    #expect(changed == 42 && handle != other)
  }

  /// Reserved room is enough, with or without free slots, and elements of any size lie at their place.
  @Test func reservedMemoryIsEnough() async {
    await #expect(processExitsWith: .success) {
      var bytes = Slab<UInt8>()
      var wide = Slab<Wide>()
      for round in 0..<20 {
        try bytes.reserve(100)
        try wide.reserve(100)
        ctally_memory_fail_after(0)
        defer { ctally_memory_fail_after(-1) }
        for number in UInt8(0)..<100 {
          let hasRoom = bytes.hasRoom(for: 1) && wide.hasRoom(for: 1)
          #expect(hasRoom)
          bytes[bytes.insertWithinCapacity(number)] += 1
          wide[wide.insertWithinCapacity(Wide())].bytes.2 = number
        }
        for slot in 0..<bytes.slotCount where round % 2 == 0 && bytes.contains(slot) && slot % 2 == 0 {
          let (byte, last) = (bytes.remove(slot), wide.remove(slot).bytes.2)
          #expect(byte == last + 1)
        }
        let isValid = bytes.verify() && wide.verify()
        #expect(isValid)
      }
    }
  }

  /// Without memory the slab is unchanged, however often the call is repeated.
  @Test func withoutMemoryItStaysAsItWas() async {
    await #expect(processExitsWith: .success) {
      for successes in Int64(0)..<6 {
        var slab = Slab<Int64>()
        ctally_memory_fail_after(successes)
        defer { ctally_memory_fail_after(-1) }
        var refusals = 0
        for number in Int64(0)..<200 {
          let (count, slots) = (slab.count, slab.slotCount)
          do throws(OutOfMemory) { _ = try slab.insert(number) } catch {
            refusals += 1
            #expect(slab.count == count && slab.slotCount == slots)
          }
        }
        let (isValid, count) = (slab.verify(), slab.count)
        #expect(isValid && count == 200 - refusals)
        for slot in 0..<slab.slotCount {
          let number = slab[slot]
          #expect(number == Int64(slot))
        }
      }
      var slab = Slab<Int64>()
      #expect(throws: OutOfMemory.self) { try slab.reserve(Int.max / 16 - 1) }
      let (count, hasRoom) = (slab.count, slab.hasRoom(for: 1))
      #expect(count == 0 && !hasRoom)
    }
  }
}
