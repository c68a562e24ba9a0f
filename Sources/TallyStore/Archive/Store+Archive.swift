import CSQLite
import TallyFailure
import TallyMemory

// Writing all that is stored of an account, except its badges, which the tree has.

extension Store {
  /// Appends the lists of an account.
  /// - Parameters:
  ///   - withKeys: also the keys of messages.
  ///   - hasIcon: whether the own badge of a path still has its icon. The tree knows it first.
  public func archive(
    account: Int64, withKeys: Bool, to output: inout ByteBuffer, hasIcon: (UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) {
    for list in ArchivedList.first { try append(list, account, 0, withKeys, to: &output, hasIcon) }
    try appendGrouping(account, to: &output)
    for list in ArchivedList.last { try append(list, account, 0, withKeys, to: &output, hasIcon) }
  }

  /// The rows of a list, in its order.
  func rows(of list: ArchivedList, _ account: Int64, _ feed: Int64) throws(Failure) -> Statement {
    var rows = try archiveStatement(.list(list))
    rows.bind(1, account)
    if list.table.owner == .feed { rows.bind(2, feed) }
    return rows
  }

  private func append(
    _ list: ArchivedList, _ account: Int64, _ feed: Int64, _ withKeys: Bool, to output: inout ByteBuffer,
    _ hasIcon: (UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) {
    let table = list.table
    guard let archive = table.archive else { return }
    let rows = try rows(of: list, account, feed)
    while try step(rows) {
      if list == .icon, !hasIcon(rows.bytes(1)) { continue }
      try append(byte: AccountExportFormat.another, to: &output)
      for member in archive.members {
        let place = Int32(member)
        if place >= 0 {
          try append(table.columns[Int(place)], of: rows, place, table.name, withKeys, to: &output)
        } else {
          try append(byte: 0, to: &output)
        }
      }
      if list != .feed { continue }
      let id = try identifier(rows, 0)
      for inner in ArchivedList.ofFeed { try append(inner, account, id, withKeys, to: &output, hasIcon) }
    }
    try append(byte: AccountExportFormat.end, to: &output)
  }

  private func append(byte: UInt8, to output: inout ByteBuffer) throws(Failure) {
    do throws(OutOfMemory) { try output.append(byte: byte) } catch { throw .noMemory }
  }

  /// Appends a value of a row.
  private func append(
    _ column: Column, of row: borrowing Statement, _ place: Int32, _ table: StaticString, _ withKeys: Bool,
    to output: inout ByteBuffer
  ) throws(Failure) {
    let number = column.isNumber ? row.number(place) : 0
    // A reader would reject it.
    if column.isNumber, column.form == .any, !column.range.contains(number) { throw damaged(table) }
    do throws(OutOfMemory) {
      switch column.form {
      case .key: if withKeys { try output.append(varint: max(number, 1)) }
      case .version: try output.append(readVersion: number)
      case .serverVersion: try output.append(readVersion: max(number, -1))
      case .sequence, .bound, .boundOfMark: try output.append(text: Store.sequence(ofRank: row.bytes(place)))
      default:
        if column.isNumber { try output.append(varint: number) } else { try output.append(text: row.bytes(place)) }
      }
    } catch { throw .noMemory }
  }

  private func damaged(_ table: StaticString) -> Failure {
    beginWords()
    Words.add("the file is damaged: table ")
    Words.add(table)
    Words.add(" holds what cannot be")
    return Failure(keepingMessage: .corrupt)
  }

  /// Appends how messages are grouped, and the language of summaries; 0 and none: nobody has configured it.
  private func appendGrouping(_ account: Int64, to output: inout ByteBuffer) throws(Failure) {
    let row = try statement(.wording(.findGrouping), account)
    let isConfigured = try step(row)
    do throws(OutOfMemory) {
      try output.append(varint: isConfigured ? row.number(0) : 0)
      try output.append(text: isConfigured ? row.bytes(1) : UnsafeRawBufferPointer(start: nil, count: 0))
    } catch { throw .noMemory }
  }

  /// The sequence of a rank, which begins with the sequence's length in two bytes, and the sequence.
  static func sequence(ofRank rank: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let length = rank.count < 2 ? 0 : min(Int(rank[0]) << 8 | Int(rank[1]), rank.count - 2)
    return UnsafeRawBufferPointer(rebasing: rank[min(2, rank.count)..<min(2, rank.count) + length])
  }
}
