internal import TallyEngine
internal import TallyFailure
internal import TallyTree

extension Account {
  /// Calls a closure after each transaction that changed a path's visible badge. Pending changes of one path merge. If
  /// a transaction changed several paths, the deepest comes first.
  /// - Parameters:
  ///   - path: the path to observe; it need not exist yet.
  ///   - includingDescendants: observes the path and its subtree.
  ///   - initial: calls the closure also once with the current badge of `path`, also with `includingDescendants`. For
  ///     the badges below it, use ``badgeChanges(at:includingDescendants:initial:)``, whose stream begins with all of
  ///     them, or list them with ``badges(at:includingDescendants:)`` after this call.
  ///   - body: called on a thread of the engine, one call at a time.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit``.
  /// - Complexity: O(1); for a subtree, O(paths in it that show a badge).
  public func observe(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, initial: Bool = false,
    _ body: @escaping @Sendable (Badge.Change) -> Void
  ) throws(TallyError) -> Subscription {
    let box = CallbackBox { event, text in body(Badge.Change(event, text)) }
    return try observe(path.badgePathText, includingDescendants, initial, box)
  }

  /// Returns a stream of the changes of a path's visible badge, until the reader stops or the engine is closed. Pending
  /// changes of one path merge. The stream is for one reader, and keeps the engine open.
  /// - Parameters:
  ///   - path: the path to observe; it need not exist yet.
  ///   - includingDescendants: observes the path and its subtree.
  ///   - initial: the stream begins with the current badge of the path. With `includingDescendants`, the paths below it
  ///     that show a badge follow. No change is lost between these badges and the first change.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit``.
  public func badgeChanges(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = false, initial: Bool = false
  ) throws(TallyError) -> some AsyncSequence<Badge.Change, Never> & Sendable {
    let mailbox = Mailbox<String, Badge.Change>()
    let box = CallbackBox { event, text in
      let change = Badge.Change(event, text)
      // No later change replaces it.
      mailbox.put(change, for: change.isResync ? "" : change.path)
    } end: {
      mailbox.finish()
    }
    // The engine itself reports only the badge of the observed path at first.
    let listsSubtree = includingDescendants && initial
    let subscription = try observe(path.badgePathText, includingDescendants, initial && !listsSubtree, box)
    if listsSubtree {
      for change in try currentBadges(from: path) {
        // A change since the observation began is newer than the list, or already in it.
        mailbox.put(change, for: change.path) { pending, listed in
          pending.revision > listed.revision ? pending : listed
        }
      }
    }
    return mailbox.stream(keeping: subscription)
  }

  /// The current badge of a path, also if it shows none, and those that show below it.
  private func currentBadges(from path: some BadgePathConvertible) throws(TallyError) -> [Badge.Change] {
    let top = try canonical(path)
    let shown = try badges(at: path).entries.filter { $0.path != top && $0.badge.shows }
    return ([Badge.Entry(path: top, badge: try badge(at: path))] + shown).map { entry in
      Badge.Change(
        path: entry.path, shows: entry.badge.shows, count: entry.badge.count, revision: entry.badge.revision,
        highlights: entry.badge.highlights, level: entry.badge.level)
    }
  }

  private func canonical(_ path: some BadgePathConvertible) throws(TallyError) -> String {
    let limits = PathLimits(depth: try engine.limit(.depth), bytes: try engine.limit(.pathBytes))
    var parsed = Path()
    try calling(with: path) { (bytes) throws(Failure) in try parsed.parse(bytes, limits: limits) }
    return String(text: parsed.bytes.bytes)
  }

  func observe(
    _ path: String, _ subtree: Bool, _ initially: Bool, _ box: CallbackBox?
  ) throws(TallyError) -> Subscription {
    try observe(path, box) { (scope, account, bytes, callback) throws(Failure) in
      (try scope.observe(account, bytes, subtree: subtree, tellsInitially: initially, callback), .ok)
    }
  }

  func observe(
    _ path: String, _ box: CallbackBox?,
    _ register: (TallyEngine.Scope, TallyEngine.Account, UnsafeRawBufferPointer, Callback) throws(Failure)
      -> (token: UInt64, status: TallyFailure.Status)
  ) throws(TallyError) -> Subscription {
    let account = core
    var text = path
    return try text.withUTF8 { bytes in
      Result { () throws(TallyError) in
        try Subscription(engine, box) { (scope, callback) throws(Failure) in
          try register(scope, account, UnsafeRawBufferPointer(bytes), callback)
        }
      }
    }.get()
  }
}

extension Feed {
  /// Calls a closure when a request of the feed has ended, and when the host has delivered a page.
  /// ``Engine/events()`` has the same events.
  /// - Parameter body: like the closure of ``Account/observe(at:includingDescendants:initial:_:)``.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  /// - Throws: ``TallyError/Code/limit``, ``TallyError/Code/notFound`` (the feed was removed).
  public func observe(_ body: @escaping @Sendable (Engine.Event.Sync) -> Void) throws(TallyError) -> Subscription {
    try observe(CallbackBox { event, text in body(Engine.Event.Sync(event, String(cString: text))) })
  }

  func observe(_ box: CallbackBox?) throws(TallyError) -> Subscription {
    try Subscription(account.engine, box) { (scope, callback) throws(Failure) in
      (try scope.observeFeed(core, callback), .ok)
    }
  }
}

extension Engine {
  /// Calls a closure when a request of a feed has ended, and when a server has rejected a credential. ``events()`` has
  /// the same events.
  /// - Parameters:
  ///   - account: observes its feeds; nil: those of all accounts, also later ones.
  ///   - body: called on a thread of the engine, one call at a time.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  /// - Throws: ``TallyError/Code/limit``, ``TallyError/Code/notFound`` (the account was removed).
  public func observeFeeds(
    of account: Account? = nil, _ body: @escaping @Sendable (Event) -> Void
  ) throws(TallyError) -> Subscription {
    try observe(.feeds, of: account, body)
  }

  /// Calls a closure when a reminder has fired or was missed. ``events()`` has the same events.
  /// - Parameters:
  ///   - account: observes its reminders; nil: those of all accounts, also later ones.
  ///   - body: called on a thread of the engine, one call at a time.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  /// - Throws: ``TallyError/Code/limit``, ``TallyError/Code/notFound`` (the account was removed).
  public func observeReminders(
    of account: Account? = nil, _ body: @escaping @Sendable (Event) -> Void
  ) throws(TallyError) -> Subscription {
    try observe(.reminders, of: account, body)
  }

  private func observe(
    _ subject: EventSubject, of account: Account?, _ body: @escaping @Sendable (Event) -> Void
  ) throws(TallyError) -> Subscription {
    let box = CallbackBox { event, text in
      if let told = Event(event, String(cString: text)) { body(told) }
    }
    let watched = account?.core
    return try Subscription(self, box) { (scope, callback) throws(Failure) in
      (try scope.observe(subject, of: watched, callback), .ok)
    }
  }

  /// Calls a closure when the total over the accounts changes.
  /// - Parameters:
  ///   - initial: calls the closure also once with the current total.
  ///   - body: like the closure of ``Account/observe(at:includingDescendants:initial:_:)``.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  public func observeTotal(
    initial: Bool = false, _ body: @escaping @Sendable (Engine.Total) -> Void
  ) throws(TallyError) -> Subscription {
    let box = CallbackBox { event, _ in
      body(Total(shown: event.shown, level: event.visibleLevel, revision: event.revision))
    }
    return try observeTotal(initial, box)
  }

  func observeTotal(_ initial: Bool, _ box: CallbackBox?) throws(TallyError) -> Subscription {
    try Subscription(self, box) { (scope, callback) throws(Failure) in
      (try scope.observeTotal(tellsInitially: initial, callback), .ok)
    }
  }

  /// Returns a stream of the changes of the total over the accounts, until the reader stops or the engine is closed.
  public func totalChanges(initial: Bool = false) throws(TallyError) -> some AsyncSequence<Total, Never> & Sendable {
    let mailbox = Mailbox<Bool, Total>()
    let box = CallbackBox { event, _ in
      mailbox.put(Total(shown: event.shown, level: event.visibleLevel, revision: event.revision), for: true)
    } end: {
      mailbox.finish()
    }
    return mailbox.stream(keeping: try observeTotal(initial, box))
  }
}

extension Badge.Change {
  init(_ event: TallyEngine.Event, _ text: UnsafePointer<CChar>) { self.init(event, String(cString: text)) }

  init(_ event: TallyEngine.Event, _ path: String) {
    self.path = path
    shows = event.shown.shows
    count = Int(clamping: event.shown.count)
    highlights = Int(clamping: event.highlights)
    level = Badge.Level(rawValue: event.level) ?? .normal
    revision = event.revision
    isResync = event.isResync
  }
}
