import TallyMemory

/// Every statement that the store keeps prepared. The raw value is its place in the store's table of statements.
///
/// "A path P and its subtree" is one range of an index, from P to P/ ('/' is the byte after '.'). Paths that merely
/// begin like P (`P-x`) are filtered out. With the byte 1, which no path contains, in place of '/', the same range is
/// exactly P. That byte is always the parameter `?3`. In the texts it is `@`, and `$` is the index of unread messages.
/// `%` makes `p`, the paths there of all messages or of the unread ones, and one NULL: at most `?7`, or all (-1). `#`
/// stands for a parameter for each column of the table `message`.
enum Query: Int, CaseIterable {
  case begin, commit, rollback, beginPart, endPart, abandonPart, touch, untouch
  case findAccount, insertAccount, saveRevision, saveEpoch, listAccounts
  case saveBadge, deleteBadge, loadBadges, saveIcon, deleteIcon, loadIcons, hasBadge
  case findFeed, insertFeed, resetFeed, loadFeed, saveFeed, saveLastSuccess, deleteFeed, loadWait, saveWait, deleteWait
  case fedSums, fedSumsOfFeed, fedSumsOutsideSnapshot, fedSumsAt
  case findMessage, messageState, insertMessage, updateMessage, setState, setSnapshot
  case deleteMessage, deleteMessagesOfFeed, deleteOutsideSnapshot
  case markSeen, markRead
  case countAll, countUnread
  case messageRank, message, listAll, listExact, listUnreadExact
  case listSubtree, countPaths, listPaths, countSubtree, listFiltered
  case listUnreadSubtree, countUnreadPaths, listUnreadPaths, countUnreadSubtree, listUnreadFiltered
  case findSource, saveSource, findBatch, insertBatch, deleteBatch, lastBatch, deleteBatches
  case findLog, saveLog, lastLog, insertItem, findItem, deleteItem, lastItem, deleteItems, listItems
  case countItems
  case lastKey, beginKeys, raiseKeys
  case listSources, listBatches, listFeeds, listFeedMessages
  case insertPlaced, deletePlaced, placedOutside, deletePlacedOutside, saveMark, deleteMark, deleteMarks
  case countMarks, trimMarks, marksOfPath, markAt, marksBelow, hasMarks, countUnreadUpTo, countUnreadOld, unreadOld,
    unreadUpTo, unreadByRank, unreadByVersion, cover, raise, keepOfEpoch
  case endMarksOfEpoch
  case findForgotten, deleteForgotten, deleteAllForgotten, trimForgotten
  case forgetAged, deleteAged, forgetRead, deleteRead, findKept, saveKept, floorUp, floorDown, countForgotten
  case insertNote, deleteNotes, lastNote, listNotes
  case insertForgotten, listPlaced, listMarks, listForgotten
  case feedingAt, mask, maskAt, lastMessage, greatestRank, touched, forgetTouched, unmask, isMasking, deletePushed
  case unsendItem, sendItem, unreadOfFeed, hasBelow, unreadKeys, versionsBelow, unsendMark, sendMark
  case endWaits, hasMarksToSend, outboxDue, outboxDueOfFeeds, leaseOutbox, listOutbox, findOutbox, countOutbox
  case lastOutbox, deleteOutbox
  case deleteOutboxOfFeed
  case failOutbox, retryOutbox, removeOutbox, maskMark, listOutboxOfFeed, endLeases, insertOutbox, trimOutbox
  case listThreads, isListed, listAccount, findThreads, touchThread, dropHeads, makeHeads, endTouched
  case listGroup, listUnseen, countUnseen, listFewUnseen, loadGroup, loadUnseen, groupSums, dismissGroup
  case findGroupSeen, saveGroupSeen, markGroupSeen, deleteGroupSeen, listGroupSeen, trimGroupSeen, countGroupSeen
  case findGrouping, saveGrouping, saveCategory, listCategories, saveTranslation, saveSourceText, listTranslations
  case isWording
  case hasReminders, findReminder, readReminder, listReminders, saveReminder, removeReminder, listArmed, arm,
    forgetArmed
  case insertReminderNote, trimReminderNotes, listReminderNotes, untellReminders, unsendReminder, sendReminder

  /// Writes the SQL text.
  func write(to output: inout ByteBuffer) throws(OutOfMemory) {
    let text = text
    for index in 0..<text.utf8CodeUnitCount {
      switch text.utf8Start[index] {
      case 0x40:
        try output.append("account = ?1 AND path >= ?2 AND path < ?2 || ?3 AND (path = ?2 OR path >= ?2 || '.')")
      case 0x25:
        try output.append(
          "WITH RECURSIVE p(path) AS (VALUES (?2) UNION ALL SELECT (SELECT MIN(m.path) FROM message m INDEXED BY ")
        try output.append(
          self == .countPaths || self == .listPaths ? "message_list WHERE" : "message_unread WHERE m.state < 2 AND")
        try output.append(
          """
           m.account = ?1 AND m.path > iif(p.path = ?2, ?2 || '.', p.path) AND m.path < ?2 || '/')
          FROM p WHERE p.path IS NOT NULL LIMIT ?7)
          """)
      case 0x24: try output.append("message INDEXED BY message_unread")
      case 0x23: try StoredTable.message.appendValues(into: "message", to: &output)
      case let byte: try output.append(byte: byte)
      }
    }
  }

  private var text: StaticString {
    switch self {
    case .begin: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .beginPart: "SAVEPOINT part"
    case .endPart: "RELEASE part"
    case .abandonPart: "ROLLBACK TO part"
    case .touch: "UPDATE meta SET epoch = epoch - 1"
    case .untouch: "UPDATE meta SET epoch = epoch + 1"
    case .findAccount, .insertAccount, .saveRevision, .saveEpoch, .listAccounts: accountText
    case .insertNote, .deleteNotes, .lastNote, .listNotes: noteText
    case .saveBadge, .deleteBadge, .loadBadges, .saveIcon, .deleteIcon, .loadIcons, .hasBadge: badgeText
    case .findFeed, .insertFeed, .resetFeed, .loadFeed, .saveFeed, .saveLastSuccess, .deleteFeed: feedText
    case .loadWait, .saveWait, .deleteWait: waitText
    case .fedSums, .fedSumsOfFeed, .fedSumsOutsideSnapshot, .fedSumsAt: sumText
    case .countAll, .countUnread, .messageRank, .message, .listAll, .listExact, .listUnreadExact: listText
    case .listSubtree, .countPaths, .listPaths, .countSubtree, .listFiltered, .listUnreadSubtree, .countUnreadPaths,
      .listUnreadPaths, .countUnreadSubtree, .listUnreadFiltered:
      subtreeText
    case .listSources, .listBatches, .listFeeds, .listFeedMessages: archiveText
    case .findSource, .saveSource, .findBatch, .insertBatch, .deleteBatch, .lastBatch, .deleteBatches: batchText
    case .findLog, .saveLog, .lastLog, .insertItem, .findItem, .deleteItem, .lastItem, .deleteItems, .listItems,
      .countItems, .lastKey, .beginKeys, .raiseKeys:
      logText
    case .insertPlaced, .deletePlaced, .placedOutside, .deletePlacedOutside, .listPlaced: placedText
    case .saveMark, .deleteMark, .deleteMarks, .countMarks, .trimMarks, .marksOfPath, .markAt, .marksBelow, .hasMarks,
      .countUnreadUpTo, .countUnreadOld, .unreadOld, .unreadUpTo, .unreadByRank, .unreadByVersion, .cover, .raise,
      .keepOfEpoch, .endMarksOfEpoch, .listMarks:
      markText
    case .findForgotten, .deleteForgotten, .deleteAllForgotten, .trimForgotten, .insertForgotten, .listForgotten:
      forgottenText
    case .forgetAged, .deleteAged, .forgetRead, .deleteRead, .findKept, .saveKept, .floorUp, .floorDown,
      .countForgotten:
      retentionText
    case .unsendItem, .sendItem, .unreadOfFeed, .hasBelow, .unreadKeys, .versionsBelow, .unsendMark, .sendMark,
      .maskMark:
      sendText
    case .endWaits, .hasMarksToSend, .outboxDue, .outboxDueOfFeeds, .leaseOutbox, .listOutbox, .findOutbox,
      .countOutbox, .lastOutbox, .deleteOutbox,
      .deleteOutboxOfFeed, .failOutbox, .retryOutbox, .removeOutbox, .listOutboxOfFeed, .endLeases,
      .insertOutbox, .trimOutbox:
      outboxText
    case .listThreads, .isListed, .listAccount, .findThreads, .touchThread, .dropHeads, .makeHeads, .endTouched:
      threadText
    case .listGroup, .listUnseen, .countUnseen, .listFewUnseen, .loadGroup, .loadUnseen, .groupSums, .dismissGroup,
      .findGroupSeen, .saveGroupSeen, .markGroupSeen, .deleteGroupSeen, .listGroupSeen,
      .trimGroupSeen, .countGroupSeen:
      groupText
    case .findGrouping, .saveGrouping, .saveCategory, .listCategories, .saveTranslation,
      .saveSourceText, .listTranslations, .isWording:
      wordingText
    case .hasReminders, .findReminder, .readReminder, .listReminders, .saveReminder, .removeReminder, .listArmed, .arm,
      .forgetArmed, .insertReminderNote, .trimReminderNotes, .listReminderNotes, .untellReminders, .unsendReminder,
      .sendReminder:
      reminderText
    default: messageText
    }
  }

  private var accountText: StaticString {
    switch self {
    case .findAccount: "SELECT id, aggregation, feeding, revision, epoch FROM account WHERE name = ?1"
    case .insertAccount: "INSERT INTO account(name, aggregation, feeding, revision) VALUES (?1, ?2, ?3, 0)"
    case .listAccounts: "SELECT name FROM account WHERE name > ?1 ORDER BY name LIMIT ?2"
    case .saveEpoch: "UPDATE account SET epoch = ?2 WHERE id = ?1"
    default: "UPDATE account SET revision = ?2 WHERE id = ?1"
    }
  }

  private var waitText: StaticString {
    switch self {
    case .saveWait: "INSERT OR REPLACE INTO feed_wait(account, feed, until, url) VALUES (?1, ?2, ?3, ?4)"
    case .deleteWait: "DELETE FROM feed_wait WHERE account = ?1 AND feed = ?2"
    default: "SELECT until, url FROM feed_wait WHERE account = ?1 AND feed = ?2"
    }
  }

  private var badgeText: StaticString {
    switch self {
    case .saveBadge:
      """
      INSERT INTO badge(account, path, kind, count, expires, mute, mute_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT(account, path) DO UPDATE SET kind = excluded.kind, count = excluded.count,
        expires = excluded.expires, mute = excluded.mute, mute_until = excluded.mute_until
      """
    case .deleteBadge: "DELETE FROM badge WHERE account = ?1 AND path = ?2"
    case .saveIcon: "INSERT OR REPLACE INTO placed_icon(account, path, icon) VALUES (?1, ?2, ?3)"
    case .deleteIcon: "DELETE FROM placed_icon WHERE account = ?1 AND path = ?2"
    case .hasBadge: "SELECT 1 FROM badge WHERE account = ?1 AND path = ?2 AND kind <> 0"
    case .loadIcons: "SELECT path, icon FROM placed_icon WHERE account = ?1 ORDER BY path"
    default:
      "SELECT path, kind, count, expires, mute, mute_until FROM badge WHERE account = ?1 ORDER BY path"
    }
  }

  private var feedText: StaticString {
    switch self {
    case .findFeed: "SELECT id, url, prefix FROM feed WHERE account = ?1 AND name = ?2"
    case .insertFeed: "INSERT INTO feed(account, name, url, prefix) VALUES (?1, ?2, ?3, ?4)"
    case .resetFeed:
      """
      UPDATE feed SET url = ?2, prefix = ?3, cursor = '', epoch = '', etag = '', last_modified = '', poll = 0,
        last_success = 0
      WHERE id = ?1
      """
    case .loadFeed:
      """
      SELECT cursor, epoch, etag, last_modified, title, last_success, poll FROM feed WHERE id = ?1
      """
    case .saveLastSuccess: "UPDATE feed SET last_success = ?2 WHERE id = ?1"
    case .saveFeed:
      """
      UPDATE feed SET cursor = ?2, epoch = ?3, etag = ?4, last_modified = ?5, title = ?6, last_success = ?7,
        poll = ?8 WHERE id = ?1
      """
    default: "DELETE FROM feed WHERE id = ?1"
    }
  }

  // Messages with a state below the account's way of feeding feed badges: 1, the unseen; 2, the unread.
  private var sumText: StaticString {
    switch self {
    case .fedSums:
      """
      SELECT path, SUM(count), COUNT(*), MIN(count) FROM $
      WHERE account = ?1 AND state < 2 AND state < ?2 GROUP BY path ORDER BY path
      """
    case .fedSumsOfFeed:
      "SELECT path, SUM(count), COUNT(*) FROM message WHERE feed = ?1 AND state < ?2 GROUP BY path"
    case .fedSumsOutsideSnapshot:
      """
      SELECT path, SUM(count), COUNT(*) FROM message WHERE feed = ?1 AND state < ?2 AND snapshot <> ?3 AND (snapshot >= -1 OR ?3 < 0)
      GROUP BY path
      """
    default:
      """
      SELECT path, SUM(count), COUNT(*) FROM $
      WHERE @
        AND state < 2 AND state < ?5 AND rank <= ?4 GROUP BY path
      """
    }
  }

  private var messageText: StaticString {
    switch self {
    case .findMessage:
      """
      SELECT *,
        COALESCE((SELECT 9223372036854775807 FROM outbox o WHERE o.account = message.account AND o.feed = ?1
            AND kind = 1 AND entity = ?2 AND next < 9223372036854775807),
          (SELECT 9223372036854775807 FROM outbox o WHERE o.account = message.account AND o.feed = ?1
            AND o.kind = 2 AND message.rank < o.upto AND message.snapshot > -3
            AND message.path || '.' >= o.entity || '.' AND message.path || '.' < o.entity || '/'
            AND next < 9223372036854775807),
          (SELECT since FROM temp.pending WHERE pending.key = message.key)),
        NOT EXISTS (SELECT 1 FROM outbox o WHERE o.account = message.account AND o.feed = ?1
            AND kind = 1 AND entity = ?2 AND next < 9223372036854775807)
          AND NOT EXISTS (SELECT 1 FROM temp.pending WHERE pending.key = message.key AND is_mark = 0)
      FROM message WHERE feed = ?1 AND id = ?2
      """
    case .messageState:
      "SELECT path, count, state, feed, rank, version, snapshot FROM message WHERE key = ?1 AND account = ?2"
    case .insertMessage: "INSERT INTO #"
    // This repeats the description of the table. A test compares them.
    case .updateMessage:
      """
      UPDATE message SET rev = ?5, rank = ?6, ts = ?7, path = ?8, kind = ?9, title = ?10, body = ?11, count = ?12,
        thread = ?13, category = ?14, arg = ?15, arg_count = ?16, state = ?17, snapshot = ?18, version = ?19
      WHERE key = ?1
      """
    case .setState: "UPDATE message SET state = ?2, version = ?3 WHERE key = ?1"
    case .setSnapshot: "UPDATE message SET state = ?2, snapshot = ?3, version = ?4 WHERE key = ?1"
    case .deleteMessage: "DELETE FROM message WHERE key = ?1"
    case .deleteMessagesOfFeed: "DELETE FROM message WHERE feed = ?1"
    case .deleteOutsideSnapshot:
      "DELETE FROM message WHERE feed = ?1 AND snapshot <> ?2 AND (snapshot >= -1 OR ?2 < 0)"
    case .deletePushed:
      """
      DELETE FROM message WHERE feed = ?1 AND id >= ?4 AND id < ?4 || x'FF'
        AND NOT (-2 - snapshot > ?2 AND -2 - snapshot <= ?3)
      RETURNING path, count, state
      """
    case .markSeen:
      """
      UPDATE $ SET state = 1
      WHERE @
        AND state < 2 AND state = 0
      """
    case .touched: "SELECT COUNT(*), SUM(total), SUM(unread), SUM(unseen) FROM temp.touched WHERE @"
    case .forgetTouched: "DELETE FROM temp.touched"
    case .lastMessage: "SELECT MAX(key) FROM message"
    case .greatestRank:
      "SELECT rank FROM message INDEXED BY message_order WHERE account = ?1 ORDER BY rank DESC LIMIT 1"
    case .feedingAt:
      "SELECT key, count, id FROM $ WHERE account = ?1 AND path = ?2 AND state < 2 AND state < ?3 ORDER BY rank, key"
    case .mask: "INSERT OR REPLACE INTO temp.pending SELECT key, feed, ?2, 0 FROM message WHERE key = ?1"
    case .maskAt:
      """
      INSERT OR REPLACE INTO temp.pending SELECT key, feed, ?5, 0 FROM $
      WHERE @
        AND state < 2 AND rank <= ?4
      """
    case .isMasking: "SELECT 1 FROM temp.pending WHERE feed = ?1 LIMIT 1"
    case .unmask: "DELETE FROM temp.pending WHERE feed = ?1 AND since <= ?2"
    default:
      """
      UPDATE $ SET state = 2
      WHERE @
        AND state < 2 AND rank <= ?4
      """
    }
  }

  // Removes the oldest batches: all up to an ordinal, and all before the first one that is recent enough.
  private var batchText: StaticString {
    switch self {
    case .findSource: "SELECT epoch, position FROM source WHERE account = ?1 AND name = ?2"
    case .saveSource:
      """
      INSERT INTO source(account, name, epoch, position) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT(account, name) DO UPDATE SET epoch = excluded.epoch, position = excluded.position
      """
    case .findBatch: "SELECT time FROM batch WHERE account = ?1 AND id = ?2"
    case .insertBatch: "INSERT INTO batch(account, ordinal, id, time) VALUES (?1, ?2, ?3, ?4)"
    case .deleteBatch: "DELETE FROM batch WHERE account = ?1 AND id = ?2"
    case .lastBatch: "SELECT MAX(ordinal) FROM batch WHERE account = ?1"
    default:
      """
      DELETE FROM batch WHERE account = ?1 AND ordinal < MAX(?2,
        IFNULL((SELECT ordinal FROM batch WHERE account = ?1 AND time > ?3 ORDER BY ordinal LIMIT 1), 0))
      """
    }
  }

  // As batchText, for logs that feed many accounts. An identifier that is there already is not inserted again.
  private var logText: StaticString {
    switch self {
    case .findLog: "SELECT number, epoch, position, time FROM log WHERE name = ?1"
    case .saveLog:
      """
      INSERT INTO log(name, number, epoch, position, time) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT(name) DO UPDATE SET epoch = excluded.epoch, position = excluded.position, time = excluded.time
      """
    case .lastLog: "SELECT MAX(IFNULL((SELECT MAX(number) FROM log), 0), IFNULL((SELECT MAX(log) FROM log_item), 0))"
    case .insertItem: "INSERT INTO log_item(log, ordinal, time, id) VALUES (?1, ?2, ?3, ?4)"
    case .findItem: "SELECT id, time FROM log_item WHERE log = ?1 AND ordinal = ?2"
    case .countItems: "SELECT COUNT(*) FROM log_item WHERE log = ?1"
    case .deleteItem: "DELETE FROM log_item WHERE log = ?1 AND ordinal = ?2"
    case .lastItem: "SELECT MAX(ordinal) FROM log_item WHERE log = ?1"
    case .listItems: "SELECT id, time, ordinal FROM log_item WHERE log = ?1 ORDER BY ordinal"
    case .lastKey: "SELECT seq FROM sqlite_sequence WHERE name = 'message'"
    case .beginKeys:
      """
      INSERT INTO sqlite_sequence(name, seq)
      SELECT 'message', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'message')
      """
    case .raiseKeys: "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'message' AND seq < ?1"
    default:
      """
      DELETE FROM log_item WHERE log = ?1 AND ordinal < MAX(?2,
        IFNULL((SELECT ordinal FROM log_item WHERE log = ?1 AND time > ?3 ORDER BY ordinal LIMIT 1), 0))
      """
    }
  }

  // All data of an account, in an order that does not depend on where it is stored.
  private var archiveText: StaticString {
    switch self {
    case .listSources: "SELECT name, epoch, position FROM source WHERE account = ?1 ORDER BY name"
    case .listBatches: "SELECT id, time FROM batch WHERE account = ?1 ORDER BY ordinal"
    case .listFeeds:
      """
      SELECT id, name, url, prefix, cursor, epoch, etag, last_modified, title, last_success, poll,
        (SELECT body FROM note n WHERE n.account = ?1 AND n.feed = feed.id AND number = 0),
        (SELECT COUNT(*) FROM note n WHERE n.account = ?1 AND n.feed = feed.id AND number > 0)
      FROM feed WHERE account = ?1 AND name > ?2 ORDER BY name LIMIT ?3
      """
    default: "SELECT * FROM message WHERE feed = ?1 ORDER BY id"
    }
  }
}
