import TallyFailure
import TallyMemory
import TallyStore
import TallyWire

/// A list that goes on in another call: which function lists, and what of which account.
struct ListName {
  /// The numbers are part of the texts that callers may keep.
  enum Kind: UInt8 {
    case accounts = 1
    case badges, reasons, feeds, rejected, messages, groups, groupMessages, outbox, reminders, notes, snapshot, patch,
      links, olderMessages, newerMessages
  }

  fileprivate var hash = FNVHash()
  fileprivate let kind: Kind

  /// - Parameters:
  ///   - account: its identifier; 0: the list is not of an account.
  ///   - number: the feed whose rows are listed.
  ///   - text: the path or the thread whose rows are listed.
  init(_ kind: Kind, account: Int64 = 0, number: Int64 = 0, _ text: UnsafeRawBufferPointer? = nil) {
    self.kind = kind
    hash.add(kind.rawValue)
    withUnsafeBytes(of: account.littleEndian) { hash.add($0) }
    withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
    if let text { hash.add(text) }
  }
}

/// The text that continues a list. It names a place by what the list is sorted by, so the row there may be removed. A
/// host may keep it, even longer than the program runs.
///
/// It has a checksum in eight hexadecimal digits, the number of the place, the lengths of its name and of its sequence,
/// each with a dot behind it, and the three texts: the name, the sequence, the identifier. The checksum includes the
/// name of the list. So a text of another list is found out, as is one that is no continuation. It is no secret, and a
/// forged text does no harm.
enum Continuation {
  /// The most bytes besides the three texts.
  static let overhead = 52

  /// Appends the text of a place.
  static func append(
    _ place: ListPlace, of list: ListName, to output: inout ByteBuffer
  ) throws(OutOfMemory) {
    let begin = output.count
    try output.append(decimal: place.number)
    for text in [place.name, place.sequence] {
      try output.append(byte: dot)
      try output.append(decimal: Int64(text.count))
    }
    try output.append(byte: dot)
    try output.append(place.name)
    try output.append(place.sequence)
    try output.append(place.id)
    var hash = list.hash
    hash.add(output.bytes(at: begin, count: output.count - begin))
    for digit in 0..<8 { try output.append(byte: hash.hexadecimalDigit(digit)) }
  }

  /// The place that a text names, which is borrowed from the text.
  /// - Throws: `.argument` if the text does not continue the list.
  static func place(of text: UnsafeRawBufferPointer, in list: ListName) throws(Failure) -> ListPlace {
    var hash = list.hash
    guard text.count > 8 else { throw unknown }
    let content = UnsafeRawBufferPointer(rebasing: text[..<(text.count - 8)])
    hash.add(content)
    for digit in 0..<8 where text[content.count + digit] != hash.hexadecimalDigit(digit) { throw unknown }
    var rest = content
    guard let number = takeNumber(&rest), let name = takeNumber(&rest), let sequence = takeNumber(&rest),
      name >= 0, sequence >= 0, name <= rest.count, sequence <= Int64(rest.count) - name
    else { throw unknown }
    var place = ListPlace(number: number)
    // Both fit, because the text has as many bytes.
    place.name = take(Int(truncatingIfNeeded: name), &rest)
    place.sequence = take(Int(truncatingIfNeeded: sequence), &rest)
    place.id = rest
    // Links are sorted by two paths.
    let longest = list.kind == .links ? Int(UInt16.max) : maximumIdentifierBytes
    guard place.sequence.count <= maximumIdentifierBytes, place.id.count <= longest else { throw unknown }
    return place
  }

  /// Checks that a page has ended behind the place where it began. In a damaged file, the places of messages may not be
  /// those by which an index sorts them, and a list would go on for ever.
  /// - Throws: `.corrupt`.
  static func check(_ end: ListPlace, isBehind start: ListPlace, in list: ListName) throws(Failure) {
    let isBehind: Bool
    switch list.kind {
    case .messages, .groups, .groupMessages, .olderMessages: isBehind = precedes(end, start)
    case .newerMessages: isBehind = precedes(start, end)
    case .reasons:
      let isOfOneReason = end.name.elementsEqual(start.name) && end.number != 0 && start.number != 0
      isBehind = !isOfOneReason || precedes(start, end)
    default: isBehind = true
    }
    if !isBehind { throw Failure(.corrupt, "the file is damaged: a list of messages is not in order") }
  }

  /// Whether a message is older: by its sequence, then its id, then its key.
  private static func precedes(_ a: ListPlace, _ b: ListPlace) -> Bool {
    if isShorterOrBefore(a.sequence, b.sequence) { return true }
    if isShorterOrBefore(b.sequence, a.sequence) { return false }
    if isShorterOrBefore(a.id, b.id) { return true }
    if isShorterOrBefore(b.id, a.id) { return false }
    return a.number < b.number
  }

  private static let dot: UInt8 = 0x2E

  private static var unknown: Failure {
    Failure(.argument, "after is not the text that continues this list: see next of the tally_rows")
  }

  /// Takes a decimal number and the dot behind it. nil: there is none.
  private static func takeNumber(_ rest: inout UnsafeRawBufferPointer) -> Int64? {
    var number: Int64 = 0
    let isNegative = rest.first == 0x2D
    for index in (isNegative ? 1 : 0)..<rest.count {
      if rest[index] == dot {
        rest = UnsafeRawBufferPointer(rebasing: rest[(index + 1)...])
        return number
      }
      let digit = rest[index] &- 0x30
      guard digit <= 9 else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (next, isTooLong) = tens.addingReportingOverflow(isNegative ? -Int64(digit) : Int64(digit))
      if isTooLarge || isTooLong { return nil }
      number = next
    }
    return nil
  }

  private static func take(_ count: Int, _ rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
    return UnsafeRawBufferPointer(rebasing: rest[..<count])
  }
}
