import TallyMemory
import Testing

@Suite struct TimeHeapTests {
  @Test func leasesInOrder() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix(seed: seed)
      var heap = TimeHeap()
      var model: [UInt64: Int64] = [:]
      var next: UInt64 = 0
      for _ in 0..<random.below(200) {
        switch random.below(10) {
        case ..<6:
          next += 1
          let time = Int64(random.below(60)) - 20
          try heap.reserve(additional: 1)
          let hasRoom = heap.hasRoom
          #expect(hasRoom)
          try heap.push(time, next)
          model[next] = time
        case 6: model[UInt64(random.below(Int(next) + 1))] = nil
        case 7:
          heap.removeStale { model[$0.key] == $0.time }
          let count = heap.count
          #expect(count == model.count, "seed \(seed)")
        case 8:
          if let first = heap.first(where: { model[$0.key] == $0.time }) {
            heap.removeFirst()
            model[first.key] = nil
          }
        case 9 where random.chance(20):
          heap.removeAll()
          model = [:]
        default: break
        }
        let first = heap.first { model[$0.key] == $0.time }
        #expect(first?.time == model.values.min(), "seed \(seed)")
      }
    }
  }
}
