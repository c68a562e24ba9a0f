import TallyMemory
import TallyTree
import Testing

@Suite struct PresentationTests {
  /// How a count is drawn, as kind and text.
  private func present(
    _ shows: Bool, _ count: UInt64, _ style: Style = Style(), icon: String = ""
  ) throws -> (presentation: Presentation, text: String) {
    var words = ByteBuffer()
    let presentation = Presentation(
      of: Visible(shows: shows, count: count), style: style, hasIcon: !icon.isEmpty)
    try withBytes(icon) { try presentation.appendText(icon: $0, to: &words) }
    return (presentation, text(words.bytes))
  }

  @Test func aCountShowsAsANumberElseAnIconElseADot() throws {
    let cases: [(Bool, UInt64, String, Presentation.Kind, String)] = [
      (true, 3, "", .number, "3"), (true, 3, "hot", .number, "3"), (true, 0, "hot", .icon, "hot"),
      (true, 0, "", .dot, ""), (false, 0, "hot", .none, ""), (false, 0, "", .none, ""), (false, 7, "hot", .none, ""),
    ]
    for (shows, count, icon, kind, expected) in cases {
      let answer = try present(shows, count, icon: icon)
      #expect(answer.presentation.kind == kind, "\(shows) \(count) \(icon)")
      #expect(answer.text == expected, "\(shows) \(count) \(icon)")
      #expect(answer.presentation.count == (kind == .number ? count : 0))
    }
  }

  @Test func defaults() throws {
    let style = try present(true, 1).presentation.style
    #expect(style == ResolvedStyle())
    #expect(style.dotRadius == 3 && style.offset == StyleOffset(x: 0, y: 0))
    #expect(style.fontSize == 9 && style.fontWeight == 700)
    #expect(style.textColor == 0xFFFF_FFFF && style.backgroundColor == 0xFF00_00FF)
    #expect(style.maxCount == 99 && style.overflow == .plus)
  }

  @Test(arguments: [
    (98, "98", "98"), (99, "99", "99"), (100, "99+", "…"), (8_589_934_590, "99+", "…"), (UInt64.max, "99+", "…"),
  ])
  func theTextIsCappedAndTheCountNever(count: UInt64, plus: String, ellipsis: String) throws {
    var style = Style()
    let first = try present(true, count, style)
    #expect(first.text == plus)
    #expect(first.presentation.count == count)
    style.overflow = .ellipsis
    let second = try present(true, count, style)
    #expect(second.text == ellipsis)
    #expect(second.presentation.count == count)
  }

  @Test func otherCaps() throws {
    let cases: [(UInt64, UInt64, String)] = [
      (1, 1, "1"), (1, 2, "1+"), (9, 10, "9+"), (999, 999, "999"), (999, 1000, "999+"),
      (UInt64.max, UInt64.max, "18446744073709551615"), (UInt64.max - 1, UInt64.max, "18446744073709551614+"),
    ]
    for (cap, count, expected) in cases {
      var style = Style()
      style.maxCount = cap
      #expect(try present(true, count, style).text == expected)
    }
  }

  @Test func valuesWithoutMeaning() {
    func problem(_ change: (inout Style) -> Void) -> StyleProblem? {
      var style = Style()
      change(&style)
      return style.problem
    }
    for radius in [-1, -Float.leastNonzeroMagnitude, .nan, .infinity, -.infinity] {
      #expect(problem { $0.dotRadius = radius } == .dotRadius, "\(radius)")
    }
    for size in [0, -1, Float.nan, .infinity] { #expect(problem { $0.fontSize = size } == .fontSize, "\(size)") }
    for wrong in [Float.nan, .infinity, -.infinity] {
      #expect(problem { $0.offset = StyleOffset(x: wrong, y: 0) } == .offset)
      #expect(problem { $0.offset = StyleOffset(x: 0, y: wrong) } == .offset)
    }
    for weight in [Int32.min, -1, 0, 1001, .max] { #expect(problem { $0.fontWeight = weight } == .fontWeight) }
    #expect(problem { $0.maxCount = 0 } == .maxCount)
    let fine = problem {
      $0.dotRadius = 0
      $0.offset = StyleOffset(x: -4.5, y: .greatestFiniteMagnitude)
      $0.fontSize = .leastNonzeroMagnitude
      $0.fontWeight = 1
      $0.textColor = 0
      $0.backgroundColor = .max
      $0.maxCount = 1
    }
    #expect(fine == nil)
    #expect(problem { $0.fontWeight = 1000 } == nil)
  }
}
