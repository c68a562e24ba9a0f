/// The messages whose level is not normal, in numbers: the sum of the counts of highlights, their number, how many
/// are critical, the number of the passive ones, and the sum of their counts, which the sums of `SumQuery` contain.
enum LevelQuery: Int, QueryTexts {
  case all, ofFeed, outsideSnapshot, at, unseenAt, ofGroup, exactlyAt

  @inline(never)
  var text: QueryText {
    switch self {
    case .all:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message INDEXED BY message_level
      WHERE account = ?1 AND level <> 0 AND state < 2 AND state < threshold GROUP BY path ORDER BY path
      """
    case .ofFeed:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message
      WHERE feed = ?1 AND level <> 0 AND state < 2 AND state < threshold GROUP BY path
      """
    case .outsideSnapshot:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message
      WHERE feed = ?1 AND level <> 0 AND state < 2 AND state < threshold
        AND snapshot <> ?2 AND (snapshot >= -1 OR ?2 < 0)
      GROUP BY path
      """
    case .at:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message INDEXED BY message_level
      WHERE @
        AND level <> 0 AND state < 2 AND state < threshold AND rank <= ?4 GROUP BY path
      """
    case .unseenAt:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message INDEXED BY message_level
      WHERE @
        AND level <> 0 AND state = 0 AND threshold <= 1 GROUP BY path
      """
    case .ofGroup:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message INDEXED BY message_group
      WHERE account = ?1 AND level <> 0 AND state = 0 AND threshold = 1 AND thread BETWEEN ?2 AND ?3 GROUP BY path
      """
    case .exactlyAt:
      """
      SELECT path, SUM(iif(level > 0, count, 0)), SUM(level > 0), SUM(level > 1), SUM(level < 0),
        SUM(iif(level < 0, count, 0)) FROM message INDEXED BY message_level
      WHERE account = ?1 AND path = ?2 AND level <> 0 AND state < 2 AND state < threshold
      """
    }
  }
}
