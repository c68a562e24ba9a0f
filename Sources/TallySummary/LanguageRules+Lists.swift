/// The text around an item of a list that is not the first.
struct ListLink {
  var before = UnsafeRawBufferPointer(start: nil, count: 0)
  var behind = UnsafeRawBufferPointer(start: nil, count: 0)
}

extension LanguageRules {
  /// The text around an item of a list of at least two, by CLDR's standard pattern for "and".
  /// - Parameters:
  ///   - index: from 1.
  ///   - item: its first bytes; at least three, if it has as many.
  func link(to index: Int, of count: Int, _ item: UnsafeRawBufferPointer) -> ListLink {
    // The order of the table: the first two, the middle, the last two, two alone.
    let kind = count == 2 ? 3 : index == count - 1 ? 2 : index == 1 ? 0 : 1
    var offset = lists
    for _ in 0..<kind { offset += Tables.slice(Tables.lists, from: offset, until: 0x0A).count + 1 }
    let whole = Tables.slice(Tables.lists, from: offset, until: 0x0A)
    var before = UnsafeRawBufferPointer(rebasing: whole.prefix { $0 != 1 })
    let behind = UnsafeRawBufferPointer(rebasing: whole[min(before.count + 1, whole.count)...])
    if kind >= 2, let changed = special.replacement(before: item) {
      before = UnsafeRawBufferPointer(start: changed.utf8Start, count: changed.utf8CodeUnitCount)
    }
    return ListLink(before: before, behind: behind)
  }
}

/// The languages whose "and" depends on the sound or the script of the next item.
enum SpecialLink: UInt8 {
  case none
  /// "y" becomes "e" before the sound of i.
  case spanish
  /// A hyphen separates the conjunction, which is a prefix, from an item that is not Hebrew.
  case hebrew

  init(language: UInt64) {
    switch language {
    case 0x1660: self = .spanish
    case 0x20A0: self = .hebrew
    default: self = .none
    }
  }

  func replacement(before item: UnsafeRawBufferPointer) -> StaticString? {
    if item.isEmpty { return nil }
    switch self {
    case .none: return nil
    case .spanish: return Self.soundsLikeI(item) ? " e " : nil
    case .hebrew: return Self.isHebrew(item) ? nil : " ו-"
    }
  }

  /// i…, and hi…, except hia… and hie…, which begin with another sound.
  private static func soundsLikeI(_ item: UnsafeRawBufferPointer) -> Bool {
    func letter(_ index: Int) -> UInt8 { index < item.count ? item[index] | 0x20 : 0 }
    if letter(0) == 0x69 { return true }
    return letter(0) == 0x68 && letter(1) == 0x69 && letter(2) != 0x61 && letter(2) != 0x65
  }

  /// Whether the first character is Hebrew: most of U+0591…05F4, and of U+FB1D…FB4F.
  private static func isHebrew(_ item: UnsafeRawBufferPointer) -> Bool {
    guard item.count >= 2 else { return false }
    if item[0] == 0xD6 { return item[1] >= 0x91 }
    if item[0] == 0xD7 {
      return item[1] <= 0x87 || (0x90...0xAA).contains(item[1]) || (0xAF...0xB4).contains(item[1])
    }
    guard item[0] == 0xEF, item[1] == 0xAC || item[1] == 0xAD, item.count >= 3 else { return false }
    let code = Int(item[1] & 0x03) << 6 | Int(item[2] & 0x3F)
    // FB1D–FB4F without the five unassigned characters.
    return code >= 0x1D && code <= 0x4F && code != 0x37 && code != 0x3D && code != 0x3F && code != 0x42 && code != 0x45
  }
}
