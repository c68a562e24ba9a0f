/// How feeds run.
enum FeedOptionQuery: Int, QueryTexts {
  case load, save, delete

  @inline(never)
  var text: QueryText {
    switch self {
    case .load:
      """
      SELECT flags, initial_delay, interval, visible_interval, tolerance, away_time, request_timeout,
        idle_timeout, max_age, max_messages, page_limit, preset, mapping, title
      FROM feed_option WHERE account = ?1 AND feed = ?2
      """
    case .save:
      """
      INSERT OR REPLACE INTO feed_option
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """
    case .delete: "DELETE FROM feed_option WHERE account = ?1 AND feed = ?2"
    }
  }
}
