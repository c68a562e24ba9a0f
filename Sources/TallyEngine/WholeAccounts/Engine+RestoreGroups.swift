import TallyFailure
import TallyMemory
import TallyStore
import TallySummary

extension Engine {
  /// Restores how an account's messages are grouped and worded, and the seen states of the groups.
  func restoreGroups(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
    let mode = Int32(try parser.number(upTo: 3))
    let language = try parser.language()
    if mode == 0, !language.isEmpty { throw parser.malformed("the groups have a language but no configuration") }
    if mode > 0 {
      var row = GroupingRow()
      row.mode = mode
      try store.saveGrouping(account: account, row, language: language)
    }
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    while try parser.another() {
      let name = try parser.name()
      try parser.checkOrder(&former, name)
      let (summary, hidden) = (try parser.text(), try parser.text())
      try store.saveCategory(account: account, id: name, summary: summary, hidden: hidden)
    }
    try restoreTranslations(of: account, &parser)
    var isFirst = true
    while try parser.another() {
      let thread = try parser.text()
      if isFirst { former = thread } else { try parser.checkOrder(&former, thread) }
      isFirst = false
      let rank = try parser.blob()
      if !StoredRange.isRank(rank) {
        throw parser.malformed("no place of a message")
      }
      try store.restoreGroupSeen(account: account, thread, key: try parser.key(), rank: rank)
    }
  }

  private func restoreTranslations(of account: Int64, _ parser: inout AccountSnapshotParser) throws(Failure) {
    var formerKey = UnsafeRawBufferPointer(start: nil, count: 0)
    var former = formerKey
    while try parser.another() {
      let key = try parser.text()
      if key.isEmpty || key.count > Store.maximumFormatBytes { throw parser.malformed("a key is empty, or too long") }
      let isSame = isEqual(formerKey, key)
      if !isSame { try parser.checkOrder(&formerKey, key) }
      let language = try parser.language()
      if isSame { try parser.checkOrder(&former, language) } else { former = language }
      let format = try parser.text()
      try store.saveTranslation(account: account, key: key, language: language, format: format)
    }
  }
}

extension AccountSnapshotParser {
  /// A stored language; empty: none.
  mutating func language() throws(Failure) -> UnsafeRawBufferPointer {
    let text = try text()
    if text.isEmpty { return text }
    var written = ByteOutput()
    if let tag = LanguageTag(text), tag != .root {
      try growing { () throws(OutOfMemory) in try tag.append(to: &written) }
    }
    let canonical = written.take()
    if !isEqual(canonical.bytes, text) { throw malformed("a language is not in its canonical form") }
    return text
  }
}
