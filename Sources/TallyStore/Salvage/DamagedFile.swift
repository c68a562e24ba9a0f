import CChecksum
import CFiles
import CSQLite
import TallyMemory

/// The known state of a page.
enum PageState {
  case right
  /// Its checksum is wrong, or a part of it is missing.
  case wrong
  /// Nothing was ever written there.
  case empty
}

/// A database of this library as bytes, page by page, without SQLite, which rejects a badly damaged file. The log, up
/// to its last complete transaction, replaces the content of the file.
///
/// Invariants: a page's kind comes only from sound pages. `log` maps a page to its last committed content in the log.
final class DamagedFile {
  private var descriptor: Int32 = -1
  private var logDescriptor: Int32 = -1
  private var size: Int64 = 0
  private var log = IntegerMap()
  /// One byte for each page.
  private var kinds = RawBlock()
  /// Four bytes for each page: the page above it in its tree; itself: it is at the top; 0: unknown.
  private var parents = RawBlock()

  /// Pages that can be read, at least in part.
  private(set) var readable: UInt32 = 0
  /// The expected number of pages.
  private(set) var pages: UInt32 = 0
  private(set) var pageSize = 4096
  /// The bytes of a page that SQLite uses.
  private(set) var usable = 4096
  private(set) var hasChecksums = false
  private(set) var header = FileHeader()
  /// The first page has a seal, so each page must have one.
  private var hasAllSeals = false

  enum Kind: UInt8 { case unknown, tree, other, free }

  deinit {
    ctally_file_close(descriptor)
    ctally_file_close(logDescriptor)
  }

  /// Why the log cannot be read: the system's number. Its contents are then unknown, and the file is not salvaged
  /// without it.
  private(set) var logError: Int32?
  /// Why a page cannot be read. It counts as wrong.
  private(set) var pageError: Int32?

  /// - Returns: nil, or the system's number.
  func open(_ path: UnsafePointer<CChar>, log logPath: UnsafePointer<CChar>) -> Int32? {
    var logSize: Int64 = 0
    descriptor = ctally_file_open(path, &size)
    if descriptor < 0 { return -descriptor }
    logDescriptor = ctally_file_open(logPath, &logSize)
    if logDescriptor < 0 && logDescriptor != -ctally_errno_enoent { logError = -logDescriptor }
    return nil
  }

  /// Finds out how the file is built.
  /// - Returns: whether the first page, `header`, is trustworthy.
  func examine() throws(OutOfMemory) -> Bool {
    var page = RawBlock()
    try page.replaceWithZeros(65_536)
    guard let base = page.base else { throw OutOfMemory() }
    _ = ctally_file_read(descriptor, base, FileHeader.byteCount, 0)
    // Everything else depends on the page size, and nothing says whether it was read correctly.
    _ = ctally_file_read(descriptor, base + FileHeader.byteCount, FileHeader.byteCount, 0)
    let (first, second) = (0..<FileHeader.byteCount, FileHeader.byteCount..<2 * FileHeader.byteCount)
    let bytes = UnsafeRawBufferPointer(start: base, count: second.upperBound)
    if !isEqual(UnsafeRawBufferPointer(rebasing: bytes[first]), UnsafeRawBufferPointer(rebasing: bytes[second])) {
      pageError = ctally_errno_eio
    }
    header = FileHeader(base)
    pageSize = header.pageSize
    if let logged = try readLog(into: base) { pageSize = logged }
    readable = UInt32(min((size + Int64(pageSize) - 1) / Int64(pageSize), Int64(Int32.max)))
    findChecksums(base)
    let isWhole = readable > 0 && read(1, into: base) == .right
    if isWhole { header = FileHeader(base) }
    hasAllSeals = isWhole && Int(ctally_checksum_judge(base, pageSize, 1)) == CTALLY_PAGE_RIGHT
    let isRight = isWhole && header.isDatabase
    usable = pageSize - (hasChecksums ? CTALLY_CHECKSUM_BYTES : isRight ? Int(header.reserved) : 0)
    if loggedPages > 0 { readable = loggedPages }
    pages = isRight && loggedPages == 0 && header.pages > 0 ? header.pages : readable
    readable = min(readable, pages)
    try kinds.replaceWithZeros(Int(clamping: UInt64(readable) + 1))
    try parents.replaceWithZeros(4 * Int(clamping: UInt64(readable) + 1))
    if hasChecksums && !isRight || header.hasPointerMap {
      readPointerMap(base)
    } else if isRight {
      readFreeList(from: header.firstFreePage, base)
    }
    return isRight
  }

  /// One byte that may be damaged does not decide whether there are checksums. There are if one is right.
  private func findChecksums(_ page: UnsafeMutableRawPointer) {
    var number: UInt32 = 1
    while number <= readable, !hasChecksums {
      let offset = Int64(number - 1) * Int64(pageSize)
      if ctally_file_read(descriptor, page, pageSize, offset) == pageSize {
        hasChecksums = Int(ctally_checksum_judge(page, pageSize, number)) == CTALLY_PAGE_RIGHT
      }
      number += 1
    }
  }

  /// Reads a page. Missing bytes are zero.
  /// - Precondition: there is room for a page, and `number` is from 1.
  func read(_ number: UInt32, into page: UnsafeMutableRawPointer) -> PageState {
    let state = readOnce(number, into: page)
    // Transfers from the disk can fail too.
    return state == .wrong ? readOnce(number, into: page) : state
  }

  private func readOnce(_ number: UInt32, into page: UnsafeMutableRawPointer) -> PageState {
    page.initializeMemory(as: UInt8.self, repeating: 0, count: pageSize)
    if let offset = log.value(UInt64(number)) {
      return ctally_file_read(logDescriptor, page, pageSize, offset) == pageSize ? .right : .wrong
    }
    var count = 0
    let result = ctally_file_try_read(descriptor, page, pageSize, Int64(number - 1) * Int64(pageSize), &count)
    if result != 0 { pageError = -result }
    if count < pageSize { return .wrong }
    switch Int(ctally_checksum_judge(page, pageSize, number)) {
    case CTALLY_PAGE_ZERO: return .empty
    case CTALLY_PAGE_RIGHT: return .right
    case CTALLY_PAGE_UNSEALED: return hasAllSeals && number > 1 ? .wrong : .right
    default: return hasChecksums ? .wrong : .right
    }
  }

  // MARK: - The kinds of pages

  func kind(of number: UInt32) -> Kind {
    guard number > 0, number <= readable, let base = kinds.base else { return .unknown }
    return Kind(rawValue: base.load(fromByteOffset: Int(clamping: number), as: UInt8.self)) ?? .unknown
  }

  private func set(_ number: UInt32, _ kind: Kind) {
    guard number > 0, number <= readable, let base = kinds.base else { return }
    base.storeBytes(of: kind.rawValue, toByteOffset: Int(clamping: number), as: UInt8.self)
  }

  /// The page at the top of a page's tree; nil: unknown.
  func top(of number: UInt32) -> UInt32? {
    var (page, depth) = (number, 0)
    // More levels than any tree has.
    while depth < 32 {
      guard let above = parent(of: page), above > 0 else { return nil }
      if above == page { return page }
      (page, depth) = (above, depth + 1)
    }
    return nil
  }

  private func parent(of number: UInt32) -> UInt32? {
    guard number > 0, number <= readable, let base = parents.base else { return nil }
    return base.load(fromByteOffset: 4 * Int(clamping: number), as: UInt32.self)
  }

  private func set(_ number: UInt32, parent: UInt32) {
    guard number > 0, number <= readable, let base = parents.base else { return }
    base.storeBytes(of: parent, toByteOffset: 4 * Int(clamping: number), as: UInt32.self)
  }

  /// The page at the place of POSIX locks, which has no content.
  private var lockPage: UInt32 { UInt32(0x4000_0000 / pageSize) + 1 }

  /// At regular intervals, a page describes the pages behind it: 1, the top of a tree; 5, another page of a tree, with
  /// the page above it; 2, free; 3 and 4, the rest of a row.
  private func readPointerMap(_ page: UnsafeMutableRawPointer) {
    let entries = UInt32(usable / 5)
    var first: UInt32 = 2
    while first <= readable {
      let map = first == lockPage ? first + 1 : first
      if map <= readable, read(map, into: page) == .right {
        for index in 0..<entries {
          let offset = Int(clamping: index) * 5
          switch page.load(fromByteOffset: offset, as: UInt8.self) {
          case 1:
            set(map + 1 + index, .tree)
            set(map + 1 + index, parent: map + 1 + index)
          case 5:
            set(map + 1 + index, .tree)
            set(map + 1 + index, parent: UInt32(bigEndian: (page + offset + 1).loadUnaligned(as: UInt32.self)))
          case 2: set(map + 1 + index, .free)
          case 3, 4: set(map + 1 + index, .other)
          default: break
          }
        }
      }
      set(map, .other)
      first += entries + 1
    }
    set(1, .tree)
    set(1, parent: 1)
    set(lockPage, .other)
  }

  /// Without such a map, a chain of pages lists the free ones.
  private func readFreeList(from first: UInt32, _ page: UnsafeMutableRawPointer) {
    var trunk = first
    while trunk > 0, trunk <= readable, kind(of: trunk) == .unknown, read(trunk, into: page) == .right {
      set(trunk, .free)
      let count = min(Int(clamping: UInt32(bigEndian: page.load(fromByteOffset: 4, as: UInt32.self))), usable / 4 - 2)
      for index in 0..<max(count, 0) {
        set(UInt32(bigEndian: page.load(fromByteOffset: 8 + 4 * index, as: UInt32.self)), .free)
      }
      trunk = UInt32(bigEndian: page.load(fromByteOffset: 0, as: UInt32.self))
    }
  }

  // MARK: - The log

  /// The number of pages after the last transaction in the log; 0: it holds none.
  private var loggedPages: UInt32 = 0

  /// Notes the pages of all complete transactions in the log.
  /// - Returns: the size of its pages; nil: the log is empty.
  private func readLog(into buffer: UnsafeMutableRawPointer) throws(OutOfMemory) -> Int? {
    guard logDescriptor >= 0, readLog(buffer, 32, at: 0) else { return nil }
    let word = { (offset: Int) in UInt32(bigEndian: buffer.load(fromByteOffset: offset, as: UInt32.self)) }
    let size = Int(clamping: word(8))
    guard word(0) & ~1 == 0x377F_0682, size >= 512, size <= 65_536, size & (size - 1) == 0 else { return nil }
    let salts = (word(16), word(20))
    var sum = LogSum(isBigEndian: word(0) & 1 == 1)
    sum.add(buffer, 24)
    if sum.values != (word(24), word(28)) { return nil }
    var pending = List<LogFrame>()
    var offset: Int64 = 32
    while readLog(buffer, 24, at: offset) {
      let frame = LogFrame(page: word(0), offset: offset + 24)
      let committed = word(4)
      let (isSalted, sums) = (salts == (word(8), word(12)), (word(16), word(20)))
      sum.add(buffer, 8)
      guard isSalted, frame.page > 0, readLog(buffer, size, at: frame.offset) else { break }
      sum.add(buffer, size)
      if sum.values != sums { break }
      try pending.append(frame)
      if committed > 0 {
        for index in 0..<pending.count { try log.set(UInt64(pending[index].page), pending[index].offset) }
        pending.removeAll()
        loggedPages = min(committed, UInt32(Int32.max))
      }
      offset = frame.offset + Int64(size)
    }
    return loggedPages > 0 ? size : nil
  }

  /// - Returns: whether all bytes are there.
  private func readLog(_ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Bool {
    var done = 0
    let result = ctally_file_try_read(logDescriptor, buffer, count, offset, &done)
    if result != 0 { logError = -result }
    return result == 0 && done == count
  }
}

private struct LogFrame: BitwiseCopyable {
  var page: UInt32
  var offset: Int64
}

/// The running checksum of a log.
private struct LogSum {
  let isBigEndian: Bool
  var values: (UInt32, UInt32) = (0, 0)

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// - Precondition: `count` is a multiple of 8.
  mutating func add(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
    for offset in stride(from: 0, to: count, by: 8) {
      let first = bytes.load(fromByteOffset: offset, as: UInt32.self)
      let second = bytes.load(fromByteOffset: offset + 4, as: UInt32.self)
      values.0 &+= (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ values.1
      values.1 &+= (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ values.0
    }
  }
}
