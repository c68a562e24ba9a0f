#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Account.Async {
  /// Adds a feed.
  /// Like ``Account/addFeed(_:configuration:)``, without blocking the thread of the task.
  public func addFeed(_ name: String, configuration: Feed.Configuration) async throws(TallyError) -> Feed {
    try await onOwnThread { () throws(TallyError) in try account.addFeed(name, configuration: configuration) }
  }

  /// Takes the payload of a push notification, or a hint from the server: a JSON object, described at
  /// `tally_account_push` in `tally.h`.
  /// Like ``Account/receivePush(_:)``, without blocking the thread of the task.
  public func receivePush(_ payload: some Collection<UInt8> & Sendable) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.receivePush(payload) }
  }

  /// Posts a message of the host, unseen.
  /// Like ``Account/post(_:at:)``, without blocking the thread of the task.
  @discardableResult
  public func post(
    _ message: Message.Draft, at path: some BadgePathConvertible
  ) async throws(TallyError) -> Message.Key {
    try await onOwnThread { () throws(TallyError) in try account.post(message, at: path) }
  }

  /// Removes the message that was posted with an id.
  /// Like ``Account/withdrawMessage(_:)``, without blocking the thread of the task.
  public func withdrawMessage(_ id: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.withdrawMessage(id) }
  }

  /// Marks messages read, all or nothing.
  /// Like ``Account/markRead(_:)``, without blocking the thread of the task.
  @discardableResult
  public func markRead(_ keys: [Message.Key]) async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in try account.markRead(keys) }
  }

  /// Marks the messages at a path read.
  /// Like ``Account/markRead(at:includingDescendants:)``, without blocking the thread of the task.
  @discardableResult
  public func markRead(
    at path: some BadgePathConvertible, includingDescendants: Bool = false
  ) async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in
      try account.markRead(at: path, includingDescendants: includingDescendants)
    }
  }

  /// Marks a message at a path read, and the older ones there.
  /// Like ``Account/markRead(at:includingDescendants:upTo:)``, without blocking the thread of the task.
  @discardableResult
  public func markRead(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, upTo last: Message.Key
  ) async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in
      try account.markRead(at: path, includingDescendants: includingDescendants, upTo: last)
    }
  }

  /// Removes messages of any feed, or posted ones, as when the user deletes them; all or none.
  /// Like ``Account/removeMessages(_:)``, without blocking the thread of the task.
  public func removeMessages(_ keys: [Message.Key]) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.removeMessages(keys) }
  }

  /// Returns the data of a message.
  /// Like ``Account/messageData(_:)``, without blocking the thread of the task.
  public func messageData(_ key: Message.Key) async throws(TallyError) -> [UInt8] {
    try await onOwnThread { () throws(TallyError) in try account.messageData(key) }
  }

  /// Marks messages unread again, all or nothing.
  /// Like ``Account/markUnread(_:)``, without blocking the thread of the task.
  @discardableResult
  public func markUnread(_ keys: [Message.Key]) async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in try account.markUnread(keys) }
  }

  /// Marks messages seen, all or none, as when the user dismisses single notifications.
  /// Like ``Account/markSeen(_:)``, without blocking the thread of the task.
  @discardableResult
  public func markSeen(_ keys: [Message.Key]) async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in try account.markSeen(keys) }
  }

  /// Snoozes a message.
  /// Like ``Account/snoozeMessage(_:until:)``, without blocking the thread of the task.
  public func snoozeMessage(_ key: Message.Key, until: Date?) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.snoozeMessage(key, until: until) }
  }

  /// Reports that the user is viewing a path.
  /// Like ``Account/beginView(at:includingDescendants:reading:)``, without blocking the thread of the task.
  public func beginView(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, reading: Bool = false
  ) async throws(TallyError) -> Subscription {
    try await onOwnThread { () throws(TallyError) in
      try account.beginView(at: path, includingDescendants: includingDescendants, reading: reading)
    }
  }

  /// Records that the user has seen a group.
  /// Like ``Account/markGroupSeen(_:)``, without blocking the thread of the task.
  public func markGroupSeen(_ thread: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.markGroupSeen(thread) }
  }

  /// Dismisses a group: its messages become seen.
  /// Like ``Account/dismissGroup(_:)``, without blocking the thread of the task.
  @discardableResult
  public func dismissGroup(_ thread: String) async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in try account.dismissGroup(thread) }
  }

  /// Registers a category of messages.
  /// Like ``Account/setCategory(_:summary:hidden:)``, without blocking the thread of the task.
  public func setCategory(_ id: String, summary: String = "", hidden: String = "") async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.setCategory(id, summary: summary, hidden: hidden) }
  }

  /// Removes a category.
  /// Like ``Account/removeCategory(_:)``, without blocking the thread of the task.
  public func removeCategory(_ id: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.removeCategory(id) }
  }

  /// Stores the plural forms of a format under a key and replaces former ones.
  /// Like ``Account/setStrings(_:language:forms:)``, without blocking the thread of the task.
  public func setStrings(_ key: String, language: String? = nil, forms: Message.PluralForms) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.setStrings(key, language: language, forms: forms) }
  }

  /// Removes the plural forms of a format under a key.
  /// Like ``Account/removeStrings(_:language:)``, without blocking the thread of the task.
  public func removeStrings(_ key: String, language: String? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.removeStrings(key, language: language) }
  }

  /// Imports a translation file, all or nothing.
  /// Like ``Account/importStrings(_:as:)``, without blocking the thread of the task.
  @discardableResult
  public func importStrings(
    _ bytes: some Collection<UInt8> & Sendable, as file: Message.StringsFile
  ) async throws(TallyError) -> (taken: Int, skipped: Int) {
    try await onOwnThread { () throws(TallyError) in try account.importStrings(bytes, as: file) }
  }
}

// MARK: - Outbox

extension Account.Async {
  /// Leases due entries in their order.
  /// Like ``Account/leaseOutbox(for:limit:)``, without blocking the thread of the task.
  public func leaseOutbox(
    for duration: Duration, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Outbox.Entry> {
    try await onOwnThread { () throws(TallyError) in try account.leaseOutbox(for: duration, limit: limit) }
  }

  /// Reports that the server has accepted an entry, and removes the entry, even if the lease has ended.
  /// Like ``Account/acknowledgeOutbox(_:response:)``, without blocking the thread of the task.
  @discardableResult
  public func acknowledgeOutbox(
    _ id: Outbox.Entry.ID, response: some Collection<UInt8> & Sendable = [UInt8]()
  ) async throws(TallyError) -> Bool {
    try await onOwnThread { () throws(TallyError) in try account.acknowledgeOutbox(id, response: response) }
  }

  /// Reports that the server has not accepted an entry.
  /// Like ``Account/failOutbox(_:attempt:retryAfter:)``, without blocking the thread of the task.
  @discardableResult
  public func failOutbox(
    _ id: Outbox.Entry.ID, attempt: Int64, retryAfter: Duration?
  ) async throws(TallyError) -> Bool {
    try await onOwnThread { () throws(TallyError) in
      try account.failOutbox(id, attempt: attempt, retryAfter: retryAfter)
    }
  }

  /// Makes an entry that waits for its time, or has failed for good, due immediately.
  /// Like ``Account/retryOutbox(_:)``, without blocking the thread of the task.
  @discardableResult
  public func retryOutbox(_ id: Outbox.Entry.ID) async throws(TallyError) -> Bool {
    try await onOwnThread { () throws(TallyError) in try account.retryOutbox(id) }
  }

  /// Makes all entries that wait for their time, or have failed for good, due immediately.
  /// Like ``Account/retryAllOutbox()``, without blocking the thread of the task.
  @discardableResult
  public func retryAllOutbox() async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in try account.retryAllOutbox() }
  }

  /// Removes an entry that has failed for good.
  /// Like ``Account/removeOutbox(_:)``, without blocking the thread of the task.
  @discardableResult
  public func removeOutbox(_ id: Outbox.Entry.ID) async throws(TallyError) -> Bool {
    try await onOwnThread { () throws(TallyError) in try account.removeOutbox(id) }
  }

  /// Removes all entries that have failed for good.
  /// Like ``Account/removeFailedOutbox()``, without blocking the thread of the task.
  @discardableResult
  public func removeFailedOutbox() async throws(TallyError) -> Int {
    try await onOwnThread { () throws(TallyError) in try account.removeFailedOutbox() }
  }
}
