// Lists that are read from the file. `badges`, `badge` and `explain` read the memory, and need no such form.

extension Engine.Async {
  /// Returns the names of the stored accounts, sorted by their bytes.
  /// Like ``Engine/accountNames(after:limit:)``, without blocking the thread of the task.
  public func accountNames(after name: String? = nil, limit: Int = .max) async throws(TallyError) -> [String] {
    try await onOwnThread { () throws(TallyError) in try engine.accountNames(after: name, limit: limit) }
  }
}

extension Account.Async {
  /// Returns the messages at a path, newest first.
  /// Like ``Account/messages(at:includingDescendants:unreadOnly:after:limit:)``, without blocking the thread of the
  /// task.
  public func messages(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true, unreadOnly: Bool = false,
    after: Message? = nil, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Message> {
    try await onOwnThread { () throws(TallyError) in
      try account.messages(
        at: path, includingDescendants: includingDescendants, unreadOnly: unreadOnly, after: after, limit: limit)
    }
  }

  /// Returns the messages of a group, newest first.
  /// Like ``Account/messages(ofThread:after:limit:)``, without blocking the thread of the task.
  public func messages(
    ofThread thread: String, after: Message? = nil, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Message> {
    try await onOwnThread { () throws(TallyError) in
      try account.messages(ofThread: thread, after: after, limit: limit)
    }
  }

  /// Returns the messages at a path from one of them on.
  /// Like ``Account/messages(from:newer:at:includingDescendants:unreadOnly:after:limit:)``, without blocking the thread
  /// of the task.
  public func messages(
    from key: Message.Key?, newer: Bool = false, at path: some BadgePathConvertible,
    includingDescendants: Bool = false, unreadOnly: Bool = false, after: Message? = nil, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Message> {
    try await onOwnThread { () throws(TallyError) in
      try account.messages(
        from: key, newer: newer, at: path, includingDescendants: includingDescendants, unreadOnly: unreadOnly,
        after: after, limit: limit)
    }
  }

  /// Returns where to begin reading.
  /// Like ``Account/firstMessage(at:includingDescendants:unseen:highlighted:newest:limit:)``, without blocking the
  /// thread of the task.
  public func firstMessage(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, unseen: Bool = false,
    highlighted: Bool = false, newest: Bool = false, limit: Int? = nil
  ) async throws(TallyError) -> Message.Place? {
    try await onOwnThread { () throws(TallyError) in
      try account.firstMessage(
        at: path, includingDescendants: includingDescendants, unseen: unseen, highlighted: highlighted, newest: newest,
        limit: limit)
    }
  }

  /// Returns the message with a key.
  /// Like ``Account/message(_:)``, without blocking the thread of the task.
  public func message(_ key: Message.Key) async throws(TallyError) -> Message {
    try await onOwnThread { () throws(TallyError) in try account.message(key) }
  }

  /// Returns the message that a server knows by an identifier.
  /// Like ``Account/message(id:feed:)``, without blocking the thread of the task.
  public func message(id: String, feed: Feed.ID? = nil) async throws(TallyError) -> Message {
    try await onOwnThread { () throws(TallyError) in try account.message(id: id, feed: feed) }
  }

  /// Returns the groups of unseen messages, newest first.
  /// Like ``Account/groups(language:previewsHidden:after:limit:)``, without blocking the thread of the task.
  public func groups(
    language: String? = nil, previewsHidden: Bool = false, after: Message.Group? = nil, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Message.Group> {
    try await onOwnThread { () throws(TallyError) in
      try account.groups(language: language, previewsHidden: previewsHidden, after: after, limit: limit)
    }
  }

  /// Returns the groups behind a message that leads a group, or did.
  /// Like ``Account/groups(language:previewsHidden:behind:limit:)``, without blocking the thread of the task.
  public func groups(
    language: String? = nil, previewsHidden: Bool = false, behind message: Message, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Message.Group> {
    try await onOwnThread { () throws(TallyError) in
      try account.groups(language: language, previewsHidden: previewsHidden, behind: message, limit: limit)
    }
  }

  /// Returns the group of a thread.
  /// Like ``Account/group(ofThread:language:previewsHidden:)``, without blocking the thread of the task.
  public func group(
    ofThread thread: String, language: String? = nil, previewsHidden: Bool = false
  ) async throws(TallyError) -> Message.Group {
    try await onOwnThread { () throws(TallyError) in
      try account.group(ofThread: thread, language: language, previewsHidden: previewsHidden)
    }
  }

  /// Returns the rows of the outbox, the oldest first.
  /// Like ``Account/outbox(after:limit:)``, without blocking the thread of the task.
  public func outbox(
    after: Outbox.Entry? = nil, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Outbox.Entry> {
    try await onOwnThread { () throws(TallyError) in try account.outbox(after: after, limit: limit) }
  }

  /// Returns the reminders, sorted by the bytes of their identifiers.
  /// Like ``Account/reminders(after:limit:)``, without blocking the thread of the task.
  public func reminders(after name: String? = nil, limit: Int = .max) async throws(TallyError) -> [Reminder] {
    try await onOwnThread { () throws(TallyError) in try account.reminders(after: name, limit: limit) }
  }

  /// Returns the log of reminders, the oldest entry first.
  /// Like ``Account/reminderLog(after:limit:)``, without blocking the thread of the task.
  public func reminderLog(
    after: Reminder.Note? = nil, limit: Int = 1000
  ) async throws(TallyError) -> ListPage<Reminder.Note> {
    try await onOwnThread { () throws(TallyError) in try account.reminderLog(after: after, limit: limit) }
  }

  /// Returns the stored feeds, sorted by the bytes of their names.
  /// Like ``Account/storedFeeds(after:limit:)``, without blocking the thread of the task.
  public func storedFeeds(after name: String? = nil, limit: Int = .max) async throws(TallyError) -> [Feed.Stored] {
    try await onOwnThread { () throws(TallyError) in try account.storedFeeds(after: name, limit: limit) }
  }

  /// Returns where servers count something else than their feeds contribute.
  /// Like ``Account/drifts(at:includingDescendants:)``, without blocking the thread of the task.
  public func drifts(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) async throws(TallyError) -> [Feed.Drift] {
    try await onOwnThread { () throws(TallyError) in
      try account.drifts(at: path, includingDescendants: includingDescendants)
    }
  }

  /// Returns the items of a feed that could not be used, the oldest first.
  /// Like ``Account/rejectedItems(ofFeed:after:limit:)``, without blocking the thread of the task.
  public func rejectedItems(
    ofFeed feed: Feed.ID, after: Feed.Rejected? = nil, limit: Int = 100
  ) async throws(TallyError) -> ListPage<Feed.Rejected> {
    try await onOwnThread { () throws(TallyError) in
      try account.rejectedItems(ofFeed: feed, after: after, limit: limit)
    }
  }
}
