import TallyMemory

// For fuzz_formats.c. Compiled as a file of TallySummary: see build_pure.

/// Reads a tag and walks up from it.
/// - Returns: its size as it is written; -1 where it was refused.
@_cdecl("fuzz_tag")
public func fuzzTag(_ bytes: UnsafeRawPointer?, _ size: Int, _ text: UnsafeMutableRawPointer?, _ room: Int) -> Int {
  guard let tag = LanguageTag(UnsafeRawBufferPointer(start: bytes, count: size)) else { return -1 }
  var output = ByteOutput(into: UnsafeMutableRawBufferPointer(start: text, count: room))
  do throws(OutOfMemory) { try tag.append(to: &output) } catch { return -1 }
  var steps = 0
  var next = tag.parent
  while let ancestor = next {
    steps += 1
    precondition(steps < 8)
    next = ancestor.parent
  }
  return output.count
}

/// Compiles a format into memory as large as its text and a byte.
/// - Returns: its size; where it is refused, -1 less the reason, and the position.
@_cdecl("fuzz_compile")
public func fuzzCompile(
  _ text: UnsafeRawPointer?, _ size: Int, _ category: UInt8, _ isHidden: Bool, _ compiled: UnsafeMutableRawPointer,
  _ position: UnsafeMutablePointer<Int>
) -> Int {
  var format = Format()
  do throws(FormatError) {
    try format.add(
      PluralCategory(rawValue: category) ?? .other, UnsafeRawBufferPointer(start: text, count: size), isHidden: isHidden
    )
  } catch {
    precondition(format.compiled.isEmpty)
    position.pointee = error.position
    return -1 - Int(error.reason.rawValue)
  }
  precondition(format.compiled.count <= size + 1)
  for index in 0..<format.compiled.count {
    compiled.storeBytes(of: format.compiled[index], toByteOffset: index, as: UInt8.self)
  }
  return format.compiled.count
}

/// Words a group, the newest notification first, all of one category with this compiled format.
/// - Returns: the size of the summary; -1: there is none.
@_cdecl("fuzz_word")
public func fuzzWord(
  _ tag: UnsafeRawPointer?, _ tagSize: Int, _ compiled: UnsafeRawPointer?, _ size: Int, _ isHidden: Bool,
  _ arguments: UnsafePointer<UnsafeRawPointer?>, _ sizes: UnsafePointer<Int>, _ counts: UnsafePointer<UInt64>,
  _ count: Int, _ text: UnsafeMutableRawPointer?, _ room: Int
) -> Int {
  let tag = LanguageTag(UnsafeRawBufferPointer(start: tag, count: tagSize)) ?? .root
  var output = ByteOutput(into: UnsafeMutableRawBufferPointer(start: text, count: room))
  do throws(OutOfMemory) {
    var catalogue = Catalogue()
    let name = UnsafeRawBufferPointer(start: nil, count: 0)
    let category = try catalogue.category(named: name)
    let key = try catalogue.key(named: name)
    try catalogue.setFormat(UnsafeRawBufferPointer(start: compiled, count: size), key: key, language: .root)
    catalogue.setCategory(category, summary: key, hidden: key)
    var group = GroupDigest()
    for index in stride(from: count - 1, through: 0, by: -1) {
      let argument = UnsafeRawBufferPointer(start: arguments[index], count: sizes[index])
      try group.append(category: category, argument: argument, count: counts[index])
    }
    let wording = try catalogue.word(group, isHidden: isHidden, in: tag, orElse: .root, into: &output)
    return wording.origin == .nothing ? -1 : output.count
  } catch { return -1 }
}
