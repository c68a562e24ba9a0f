import TallyMemory

/// A statement that the store keeps prepared, by topic. A topic is an enum in a file of its own, with the text of each
/// of its statements. No switch has a default: a statement without a text does not compile.
///
/// "A path P and its subtree" is one range of an index, from P to P/ ('/' is the byte after '.'). Paths that merely
/// begin like P (`P-x`) are filtered out. With the byte 1, which no path contains, in place of '/', the same range is
/// exactly P. That byte is always the parameter `?3`. In the texts it is `@`, and `$` is the index of unread messages.
/// `&` makes `p`, the paths there of all messages, and one NULL: at most `?7`, or all (-1). The first one is P itself.
/// `%` does so for the unread ones, and `^` for the unseen ones. A back tick is the condition for a row `s` of
/// `temp.shared` at P, of a message `m` that itself is elsewhere.
enum Query {
  case transaction(TransactionQuery)
  case account(AccountQuery)
  case badge(BadgeQuery)
  case choice(ChoiceQuery)
  case feed(FeedQuery)
  case feedOption(FeedOptionQuery)
  case wait(WaitQuery)
  case sum(SumQuery)
  case level(LevelQuery)
  case rule(RuleQuery)
  case link(LinkQuery)
  case message(MessageQuery)
  case snooze(SnoozeQuery)
  case list(ListQuery)
  case subtree(SubtreeQuery)
  case newer(NewerQuery)
  case first(FirstQuery)
  case drift(DriftQuery)
  case sharing(SharingQuery)
  case seeing(SeeingQuery)
  case batch(BatchQuery)
  case log(LogQuery)
  case archive(ArchiveQuery)
  case note(NoteQuery)
  case placed(PlacedQuery)
  case mark(MarkQuery)
  case forgotten(ForgottenQuery)
  case retention(RetentionQuery)
  case sending(SendingQuery)
  case outbox(OutboxQuery)
  case thread(ThreadQuery)
  case group(GroupQuery)
  case wording(WordingQuery)
  case reminder(ReminderQuery)

  @inline(never)
  var text: QueryText {
    switch self {
    case .transaction(let query): query.text
    case .account(let query): query.text
    case .badge(let query): query.text
    case .choice(let query): query.text
    case .feed(let query): query.text
    case .feedOption(let query): query.text
    case .wait(let query): query.text
    case .sum(let query): query.text
    case .level(let query): query.text
    case .rule(let query): query.text
    case .link(let query): query.text
    case .message(let query): query.text
    case .snooze(let query): query.text
    case .list(let query): query.text
    case .subtree(let query): query.text
    case .newer(let query): query.text
    case .first(let query): query.text
    case .drift(let query): query.text
    case .sharing(let query): query.text
    case .seeing(let query): query.text
    case .batch(let query): query.text
    case .log(let query): query.text
    case .archive: ""  // The store writes it with `writeArchive`.
    case .note(let query): query.text
    case .placed(let query): query.text
    case .mark(let query): query.text
    case .forgotten(let query): query.text
    case .retention(let query): query.text
    case .sending(let query): query.text
    case .outbox(let query): query.text
    case .thread(let query): query.text
    case .group(let query): query.text
    case .wording(let query): query.text
    case .reminder(let query): query.text
    }
  }

  // MARK: Places

  /// The most statements of a topic.
  static let room = 40
  /// The number of places in the store's table of statements.
  static let places = 34 * room

  /// The place in that table.
  var place: Int {
    switch self {
    case .transaction(let query): 0 * Self.room + query.rawValue
    case .account(let query): 1 * Self.room + query.rawValue
    case .badge(let query): 2 * Self.room + query.rawValue
    case .feed(let query): 3 * Self.room + query.rawValue
    case .wait(let query): 4 * Self.room + query.rawValue
    case .sum(let query): 5 * Self.room + query.rawValue
    case .message(let query): 6 * Self.room + query.rawValue
    case .list(let query): 7 * Self.room + query.rawValue
    case .subtree(let query): 8 * Self.room + query.rawValue
    case .batch(let query): 9 * Self.room + query.rawValue
    case .log(let query): 10 * Self.room + query.rawValue
    case .archive(let query): 11 * Self.room + query.rawValue
    case .note(let query): 12 * Self.room + query.rawValue
    case .placed(let query): 13 * Self.room + query.rawValue
    case .mark(let query): 14 * Self.room + query.rawValue
    case .forgotten(let query): 15 * Self.room + query.rawValue
    case .retention(let query): 16 * Self.room + query.rawValue
    case .sending(let query): 17 * Self.room + query.rawValue
    case .outbox(let query): 18 * Self.room + query.rawValue
    case .thread(let query): 19 * Self.room + query.rawValue
    case .group(let query): 20 * Self.room + query.rawValue
    case .wording(let query): 21 * Self.room + query.rawValue
    case .reminder(let query): 22 * Self.room + query.rawValue
    case .feedOption(let query): 23 * Self.room + query.rawValue
    case .rule(let query): 24 * Self.room + query.rawValue
    case .link(let query): 25 * Self.room + query.rawValue
    case .newer(let query): 26 * Self.room + query.rawValue
    case .first(let query): 27 * Self.room + query.rawValue
    case .drift(let query): 28 * Self.room + query.rawValue
    case .sharing(let query): 29 * Self.room + query.rawValue
    case .level(let query): 30 * Self.room + query.rawValue
    case .seeing(let query): 31 * Self.room + query.rawValue
    case .choice(let query): 32 * Self.room + query.rawValue
    case .snooze(let query): 33 * Self.room + query.rawValue
    }
  }

  // MARK: Text

  /// Writes the SQL text, unless it is an archive's.
  func write(to output: inout ByteBuffer) throws(OutOfMemory) {
    var next = text.start
    while next.pointee != 0 {
      switch next.pointee {
      case 0x40:
        try output.append("account = ?1 AND path >= ?2 AND path < ?2 || ?3 AND (path = ?2 OR path >= ?2 || '.')")
      case 0x25: try Query.appendPaths("message_unread WHERE m.state < 2 AND", to: &output)
      case 0x5E: try Query.appendPaths("message_unseen WHERE m.state = 0 AND", to: &output)
      case 0x23: try Query.appendPaths("message_highlight WHERE m.level > 0 AND", to: &output)
      case 0x26: try Query.appendPaths("message_list WHERE", to: &output)
      case 0x24: try output.append("message INDEXED BY message_unread")
      case 0x60:
        try output.append(
          """
          s.account = ?1 AND s.path >= ?2 AND s.path < ?2 || ?3 AND (s.path = ?2 OR s.path >= ?2 || '.')
          AND NOT (m.path >= ?2 AND m.path < ?2 || ?3 AND (m.path = ?2 OR m.path >= ?2 || '.'))
          """)
      case let byte: try output.append(byte: byte)
      }
      next += 1
    }
  }

  private static func appendPaths(_ index: StaticString, to output: inout ByteBuffer) throws(OutOfMemory) {
    try output.append(
      "WITH RECURSIVE p(path) AS (VALUES (?2) UNION ALL SELECT (SELECT MIN(m.path) FROM message m INDEXED BY ")
    try output.append(index)
    try output.append(
      """
       m.account = ?1 AND m.path > iif(p.path = ?2, ?2 || '.', p.path) AND m.path < ?2 || '/')
      FROM p WHERE p.path IS NOT NULL LIMIT ?7)
      """)
  }
}

/// The statements of a topic.
protocol QueryTexts: CaseIterable, RawRepresentable<Int> {
  /// It is not inlined: the compiler then makes its switch a table of offsets, of four bytes for each text. Several in
  /// one function would become tables of pointers, which the loader must relocate: 32 bytes for each text.
  var text: QueryText { get }
}

/// A literal, which ends with NUL. It is one pointer, for the table of offsets.
struct QueryText: ExpressibleByStringLiteral {
  let start: UnsafePointer<UInt8>

  @inline(__always)
  init(stringLiteral text: StaticString) { start = text.utf8Start }
}
