import TallyMemory

// The functions that oracle.c calls. They are compiled as a file of TallySummary, which has the tables to itself.

/// The tag of a language or variant of the tables.
/// - Returns: its size; 0: there is no more.
@_cdecl("summary_known")
public func summaryKnown(_ index: Int, _ text: UnsafeMutableRawPointer?, _ room: Int) -> Int {
  let languages = Tables.languages.utf8CodeUnitCount / 7
  var tag = LanguageTag.root
  if index < languages {
    tag = LanguageTag(bits: Tables.pack(Tables.languages.utf8Start + index * 7, 3) << 35)
  } else if index - languages < Tables.variants.utf8CodeUnitCount / 14 {
    tag = LanguageTag(bits: Tables.pack(Tables.variants.utf8Start + (index - languages) * 14, 10))
  } else {
    return 0
  }
  var output = ByteOutput(into: UnsafeMutableRawBufferPointer(start: text, count: room))
  do throws(OutOfMemory) { try tag.append(to: &output) } catch { return 0 }
  return output.count
}

/// The rules of a language, for the functions below.
/// - Returns: whether it is a tag.
@_cdecl("summary_choose")
public func summaryChoose(_ tag: UnsafeRawPointer?, _ size: Int, _ rules: UnsafeMutableRawPointer) -> Bool {
  guard let tag = LanguageTag(UnsafeRawBufferPointer(start: tag, count: size)) else { return false }
  rules.storeBytes(of: LanguageRules(tag), as: LanguageRules.self)
  return true
}

@_cdecl("summary_plural")
public func summaryPlural(_ rules: UnsafeRawPointer, _ number: UInt64) -> Int32 {
  Int32(rules.load(as: LanguageRules.self).category(of: number).rawValue)
}

/// Joins items as a summary does its arguments.
@_cdecl("summary_join")
public func summaryJoin(
  _ rules: UnsafeRawPointer, _ items: UnsafePointer<UnsafeRawPointer?>, _ sizes: UnsafePointer<Int>, _ count: Int,
  _ text: UnsafeMutableRawPointer?, _ room: Int
) -> Int {
  let rules = rules.load(as: LanguageRules.self)
  var output = ByteOutput(into: UnsafeMutableRawBufferPointer(start: text, count: room))
  do throws(OutOfMemory) {
    for index in 0..<count {
      let item = UnsafeRawBufferPointer(start: items[index], count: sizes[index])
      let link = index == 0 ? nil : rules.link(to: index, of: count, item)
      if let link { try output.append(link.before) }
      try output.append(item)
      if let link { try output.append(link.behind) }
    }
  } catch { return -1 }
  return output.count
}
