import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallySummary
import TallyTree
import TallyWire

/// The changes to an account's tree that follow from a change of messages. The store's work collects them, without the
/// tree and without `lock`. One compound operation applies them.
///
/// Invariants: `fed[n]` is the change of the feeds of the path with the number n in `paths`. After they were applied it
/// is empty.
struct TreeChanges: ~Copyable {
  private struct Fed: BitwiseCopyable {
    var change = FedChange()
    /// Something changed, even if all changes together cancel out.
    var isTouched = false
  }

  /// A badge that a feed has set.
  private struct Placed: BitwiseCopyable {
    var path: Int32
    /// Its number in `icons`.
    var icon: Int32
    var kind: Int32
    var count: UInt32
    /// It is removed, unless it was changed since.
    var isRemoved: Bool
    var until: Int64
  }

  /// A path counts its children now, or does not any more.
  private struct Ruled: BitwiseCopyable {
    var path: Int32
    var rule: CountingRule
  }

  /// A mute or a snooze that another device has decided.
  private struct Chosen: BitwiseCopyable {
    var path: Int32
    var kind: Choice.Kind
    var value: Int64
    /// That of its register before.
    var former: Int64
  }

  private var paths = TextTable()
  private var chosen = List<Chosen>()
  private var fed = List<Fed>()
  private var placed = List<Placed>()
  private var icons = TextTable()
  private var ruled = List<Ruled>()

  var isEmpty: Bool { fed.isEmpty }
  var count: Int { fed.count + placed.count + ruled.count + chosen.count }

  mutating func removeAll() {
    if !fed.isEmpty { self = TreeChanges() }
  }

  mutating func feed(_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(OutOfMemory) {
    let place = Int(try number(of: path))
    fed[place].change = fed[place].change.adding(change)
    fed[place].isTouched = true
  }

  mutating func place(
    _ badge: PageBadge, at path: UnsafeRawBufferPointer, isRemoved: Bool = false
  ) throws(OutOfMemory) {
    try placed.append(
      Placed(
        path: try number(of: path), icon: try icons.add(badge.icon), kind: badge.kind, count: badge.count,
        isRemoved: isRemoved, until: badge.until))
  }

  mutating func rule(_ path: UnsafeRawBufferPointer, _ rule: CountingRule) throws(OutOfMemory) {
    try ruled.append(Ruled(path: try number(of: path), rule: rule))
  }

  mutating func choose(
    _ kind: Choice.Kind, _ value: Int64, after former: Int64, at path: UnsafeRawBufferPointer
  ) throws(OutOfMemory) {
    try chosen.append(Chosen(path: try number(of: path), kind: kind, value: value, former: former))
  }

  private mutating func number(of path: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    try fed.reserve(fed.count + 1)
    let number = try paths.add(path)
    if Int(number) == fed.count { fed.appendWithinCapacity(Fed()) }
    return number
  }

  /// Within a compound operation.
  func apply(to account: Account) throws(Failure) {
    for place in 0..<ruled.count {
      try account.tree.setRule(try account.tree.findOrCreate(paths[ruled[place].path]), ruled[place].rule)
    }
    for place in 0..<chosen.count { try apply(chosen[place], to: account) }
    for place in 0..<fed.count where fed[place].isTouched {
      let path = paths[Int32(place)]
      try feed(fed[place].change, at: path, of: account)
    }
    for place in 0..<placed.count {
      let path = paths[placed[place].path]
      try apply(placed[place], at: path, to: account)
      if !placed[place].isRemoved { try give(icons[placed[place].icon], at: path, of: account) }
    }
  }

  /// A choice that has ended by its time is none. If the user has decided something else while the page was processed,
  /// that is an act after it, and stays.
  private func apply(_ choice: Chosen, to account: Account) throws(Failure) {
    let path = paths[choice.path]
    if try !account.tree.shows(choice.kind, choice.former, at: path, now: account.now) { return }
    switch choice.kind {
    case .flag: break
    case .mute:
      let (mute, until) = Choice.mute(of: choice.value)
      _ = try account.applyAnywhere(.mute(Int32(mute.rawValue), until: until), .path(path), account.tree)
    case .snooze:
      let until = choice.value > account.now ? choice.value : 0
      _ = try account.applyAnywhere(.snooze(until: until), .path(path), account.tree)
    }
  }

  /// Sets the icon of a feed's badge, and stores the tree's state. The host may have changed the badge while the page
  /// was processed, and a badge that has expired already does not exist.
  private func give(
    _ icon: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer, of account: Account
  ) throws(Failure) {
    if let refused = account.tree.setIcon(icon, at: path) { throw refused }
    if account.tree.hasIcon(at: path) {
      try account.engine.store.saveIcon(account: account.id, path: path, icon)
    } else {
      try account.engine.store.deleteIcon(account: account.id, path: path)
    }
  }

  private func feed(_ change: FedChange, at path: UnsafeRawBufferPointer, of account: Account) throws(Failure) {
    let tree = account.tree
    if !change.isNothing {
      try tree.feed(paths: path, change)
    } else if account.gate.views > 0 {
      // A user who views it has seen a message that replaced another one. The log must have the change.
      try tree.feed(paths: path, FedChange(count: 1, badges: 1))
      try tree.feed(paths: path, FedChange(count: -1, badges: -1))
    }
  }

  private func apply(
    _ change: Placed, at path: UnsafeRawBufferPointer, to account: Account
  ) throws(Failure) {
    if !change.isRemoved {
      let operation: Operation =
        switch change.kind {
        case 1: .dot(until: change.until)
        case 2: .set(Int64(change.count), until: change.until)
        default: .set(0, until: 0)
        }
      _ = try account.applyAnywhere(operation, .path(path), account.tree)
      return
    }
    guard let at = try account.tree.find(path) else { return }
    let own = account.tree.ownState(at)
    let isSame = own.badge == (change.kind == 1 ? .dot : .count(change.count)) && own.expires == change.until
    if isSame { try account.tree.setOwnBadge(at, .none) }
  }
}

extension Tree {
  /// Whether a node has what a register says, or has it no more because its time has come.
  fileprivate func shows(
    _ kind: Choice.Kind, _ value: Int64, at path: UnsafeRawBufferPointer, now: Int64
  ) throws(Failure) -> Bool {
    let state = try find(path).map { ownState($0) } ?? OwnState()
    let own = state.value(of: kind)
    return own == nil || own == value || (own == 0 && Choice.end(kind, value) <= now)
  }
}
