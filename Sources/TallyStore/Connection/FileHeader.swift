import TallyMemory

/// The first 100 bytes of a database. They come from outside and may be anything.
struct FileHeader {
  static let byteCount = 100

  /// Whether they belong to an SQLite database.
  private(set) var isDatabase = false
  /// A power of two from 512 to 65,536. An invalid value counts as 4,096.
  private(set) var pageSize = 4096
  /// The bytes at the end of each page that SQLite does not use.
  private(set) var reserved: Int32 = 0
  /// 0: unknown.
  private(set) var pages: UInt32 = 0
  private(set) var firstFreePage: UInt32 = 0
  /// Whether separate pages hold the kind of each page.
  private(set) var hasPointerMap = false
  private(set) var version: UInt32 = 0
  private(set) var identity: UInt32 = 0

  /// Whether it is another program's database.
  var isAnothers: Bool { isDatabase && identity != Schema.identity }

  init() {}

  /// - Precondition: there are 100 bytes.
  init(_ bytes: UnsafeRawPointer) {
    let number = { (offset: Int) in
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    let magic: StaticString = "SQLite format 3\0"
    isDatabase = isEqual(
      UnsafeRawBufferPointer(start: bytes, count: 16), UnsafeRawBufferPointer(start: magic.utf8Start, count: 16))
    let written = Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt16.self)))
    let size = written == 1 ? 65_536 : written
    pageSize = size >= 512 && size & (size - 1) == 0 ? size : 4096
    reserved = Int32(bytes.load(fromByteOffset: 20, as: UInt8.self))
    pages = number(24) == number(92) ? number(28) : 0
    firstFreePage = number(32)
    hasPointerMap = number(52) != 0
    version = number(60)
    identity = number(68)
  }
}
