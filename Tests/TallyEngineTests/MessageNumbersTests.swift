import Testing

@testable import TallyEngine

@Suite struct MessageNumbersTests {
  @Test func momentsGrow() {
    var numbers = MessageNumbers()
    let moments = [numbers.advance(), numbers.advance(), numbers.advance()]
    #expect(moments == [1, 2, 3] && numbers.moment == 3)
    // A message that is made here does not count as a read.
    _ = numbers.give()
    #expect(numbers.moment == 3)
  }

  @Test func givenNumbersHaveAsManyDigits() {
    for given in [Int64(0), 8, 99_999, 999_999_990, 5_000_000_000] {
      var numbers = MessageNumbers(given: given)
      let texts = (0..<20).map { _ in String(numbers.give()) }
      #expect(texts.allSatisfy { $0.count == 10 } && Set(texts).count == 20)
      if given < 999_999_000 { #expect(texts == texts.sorted()) }
    }
  }
}
