import TallyMemory

/// Reads the rows of one page of a damaged file one by one. An invalid cell is skipped.
///
/// Everything that is read may be anything, so every offset and length is checked against the page before it is used.
final class PageReader {
  private let file: DamagedFile
  private let page: RawBlock
  private let overflow: RawBlock
  /// A row's bytes, joined from its page and its overflow pages.
  private var payload = ByteBuffer()
  private let base: UnsafeMutableRawPointer
  private let rest: UnsafeMutableRawPointer
  private var header = 0
  private var cellPointers = 0
  private var cells = 0

  let row = StoredRow()
  /// The row's number, if it has one.
  private(set) var rowNumber: Int64 = 0
  /// Whether a page of the last row is damaged.
  private(set) var isDoubtful = false
  private(set) var state = PageState.empty
  /// Whether the page belongs to an index, or to a table that is stored like one.
  private(set) var isKeyed = false

  static func make(_ file: DamagedFile) throws(OutOfMemory) -> PageReader {
    var page = RawBlock()
    var overflow = RawBlock()
    try page.replaceWithZeros(file.pageSize)
    try overflow.replaceWithZeros(file.pageSize)
    guard let base = page.base, let rest = overflow.base else { throw OutOfMemory() }
    return PageReader(file, page, base, overflow, rest)
  }

  private init(
    _ file: DamagedFile, _ page: consuming RawBlock, _ base: UnsafeMutableRawPointer, _ overflow: consuming RawBlock,
    _ rest: UnsafeMutableRawPointer
  ) {
    self.file = file
    self.page = page
    self.base = base
    self.overflow = overflow
    self.rest = rest
  }

  /// Whether the page begins as a page of a tree does.
  var isTree: Bool { [0x02, 0x05, 0x0A, 0x0D].contains(byte(header)) }

  /// Reads a page.
  /// - Returns: the number of cells that it claims; 0: it has no rows.
  func open(_ number: UInt32) -> Int {
    state = file.read(number, into: base)
    header = number == 1 ? FileHeader.byteCount : 0
    switch byte(header) {
    case 0x0D, 0x0A: cellPointers = header + 8
    case 0x02: cellPointers = header + 12
    default: return 0
    }
    isKeyed = byte(header) != 0x0D
    cells = min(short(header + 3), (file.usable - cellPointers) / 2)
    return cells
  }

  /// Reads a row.
  /// - Returns: false if the cell is invalid.
  func read(_ cell: Int) throws(OutOfMemory) -> Bool {
    isDoubtful = state == .wrong
    rowNumber = 0
    var position = short(cellPointers + 2 * cell)
    if position < cellPointers + 2 * cells || position >= file.usable { return false }
    if byte(header) == 0x02 { position += 4 }
    guard let size = number(&position, limit: file.usable) else { return false }
    if !isKeyed {
      guard let found = number(&position, limit: file.usable) else { return false }
      rowNumber = found
    }
    guard try assemble(size, from: position) else { return false }
    return try decode()
  }

  // MARK: - A row's bytes

  private func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }
  private func short(_ offset: Int) -> Int { Int(byte(offset)) << 8 | Int(byte(offset + 1)) }

  /// A number of one to nine bytes.
  private func number(_ position: inout Int, limit: Int) -> Int64? {
    PageReader.number(UnsafeRawBufferPointer(start: base, count: limit), &position)
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }

  private func assemble(_ size: Int64, from position: Int) throws(OutOfMemory) -> Bool {
    payload.removeAll()
    guard size > 0, size <= Int64(file.readable) * Int64(file.usable), let total = Int(exactly: size) else {
      return false
    }
    let local = localBytes(total)
    if position + local + (local < total ? 4 : 0) > file.usable { return false }
    try payload.append(UnsafeRawBufferPointer(start: base + position, count: local))
    if local == total { return true }
    var next = UInt32(bigEndian: (base + position + local).loadUnaligned(as: UInt32.self))
    while payload.count < total {
      // A page of a tree, or a free one, is not part of a row.
      let kind = file.kind(of: next)
      guard next > 0, next <= file.readable, kind == .unknown || kind == .other else { return false }
      if file.read(next, into: rest) != .right { isDoubtful = true }
      let count = min(file.usable - 4, total - payload.count)
      try payload.append(UnsafeRawBufferPointer(start: rest + 4, count: count))
      next = UInt32(bigEndian: rest.load(as: UInt32.self))
    }
    return true
  }

  /// The part of a row in the page itself, by the file format's rule.
  private func localBytes(_ total: Int) -> Int {
    let most = isKeyed ? (file.usable - 12) * 64 / 255 - 23 : file.usable - 35
    if total <= most { return total }
    let least = (file.usable - 12) * 32 / 255 - 23
    let spread = least + (total - least) % (file.usable - 4)
    return spread <= most ? spread : least
  }

  // MARK: - A row's values

  private func decode() throws(OutOfMemory) -> Bool {
    let bytes = payload.bytes
    var position = 0
    row.values.removeAll()
    guard let end = PageReader.number(bytes, &position), end >= 1, end <= Int64(bytes.count) else { return false }
    // Fits 32 bits: at most the number of bytes.
    let head = UnsafeRawBufferPointer(rebasing: bytes[0..<Int(end)])
    // Fits 32 bits: at most the number of bytes.
    var content = Int(end)
    while position < head.count {
      guard row.values.count < StoredRow.maxColumns, let type = PageReader.number(head, &position),
        let value = value(type, bytes, &content)
      else { return false }
      try row.values.append(value)
    }
    if row.values.count > 0, row.values[0].kind == StoredValue.null, !isKeyed {
      row.values[0].kind = StoredValue.integer
      row.values[0].number = rowNumber
    }
    return content == bytes.count
  }

  private func value(_ type: Int64, _ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> StoredValue? {
    var value = StoredValue()
    switch type {
    case 0: return value
    case 8, 9:
      value.kind = StoredValue.integer
      value.number = type - 8
      return value
    case 1...6:
      // Fits 32 bits: below 5.
      let count = type < 5 ? Int(type) : type == 5 ? 6 : 8
      if position + count > bytes.count { return nil }
      value.kind = StoredValue.integer
      value.number = bytes[position] & 0x80 == 0 ? 0 : -1
      for index in 0..<count { value.number = value.number << 8 | Int64(bytes[position + index]) }
      position += count
      return value
    case 12...:
      let count = (type - 12) / 2
      if count > Int64(bytes.count - position) { return nil }
      value.kind = type % 2 == 0 ? StoredValue.blob : StoredValue.text
      // Fits 32 bits: at most the rest.
      value.bytes = UnsafeRawBufferPointer(rebasing: bytes[position..<(position + Int(count))])
      // Fits 32 bits: at most the rest.
      position += Int(count)
      return value
    default: return nil
    }
  }
}
