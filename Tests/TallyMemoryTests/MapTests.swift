import TallyMemory
import Testing

@Suite struct MapTests {
  @Test func agreesWithADictionary() throws {
    for seed in UInt64(0)..<120 {
      var random = SplitMix(seed: seed)
      var map = IntegerMap()
      var model: [UInt64: Int64] = [:]
      // Few keys collide often. So do keys that differ only in the upper half.
      let spread = [20, 200, 2000][random.below(3)]
      let shift = UInt64([0, 1, 32, 63 - 11][random.below(4)])
      for _ in 0..<random.below(1500) {
        let key = UInt64(1 + random.below(spread)) << shift
        switch random.below(10) {
        case ..<5:
          let value = Int64(bitPattern: random.next())
          if value & 1 == 0 {
            try map.set(key, value)
          } else {
            try map.reserve(additional: 1)
            map.setWithinCapacity(key, value)
          }
          model[key] = value
        case ..<9:
          map.remove(key)
          model[key] = nil
        default: try map.reserve(additional: random.below(40))
        }
        let (value, count, zero) = (map.value(key), map.count, map.value(0))
        #expect(value == model[key], "seed \(seed)")
        #expect(count == model.count, "seed \(seed)")
        #expect(zero == nil)
      }
      for key in 1...UInt64(spread) {
        let value = map.value(key << shift)
        #expect(value == model[key << shift], "seed \(seed)")
      }
      var entries: [UInt64: Int64] = [:]
      var visited = 0
      var cursor = 0
      while let (key, value) = map.entry(from: &cursor) {
        entries[key] = value
        visited += 1
      }
      #expect(entries == model, "seed \(seed)")
      #expect(visited == model.count, "seed \(seed)")
    }
  }

  @Test func anEmptyMapHasNothing() {
    var map = IntegerMap()
    map.remove(1)
    var cursor = 0
    let (value, entry, count) = (map.value(1), map.entry(from: &cursor), map.count)
    #expect(value == nil && entry == nil && count == 0)
  }
}
