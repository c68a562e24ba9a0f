import CSQLite
import TallyFailure
import TallyMemory

/// A value of a row.
struct StoredValue: BitwiseCopyable {
  static let null: UInt8 = 0x6E
  static let integer: UInt8 = 0x69
  static let text: UInt8 = 0x74
  static let blob: UInt8 = 0x62
  static let real: UInt8 = 0x72

  var kind = StoredValue.null
  var number: Int64 = 0
  /// The bytes of a text or a blob. Borrowed until another row is read.
  var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
}

/// A row from any place. It may contain anything.
final class StoredRow {
  /// More than any table or index of this library has.
  static let maxColumns = 64

  var values = List<StoredValue>()

  func number(_ column: Int) -> Int64 { values[column].number }
  func bytes(_ column: Int) -> UnsafeRawBufferPointer { values[column].bytes }

  /// The row on which a statement stands.
  func read(_ statement: borrowing Statement) throws(Failure) {
    values.removeAll()
    for column in 0..<min(sqlite3_column_count(statement.pointer), Int32(StoredRow.maxColumns)) {
      var value = StoredValue()
      switch sqlite3_column_type(statement.pointer, column) {
      case SQLITE_INTEGER:
        value.kind = StoredValue.integer
        value.number = statement.number(column)
      case SQLITE_TEXT, SQLITE_BLOB:
        let isText = sqlite3_column_type(statement.pointer, column) == SQLITE_TEXT
        value.kind = isText ? StoredValue.text : StoredValue.blob
        value.bytes = statement.bytes(column)
      case SQLITE_NULL: break
      default: value.kind = StoredValue.real
      }
      do throws(OutOfMemory) { try values.append(value) } catch { throw Failure.noMemory }
    }
  }

  /// Whether the values have the kinds of these columns, and the texts are UTF-8 without NUL.
  func matches(_ columns: [Column]) -> Bool {
    matchesKinds(columns) && hasTexts(columns)
  }

  /// The same, whatever the bytes of its texts.
  func matchesKinds(_ columns: [Column]) -> Bool {
    if values.count != columns.count { return false }
    for index in 0..<values.count {
      // The number of the row is an integer too.
      let wanted = columns[index].kind == StoredValue.null ? StoredValue.integer : columns[index].kind
      if values[index].kind != wanted { return false }
    }
    return true
  }

  func hasTexts(_ columns: [Column]) -> Bool {
    for index in 0..<values.count where columns[index].kind == StoredValue.text {
      if !isText(values[index].bytes) { return false }
    }
    return true
  }
}
