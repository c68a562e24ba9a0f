import TallyCalendar
import TallyMemory

/// An entry of an imported file that was skipped. The texts are borrowed.
public struct SkippedEntry {
  /// From 1.
  public var line: Int
  /// Empty: unknown.
  public var uid: UnsafeRawBufferPointer
  public var reason: UnsafeRawBufferPointer
}

/// The skipped entries and parts of an imported file, in the order of the file.
struct ImportReport: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var line: Int
    var skipsEntry: Bool
    var offset: Int
    var count: Int
    var uid: Int
  }

  private var entries = List<Entry>()
  private var reasons = ByteBuffer()

  var count: Int { entries.count }

  /// From 1.
  func line(_ index: Int) -> Int { entries[index].line }

  /// Whether the whole entry was skipped, and not a part of it.
  func skipsEntry(_ index: Int) -> Bool { entries[index].skipsEntry }

  /// Borrowed.
  func reason(_ index: Int) -> UnsafeRawBufferPointer {
    reasons.bytes(at: entries[index].offset, count: entries[index].count)
  }

  /// The identifier of the entry; empty: unknown. Borrowed.
  func uid(_ index: Int) -> UnsafeRawBufferPointer {
    reasons.bytes(at: entries[index].offset + entries[index].count, count: entries[index].uid)
  }

  func forEachSkipped(_ body: (SkippedEntry) -> Void) {
    for index in 0..<count where skipsEntry(index) {
      body(SkippedEntry(line: line(index), uid: uid(index), reason: reason(index)))
    }
  }

  mutating func add(_ finding: ICalendarFinding) throws(OutOfMemory) {
    let text = finding.reason.text
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    try add(line: finding.line, bytes, skipsEntry: finding.reason.skipsEntry)
  }

  mutating func add(
    line: Int, _ reason: UnsafeRawBufferPointer,
    uid: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), skipsEntry: Bool = true
  ) throws(OutOfMemory) {
    let entry = Entry(
      line: line, skipsEntry: skipsEntry, offset: reasons.count, count: reason.count, uid: uid.count)
    try reasons.append(reason)
    try reasons.append(uid)
    try entries.append(entry)
  }
}
