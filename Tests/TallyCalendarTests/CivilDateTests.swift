import TallyCalendar
import Testing

struct CivilDateTests {
  /// Counts all days of all years, by the lengths of months that everybody learns.
  @Test func allDays() throws {
    var days = CivilDate.first.days
    for year in 1...9999 {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      for (month, length) in zip(1..., [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
        for day in [1, 2, 28, length] {
          let date = try #require(CivilDate(year: year, month: month, day: day))
          #expect(date.days == days + Int32(day) - 1)
          let fields = date.fields
          #expect(fields.year == year && fields.month == month && fields.day == day)
        }
        #expect(CivilDate(year: year, month: month, day: length + 1) == nil)
        days += Int32(length)
      }
    }
    #expect(days == CivilDate.last.days + 1)
    #expect(try day("1970-01-01").days == 0)
  }

  @Test(arguments: [
    (2026, 2, 29), (1900, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
    (2026, 1, 32),
    (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (Int.max, 1, 1), (2026, Int.min, 1), (2026, 1, Int.max),
  ])
  func noSuchDay(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func addingMonths() throws {
    var random = SplitMix(seed: 1)
    for _ in 0..<20_000 {
      let date = try #require(CivilDate(days: Int64(random.within(-719_162...2_932_896))))
      let months = random.within(-30_000...30_000)
      #expect(date.adding(months: Int64(months)) == Model.adding(months: months, to: date), "\(date.text) \(months)")
    }
  }

  @Test(arguments: [Int64.min, Int64.max, 1 << 40, -1 << 40, 4_000_000])
  func outsideOfTheYears(count: Int64) throws {
    #expect(try day("2026-01-01").adding(days: count) == nil)
    #expect(try day("2026-01-01").adding(months: count) == nil)
    #expect(CivilDate(days: count) == nil)
  }

  @Test func edges() throws {
    #expect(CivilDate.last.adding(days: 1) == nil)
    #expect(CivilDate.first.adding(days: -1) == nil)
    #expect(CivilDate.last.adding(months: 1) == nil)
    #expect(CivilDate.first.adding(months: -1) == nil)
    #expect(CivilDate.last.adding(months: 0) == .last)
    #expect(CivilDate.first.adding(months: 9998 * 12 + 11)?.text == "9999-12-01")
  }
}
