import Testing

@testable import TallyStore
@testable import TallyTree

/// A choice of the user is a register, whose join does not depend on order or repetition.
@Suite struct ChoiceTests {
  private static let mutes: [Mute] = [.none, .numberButHighlights, .number, .allButHighlights, .all]

  /// All mutes, in the order of docs/wire-format.md.
  @Test func mutesHaveOneOrder() {
    var former: Int64 = -1
    for mute in Self.mutes {
      for until in mute == .none ? [0] : [5, 1_800_000_000_000, 0] as [Int64] {
        let value = Choice.value(of: mute, until: until)
        #expect(value > former, "\(mute) \(until)")
        #expect(Choice.mute(of: value) == (mute, until))
        #expect(Choice.isValid(.mute, value))
        former = value
      }
    }
  }

  @Test(arguments: [-1, 1, 3 << 56, 1 << 56, 6 << 56, 7 << 56, Int64.max, Int64.min])
  func otherNumbersAreNoMutes(value: Int64) {
    let mute = Choice.mute(of: value)
    #expect(!Choice.isValid(.mute, value) || Choice.value(of: mute.mute, until: mute.until) == value)
  }

  @Test func joiningIsAMaximum() {
    let choices = (0..<3).flatMap { version in (0..<3).map { Choice(value: $0, version: version) } }
    func joined(_ one: Choice, _ other: Choice) -> Choice {
      var choice = one
      #expect(choice.join(other) == (choice != one))
      return choice
    }
    for one in choices {
      #expect(joined(one, one) == one)
      for other in choices {
        let both = joined(one, other)
        #expect(both == joined(other, one) && joined(both, one) == both)
        for third in choices { #expect(joined(both, third) == joined(one, joined(other, third))) }
      }
    }
  }
}
