import TallyFailure
import TallyMemory

/// The place of a table's rows in the bytes of an account: a list with an element for each row. Writing and restoring
/// an account go by it, and `make account-format` writes it into docs/account-export-format.md.
struct Archive: Sendable {
  /// The members of an element: the places of columns in the table.
  var members: [Int8]
  /// The columns that sort the elements. A first one that is no member numbers the rows, so restored rows are numbered
  /// again.
  var order: [Int8]

  /// A member without a column: 0, or a text without bytes, which are the same.
  static var nothing: Int8 { -1 }
}

/// A list in the bytes of an account.
enum ArchivedList: Int, CaseIterable {
  case rule, source, batch, feed
  case message, placed, mark, forgotten, outbox
  case category, translation, groupSeen, task, notificationLog, link, choice, covered, icon

  /// Those before the configuration of groups, those in an element of a feed, and those behind the configuration.
  static var first: [ArchivedList] { [.rule, .source, .batch, .feed] }
  static var ofFeed: [ArchivedList] { [.message, .placed, .mark, .forgotten, .outbox] }
  static var last: [ArchivedList] {
    [.category, .translation, .groupSeen, .task, .notificationLog, .link, .choice, .covered, .icon]
  }

  var table: StoredTable {
    switch self {
    case .rule: .rule
    case .source: .source
    case .batch: .batch
    case .feed: .feed
    case .message: .message
    case .placed: .placed
    case .mark: .mark
    case .forgotten: .forgotten
    case .outbox: .outbox
    case .category: .category
    case .translation: .translation
    case .groupSeen: .groupSeen
    case .task: .task
    case .notificationLog: .notificationLog
    case .link: .link
    case .choice: .choice
    case .covered: .covered
    case .icon: .placedIcon
    }
  }
}

extension StoredTable {
  /// The first member. If the table has ranks, it is the id in them.
  var archivedId: Int { Int(archive?.members[0] ?? 0) }
}

extension Store {
  /// The statement of an archive's query. No other function refers to its text, which is made from the descriptions of
  /// all tables, so the linker leaves them out of a program that uses badges alone.
  func archiveStatement(_ query: ArchiveQuery) throws(Failure) -> Statement {
    if writeArchive == nil {
      writeArchive = { (query, output) throws(OutOfMemory) in try query.write(to: &output) }
    }
    return try statement(.archive(query))
  }
}

/// The rows of a list in its order, or the insertion of a restored row. `StoredTable` has their texts.
enum ArchiveQuery {
  case list(ArchivedList)
  case insert(ArchivedList)

  var rawValue: Int {
    switch self {
    case .list(let list): 2 * list.rawValue
    case .insert(let list): 2 * list.rawValue + 1
    }
  }

  func write(to output: inout ByteBuffer) throws(OutOfMemory) {
    switch self {
    case .insert(let list):
      try output.append("INSERT INTO ")
      try list.table.appendValues(into: list.table.name, to: &output)
    case .list(let list):
      let table = list.table
      guard let archive = table.archive else { return }
      try output.append("SELECT * FROM ")
      try output.append(table.name)
      try output.append(table.owner == .feed ? " WHERE account = ?1 AND feed = ?2" : " WHERE account = ?1")
      for place in 0..<archive.order.count {
        try output.append(place == 0 ? " ORDER BY " : ", ")
        try output.append(decimal: Int64(archive.order[place]) + 1)
      }
    }
  }
}
