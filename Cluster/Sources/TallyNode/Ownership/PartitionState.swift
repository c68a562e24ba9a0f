/// One partition as the keeper of its node sees it: the file, and the requests about its lease that are in flight. Each
/// transition is a function here. It returns false, and changes nothing, if the current state does not have it.
///
/// The file:
///
///     absent --prepare--> preparing --prepared--> opening --opened--> standby --serve--> serving
///      ^ ^ ^                  |                      |                 |   ^                |
///      | | '-preparingFailed--'                      |                 |   '-----retire-----'
///      | |   preparingEnded                          |                 |
///      | '----------------openingFailed--------------'                 |
///      '-----closed----- closing <-----------------close---------------'
///
/// The requests, each of which may be in flight beside the others:
///
///     read:          none --beginRead--> current --keyChanged--> outdated; endRead leads from both to none
///     write:         none --beginWrite--> creating, renewing or removing --endWrite of the same--> none
///                    renewing --beginWrite(.removing)--> removing: the keeper gives up a lease that it was renewing
///     announcement:  due --beginAnnouncement--> inFlight --endAnnouncement of the same epoch--> due
///
/// Invariants:
/// - The file is served only while it is open, and closed only while it is not served.
/// - At most one read is in flight, and one write that counts: the end of a write that another one replaced is ignored.
struct PartitionState {
  enum File: Equatable {
    /// The next attempt to prepare the file, and how many have failed in a row.
    case absent(retry: Duration, failures: Int)
    /// The file is verified, or fetched from another node.
    case preparing(failures: Int)
    case opening
    /// The log is applied to the file.
    case standby
    /// The node serves the partition. Whether it may answer is decided in `PartitionOwnership` alone.
    case serving
    case closing(retry: Duration)
  }

  /// The state of a lease's key, as far as it is known.
  enum Key: Equatable {
    case unknown
    /// No node has the lease. The next writer names the sequence.
    case free(sequence: UInt64, since: Duration)
    case taken(LeaseEntry, seen: Duration, sequence: UInt64)
  }

  enum Read: Equatable {
    case none
    case current
    /// The key has changed since the request was sent, so the response does not count.
    case outdated
  }

  enum Write: Equatable { case none, creating, renewing, removing }

  enum Announcement: Equatable {
    case due(at: Duration)
    case inFlight(epoch: UInt64)
  }

  private(set) var file = File.absent(retry: .zero, failures: 0)
  private(set) var key = Key.unknown
  private(set) var read = Read.none
  /// The key is not read before this time.
  private(set) var nextRead = Duration.zero
  /// When a removal of the key was seen on its way. The servers store it a little later.
  private(set) var removal: Duration?
  private(set) var write = Write.none
  private(set) var announcement = Announcement.due(at: .zero)
  /// Before this time, the node does not know whether it has caught up.
  private(set) var caughtUpAfter = Duration.zero

  // MARK: - The file

  /// Whether the file is open.
  var isHeld: Bool { file == .standby || file == .serving }

  mutating func prepare(at now: Duration) -> Bool {
    guard case .absent(let retry, let failures) = file, now >= retry else { return false }
    return move(to: .preparing(failures: failures))
  }

  mutating func prepared() -> Bool {
    guard case .preparing = file else { return false }
    return move(to: .opening)
  }

  /// Each failure in a row makes the pause a second longer, up to ten.
  mutating func preparingFailed(at now: Duration) -> Bool {
    guard case .preparing(let failures) = file else { return false }
    return move(to: .absent(retry: now + .seconds(min(failures + 1, 10)), failures: failures + 1))
  }

  /// The file is ready, but the node stops and does not open it.
  mutating func preparingEnded() -> Bool {
    guard case .preparing(let failures) = file else { return false }
    return move(to: .absent(retry: .zero, failures: failures))
  }

  mutating func opened() -> Bool {
    guard file == .opening else { return false }
    return move(to: .standby)
  }

  mutating func openingFailed(at now: Duration) -> Bool {
    guard file == .opening else { return false }
    return move(to: .absent(retry: now + .seconds(1), failures: 0))
  }

  mutating func serve() -> Bool {
    guard file == .standby else { return false }
    return move(to: .serving)
  }

  mutating func retire() -> Bool {
    guard file == .serving else { return false }
    return move(to: .standby)
  }

  /// - Parameter retry: when the file may be prepared again.
  mutating func close(retry: Duration = .zero) -> Bool {
    guard file == .standby else { return false }
    return move(to: .closing(retry: retry))
  }

  mutating func closed() -> Bool {
    guard case .closing(let retry) = file else { return false }
    return move(to: .absent(retry: retry, failures: 0))
  }

  private mutating func move(to next: File) -> Bool {
    file = next
    return true
  }

  // MARK: - The key of the lease

  /// - Parameter next: the key is not read again before this time.
  mutating func beginRead(next: Duration) -> Bool {
    guard read == .none else { return false }
    read = .current
    nextRead = next
    return true
  }

  /// - Returns: whether the response counts.
  mutating func endRead() -> Bool {
    defer { read = .none }
    return read == .current
  }

  /// A change of the key was seen on its way.
  mutating func keyChanged(to entry: LeaseEntry?, at now: Duration) {
    if read == .current { read = .outdated }
    removal = entry == nil ? now : nil
    if let entry {
      key = .taken(entry, seen: now, sequence: 0)
    } else {
      // The next write needs the sequence of the removal.
      forgetKey(readAt: now)
    }
  }

  mutating func found(_ key: Key) { self.key = key }

  /// - Parameter readAt: when to read the key; nil: as planned.
  mutating func forgetKey(readAt next: Duration? = nil) {
    key = .unknown
    if let next { nextRead = next }
  }

  mutating func readKey(at next: Duration) { nextRead = next }

  /// Whether a removal was seen so recently that the servers may not have stored it yet.
  func awaitsRemoval(at now: Duration, within time: Duration) -> Bool { removal.map { now < $0 + time } ?? false }

  // MARK: - Writes and announcements

  mutating func beginWrite(_ next: Write) -> Bool {
    guard write == .none || write == .renewing && next == .removing else { return false }
    write = next
    return true
  }

  /// - Returns: false if another write has replaced it.
  @discardableResult
  mutating func endWrite(_ ended: Write) -> Bool {
    guard write == ended else { return false }
    write = .none
    return true
  }

  mutating func beginAnnouncement(_ epoch: UInt64, at now: Duration) -> Bool {
    guard case .due(let time) = announcement, now >= time else { return false }
    announcement = .inFlight(epoch: epoch)
    return true
  }

  /// - Parameter next: when to announce the epoch again if that is still needed.
  /// - Returns: false if the announcement was that of an earlier term.
  mutating func endAnnouncement(_ epoch: UInt64, next: Duration) -> Bool {
    guard announcement == .inFlight(epoch: epoch) else { return false }
    announcement = .due(at: next)
    return true
  }

  /// A term begins, and its epoch is to be announced.
  mutating func beginTerm(at now: Duration) { announcement = .due(at: now) }

  mutating func notCaughtUp(until time: Duration) { caughtUpAfter = max(caughtUpAfter, time) }
}
