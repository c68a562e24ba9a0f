import TallyMemory
import Testing

@Suite struct ListTests {
  @Test func agreesWithAnArray() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix(seed: seed)
      var list = List<Int64>()
      var model: [Int64] = []
      for _ in 0..<random.below(300) {
        let value = Int64(bitPattern: random.next())
        switch random.below(12) {
        case 10:
          let index = random.below(model.count + 1)
          try list.reserve(list.count + 1)
          list.insertWithinCapacity(value, at: index)
          model.insert(value, at: index)
        case 11 where !model.isEmpty:
          let index = random.below(model.count)
          list.remove(at: index)
          model.remove(at: index)
        case ..<5:
          try list.append(value)
          model.append(value)
        case 5:
          let count = random.below(40)
          try list.append(repeating: value, count: count)
          model.append(contentsOf: repeatElement(value, count: count))
        case 6:
          let last = list.popLast()
          #expect(last == model.popLast(), "seed \(seed)")
        case 7:
          let kept = random.below(model.count + 1)
          list.truncate(to: kept)
          model.removeLast(model.count - kept)
        case 8 where random.chance(20):
          let keeps = random.chance(50)
          list.removeAll(keepingCapacity: keeps)
          model.removeAll()
          let capacity = list.capacity
          #expect(keeps || capacity == 0)
        default:
          let room = random.below(100)
          try list.reserve(list.count + room)
          let (capacity, count) = (list.capacity, list.count)
          #expect(capacity >= count + room)
          if !model.isEmpty {
            let index = random.below(model.count)
            list[index] = value
            model[index] = value
          }
        }
        let elements = (0..<list.count).map { list[$0] }
        let isEmpty = list.isEmpty
        #expect(elements == model, "seed \(seed)")
        #expect(isEmpty == model.isEmpty)
      }
    }
  }

  @Test func unknownHandlesAreRejected() {
    for count in [Int.max, Int.max / 8 + 1, Int.max / 8 - 100] {
      var list = List<Int64>()
      #expect(throws: OutOfMemory.self) { try list.reserve(count) }
      let (count, capacity) = (list.count, list.capacity)
      #expect(count == 0 && capacity == 0)
    }
  }
}
