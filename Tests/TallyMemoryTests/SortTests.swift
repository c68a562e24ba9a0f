import TallyMemory
import Testing

@Suite struct SortTests {
  @Test func sortsLikeTheStandardLibrary() {
    for seed in UInt64(0)..<300 {
      var random = SplitMix(seed: seed)
      let count = random.below(70)
      let range = 1 + random.below(50)
      var elements = (0..<count).map { _ in random.below(range) }
      let expected = elements.sorted()
      elements.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        heapSort(base, count: count) { (a: Int, b: Int) -> Bool in a < b }
      }
      #expect(elements == expected, "seed \(seed)")
    }
  }
}
