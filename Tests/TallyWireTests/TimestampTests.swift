import TestSupport
import Testing

@testable import TallyWire

@Suite struct TimestampTests {
  private func read(_ text: String, isMilliseconds: Bool = false) -> Int64? {
    Timestamp.read(raw(text), isMilliseconds: isMilliseconds)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:56.007Z", 1_709_251_196_007),
    ("2024-03-01 01:29:56+01:30", 1_709_251_196_000), ("2024-02-29t22:29:56-01:30", 1_709_251_196_000),
    ("2024-02-29T23:59:60z", 1_709_251_200_000),
    ("2000-02-29T00:00:00Z", 951_782_400_000), ("2024-08-31T00:00:00Z", 1_725_062_400_000),
    ("2024-07-31T23:59:00+23:59", 1_722_384_000_000), ("2000-12-31T23:59:59.9999Z", 978_307_199_999),
    // Fewer digits than three, before any zone.
    ("1970-01-01T00:00:00.7Z", 700), ("1970-01-01T00:00:00.07Z", 70), ("1970-01-01T11:30:00.7+11:30", 700),
    ("1969-12-31T12:30:00.75-11:30", 750),
  ])
  func dates(text: String, time: Int64) { #expect(read(text) == time) }

  /// A date with one wrong character, at each place but between the date and the time.
  @Test(arguments: ["2024-08-23T08:59:56Z", "2024-08-23T08:59:56.743Z", "2024-08-23T08:59:56+02:00"])
  func everyCharacterIsChecked(text: String) {
    #expect(read(text) != nil)
    let good = Array(text.utf8)
    for place in good.indices where place != 10 {
      for wrong: UInt8 in [0x2F, 0x3B, 0x41, 0x7B, 0x20, 0x2C, 0x80, 0xFF, 0x10] {
        var bad = good
        bad[place] = wrong
        #expect(Timestamp.read(raw(bad), isMilliseconds: false) == nil, "\(place): \(wrong)")
      }
    }
    // Too short; four digits are a number.
    for count in good.indices where count > 4 && good[count - 1] != 0x2E {
      #expect(Timestamp.read(raw(Array(good.prefix(count))), isMilliseconds: false) == nil, "\(count)")
    }
  }

  @Test(arguments: [
    "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z",
    "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-04-31T00:00:00Z",
    "2024-11-31T00:00:00Z", "2024-01-02T00:00:00+24:00", "2024-01-02T00:00:00+01:60", "2024-01-02T00:00:00-99:99",
    "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "1969-12-31T23:59:59Z", "yesterday",
    "2024-01-01T00:00:00", "2024-01-01T00:00:00*02:00", "2024-01-01T00:00:00+0200", "2024-01-01T00:00+02:00",
    "2024-01-01T00:00-12:00", "2024-01-01T00:00:00 at noon Z", "2024-01-01T00:00:00)02:00", "2024-01-01T00:00:00ZZ",
    "2024-01-01T00:00:00.Z5", "2024-01-01T00:00:00.5",
  ])
  func noDates(text: String) { #expect(read(text) == nil) }

  @Test func numbers() {
    #expect(read("1635528741.2569") == 1_635_528_741_256)
    #expect(read("1635528741", isMilliseconds: true) == 1_635_528_741)
    for text in ["-1", "1e400", "\"1\"", "", "1 2"] { #expect(read(text) == nil, "\(text)") }
  }
}
