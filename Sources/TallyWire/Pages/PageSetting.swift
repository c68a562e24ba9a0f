import TallyFailure
import TallyMemory

/// A decision of the user at a path, on another device. Each part that is not nil is a register of its own, with the
/// same version. Times are in milliseconds since 1970; 0: none.
public struct PageSetting: Equatable {
  /// The mute: 0 holds nothing back, 1 numbers, 2 everything; 4 is added if highlights pass.
  public var mute: UInt8?
  public var muteUntil: Int64 = 0
  public var isFlagged: Bool?
  public var snooze: Int64?
  public var version: Int64 = 0

  public init() {}
}

/// The fields of a setting.
struct SettingFields {
  private(set) var path: JSONValue?
  private var mute, pass, until, flag, snooze, version: JSONValue?

  mutating func read(_ value: JSONValue, _ unknown: inout UnknownMembers) {
    guard value.kind == .object else { return }
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() {
      if !take(key, unlessNull(value)) { unknown.note(key.inner, in: .setting) }
    }
  }

  private mutating func take(_ key: JSONValue, _ value: JSONValue?) -> Bool {
    if isName(key, "path") {
      path = value
    } else if isName(key, "mute") {
      mute = value
    } else if isName(key, "pass") {
      pass = value
    } else if isName(key, "until") {
      until = value
    } else if isName(key, "flag") {
      flag = value
    } else if isName(key, "snooze") {
      snooze = value
    } else if isName(key, "ver") {
      version = value
    } else {
      return false
    }
    return true
  }

  /// nil: it is invalid.
  func setting() -> PageSetting? {
    var setting = PageSetting()
    guard let version, let number = readWholeNumber(version) else { return nil }
    setting.version = number
    if let mute {
      guard let mode = SettingFields.mode(mute) else { return nil }
      setting.mute = mode
      if let pass {
        if pass.kind != .boolean { return nil }
        if pass.isTrue, mode != 0 { setting.mute = mode | 4 }
      }
      if let until {
        guard let time = readTime(until) else { return nil }
        setting.muteUntil = mode == 0 ? 0 : time
      }
    }
    if let flag {
      if flag.kind != .boolean { return nil }
      setting.isFlagged = flag.isTrue
    }
    if let snooze {
      guard let time = readTime(snooze), time >= 0 else { return nil }
      setting.snooze = time
    }
    return setting
  }

  private static func mode(_ value: JSONValue) -> UInt8? {
    if value.kind != .string { return nil }
    if isName(value, "none") { return 0 }
    if isName(value, "number") { return 1 }
    return isName(value, "all") ? 2 : nil
  }
}

extension PageDecoder {
  /// Visits what the user has decided at paths.
  public func visitSettings(
    _ page: Page, _ visit: (_ path: UnsafeRawBufferPointer, _ setting: PageSetting) throws(Failure) -> Bool
  ) throws(Failure) -> PageTally {
    var tally = PageTally()
    guard let settings = page.settings else { return tally }
    var walk = JSONWalk(settings)
    while let value = walk.nextElement() {
      try prepareScratch(value.text.count)
      var fields = SettingFields()
      fields.read(value, &unknown)
      if let setting = fields.setting(), let path = fields.path, path.kind == .string,
        let text = try decodeIdentifier(path, into: &scratch), !text.isEmpty
      {
        tally.count(isAccepted: try visit(text, setting), reason: "its path is invalid")
      } else {
        tally.count(isAccepted: false, reason: "it is no setting with 'path' and 'ver'")
      }
    }
    return tally
  }
}
