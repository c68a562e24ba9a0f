/// The waits of feeds.
enum WaitQuery: Int, QueryTexts {
  case load, save, delete

  @inline(never)
  var text: QueryText {
    switch self {
    case .load: "SELECT until, url FROM feed_wait WHERE account = ?1 AND feed = ?2"
    case .save: "INSERT OR REPLACE INTO feed_wait(account, feed, until, url) VALUES (?1, ?2, ?3, ?4)"
    case .delete: "DELETE FROM feed_wait WHERE account = ?1 AND feed = ?2"
    }
  }
}
