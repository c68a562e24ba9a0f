/// The oldest or newest message that is unread, or unseen, or an unread or unseen highlight, with its time; and how
/// many such messages there are, or are newer or older than one: at most `?6`, or all (-1). All go path by path
/// through an index, so they read one entry for each path besides those that they count.
enum FirstQuery: Int, QueryTexts {
  case oldestUnread, newestUnread, oldestUnseen, newestUnseen, countUnread, countUnseen
  case oldestHighlight, newestHighlight, countHighlights
  case countNewer, countOlder, countNewerOfAll, countOlderOfAll

  @inline(never)
  var text: QueryText {
    switch self {
    case .oldestUnread:
      """
      %
      SELECT n.key, n.ts FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_unread WHERE m.account = ?1 AND m.path = p.path AND m.state < 2
        ORDER BY m.rank, m.key LIMIT 1)
      ORDER BY n.rank, n.key LIMIT 1
      """
    case .newestUnread:
      """
      %
      SELECT n.key, n.ts FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_unread WHERE m.account = ?1 AND m.path = p.path AND m.state < 2
        ORDER BY m.rank DESC, m.key DESC LIMIT 1)
      ORDER BY n.rank DESC, n.key DESC LIMIT 1
      """
    case .oldestUnseen:
      """
      ^
      SELECT n.key, n.ts FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_unseen WHERE m.account = ?1 AND m.path = p.path AND m.state = 0
        ORDER BY m.rank, m.key LIMIT 1)
      ORDER BY n.rank, n.key LIMIT 1
      """
    case .newestUnseen:
      """
      ^
      SELECT n.key, n.ts FROM p CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_unseen WHERE m.account = ?1 AND m.path = p.path AND m.state = 0
        ORDER BY m.rank DESC, m.key DESC LIMIT 1)
      ORDER BY n.rank DESC, n.key DESC LIMIT 1
      """
    case .countUnread:
      """
      %
      SELECT COUNT(*) FROM (SELECT 1 FROM p CROSS JOIN $ ON account = ?1 AND message.path = p.path
        WHERE state < 2 LIMIT ?6)
      """
    case .countUnseen:
      """
      ^
      SELECT COUNT(*) FROM (SELECT 1 FROM p CROSS JOIN message INDEXED BY message_unseen
        ON account = ?1 AND message.path = p.path WHERE state = 0 LIMIT ?6)
      """
    // Those whose state is smaller than ?8: the unseen highlights, or all that are unread. The index has each state by
    // itself, so that the unseen ones are found among many that are seen and unread.
    case .oldestHighlight:
      """
      #
      SELECT n.key, n.ts FROM p CROSS JOIN (SELECT 0 AS state UNION ALL SELECT 1) s CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_highlight
        WHERE m.account = ?1 AND m.path = p.path AND m.level > 0 AND m.state = s.state
        ORDER BY m.rank, m.key LIMIT 1)
      WHERE s.state < ?8 ORDER BY n.rank, n.key LIMIT 1
      """
    case .newestHighlight:
      """
      #
      SELECT n.key, n.ts FROM p CROSS JOIN (SELECT 0 AS state UNION ALL SELECT 1) s CROSS JOIN message n ON n.key IN (
        SELECT m.key FROM message m INDEXED BY message_highlight
        WHERE m.account = ?1 AND m.path = p.path AND m.level > 0 AND m.state = s.state
        ORDER BY m.rank DESC, m.key DESC LIMIT 1)
      WHERE s.state < ?8 ORDER BY n.rank DESC, n.key DESC LIMIT 1
      """
    case .countHighlights:
      """
      #
      SELECT COUNT(*) FROM (SELECT 1 FROM p CROSS JOIN message INDEXED BY message_highlight
        ON account = ?1 AND message.path = p.path WHERE level > 0 AND state < ?8 LIMIT ?6)
      """
    case .countNewer:
      """
      &
      SELECT COUNT(*) FROM (SELECT 1 FROM p CROSS JOIN message m INDEXED BY message_list
        ON m.account = ?1 AND m.path = p.path AND (m.rank, m.key) > (?4, ?5) LIMIT ?6)
      """
    case .countOlder:
      """
      &
      SELECT COUNT(*) FROM (SELECT 1 FROM p CROSS JOIN message m INDEXED BY message_list
        ON m.account = ?1 AND m.path = p.path AND (m.rank, m.key) < (?4, ?5) LIMIT ?6)
      """
    case .countNewerOfAll:
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM message INDEXED BY message_order
        WHERE account = ?1 AND (rank, key) > (?4, ?5) LIMIT ?6)
      """
    case .countOlderOfAll:
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM message INDEXED BY message_order
        WHERE account = ?1 AND (rank, key) < (?4, ?5) LIMIT ?6)
      """
    }
  }
}
