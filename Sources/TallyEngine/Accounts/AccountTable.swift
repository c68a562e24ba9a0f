import TallyMemory

/// The accounts that are open, by slot and by name.
///
/// Invariants: `places[account.slot]` is the account, for every account in the table; `firstNamesake` leads from the
/// hash of every name in it to a chain through `nextNamesake` of the accounts with that hash.
struct AccountTable: ~Copyable {
  static let none = UInt32.max

  private var places = Slab<Account>()
  private var firstNamesake = IntegerMap()
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  var count: Int { places.count }

  /// One more than the largest slot.
  var slotCount: UInt32 { places.slotCount }

  /// The account in a slot; nil: there is none.
  func account(_ slot: UInt32) -> Account? { places.find(slot) }

  /// The account in a slot that has one.
  subscript(slot: UInt32) -> Account { places[slot] }

  /// - Complexity: O(length of the name).
  func find(_ name: UnsafeRawBufferPointer) -> Account? {
    var slot = firstNamesake.value(hash(name)).map { UInt32(truncatingIfNeeded: $0) } ?? AccountTable.none
    while slot != AccountTable.none {
      let account = self[slot]
      if account.name.withUnsafeBytes({ isEqual($0, name) }) { return account }
      slot = account.nextNamesake
    }
    return nil
  }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) {
    try firstNamesake.reserve(additional: 1)
    try places.reserve(1)
  }

  /// Enters an account that is not in it yet; there is room.
  mutating func insert(_ account: Account) {
    account.slot = places.insertWithinCapacity(account)
    let hash = hash(of: account)
    account.nextNamesake = firstNamesake.value(hash).map { UInt32(truncatingIfNeeded: $0) } ?? AccountTable.none
    lead(from: hash, to: account.slot)
  }

  /// Takes the name of an account out of the table: it is not found any more, but keeps its slot.
  mutating func forgetName(of account: Account) {
    let hash = hash(of: account)
    var slot = firstNamesake.value(hash).map { UInt32(truncatingIfNeeded: $0) } ?? AccountTable.none
    if slot == account.slot {
      if account.nextNamesake == AccountTable.none {
        firstNamesake.remove(hash)
      } else {
        lead(from: hash, to: account.nextNamesake)
      }
    }
    while slot != AccountTable.none {
      let before = self[slot]
      if before.nextNamesake == account.slot { before.nextNamesake = account.nextNamesake }
      slot = before.nextNamesake
    }
    account.nextNamesake = AccountTable.none
  }

  /// Takes an account out of the table.
  mutating func remove(_ slot: UInt32) {
    forgetName(of: self[slot])
    places.remove(slot)
  }

  /// Whether nobody but the table refers to the account in a slot. Nobody can begin to but through the table.
  mutating func isUnused(_ slot: UInt32) -> Bool { isKnownUniquelyReferenced(&places[slot]) }

  mutating func removeAll() {
    places = Slab()
    firstNamesake = IntegerMap()
  }

  private mutating func lead(from hash: UInt64, to slot: UInt32) {
    do throws(OutOfMemory) { try firstNamesake.set(hash, Int64(slot)) } catch {
      preconditionFailure("room was not reserved")
    }
  }

  private func hash(of account: Account) -> UInt64 {
    account.name.withUnsafeBytes { (name: UnsafeRawBufferPointer) -> UInt64 in hash(name) }
  }

  /// Never 0.
  private func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (hash ^ hash >> 32) | 1
  }
}
