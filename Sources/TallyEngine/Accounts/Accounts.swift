import TallyMemory
import TallyPolicy
import TallyTree

/// The open accounts, by slot and by name: which are in memory, which have unstored changes, when something in them
/// ends, and their total. It does not lock, read or write.
///
/// Invariants: `account.slot` is its slot, for every account in the table. The residents are those with `isLoaded`.
/// `unstored` has the slot of every account with `isUnstored`, once. A resident with unstored changes is one of them.
/// `total` is the sum of the accounts' `inTotal`. `expiries` has nothing for a slot without an account. There is room
/// for every account in all of them.
struct Accounts: ~Copyable {
  private var table: NameTable<Account>
  var residents: Residents
  private(set) var unstored = List<UInt32>()
  /// Accounts that were dropped while they had a handle.
  private var dropped = List<UInt32>()
  private var nextLook = 0
  /// Accounts in which batches of items have left messages that retention must remove.
  private var aged = List<UInt32>()
  /// When badges expire, and mutes and snoozes end, by slot, on the wall clock.
  var expiries = Timetable()
  /// Whether one of these times may be the end of a message's snooze, for which no call looks at the clock.
  var mayHaveSnoozes = false
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

  /// Adds an account whose name is not in the table. There is room.
  mutating func insert(_ account: Account) { account.entry.slot = table.insert(account) }

  /// Removes an account's name from the table. The account keeps its slot.
  mutating func forgetName(of account: Account) { table.forgetName(account.slot) }

  /// Notes a dropped account. It is checked repeatedly until it has no handle.
  mutating func noteDropped(_ account: Account) { dropped.appendWithinCapacity(account.slot) }

  /// The next dropped account to check; nil: there is none.
  mutating func nextDropped() -> UInt32? {
    if dropped.isEmpty { return nil }
    nextLook = (nextLook + 1) % dropped.count
    return dropped[nextLook]
  }

  /// Notes an account with messages that retention must remove.
  mutating func noteAged(_ account: Account) throws(OutOfMemory) { try aged.append(account.slot) }

  /// Takes one of these accounts, which may have left the table meanwhile. nil: there is none.
  mutating func takeAged() -> UInt32? { aged.popLast() }

  /// Removes an account that is not in memory and has no unstored changes.
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

  /// Notes an account with unstored changes.
  mutating func noteUnstored(_ account: Account) {
    if account.entry.isUnstored { return }
    account.entry.isUnstored = true
    unstored.appendWithinCapacity(account.slot)
  }

  /// An account with unstored changes, the next one to take.
  var nextUnstored: Account? { unstored.isEmpty ? nil : table[unstored[unstored.count - 1]] }

  /// Takes an account whose changes are on their way to the store. nil: there is none.
  mutating func takeUnstored() -> Account? {
    guard let slot = unstored.popLast() else { return nil }
    let account = table[slot]
    account.entry.isUnstored = false
    return account
  }

  /// The account is about to be removed, so its unstored changes are dropped.
  mutating func forgetUnstored(_ account: Account) {
    if !account.entry.isUnstored { return }
    account.entry.isUnstored = false
    for position in 0..<unstored.count where unstored[position] == account.slot {
      unstored[position] = unstored[unstored.count - 1]
      return unstored.truncate(to: unstored.count - 1)
    }
  }

  /// Removes all of them at the end.
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
    var isSound = table.verify() && residents.verify()
    var waiting = 0
    for slot in 0..<max(slotCount, 1) {
      if let account = account(slot) {
        isSound = isSound && account.slot == slot && account.isLoaded == residents.contains(slot)
        isSound = isSound && (!account.isLoaded || !account.needsStoring || account.entry.isUnstored)
        if account.entry.isUnstored { waiting += 1 }
      } else {
        isSound = isSound && !residents.contains(slot) && expiries.time(of: slot) == Timetable.never
      }
    }
    for position in 0..<unstored.count {
      isSound = isSound && account(unstored[position])?.entry.isUnstored == true
    }
    // As many accounts are marked as the list has, so none is in it twice.
    return isSound && waiting == unstored.count
      && total.verify { add in
        for slot in 0..<slotCount {
          if let account = account(slot) { add(account.entry.inTotal, account.entry.levelInTotal) }
        }
      }
  }
}
