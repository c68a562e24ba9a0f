import TallyFailure
import TallyMemory

/// The built-in mappings for widely used servers. docs/mappings.md describes them.
enum Presets {
  static let names: StaticString = "github-notifications mastodon-v2 ntfy message-center unread-count"

  static func text(of name: UnsafeRawBufferPointer) -> StaticString? {
    switch Words.index(of: name, in: names) {
    case 0: gitHub
    case 1: mastodon
    case 2: ntfy
    case 3: messageCenter
    case 4: unreadCount
    default: nil
    }
  }

  // `GET /notifications`: newest first; 304 to If-Modified-Since; X-Poll-Interval; the next page in Link. Read
  // notifications are requested too, because only they show that one was read elsewhere.
  private static let gitHub: StaticString = """
    {"list":"$","next":"link","greatest":"$.updated_at","query":"all=true","limit_parameter":"per_page","limit":50,
    "item":{"id":"$.id","rev":"$.updated_at","seq":"$.updated_at","ts":"$.updated_at",
    "path":"github.{repository.full_name}","kind":"$.reason","title":"$.subject.title","category":"$.subject.type",
    "arg":"$.repository.full_name","read":"$.unread=false"}}
    """

  // `GET /api/v2/notifications`: with min_id it returns the groups right after it. The newest notification of a group
  // may be beyond the page, so the cursor is the newest within the page.
  private static let mastodon: StaticString = """
    {"list":"$.notification_groups","greatest":["$.page_max_id","$.most_recent_notification_id"],
    "cursor_parameter":"min_id","limit_parameter":"limit","limit":40,
    "item":{"id":"$.group_key","rev":"$.most_recent_notification_id","seq":"$.most_recent_notification_id",
    "ts":"$.latest_page_notification_at","path":"mastodon.{type}","kind":"$.type","count":"$.notifications_count",
    "thread":"$.status_id","arg":"$.sample_account_ids[0]"}}
    """

  // `GET /<topics>/json?poll=1&since=<time>`: one line each, including lines of the stream itself. It uses the time and
  // not an id, because the server ignores an id that it has forgotten.
  private static let ntfy: StaticString = """
    {"lines":true,"query":"poll=1","cursor_parameter":"since","greatest":"$.time","overlap":60,
    "item":{"where":"$.event=message","id":"$.id","seq":"$.time","ts":"$.time","path":"ntfy.{topic}",
    "title":["$.title","$.topic"],"body":"$.message","category":"$.tags[0]","arg":"$.topic"}}
    """

  // `{title, list:[…]}`, of a server that knows only the latest id.
  private static let messageCenter: StaticString = """
    {"list":"$.list","title":"$.title","greatest":"$.id","cursor_parameter":"since","overlap":20,
    "item":{"id":"$.id","rev":"$.rev","ts":["$.ts","$.time"],"path":["messages.{type}","messages"],"kind":"$.type",
    "title":"$.title","body":["$.body","$.content"],"count":"$.count","read":"$.read"}}
    """

  // `{"count":N}`, or only the number.
  private static let unreadCount: StaticString = """
    {"total":["$.count","$"],"path":"root"}
    """
}
