import TallyFailure
import TallyMemory
import TallyTree

extension Store {
  /// Stores a node's own state. An empty state has no row.
  public func saveBadge(
    account: Int64, path: UnsafeRawBufferPointer, _ state: OwnState
  ) throws(Failure) {
    if exchangedChoices.count > 0 { try noteChoices(account, path, state) }
    if state.isEmpty { return try deleteBadge(account: account, path: path) }
    var statement = try statement(.badge(.save), account, text: path)
    let (kind, count) = state.columns
    statement.bind(3, kind)
    statement.bind(4, count)
    statement.bind(5, state.expires)
    statement.bind(6, Int64(state.mute.rawValue))
    statement.bind(7, state.muteUntil)
    statement.bind(8, state.snooze)
    _ = try step(statement)
  }

  private func deleteBadge(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) {
    try run(.badge(.delete), account, text: path)
  }

  /// Visits the own states of an account's nodes, sorted by the bytes of their paths. A row that only damage can cause
  /// owns nothing.
  public func loadBadges(
    account: Int64, visit: (_ path: UnsafeRawBufferPointer, _ state: OwnState) throws(Failure) -> Void
  ) throws(Failure) {
    let statement = try statement(.badge(.load), account)
    while try step(statement) {
      try visit(statement.bytes(0), OwnState(statement))
    }
  }

  /// Whether there is an own badge at a path.
  public func hasBadge(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    return try step(try statement(.badge(.isSet), account, text: path))
  }

  // MARK: - Icons of badges that feeds have set

  public func saveIcon(
    account: Int64, path: UnsafeRawBufferPointer, _ icon: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(.badge(.saveIcon), account, text: path)
    statement.bind(3, text: icon)
    _ = try step(statement)
  }

  public func deleteIcon(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) {
    try run(.badge(.deleteIcon), account, text: path)
  }

  public func loadIcons(
    account: Int64, visit: (_ path: UnsafeRawBufferPointer, _ icon: UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    let statement = try statement(.badge(.loadIcons), account)
    while try step(statement) { visit(statement.bytes(0), statement.bytes(1)) }
  }
}

extension OwnState {
  /// The columns `kind` (0: none, 1: a dot, 2: a count) and `count`.
  fileprivate var columns: (kind: Int64, count: Int64) {
    switch badge {
    case .none: (0, 0)
    case .dot: (1, 0)
    case .count(let number): (2, Int64(number))
    }
  }

  /// The state in a row of `BadgeQuery.load`.
  init(_ row: borrowing Statement) {
    self.init(
      kind: row.number(1), count: row.number(2), expires: row.number(3), mute: row.number(4), until: row.number(5),
      snooze: row.number(6))
  }

  /// The state in the columns of a row. Invalid values count as nothing.
  fileprivate init(kind: Int64, count: Int64, expires: Int64, mute: Int64, until: Int64, snooze: Int64) {
    self.init(mute: UInt8(exactly: mute).flatMap { Mute(rawValue: $0) } ?? .none)
    if kind == 1 { badge = .dot }
    if kind == 2, let number = UInt32(exactly: count), number > 0 { badge = .count(number) }
    if badge != .none { self.expires = max(expires, 0) }
    if self.mute != .none { muteUntil = max(until, 0) }
    self.snooze = max(snooze, 0)
  }
}
