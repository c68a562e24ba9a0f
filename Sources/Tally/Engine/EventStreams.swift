internal import Synchronization

/// The pending events of one stream.
private typealias EventMailbox = Mailbox<EventKey, Engine.Event>

/// Pending events with equal keys merge, as in the engine's queue.
private enum EventKey: Hashable {
  case synced(feed: Feed.ID)
  case unauthorized(account: Account.ID, feed: Feed.ID?)
  case reminder(account: Account.ID, key: Reminder.Key)
  case drift(account: Account.ID, feed: Feed.ID, path: String)
  case resync

  init(_ event: Engine.Event) {
    switch event {
    case .synced(let sync): self = .synced(feed: sync.feed)
    case .unauthorized(let account, let feed, _): self = .unauthorized(account: account, feed: feed)
    case .reminder(let firing): self = .reminder(account: firing.account, key: firing.key)
    case .drift(let drift, let account): self = .drift(account: account, feed: drift.feed, path: drift.path)
    case .resync: self = .resync
    }
  }
}

/// Passes each event to every stream. An event that no stream has delivered is kept for the next one, so that a program
/// may log in first and read later.
///
/// Pending events merge as in the engine's queue, and have as much room. One RESYNC replaces those without room.
final class EventStreams: Sendable {
  private struct State {
    var readers: [Int: EventMailbox] = [:]
    /// The events for the next stream, while there is no reader.
    var kept = EventMailbox()
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  private let limit: Int
  /// Whether events are kept while nobody reads; false: the host has taken each event itself.
  private let isKeeping: Bool

  init(limit: Int, isKeeping: Bool) {
    self.limit = limit
    self.isKeeping = isKeeping
  }

  /// A stream of the kept events and later ones.
  func stream() -> AsyncStream<Engine.Event> {
    let (number, mailbox) = state.withLock { state in
      state.next += 1
      let mailbox = state.kept
      state.kept = EventMailbox()
      if state.isFinished { state.kept.finish() } else { state.readers[state.next] = mailbox }
      return (state.next, mailbox)
    }
    let reader = EventReader { [weak self] in self?.end(number) }
    return mailbox.stream(keeping: reader) { [weak self] in self?.end(number) }
  }

  func send(_ event: Engine.Event) {
    state.withLock { state in
      for mailbox in state.readers.values { put(event, in: mailbox) }
      if state.readers.isEmpty, isKeeping { put(event, in: state.kept) }
    }
  }

  func finish() {
    state.withLock { state in
      state.isFinished = true
      for mailbox in state.readers.values { mailbox.finish() }
      state.kept.finish()
      state.readers = [:]
    }
  }

  /// A reader has stopped. If it was the only one, the next stream gets the events that it has left.
  private func end(_ number: Int) {
    state.withLock { state in
      guard let mailbox = state.readers.removeValue(forKey: number), state.readers.isEmpty, isKeeping else { return }
      for (_, event) in mailbox.takeAll() { put(event, in: state.kept) }
    }
  }

  private func put(_ event: Engine.Event, in mailbox: EventMailbox) {
    let key = EventKey(event)
    if mailbox.isFull(limit, for: key) { return mailbox.put(.resync, for: .resync) }
    mailbox.put(event, for: key) { pending, new in
      guard case .synced(let former) = pending, case .synced(let latest) = new else { return new }
      return .synced(latest.adding(former))
    }
  }
}

/// Ends a reader when its stream is released.
private final class EventReader: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
