import TallyFailure
import TallyMemory

/// What a node owns itself: a manual badge and a mute. Points in time are milliseconds since 1970; 0: no end.
public struct OwnState: Equatable {
  /// 0: none, 1: a dot, 2: a count.
  public var kind: Int32
  public var count: UInt32
  public var expires: Int64
  public var mute: Int32
  public var muteUntil: Int64

  public init(kind: Int32 = 0, count: UInt32 = 0, expires: Int64 = 0, mute: Int32 = 0, muteUntil: Int64 = 0) {
    self.kind = kind
    self.count = count
    self.expires = expires
    self.mute = mute
    self.muteUntil = muteUntil
  }

  /// Whether there is nothing to store.
  public var isEmpty: Bool { kind == 0 && mute == 0 }
}

extension Store {
  /// Stores what a node owns; nothing owned is no row.
  public func saveBadge(
    account: Int64, path: UnsafeRawBufferPointer, _ state: OwnState
  ) throws(Failure) {
    if state.isEmpty { return try deleteBadge(account: account, path: path) }
    var statement = try statement(.saveBadge)
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(2, text: path)
    statement.bind(3, Int64(state.kind))
    statement.bind(4, Int64(state.count))
    statement.bind(5, state.expires)
    statement.bind(6, Int64(state.mute))
    statement.bind(7, state.muteUntil)
    _ = try step(statement)
  }

  private func deleteBadge(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) {
    var statement = try statement(.deleteBadge)
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(2, text: path)
    _ = try step(statement)
  }

  /// All that an account's nodes own, by the bytes of their paths.
  public func loadBadges(
    account: Int64, visit: (_ path: UnsafeRawBufferPointer, _ state: OwnState) throws(Failure) -> Void
  ) throws(Failure) {
    var statement = try statement(.loadBadges)
    defer { statement.finish() }
    statement.bind(1, account)
    while try step(statement) {
      let state = OwnState(
        kind: Int32(truncatingIfNeeded: statement.number(1)),
        count: UInt32(truncatingIfNeeded: statement.number(2)), expires: statement.number(3),
        mute: Int32(truncatingIfNeeded: statement.number(4)), muteUntil: statement.number(5))
      try visit(statement.bytes(0), state)
    }
  }

  /// Whether there is a manual badge at a path.
  public func hasBadge(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    var statement = try statement(.hasBadge)
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(2, text: path)
    return try step(statement)
  }

  // MARK: - Icons of those that feeds have set

  public func saveIcon(
    account: Int64, path: UnsafeRawBufferPointer, _ icon: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(.saveIcon)
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(2, text: path)
    statement.bind(3, text: icon)
    _ = try step(statement)
  }

  public func deleteIcon(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) {
    var statement = try statement(.deleteIcon)
    defer { statement.finish() }
    statement.bind(1, account)
    statement.bind(2, text: path)
    _ = try step(statement)
  }

  public func loadIcons(
    account: Int64, visit: (_ path: UnsafeRawBufferPointer, _ icon: UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    var statement = try statement(.loadIcons)
    defer { statement.finish() }
    statement.bind(1, account)
    while try step(statement) { visit(statement.bytes(0), statement.bytes(1)) }
  }
}
