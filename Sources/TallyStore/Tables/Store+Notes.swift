import CSQLite
import TallyFailure
import TallyMemory

// The rejected items of a feed's responses, the oldest first. Numbers begin with 1.

/// An item that could not be used. Bytes are borrowed.
public struct RejectedItem {
  public var id: Int64
  /// Milliseconds since 1970.
  public var time: Int64
  public var reason: UnsafeRawBufferPointer
  /// As it was in the response, or in the page that a mapping made of it.
  public var body: UnsafeRawBufferPointer
}

extension Store {
  /// A longer one is cut to this length.
  public static let rejectedBytes = 65_536

  /// Adds a rejected item behind the former ones.
  public func keepRejected(
    account: Int64, feed: Int64, time: Int64, reason: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer
  ) throws(Failure) {
    let last = try statement(.note(.last), account, feed)
    let number = try step(last) ? last.number(0) &+ 1 : 1
    last.finish()
    let kept = prefix(ofText: body, bytes: Store.rejectedBytes)
    try insertNote(account, feed, max(number, 1), time, reason, kept)
    if number > bounds.rejected {
      try forgetNotes(account: account, feed: feed, from: 1, through: number - bounds.rejected)
    }
  }

  private func insertNote(
    _ account: Int64, _ feed: Int64, _ number: Int64, _ time: Int64, _ reason: UnsafeRawBufferPointer,
    _ body: UnsafeRawBufferPointer
  ) throws(Failure) {
    var insert = try statement(.note(.insert), account, feed)
    insert.bind(3, number)
    insert.bind(4, time)
    insert.bind(5, text: reason)
    insert.bind(6, blob: body)
    try finish(insert)
  }

  public func forgetNotes(account: Int64, feed: Int64, from: Int64, through: Int64) throws(Failure) {
    var delete = try statement(.note(.delete), account, feed)
    delete.bind(3, from)
    delete.bind(4, through)
    try finish(delete)
  }

  /// Visits at most `limit` rejected items of a feed, the oldest first.
  /// - Returns: whether there are more.
  public func listRejected(
    account: Int64, feed: Int64, after: Int64, limit: Int, visit: (RejectedItem) -> Void
  ) throws(Failure) -> Bool {
    var list = try statement(.note(.list), account, feed)
    list.bind(3, max(after, 0))
    list.bind(4, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(list) { return false }
      visit(
        RejectedItem(
          id: list.number(0), time: list.number(1), reason: list.bytes(2), body: list.bytes(3)))
    }
    return try step(list)
  }
}
