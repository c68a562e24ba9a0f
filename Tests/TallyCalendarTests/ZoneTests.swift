import CMemory
import TallyCalendar
import TallyMemory
import Testing

struct ZoneTests {
  // MARK: Files

  @Test(arguments: [UInt8(0), 0x32, 0x33, 0x34])
  func versions(version: UInt8) throws {
    var file = Self.changing
    file.version = version
    let zone = try file.read()
    #expect(zone.offset(at: Int64.min) == 0)
    #expect(zone.offset(at: 999) == 0)
    #expect(zone.offset(at: 1000) == 3600)
    // After the last transition the rule applies, if the version has one.
    #expect(zone.offset(at: 500_000) == (version == 0 ? 7200 : -10_800))
    #expect(zone.offset(at: Int64.max) == (version == 0 ? 7200 : -10_800))
  }

  @Test func withoutRule() throws {
    var file = Self.changing
    file.rule = ""
    #expect(try file.read().offset(at: Int64.max) == 7200)
    file.times = []
    file.indices = []
    #expect(try file.read().offset(at: Int64.max) == 0)
    file.rule = "<-03>3"
    #expect(try file.read().offset(at: 0) == -10_800)
  }

  /// A skipped time has the offset before. A repeated time is the first one.
  @Test func gapAndFold() throws {
    var file = ZoneFile(times: [1_000_000, 2_000_000], indices: [1, 0])
    file.types = [(0, 0, 0), (3600, 1, 0)]
    let zone = try file.read()
    #expect(zone.instant(ofLocal: 999_999) == 999_999)
    #expect(zone.instant(ofLocal: 1_000_000) == 1_000_000)
    #expect(zone.instant(ofLocal: 1_003_599) == 1_003_599)
    #expect(zone.instant(ofLocal: 1_003_600) == 1_000_000)
    #expect(zone.instant(ofLocal: 2_000_000) == 1_996_400)
    #expect(zone.instant(ofLocal: 2_003_599) == 1_999_999)
    #expect(zone.instant(ofLocal: 2_003_600) == 2_003_600)
  }

  static let damages: [(ZoneError.Problem, Int, @Sendable (inout [UInt8]) -> Void)] = [
    (.notTZif, 0, { $0[0] = 0x55 }),
    (.version, 4, { $0[4] = 0x31 }),
    (.version, 4, { $0[4] = 0x35 }),
    (.notTZif, 54, { $0[54] = 0 }),
    (.version, 58, { $0[58] = 0x41 }),
    // The second section's counts: UTC, standard, leap seconds, times, types, characters.
    (
      .counts, 74,
      {
        $0[77] = 2; $0.insert(contentsOf: [0, 0], at: 138)
      }
    ),
    (
      .counts, 74,
      {
        $0[81] = 2; $0.insert(contentsOf: [0, 0], at: 138)
      }
    ),
    (
      .leapSeconds, 82,
      {
        $0[85] = 1; $0.insert(contentsOf: [UInt8](repeating: 0, count: 12), at: 138)
      }
    ),
    (.counts, 74, { $0[93] = 0 }),
    (.counts, 74, { $0[97] = 0 }),
    (.order, 106, { $0[106] = 0x80 }),
    (.type, 115, { $0[115] = 3 }),
    // A wrong type: too far from Greenwich, neither daylight nor standard, without a name.
    (.type, 116, { $0[116] = 0x7F }),
    (.type, 122, { $0[126] = 2 }),
    (.type, 128, { $0[133] = 4 }),
    (.rule, 138, { $0[138] = 0x20 }),
    (.truncated, 146, { $0[145] = 0x20 }),
  ]

  @Test(arguments: ZoneTests.damages.indices)
  func damaged(index: Int) throws {
    let (problem, offset, damage) = Self.damages[index]
    var bytes = Self.changing.bytes
    damage(&bytes)
    let error = #expect(throws: ZoneError.self) { try Zone.read(keep(bytes)) }
    #expect(error?.problem == problem)
    #expect(error?.offset == offset)
    #expect((error?.text.utf8CodeUnitCount ?? 0) > 10)
  }

  /// A file that is cut anywhere is an error at its end.
  @Test(arguments: ["America/New_York", "Etc/UTC"])
  func truncated(name: String) throws {
    let bytes = try zoneFile(name)
    for length in 0..<bytes.count {
      let error = #expect(throws: ZoneError.self) { try Zone.read(keep(Array(bytes[..<length]))) }
      #expect(error?.problem == .truncated)
      #expect(error?.offset == length)
    }
  }

  /// For any byte, the file is rejected or works.
  @Test func everyByteDamaged() throws {
    var random = SplitMix(seed: 7)
    var bytes = try zoneFile("Asia/Kolkata")
    var read = 0
    for index in bytes.indices {
      let former = bytes[index]
      bytes[index] = UInt8(truncatingIfNeeded: random.next())
      try bytes.withUnsafeBytes { bytes in
        guard let zone = try? Zone.read(bytes) else { return }
        read += 1
        for instant in [Int64.min, -1_000_000_000, 0, 1_000_000_000, 9_000_000_000, Int64.max] {
          #expect((-89_999...93_599).contains(zone.offset(at: instant)))
          _ = zone.instant(ofLocal: instant)
        }
        let daily = try #require(Recurrence(Repetition(.day), anchor: day("1940-01-01"), time: 0))
        let next = daily.next(after: 0, in: zone)
        #expect((next?.instant ?? 0) > 0)
      }
      bytes[index] = former
    }
    #expect(read > 0)
  }

  /// Files of the first version have numbers of four bytes.
  @Test func damagedInTheFirstVersion() throws {
    var file = ZoneFile(version: 0, times: [2000, 1000], indices: [0, 0])
    #expect(throws: ZoneError(.order, at: 48)) { try file.read() }
    file.times = [1000, 2000]
    #expect(try file.read().offset(at: 0) == 0)
  }

  // MARK: Rules

  static let rules: [(rule: String, at: String, offset: Int32)] = [
    ("EST5EDT,M3.2.0,M11.1.0", "2050-07-01 00:00", -14_400), ("EST5EDT,M3.2.0,M11.1.0", "2050-01-01 00:00", -18_000),
    ("<+0330>-3:30<+0430>,J79/24,J263/24", "2050-03-19 00:00", 12_600),
    ("<+0330>-3:30<+0430>,J79/24,J263/24", "2050-03-21 00:00", 16_200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2050-03-27 00:59:59", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2050-03-27 01:00", -3600),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2050-03-25 00:00", 10_800),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2050-03-24 23:59:59", 7200),
    // Hours of a week before and after.
    ("AAA0BBB,M3.2.0/-167,M11.1.0/167", "2050-03-06 01:00", 3600),
    ("AAA0BBB,M3.2.0/-167,M11.1.0/167", "2050-03-06 00:59:59", 0),
    ("AAA0BBB,J1/-167,J2/167", "2049-12-25 01:00", 3600), ("AAA0BBB,J1/-167,J2/167", "2050-01-08 21:59:59", 3600),
    ("AAA0BBB,J1/-167,J2/167", "2050-01-08 22:00", 0),
    // Daylight saving time all year.
    ("XXX3EDT4,0/0,J365/23", "2050-01-01 03:00", -14_400), ("XXX3EDT4,0/0,J365/23", "2049-12-31 23:00", -14_400),
    ("EST5EDT,0/0,J365/25", "2050-01-01 05:00", -14_400), ("EST5EDT,0/0,J365/25", "2050-07-01 00:00", -14_400),
    // The leap day, with it and without.
    ("AAA0BBB,59/0,J300", "2048-02-29 00:00", 3600), ("AAA0BBB,J60/0,J300", "2048-02-29 00:00", 0),
    ("AAA0BBB,J60/0,J300", "2048-03-01 00:00", 3600), ("AAA0BBB,59/0,J300", "2049-03-01 00:00", 3600),
    ("AAA-24:59:59", "2050-01-01 00:00", 89_999), ("AAA24", "2050-01-01 00:00", -86_400),
    ("aaa+1:02:03bbb-1", "", 0),
  ]

  @Test(arguments: ZoneTests.rules.filter { !$0.at.isEmpty })
  func rule(rule: String, at: String, offset: Int32) throws {
    var file = ZoneFile()
    file.rule = rule
    #expect(try file.read().offset(at: seconds(at)) == offset)
  }

  /// A zone that is only a rule is as one from a file that has this rule.
  @Test(arguments: ZoneTests.rules.filter { !$0.at.isEmpty })
  func ruleAlone(rule: String, at: String, offset: Int32) throws {
    #expect(try Zone(rule: ZoneRule(keep(Array(rule.utf8)))).offset(at: seconds(at)) == offset)
  }

  @Test(arguments: [
    ("A", 1), ("AB3", 2), ("3", 0), ("EST", 3), ("EST5EDT", 7), ("EST5EDT,", 8), ("EST5EDT,M3.2.0", 14),
    ("EST5EDT,M13.2.0,M11.1.0", 9), ("EST5EDT,M0.2.0,M11.1.0", 9), ("EST5EDT,M3.6.0,M11.1.0", 11),
    ("EST5EDT,M3.2.7,M11.1.0", 13), ("EST5EDT,J0,J1", 9), ("EST5EDT,J366,J1", 9), ("EST5EDT,366,1", 8),
    ("EST5EDT,M3.2.0/168,M11.1.0", 15), ("EST5EDT,M3.2.0/-168,M11.1.0", 16), ("EST5EDT,M3.2.0/1:60,M11.1.0", 17),
    ("EST25", 3), ("EST-5:0:60", 8), ("<EST5", 5), ("<E>5", 2), ("<E T>5", 2), ("EST5EDT,M3.2.0,M11.1.0x", 22),
    ("EST99999999999999999999", 3), ("EST5 ", 4), (":America/New_York", 0),
  ])
  func refusedRule(rule: String, offset: Int) {
    let error = #expect(throws: ZoneError.self) { try ZoneRule(keep(Array(rule.utf8))) }
    #expect(error == ZoneError(.rule, at: offset), "\(rule)")
  }

  // MARK: Names and the table

  @Test(arguments: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "a.b/c-d", "x"])
  func names(name: String) throws { try ZoneTable.check(name: keep(Array(name.utf8))) }

  @Test(arguments: [
    ("", 0), ("/etc/passwd", 0), ("../x", 0), ("Europe/../x", 7), ("Europe//Berlin", 7), ("Europe/", 7), ("a..b", 2),
    (".hidden", 0), ("Europe/.x", 7), ("a\0b", 1), ("a\nb", 1), ("a b", 1), ("a\\b", 1), ("a:b", 1), ("a,b", 1),
    ("Zürich", 1), ("a\u{7F}", 1),
    (String(repeating: "x", count: 128), 127), (String(repeating: "x", count: 100_000), 127),
  ])
  func refusedName(name: String, offset: Int) {
    let error = #expect(throws: ZoneError.self) { try ZoneTable.check(name: keep(Array(name.utf8))) }
    #expect(error == ZoneError(.name, at: offset) && "\(error?.text ?? "")".contains("name"))
  }

  @Test func table() throws {
    var table = ZoneTable()
    let berlin = keep(Array("Europe/Berlin".utf8))
    #expect(table[0].offset(at: 0) == 0)
    #expect(table.find(berlin) == nil)
    #expect(try table.add(berlin, keep(zoneFile("Europe/Berlin"))) == 1)
    #expect(try table.add(keep(Array("Asia/Tokyo".utf8)), keep(zoneFile("Asia/Tokyo"))) == 2)
    #expect(try table.setDevice(keep([]), keep(zoneFile("Asia/Shanghai"))))
    let found = table.find(berlin)
    #expect(found == 1)
    let offsets = [table[0].offset(at: 0), table[1].offset(at: 0), table[2].offset(at: 0)]
    #expect(offsets == [28_800, 3600, 32_400])
    // An unreadable zone changes nothing. A readable one keeps the number.
    #expect(throws: ZoneError(.truncated, at: 3)) { try table.add(berlin, keep([0x54, 0x5A, 0x69])) }
    #expect(throws: ZoneError(.name, at: 0)) { try table.add(keep([]), keep(zoneFile("Asia/Tokyo"))) }
    let former = table[1].offset(at: 0)
    #expect(former == 3600)
    #expect(try table.add(berlin, keep(zoneFile("Asia/Kolkata"))) == 1)
    let replaced = table[1].offset(at: 0)
    #expect(replaced == 19_800)
    let count = table.count
    #expect(count == 2)
  }

  /// Version 2 with two transitions, then three hours west of Greenwich for ever.
  private static var changing: ZoneFile {
    var file = ZoneFile(times: [1000, 400_000], indices: [1, 2])
    file.types = [(0, 0, 0), (3600, 1, 0), (7200, 0, 0)]
    file.rule = "<-03>3"
    return file
  }

  /// Before any zone is added, the device's is UTC.
  @Test func tablesBeginWithUTC() throws {
    var table = ZoneTable()
    #expect(!table.hasDevice && table.count == 0 && table.name(0).isEmpty && table.find(keep(Array("UTC".utf8))) == nil)
    #expect(table[0].offset(at: 0) == 0)
    let file = try zoneFile("Asia/Tokyo")
    let number = try file.withUnsafeBytes { try table.add(keep(Array("Asia/Tokyo".utf8)), $0) }
    #expect(number == 1 && !table.hasDevice && table[0].offset(at: 0) == 0 && table[1].offset(at: 0) == 9 * 3600)
    let isSet = try file.withUnsafeBytes { try table.setDevice(keep(Array("Asia/Tokyo".utf8)), $0) }
    #expect(isSet && table.hasDevice && table.count == 1 && table[0].offset(at: 0) == 9 * 3600)
    #expect(String(decoding: table.name(0), as: UTF8.self) == "Asia/Tokyo")
  }
}
