import TallyFailure
import TallyMemory
import TallyTree

// Choices that devices exchange: mutes, flags and snoozes of paths. A register for each has what was decided last, and
// its version. Accounts that do not exchange a kind have no registers of it, except for flags. What was decided before
// they did has the version 0, so that it loses against every act.
//
// A mute or a snooze is an act if the node's state, when it is stored, is not that of its register, unless it has ended
// by its time. So each way to change it is an act, also a batch, a patch or a restored snapshot. What another device
// decided is in the register first, and so is none.

/// The kinds of choices that an account exchanges.
struct ExchangedChoices {
  /// They are taken from servers.
  var taken: OutboxKinds
  /// They become rows of the outbox, perhaps with dismissals.
  var sent: OutboxKinds

  var packed: Int64 { Int64(taken.rawValue) | Int64(sent.rawValue) << 32 }

  init(taken: OutboxKinds, sent: OutboxKinds) {
    self.taken = taken.intersection(.choices)
    self.sent = sent.intersection(.withBadges)
  }

  init(packed: Int64) {
    taken = OutboxKinds(rawValue: UInt32(truncatingIfNeeded: packed))
    sent = OutboxKinds(rawValue: UInt32(truncatingIfNeeded: packed >> 32))
  }
}

extension Store {
  /// Sets which choices an account exchanges from now on, and whether it sends dismissals.
  public func exchangeChoices(account: Int64, taken: OutboxKinds, sent: OutboxKinds) throws(Failure) {
    let exchanged = ExchangedChoices(taken: taken, sent: sent)
    if exchanged.packed == 0 {
      exchangedChoices.remove(UInt64(bitPattern: account))
    } else {
      try growing { () throws(OutOfMemory) in
        try exchangedChoices.set(UInt64(bitPattern: account), exchanged.packed)
      }
    }
  }

  /// An account exchanges a kind from now on: what its nodes have is no act.
  /// - Complexity: O(badges).
  public func adoptChoices(account: Int64, _ kind: Choice.Kind) throws(Failure) {
    try run(.choice(.forgetValues), account, kind.rawValue)
    let badges = try statement(.badge(.load), account)
    while try step(badges) {
      guard let value = OwnState(badges).value(of: kind), value != 0 else { continue }
      let version = try choice(account, kind, badges.bytes(0)).version
      try save(account, kind, badges.bytes(0), Choice(value: value, version: version))
    }
    badges.finish()
    try run(.choice(.forgetNone), account, kind.rawValue)
  }

  func exchanged(_ account: Int64) -> ExchangedChoices {
    if exchangedChoices.count == 0 { return ExchangedChoices(packed: 0) }
    return ExchangedChoices(packed: exchangedChoices.value(UInt64(bitPattern: account)) ?? 0)
  }

  /// Turns what is new in the state of a node, which is being stored, into acts.
  @inline(never)
  func noteChoices(_ account: Int64, _ path: UnsafeRawBufferPointer, _ state: OwnState) throws(Failure) {
    let exchanged = exchanged(account)
    for kind in [Choice.Kind.mute, .snooze] where exchanged.taken.contains(kind.part) {
      guard let value = state.value(of: kind) else { continue }
      let former = try choice(account, kind, path)
      let hasEnded = value == 0 && Choice.end(kind, former.value) <= choiceTime
      if value != former.value, !hasEnded { try decide(account, kind, path, value, after: former, exchanged) }
    }
  }

  /// The register of a choice.
  func choice(
    _ account: Int64, _ kind: Choice.Kind, _ path: UnsafeRawBufferPointer
  ) throws(Failure) -> Choice {
    var find = try statement(.choice(.find), account, text: path)
    find.bind(3, kind.rawValue)
    return try step(find) ? Choice(value: find.number(0), version: find.number(1)) : Choice()
  }

  func save(
    _ account: Int64, _ kind: Choice.Kind, _ path: UnsafeRawBufferPointer, _ choice: Choice
  ) throws(Failure) {
    var save = try statement(.choice(.save), account, text: path)
    save.bind(3, kind.rawValue)
    save.bind(4, choice.value)
    save.bind(5, choice.version)
    try finish(save)
  }

  /// An act of the user.
  func decide(
    _ account: Int64, _ kind: Choice.Kind, _ path: UnsafeRawBufferPointer, _ value: Int64, after former: Choice,
    _ exchanged: ExchangedChoices
  ) throws(Failure) {
    var choice = former
    choice.act(value)
    try save(account, kind, path, choice)
    if exchanged.sent.contains(kind.part) { try send(account, kind, path, choice) }
  }

  /// Writes a row for the server of the feed that has the path. Without such a feed there is none.
  func send(
    _ account: Int64, _ kind: Choice.Kind, _ path: UnsafeRawBufferPointer, _ choice: Choice
  ) throws(Failure) {
    var find = try statement(.choice(.feed), account, text: path)
    FeedName.bindLocal(&find, 3)
    guard try step(find) else { return }
    let feed = find.number(0)
    find.finish()
    for query in [ChoiceQuery.unsend, .send] {
      var write = try statement(.choice(query), account, text: path)
      write.bind(3, kind.row.rawValue)
      write.bind(4, feed)
      if query == .send {
        write.bind(5, choice.value)
        write.bind(6, choice.version)
      }
      try finish(write)
    }
  }

  /// Joins a choice of another device.
  /// - Returns: its new value and the former one; nil: it has not changed, or the account does not take choices of this
  ///   kind.
  public func join(
    account: Int64, _ kind: Choice.Kind, path: UnsafeRawBufferPointer, _ other: Choice, visit: DeltaVisitor
  ) throws(Failure) -> (value: Int64, former: Int64)? {
    if !exchanged(account).taken.contains(kind.part) { return nil }
    var choice = try choice(account, kind, path)
    let former = choice.value
    if !choice.join(other) { return nil }
    try save(account, kind, path, choice)
    if kind == .flag, choice.value != former {
      mayHaveFlags = true
      try visit(path, choice.value == 1 ? Store.flag : Store.flag.negated)
    }
    return (choice.value, former)
  }
}
