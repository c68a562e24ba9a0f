import TallyMemory
import TallyWire

/// What the store itself does not know about texts: asked when a file is verified or salvaged.
public struct StoreRules {
  /// Whether it is a path in its canonical form, however deep or long.
  public var isPath: (UnsafeRawBufferPointer) -> Bool
  /// Whether it may be the name of an account or a feed.
  public var isName: (UnsafeRawBufferPointer) -> Bool

  public init(
    isPath: @escaping (UnsafeRawBufferPointer) -> Bool, isName: @escaping (UnsafeRawBufferPointer) -> Bool
  ) {
    self.isPath = isPath
    self.isName = isName
  }
}

/// What one of the tables holds: for verifying it, and for finding its rows in a damaged file.
struct StoredTable {
  var name: StaticString
  /// A letter a column, of the kind that it holds (`StoredRow.matches`). No other table or index
  /// has the same letters: that is how a row is known whose table is lost.
  var columns: StaticString
  /// It is WITHOUT ROWID: its rows lie in pages like those of an index.
  var isKeyed = false
  /// Where rows that were salvaged go; nil: into the table of that name.
  var salvaged: StaticString?
  /// How they are counted in the report.
  var role = Role.other
  /// How many columns from the first one on tell people which row it is.
  var keyColumns = 1
  /// Whether a row may be so. Of the kinds it is known that they are right.
  var isValid: (StoredRow, StoreRules) -> Bool
  /// Tells, a text a row, what the table refers to and is not there.
  var missing: StaticString?

  /// `own`: it holds nothing of the host's.
  enum Role { case account, badge, feed, message, other, own }

  /// All of them. A new table is one entry more.
  static var all: [StoredTable] {
    [
      meta, account, badge, feed, message, source, batch, placed, mark, forgotten, note, outbox, grouping, category,
      translation, groupSeen, task, armed, notificationLog, feedWait, placedIcon,
      sequence,
    ]
  }
}

extension StoredTable {
  private static var counts: ClosedRange<Int64> { StoredRange.count }

  static var meta: StoredTable {
    StoredTable(name: "meta", columns: "ni", role: .own, isValid: { row, _ in row.number(1) > 0 })
  }

  static var account: StoredTable {
    StoredTable(
      name: "account", columns: "ntiii", role: .account,
      isValid: { row, rules in
        row.number(0) > 0 && rules.isName(row.bytes(1)) && (1...2).contains(row.number(2))
          && (1...2).contains(row.number(3)) && StoredRange.revision.contains(row.number(4))
      })
  }

  static var badge: StoredTable {
    StoredTable(
      name: "badge", columns: "itiiiii", isKeyed: true, role: .badge, keyColumns: 2,
      isValid: { row, rules in
        let (kind, count, mute) = (row.number(2), row.number(3), row.number(5))
        // A missing badge or mute has no end.
        if (kind == 0 && row.number(4) != 0) || (mute == 0 && row.number(6) != 0) { return false }
        return row.number(0) > 0 && (0...2).contains(kind) && (0...2).contains(mute) && (kind != 0 || mute != 0)
          && (kind == 2 ? counts.contains(count) && count > 0 : count == 0)
          && StoredRange.moment.contains(row.number(4)) && StoredRange.moment.contains(row.number(6))
          && rules.isPath(row.bytes(1))
      },
      missing: """
        SELECT 'table badge: there is no account ' || account FROM badge
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var feed: StoredTable {
    StoredTable(
      name: "feed", columns: "nittttttttii", role: .feed,
      isValid: { row, rules in
        row.number(0) > 0 && row.number(1) > 0 && rules.isName(row.bytes(2)) && !row.bytes(3).isEmpty
          && rules.isPath(row.bytes(4)) && StoredRange.moment.contains(row.number(10))
          && StoredRange.poll.contains(row.number(11))
      },
      missing: """
        SELECT 'table feed: there is no account ' || account FROM feed
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  /// The columns of a feed that hold what its server has told, from the cursor to the title.
  static let feedTexts = 5...9

  static var message: StoredTable {
    StoredTable(
      name: "message", columns: "niittbittttitttiiii", role: .message,
      isValid: { row, rules in
        row.number(0) > 0 && row.number(1) > 0 && row.number(2) > 0 && isRank(row.bytes(5), of: row.bytes(3))
          && counts.contains(row.number(11)) && counts.contains(row.number(15)) && (0...4).contains(row.number(16))
          && rules.isPath(row.bytes(7))
      },
      missing: """
        SELECT 'table message: there is no feed ' || m.feed || ' of account ' || m.account FROM message m
        LEFT JOIN feed f ON f.id = m.feed AND f.account = m.account WHERE f.id IS NULL GROUP BY m.feed, m.account
        """)
  }

  static var source: StoredTable {
    StoredTable(
      name: "source", columns: "itii", isKeyed: true, keyColumns: 2,
      isValid: { row, rules in row.number(0) > 0 && rules.isName(row.bytes(1)) },
      missing: """
        SELECT 'table source: there is no account ' || account FROM source
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var batch: StoredTable {
    StoredTable(
      name: "batch", columns: "iiti", isKeyed: true, keyColumns: 2,
      isValid: { row, rules in row.number(0) > 0 && row.number(1) > 0 && rules.isName(row.bytes(2)) },
      missing: """
        SELECT 'table batch: there is no account ' || account FROM batch
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var placed: StoredTable {
    StoredTable(
      name: "placed", columns: "itiiii", isKeyed: true, keyColumns: 2,
      isValid: { row, rules in
        row.number(0) > 0 && row.number(2) > 0 && counts.contains(row.number(3))
          && StoredRange.moment.contains(row.number(4)) && rules.isPath(row.bytes(1))
      },
      missing: """
        SELECT 'table placed: there is no feed ' || feed || ' of account ' || account FROM placed
        WHERE (account, feed) NOT IN (SELECT account, id FROM feed)
        """)
  }

  static var mark: StoredTable {
    StoredTable(
      name: "mark", columns: "iitib", isKeyed: true, keyColumns: 4,
      isValid: { row, rules in
        row.number(0) > 0 && row.number(1) > 0 && row.number(3) >= 0 && rules.isPath(row.bytes(2))
          && isBound(row.bytes(4))
      },
      missing: """
        SELECT 'table mark: there is no feed ' || feed || ' of account ' || account FROM mark
        WHERE (account, feed) NOT IN (SELECT account, id FROM feed)
        """)
  }

  static var forgotten: StoredTable {
    StoredTable(
      name: "forgotten", columns: "iittb", isKeyed: true, keyColumns: 3,
      isValid: { row, _ in row.number(0) > 0 && row.number(1) > 0 && isRank(row.bytes(4), of: row.bytes(2)) },
      missing: """
        SELECT 'table forgotten: there is no feed ' || feed || ' of account ' || account FROM forgotten
        WHERE (account, feed) NOT IN (SELECT account, id FROM feed)
        """)
  }

  static var outbox: StoredTable {
    StoredTable(
      name: "outbox", columns: "niiitttibtiiii",
      isValid: { row, rules in
        let isMark = row.number(3) == OutboxRow.Kind.mark.rawValue
        return row.number(0) > 0 && row.number(1) > 0 && row.number(2) > 0 && (1...3).contains(row.number(3))
          && row.bytes(5).count == 32 && row.number(7) >= 0 && StoredRange.attempts.contains(row.number(10))
          && row.number(11) >= 0 && row.number(12) >= 0
          && (isMark
            ? rules.isPath(row.bytes(4)) && isBound(row.bytes(8))
            : (1...maximumIdentifierBytes).contains(row.bytes(4).count) && row.bytes(8).isEmpty
              && (row.number(3) == OutboxRow.Kind.reminder.rawValue
                ? !row.bytes(9).isEmpty && ReminderNumber.revision.range.contains(row.number(7)) : row.number(7) < 2))
      },
      missing: """
        SELECT 'table outbox: there is no feed ' || feed || ' of account ' || account FROM outbox
        WHERE (account, feed) NOT IN (SELECT account, id FROM feed)
        """)
  }

  // Planning judges the numbers of a task together. Here each number only has to be in its range.
  static var task: StoredTable {
    StoredTable(
      name: "task", columns: "nitttttiiiiiiiiiiiiiiiiiiiii",
      isValid: { row, rules in
        row.number(0) > 0 && row.number(1) > 0 && rules.isName(row.bytes(2)) && isTask(row)
          && (row.bytes(5).isEmpty || rules.isPath(row.bytes(5)))
      },
      missing: """
        SELECT 'table task: there is no account ' || account FROM task
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var armed: StoredTable {
    StoredTable(
      name: "armed", columns: "iiiiii", isKeyed: true, keyColumns: 4,
      isValid: { row, _ in
        row.number(0) > 0 && row.number(1) > 0 && ReminderNumber.revision.range.contains(row.number(2))
          && (0...ReminderRecord.formerIndex).contains(row.number(3)) && StoredRange.seconds.contains(row.number(4))
          && row.number(5) > 0
      },
      missing: """
        SELECT 'table armed: there is no account ' || account FROM armed
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var notificationLog: StoredTable {
    StoredTable(
      name: "notification_log", columns: "iiiitii", isKeyed: true, keyColumns: 2,
      isValid: { row, _ in
        row.number(0) > 0 && row.number(1) > 0 && ReminderNote(rawValue: row.number(3)) != nil
          && counts.contains(row.number(5)) && StoredRange.seconds.contains(row.number(6))
      },
      missing: """
        SELECT 'table notification_log: there is no account ' || account FROM notification_log
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var placedIcon: StoredTable {
    StoredTable(
      name: "placed_icon", columns: "itt", isKeyed: true, keyColumns: 2,
      isValid: { row, rules in
        row.number(0) > 0 && rules.isPath(row.bytes(1)) && (1...maximumIconBytes).contains(row.bytes(2).count)
      },
      missing: """
        SELECT 'table placed_icon: there is no account ' || account FROM placed_icon
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var feedWait: StoredTable {
    StoredTable(
      name: "feed_wait", columns: "iiit", isKeyed: true, keyColumns: 2,
      isValid: { row, _ in row.number(0) > 0 && row.number(1) > 0 && row.number(2) > 0 && !row.bytes(3).isEmpty },
      missing: """
        SELECT 'table feed_wait: there is no feed ' || feed || ' of account ' || account FROM feed_wait
        WHERE (account, feed) NOT IN (SELECT account, id FROM feed)
        """)
  }

  static var note: StoredTable {
    StoredTable(
      name: "note", columns: "iiiitb", isKeyed: true, keyColumns: 3,
      isValid: { row, _ in row.number(0) > 0 && row.number(1) > 0 && row.number(2) >= 0 && row.number(3) >= 0 },
      missing: """
        SELECT 'table note: there is no feed ' || feed || ' of account ' || account FROM note
        WHERE (account, feed) NOT IN (SELECT account, id FROM feed)
        """)
  }

  static var grouping: StoredTable {
    StoredTable(
      name: "grouping", columns: "nit",
      isValid: { row, _ in row.number(0) > 0 && (1...3).contains(row.number(1)) },
      missing: """
        SELECT 'table grouping: there is no account ' || account FROM grouping
        WHERE account NOT IN (SELECT id FROM account)
        """)
  }

  static var category: StoredTable {
    StoredTable(
      name: "category", columns: "ittt", isKeyed: true, keyColumns: 2,
      isValid: { row, rules in row.number(0) > 0 && rules.isName(row.bytes(1)) },
      missing: """
        SELECT 'table category: there is no account ' || account FROM category
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var translation: StoredTable {
    StoredTable(
      name: "translation", columns: "ittb", isKeyed: true, keyColumns: 3,
      isValid: { row, _ in row.number(0) > 0 && !row.bytes(1).isEmpty && row.bytes(2).count <= 12 },
      missing: """
        SELECT 'table translation: there is no account ' || account FROM translation
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  static var groupSeen: StoredTable {
    StoredTable(
      name: "group_seen", columns: "itib", isKeyed: true, keyColumns: 2,
      isValid: { row, _ in row.number(0) > 0 && row.number(2) >= 0 && isRank(row.bytes(3)) },
      missing: """
        SELECT 'table group_seen: there is no account ' || account FROM group_seen
        WHERE account NOT IN (SELECT id FROM account) GROUP BY account
        """)
  }

  /// SQLite's own: the greatest key that each table ever gave out.
  static var sequence: StoredTable {
    StoredTable(
      name: "sqlite_sequence", columns: "ti", salvaged: "temp.sequence", role: .own,
      isValid: { row, _ in row.number(1) >= 0 })
  }

  private static func isTask(_ row: StoredRow) -> Bool {
    for index in 0..<ReminderNumber.count {
      guard let number = ReminderNumber(rawValue: index) else { continue }
      if !number.range.contains(row.number(7 + Int(index))) { return false }
    }
    return true
  }

  /// Whether it is the rank of some message.
  static func isRank(_ rank: UnsafeRawBufferPointer) -> Bool {
    if rank.count < 4 { return false }
    let sequence = Int(rank[0]) << 8 | Int(rank[1])
    return sequence + 4 < rank.count && isRank(rank, of: UnsafeRawBufferPointer(rebasing: rank[(4 + sequence)...]))
  }

  /// Whether it is the first rank behind those of a sequence.
  private static func isBound(_ upTo: UnsafeRawBufferPointer) -> Bool {
    upTo.count >= 4 && upTo.count == 4 + (Int(upTo[0]) << 8 | Int(upTo[1]))
      && upTo.count <= 4 + maximumIdentifierBytes
  }

  /// Whether it is what orders a message of this id: the length of the sequence in two bytes, the sequence, the length
  /// of the id, the id.
  private static func isRank(_ rank: UnsafeRawBufferPointer, of id: UnsafeRawBufferPointer) -> Bool {
    if id.isEmpty || id.count > maximumIdentifierBytes || rank.count < 2 { return false }
    let sequence = Int(rank[0]) << 8 | Int(rank[1])
    guard sequence <= maximumIdentifierBytes, rank.count == 4 + sequence + id.count else { return false }
    guard Int(rank[2 + sequence]) << 8 | Int(rank[3 + sequence]) == id.count else { return false }
    return isEqual(UnsafeRawBufferPointer(rebasing: rank[(4 + sequence)...]), id)
  }
}
