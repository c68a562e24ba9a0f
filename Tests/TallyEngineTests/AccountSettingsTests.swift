import TallyFailure
import TallyStore
import TallyTree
import TestSupport
import Testing

@testable import TallyEngine

@Suite struct AccountSettingsTests {
  private func settings(_ set: (inout AccountSettings) -> Void) -> AccountSettings {
    var settings = AccountSettings()
    set(&settings)
    return settings
  }

  private func check(_ set: (inout AccountSettings) -> Void) throws -> CheckedSettings {
    try CheckedSettings(settings(set), paths: PathLimits())
  }

  private func isText(_ bytes: UnsafeRawBufferPointer?, _ text: String) -> Bool {
    bytes.map { String(decoding: $0, as: UTF8.self) } == text
  }

  @Test func checkingMakesThemCanonical() throws {
    let checked = try check {
      $0.language = raw("pt_pt")
      $0.pushPath = raw("icon")
      $0.outboxURL = raw("http://a/")
    }
    withExtendedLifetime(checked) {
      #expect(isText(checked.settings.language, "pt-PT") && isText(checked.settings.pushPath, "root.icon"))
      #expect(isText(checked.settings.outboxURL, "http://a/"))
      #expect(checked.settings.grouping == nil && checked.settings.requestTimeout == nil)
    }
  }

  @Test func emptyTextsAndNothingAreValid() throws {
    let checked = try check {
      $0.language = raw("")
      $0.outboxURL = raw("")
      $0.pushPath = raw("")
    }
    #expect(isText(checked.settings.language, "") && isText(checked.settings.pushPath, ""))
    #expect(try check { _ in }.settings.language == nil)
  }

  @Test func badValuesAreRefused() throws {
    let bad: [(Status, (inout AccountSettings) -> Void)] = [
      (.argument, { $0.grouping = 0 }), (.argument, { $0.grouping = 4 }), (.argument, { $0.language = raw("x") }),
      (.range, { $0.requestTimeout = 99 }), (.range, { $0.idleTimeout = -1 }),
      (.url, { $0.outboxURL = raw("file:/x") }), (.url, { $0.outboxURL = raw("http://") }),
      (.path, { $0.pushPath = raw("a..b") }),
    ]
    for (status, set) in bad {
      let failure = #expect(throws: Failure.self) { try check(set) }
      #expect(failure?.status == status)
    }
  }
}
