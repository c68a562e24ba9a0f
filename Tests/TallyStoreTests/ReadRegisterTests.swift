import TallyMemory
import TestSupport
import Testing

@testable import TallyStore

/// The edges of the rule by which devices and servers agree on read states.
@Suite struct ReadRegisterTests {
  /// A register whose versions were made here stays one of these, whatever it takes from another.
  @Test func versionsThatWereMadeHere() {
    var own = ReadRegister.unread(over: 3)
    #expect(!own.isShared && own.version == 4 && !own.isRead)
    own.join(ReadRegister(stored: 9, isRead: true))
    #expect(!own.isShared && own.version == 9 && own.isRead)
    own.join(ReadRegister(stored: 8, isRead: false))
    #expect(own.version == 9 && own.isRead)
    var shared = ReadRegister(stored: 4, isRead: true)
    shared.join(own)
    #expect(shared.isShared && shared.version == 9 && shared.isRead)
  }

  /// Nothing overrules the greatest version, at which read wins.
  @Test func theGreatestVersion() {
    let greatest = ReadRegister.maximumVersion
    #expect(ReadRegister.next(greatest - 1) == greatest && ReadRegister.next(greatest) == greatest)
    var register = ReadRegister(stored: greatest, isRead: true)
    register.act(isRead: false, over: -1)
    #expect(register.version == greatest && !register.isRead)
    register.join(ReadRegister(stored: greatest, isRead: true))
    #expect(register.isRead && register.shows(isReadUnder: -1))
  }

  @Test func noMarks() throws {
    var marks = Staircase()
    let isNew = try marks.settle()
    let (count, greatest, version) = (marks.count, marks.greatestVersion, marks.version(at: raw("1")))
    #expect(!isNew && count == 0 && greatest == -1 && version == -1)
    try marks.add(end: raw("2"), version: 7)
    let isNewer = try marks.settle()
    let (reached, beyond) = (marks.version(at: raw("1")), marks.version(at: raw("2")))
    #expect(isNewer && marks.greatestVersion == 7 && reached == 7 && beyond == -1)
  }
}
