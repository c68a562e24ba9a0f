import TallyMemory
import TallyPolicy
import TallyTree

/// The accounts that are open: by slot and by name, which of them are in memory, which have something to be stored,
/// when something in them ends, and what they show together. Nothing here locks, reads or writes.
///
/// Invariants: `account.slot` is its slot, for every account in the table. The residents are those with `isLoaded`.
/// `unstored` holds the slot of every account with `isUnstored`, once, and a resident with something to be stored is
/// one of them. `total` is the sum of the accounts' `inTotal`. `expiries` has nothing for a slot without an account.
/// There is room for every account in all of them.
struct Accounts: ~Copyable {
  private var table: NameTable<Account>
  var residents: Residents
  private(set) var unstored = List<UInt32>()
  /// Accounts that were dropped while somebody had a handle of them.
  private var dropped = List<UInt32>()
  private var nextLook = 0
  /// When badges expire and mutes end, by slots, on the wall clock.
  var expiries = Timetable()
  var total = Total()

  init(seed: UInt64, maxLoaded: Int) {
    table = NameTable(seed: seed)
    residents = Residents(limit: maxLoaded)
  }

  var count: Int { table.count }

  /// One more than the largest slot.
  var slotCount: UInt32 { table.slotCount }

  /// The account in a slot; nil: there is none.
  func account(_ slot: UInt32) -> Account? { table.find(slot) }

  /// The account in a slot that has one.
  subscript(slot: UInt32) -> Account { table[slot] }

  /// Lends the account in a slot that has one, without counting a reference. The table keeps it.
  @inline(__always)
  func lend<Result>(_ slot: UInt32, _ body: (Account) -> Result) -> Result {
    Unmanaged.passUnretained(table[slot])._withUnsafeGuaranteedRef { body($0) }
  }

  /// - Complexity: O(length of the name).
  func find(_ name: UnsafeRawBufferPointer) -> Account? { table.find(name) }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) {
    try table.reserve()
    try unstored.reserve(table.count + 1)
    try dropped.reserve(table.count + 1)
    try residents.reserve(slots: Int(table.slotCount) + 1)
    try expiries.reserve(keys: Int(table.slotCount) + 1)
  }

  /// Enters an account whose name is not in the table; there is room.
  mutating func insert(_ account: Account) { account.slot = table.insert(account) }

  /// An account is not found by its name any more, but keeps its slot.
  mutating func forgetName(of account: Account) { table.forgetName(account.slot) }

  /// An account was dropped. It is looked at now and then, until nobody has a handle of it.
  mutating func noteDropped(_ account: Account) { dropped.appendWithinCapacity(account.slot) }

  /// The next one to look at of those that were dropped; nil: there is none.
  mutating func nextDropped() -> UInt32? {
    if dropped.isEmpty { return nil }
    nextLook = (nextLook + 1) % dropped.count
    return dropped[nextLook]
  }

  /// Takes an account out that is not in memory and has nothing to be stored.
  mutating func remove(_ slot: UInt32) {
    expiries.cancel(slot)
    for position in 0..<dropped.count where dropped[position] == slot {
      dropped[position] = dropped[dropped.count - 1]
      dropped.truncate(to: dropped.count - 1)
      break
    }
    table.remove(slot)
  }

  /// Whether nobody else refers to the account in a slot.
  mutating func isUnused(_ slot: UInt32) -> Bool { table.isUnused(slot) }

  /// An account has something to be stored.
  mutating func noteUnstored(_ account: Account) {
    if account.isUnstored { return }
    account.isUnstored = true
    unstored.appendWithinCapacity(account.slot)
  }

  /// An account that has something to be stored, the one that is taken next.
  var nextUnstored: Account? { unstored.isEmpty ? nil : table[unstored[unstored.count - 1]] }

  /// Takes an account whose changes are on their way to the store now; nil: there is none left.
  mutating func takeUnstored() -> Account? {
    guard let slot = unstored.popLast() else { return nil }
    let account = table[slot]
    account.isUnstored = false
    return account
  }

  /// Lets go of all of them, at the end.
  mutating func removeAll() {
    table.removeAll()
    residents = Residents(limit: residents.limit)
    unstored.removeAll()
    dropped.removeAll()
    expiries = Timetable()
    total = Total()
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    if !table.verify() || !residents.verify() { return false }
    var waiting = 0
    for slot in 0..<max(slotCount, 1) {
      guard let account = account(slot) else {
        if residents.contains(slot) || expiries.time(of: slot) != Timetable.never { return false }
        continue
      }
      if account.slot != slot || account.isLoaded != residents.contains(slot) { return false }
      if account.isLoaded && account.needsStoring && !account.isUnstored { return false }
      if account.isUnstored { waiting += 1 }
    }
    for position in 0..<unstored.count where account(unstored[position])?.isUnstored != true { return false }
    // As many as have it said of themselves, so that none is in the list twice.
    if waiting != unstored.count { return false }
    return total.verify { add in
      for slot in 0..<slotCount { if let account = account(slot) { add(account.inTotal) } }
    }
  }
}
