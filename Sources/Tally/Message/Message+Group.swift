internal import TallyEngine
internal import TallyFailure
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Message {
  /// Unseen messages of one thread, with a summary of those beside the newest one.
  public struct Group: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// Identifies a group while messages come and go, so that a user interface keeps its row.
    public enum ID: Hashable, Sendable {
      /// The group of a thread; empty: messages without a thread or, if they are grouped ``Account/Grouping/byApp``,
      /// all.
      case thread(String)
      /// A single message by its ``Message/key``, because messages are not grouped: ``Account/Grouping/off``.
      case message(Message.Key)
    }

    /// The source of a summary's words.
    public enum Origin: Int32, Sendable {
      /// There is no summary, because the newest message is the only one.
      case none = 0
      /// The formats of categories.
      case category = 1
      /// The built-in formats.
      case standard = 2
    }

    /// The thread of its messages; empty: none.
    public let thread: String
    /// ``Message/key`` of the newest message, which leads the group.
    public let newest: Message.Key
    /// The key of the oldest message.
    public let oldest: Message.Key
    /// The sum of the argument counts.
    public let items: Int
    /// The number of messages.
    public let notifications: Int
    /// The number of messages since ``Account/markGroupSeen(_:)``.
    public let fresh: Int
    /// The server's time of the newest message.
    public let time: Date?
    /// The path of the newest message.
    public let path: String
    /// The title of the newest message.
    public let title: String
    /// The summary; empty: none.
    public let summary: String
    /// The language of the summary as a BCP 47 tag; `und`: the source text; empty: there is none.
    public let language: String
    /// The origin of the summary.
    public let origin: Origin
    /// The place of the newest message.
    let position: Position

    /// Its thread, which no other group of the account has; a message that is not grouped has its key instead.
    public let id: ID
    /// The title and, on a line below, the summary.
    public var description: String { summary.isEmpty ? title : "\(title)\n\(summary)" }
  }
}

extension Message.Group {
  /// A change of the groups of an account.
  public enum Change: Hashable, Sendable {
    /// The messages or the words of the group of a thread have changed, or it has ended.
    case group(thread: String)
    /// More changes were pending than ``Engine/Configuration/maxEvents`` allows: list the groups again.
    case resync

    /// Whether changes were lost, and the groups must be listed again: ``resync``.
    public var isResync: Bool { self == .resync }

    init(_ event: TallyEngine.Event, _ thread: String) {
      self = event.isResync ? .resync : .group(thread: thread)
    }
  }
}

extension Message {
  /// A translation file.
  public enum StringsFile: Hashable, Codable, Sendable {
    /// `.xcstrings`.
    case catalog
    /// `.stringsdict`, which has one language.
    case dictionary(language: String)
  }

  /// The plural forms of a format; nil: the language has no such form, and ``other`` is used.
  public struct PluralForms: Hashable, Codable, Sendable {
    /// The form for the category `zero`.
    public var zero: String?
    /// The form for the category `one`.
    public var one: String?
    /// The form for the category `two`.
    public var two: String?
    /// The form for the category `few`.
    public var few: String?
    /// The form for the category `many`.
    public var many: String?
    /// The form for every other count.
    public var other: String

    /// Creates the forms of a format, with `%u` and `%@`.
    public init(
      zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil,
      other: String
    ) {
      self.zero = zero
      self.one = one
      self.two = two
      self.few = few
      self.many = many
      self.other = other
    }
  }
}

extension Account {
  /// Registers a category of messages.
  /// - Parameters:
  ///   - id: 1 to 255 bytes of UTF-8 without control characters.
  ///   - summary: its format, with `%u` and `%@`: the key of its translations, and the source text unless it is only a
  ///     name like `GROUP_MORE`; empty: none.
  ///   - hidden: the format for hidden previews, with only `%u`.
  public func setCategory(_ id: String, summary: String = "", hidden: String = "") throws(TallyError) {
    try calling(with: id) { (id) throws(Failure) in
      let (shown, covered) = (Array(summary.utf8), Array(hidden.utf8))
      try shown.withUnsafeBufferPointer { (shown) throws(Failure) in
        try covered.withUnsafeBufferPointer { (covered) throws(Failure) in
          try core.setCategory(id, summary: UnsafeRawBufferPointer(shown), hidden: UnsafeRawBufferPointer(covered))
        }
      }
    }
  }

  /// Removes a category. The summaries of its messages get built-in words.
  /// - Throws: ``TallyError/Code/notFound``.
  public func removeCategory(_ id: String) throws(TallyError) {
    try calling(with: id) { (id) throws(Failure) in try core.removeCategory(id) }
  }

  /// Removes the plural forms of a format under a key.
  /// - Parameters:
  ///   - key: the format, or its name.
  ///   - language: nil: the source text.
  /// - Throws: ``TallyError/Code/notFound``.
  public func removeStrings(_ key: String, language: String? = nil) throws(TallyError) {
    let tag = [UInt8]((language ?? "").utf8)
    try calling(with: key) { (key) throws(Failure) in
      try withBytes(tag) { (tag) throws(Failure) in try core.removeStrings(key, language: tag) }
    }
  }

  /// Stores the plural forms of a format under a key and replaces former ones.
  public func setStrings(_ key: String, language: String? = nil, forms: Message.PluralForms) throws(TallyError) {
    let texts = [forms.zero, forms.one, forms.two, forms.few, forms.many, forms.other]
    var bytes = [UInt8]((language ?? "").utf8)
    var ends = [bytes.count]
    for text in texts {
      bytes += (text ?? "").utf8
      ends.append(bytes.count)
    }
    try calling(with: key) { (key) throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in
        let tag = UnsafeRawBufferPointer(rebasing: bytes[..<ends[0]])
        try core.setStrings(key, language: tag) { category in
          if texts[category - 1] == nil { return nil }
          return UnsafeRawBufferPointer(rebasing: bytes[ends[category - 1]..<ends[category]])
        }
      }
    }
  }

  /// Imports a translation file, all or nothing.
  /// - Returns: the number of formats taken, and of texts skipped because they are not formats.
  @discardableResult
  public func importStrings(
    _ bytes: some Collection<UInt8>, as file: Message.StringsFile
  ) throws(TallyError) -> (taken: Int, skipped: Int) {
    let (kind, language): (StringsKind, String)
    switch file {
    case .catalog: (kind, language) = (.catalog, "")
    case .dictionary(let given): (kind, language) = (.dictionary, given)
    }
    return try calling(with: language) { (language) throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in
        try core.importStrings(bytes, kind, language: language)
      }
    }
  }

  /// Returns the groups of unseen messages, the one with the newest message first.
  /// - Parameters:
  ///   - language: of the summaries; nil: the account's.
  ///   - previewsHidden: the summaries name nobody, and cover the newest message too.
  ///   - after: ``ListPage/next`` of the former page; nil: from the newest.
  ///   - limit: 1 to 10,000.
  public func groups(
    language: String? = nil, previewsHidden: Bool = false, after: Message.Group? = nil, limit: Int = 100
  ) throws(TallyError) -> ListPage<Message.Group> {
    try groups(language, previewsHidden, after?.position, limit)
  }

  /// Returns the groups behind a message that leads a group, or did, for a program that knows only its key; otherwise
  /// like ``groups(language:previewsHidden:after:limit:)``.
  public func groups(
    language: String? = nil, previewsHidden: Bool = false, behind message: Message, limit: Int = 100
  ) throws(TallyError) -> ListPage<Message.Group> {
    try groups(language, previewsHidden, Message.Position(message), limit)
  }

  private func groups(
    _ language: String?, _ previewsHidden: Bool, _ position: Message.Position?, _ limit: Int
  ) throws(TallyError) -> ListPage<Message.Group> {
    var found: [Message.Group] = []
    let hasMore = try calling(with: language ?? "") { (bytes) throws(Failure) in
      var terms = SummaryTerms()
      terms.language = bytes
      terms.isHidden = previewsHidden
      return try withPlace(of: position) { (place) throws(Failure) in
        try core.listGroups(terms, after: place, limit: limit) { info in found.append(Message.Group(info)) }
      }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }

  /// Returns one group.
  /// - Parameters:
  ///   - thread: the thread of its messages; empty: messages without a thread, or all if they are grouped
  ///     ``Account/Grouping/byApp``.
  ///   - language: of the summary, as a BCP 47 tag; nil: the account's.
  ///   - previewsHidden: the summary names nobody, and covers the newest message too.
  /// - Throws: ``TallyError/Code/notFound`` if it has no message, or messages are not grouped by threads.
  public func group(
    ofThread thread: String, language: String? = nil, previewsHidden: Bool = false
  ) throws(TallyError) -> Message.Group {
    var found: Message.Group?
    let wanted = [UInt8]((language ?? "").utf8)
    try calling(with: thread) { (thread) throws(Failure) in
      try withBytes(wanted) { (wanted) throws(Failure) in
        var terms = SummaryTerms()
        terms.language = wanted
        terms.isHidden = previewsHidden
        try core.readGroup(thread, terms) { info in found = Message.Group(info) }
      }
    }
    guard let found else { throw TallyError(code: .notFound) }
    return found
  }

  /// Returns the messages of a group, newest first; otherwise like
  /// ``messages(at:includingDescendants:unreadOnly:after:limit:)``.
  public func messages(
    ofThread thread: String, after: Message? = nil, limit: Int = 100
  ) throws(TallyError) -> ListPage<Message> {
    var found: [Message] = []
    let hasMore = try calling(with: thread) { (bytes) throws(Failure) in
      try withPlace(of: after.map(Message.Position.init)) { (place) throws(Failure) in
        try core.listGroupMessages(bytes, after: place, limit: limit) { row in found.append(Message(row)) }
      }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }

  /// Records that the user has seen a group. None of its messages is fresh any more.
  public func markGroupSeen(_ thread: String) throws(TallyError) {
    try calling(with: thread) { (bytes) throws(Failure) in try core.markGroupSeen(bytes) }
  }

  /// Dismisses a group: its messages become seen.
  /// - Returns: the number of messages.
  @discardableResult
  public func dismissGroup(_ thread: String) throws(TallyError) -> Int {
    try calling(with: thread) { (bytes) throws(Failure) in
      try core.dismissGroup(bytes)
    }
  }

  /// Marks messages seen, all or none, as when the user dismisses single notifications.
  /// - Parameter keys: ``Message/key`` of each.
  /// - Returns: the number of messages that were unseen.
  @discardableResult
  public func markSeen(_ keys: [Message.Key]) throws(TallyError) -> Int {
    try calling { () throws(Failure) in
      try keys.map(\.rawValue).withUnsafeBufferPointer { (keys) throws(Failure) in try core.markSeen(keys) }
    }
  }

  /// Calls a closure for each group whose messages or words have changed. Pending events of one group merge.
  /// - Parameters:
  ///   - initial: calls the closure also once for each existing group.
  ///   - body: like the closure of ``observe(at:includingDescendants:initial:_:)``.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  public func observeGroups(
    initial: Bool = false, _ body: @escaping @Sendable (Message.Group.Change) -> Void
  ) throws(TallyError) -> Subscription {
    try observeGroups(initial, CallbackBox { event, text in body(Message.Group.Change(event, String(cString: text))) })
  }

  /// Returns a stream of the groups whose messages or words have changed, until the reader stops or the engine is
  /// closed. Pending changes of one group merge. The stream is for one reader, and keeps the engine open.
  /// - Parameter initial: the stream begins with each existing group.
  /// - Throws: ``TallyError/Code/limit``, ``TallyError/Code/io``, ``TallyError/Code/full``.
  public func groupChanges(
    initial: Bool = false
  ) throws(TallyError) -> some AsyncSequence<Message.Group.Change, Never> & Sendable {
    let mailbox = Mailbox<Message.Group.Change, Message.Group.Change>()
    let box = CallbackBox { event, text in
      let change = Message.Group.Change(event, String(cString: text))
      mailbox.put(change, for: change)
    } end: {
      mailbox.finish()
    }
    return mailbox.stream(keeping: try observeGroups(initial, box))
  }

  func observeGroups(_ initial: Bool, _ box: CallbackBox?) throws(TallyError) -> Subscription {
    try observe("", box) { (scope, account, _, callback) throws(Failure) in
      (try scope.observeGroups(account, tellsInitially: initial, callback), .ok)
    }
  }
}

extension Message.Group {
  fileprivate init(_ info: GroupInfo) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    thread = text(info.thread)
    id = info.isSingle ? .message(Message.Key(rawValue: info.newest)) : .thread(thread)
    newest = Message.Key(rawValue: info.newest)
    oldest = Message.Key(rawValue: info.oldest)
    items = Int(clamping: info.items)
    notifications = Int(clamping: info.notifications)
    fresh = Int(clamping: info.fresh)
    time = Date(engine: info.time)
    path = text(info.path)
    title = text(info.title)
    summary = text(info.summary)
    language = text(info.language)
    origin = Origin(rawValue: info.originNumber) ?? .none
    position = Message.Position(info.place)
  }
}
