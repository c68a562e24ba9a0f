import CSQLite
import TallyMemory

/// One use of a prepared statement: bind, step, read columns. Its end resets the statement.
///
/// Invariants: bound bytes stay valid until its end, because nothing is copied, and so do the bytes of a row until the
/// next step. A local value ends with its scope, or where `finish` consumes it. A function does not assign one again
/// (see `LockHold`). `failure` is the first result code of a bind that was not OK. Stepping reports it, so binds need
/// no check of their own.
struct Statement: ~Copyable {
  let pointer: OpaquePointer
  private(set) var failure: Int32 = SQLITE_OK

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { Statement.reset(pointer) }

  /// Ends the use before the value's scope ends.
  consuming func finish() {}

  @inline(never)
  private static func reset(_ pointer: OpaquePointer) {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  @inline(never)
  mutating func bind(_ index: Int32, _ number: Int64) {
    note(sqlite3_bind_int64(pointer, index, number))
  }

  /// Binds a text, which is UTF-8 without U+0000. Code that takes texts from outside has checked it. An invalid text is
  /// not stored, because verifying would report it as damage.
  @inline(never)
  mutating func bind(_ index: Int32, text bytes: UnsafeRawBufferPointer) {
    if !isText(bytes) { return note(SQLITE_MISMATCH) }
    bind(index, anyText: bytes)
  }

  /// The same for a salvaged text, which may be any bytes.
  mutating func bind(_ index: Int32, anyText bytes: UnsafeRawBufferPointer) {
    guard let count = Int32(exactly: bytes.count) else { return note(SQLITE_TOOBIG) }
    note(ctally_sqlite_bind_text_static(pointer, index, bytes.baseAddress ?? Statement.nothing, count))
  }

  mutating func bind(_ index: Int32, text: StaticString) {
    note(
      ctally_sqlite_bind_text_static(
        pointer, index, UnsafeRawPointer(text.utf8Start), Int32(truncatingIfNeeded: text.utf8CodeUnitCount)))
  }

  mutating func bind(_ index: Int32, blob bytes: UnsafeRawBufferPointer) {
    guard let count = Int32(exactly: bytes.count) else { return note(SQLITE_TOOBIG) }
    note(ctally_sqlite_bind_blob_static(pointer, index, bytes.baseAddress ?? Statement.nothing, count))
  }

  /// Binds a value that needs no check; `null`: none.
  mutating func bind(_ index: Int32, _ value: StoredValue) {
    switch value.kind {
    case StoredValue.null: break
    case StoredValue.integer: bind(index, value.number)
    case StoredValue.text: bind(index, anyText: value.bytes)
    default: bind(index, blob: value.bytes)
    }
  }

  func number(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  /// The stored bytes of a text or blob. Borrowed until the next step or the end.
  @inline(never)
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    guard let base = sqlite3_column_blob(pointer, column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// SQLite interprets a null pointer as NULL, not as an empty text.
  private static var nothing: UnsafeRawPointer {
    let empty: StaticString = "\0"
    return UnsafeRawPointer(empty.utf8Start)
  }

  private mutating func note(_ code: Int32) {
    if code != SQLITE_OK && failure == SQLITE_OK { failure = code }
  }
}
