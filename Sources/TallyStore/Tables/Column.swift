import TallyMemory
import TallyWire

/// Rules for texts that the store itself does not know. They apply when a file is verified or salvaged.
public struct StoreRules {
  /// Whether a text is a canonical path of any depth or length.
  public var isPath: (UnsafeRawBufferPointer) -> Bool
  /// Whether a text may be the name of an account or a feed.
  public var isName: (UnsafeRawBufferPointer) -> Bool

  public init(
    isPath: @escaping (UnsafeRawBufferPointer) -> Bool, isName: @escaping (UnsafeRawBufferPointer) -> Bool
  ) {
    self.isPath = isPath
    self.isName = isName
  }
}

/// A column of a table, and its valid values.
struct Column: Sendable {
  enum Form: UInt8, Sendable {
    case any, name, path, pathOrNone, rank, bound
    // The bytes of an account have these too (`Store+Restoring.swift`); verifying accepts any value. A `sequence` is
    // the rank of the message in the row, and stands there as its sequence, as the one behind which a bound is. A row
    // of the outbox has a path as its `subject` and a bound if it is of a mark.
    case nameOrNone, identifier, identifierOrNone, sequence, subject, boundOfMark, url, language, printable,
      furtherPaths
    case bytes
    case version, serverVersion, key
  }
  enum Reference: UInt8 { case none, account, feed }

  #if !hasFeature(Embedded)
    /// Only for tests: 170 names and their places would take 8 kB of the library.
    var name: StaticString
  #endif
  /// The kind of its values: `StoredValue`. `null`: an integer that is the number of the row.
  var kind: UInt8
  /// The form of a text or a blob.
  var form: Form
  /// The row that it refers to, within the row's account.
  var reference: Reference
  /// The range of a number, or of the length of a text or a blob.
  var least: Int64
  var most: Int64
  /// The part of a message that it holds.
  var content: Content?

  enum Content: Sendable { case text(MessageText), number(MessageNumber), data }

  init(
    name: StaticString, kind: UInt8, form: Form = .any, reference: Reference = .none, least: Int64 = Int64.min,
    most: Int64 = Int64.max, content: Content? = nil
  ) {
    #if !hasFeature(Embedded)
      self.name = name
    #endif
    self.kind = kind
    self.form = form
    self.reference = reference
    self.least = least
    self.most = most
    self.content = content
  }

  var range: ClosedRange<Int64> { least...most }
  var isNumber: Bool { kind == StoredValue.integer || kind == StoredValue.null }

  static func row(_ name: StaticString, _ form: Form = .any, reference: Reference = .none) -> Column {
    Column(
      name: name, kind: StoredValue.null, form: form, reference: reference, least: 1,
      most: StoredRange.row.upperBound)
  }

  /// The number of a row.
  static func id(_ name: StaticString) -> Column {
    Column(name: name, kind: StoredValue.integer, least: 1, most: StoredRange.row.upperBound)
  }

  static func number(
    _ name: StaticString, _ range: ClosedRange<Int64> = Int64.min...Int64.max, form: Form = .any
  ) -> Column {
    Column(name: name, kind: StoredValue.integer, form: form, least: range.lowerBound, most: range.upperBound)
  }

  static func text(
    _ name: StaticString, _ form: Form = .any, bytes: ClosedRange<Int64> = 0...Int64.max
  ) -> Column {
    Column(name: name, kind: StoredValue.text, form: form, least: bytes.lowerBound, most: bytes.upperBound)
  }

  static func blob(_ name: StaticString, _ form: Form = .any) -> Column {
    Column(name: name, kind: StoredValue.blob, form: form)
  }

  static func text(
    _ name: StaticString, _ form: Form = .any, bytes: ClosedRange<Int64> = 0...Int64.max, holding text: MessageText
  ) -> Column {
    Column(
      name: name, kind: StoredValue.text, form: form, least: bytes.lowerBound, most: bytes.upperBound,
      content: .text(text))
  }

  /// A message's data, which may be any bytes.
  static func data(_ name: StaticString, bytes: ClosedRange<Int64>) -> Column {
    Column(
      name: name, kind: StoredValue.blob, form: .bytes, least: bytes.lowerBound, most: bytes.upperBound,
      content: .data)
  }

  static func number(
    _ name: StaticString, _ range: ClosedRange<Int64> = Int64.min...Int64.max, holding number: MessageNumber
  ) -> Column {
    Column(
      name: name, kind: StoredValue.integer, least: range.lowerBound, most: range.upperBound, content: .number(number))
  }

  static var account: Column { reference("account", .account) }
  static var feed: Column { reference("feed", .feed) }

  private static func reference(_ name: StaticString, _ row: Reference) -> Column {
    Column(name: name, kind: StoredValue.integer, reference: row, least: 1, most: StoredRange.row.upperBound)
  }

  /// Whether a value of its kind is valid.
  func allows(_ value: StoredValue, _ rules: StoreRules) -> Bool {
    let bytes = value.bytes
    let measure = kind == StoredValue.text || kind == StoredValue.blob ? Int64(bytes.count) : value.number
    if measure < least || measure > most { return false }
    switch form {
    case .name: return rules.isName(bytes)
    case .path: return rules.isPath(bytes)
    case .pathOrNone: return bytes.isEmpty || rules.isPath(bytes)
    case .rank: return StoredTable.isRank(bytes)
    case .bound: return StoredTable.isBound(bytes)
    case .furtherPaths: return StoredTable.areFurtherPaths(bytes, rules.isPath)
    default: return true
    }
  }
}
