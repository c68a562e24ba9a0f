import TallyMemory

/// The transfers under way, each held once, found by identifier. An identifier is a serial number that never comes
/// again and, in its lowest bits, the slot.
///
/// Invariants: `free` holds each empty slot once; its memory suffices for all slots, so that removing cannot fail.
struct SlotTable: ~Copyable {
  private static let slotBits: UInt64 = 24
  private var slots = List<UnsafeMutableRawPointer?>()
  private var free = List<Int>()
  private var serial: UInt64 = 0

  init() {}

  var count: Int { slots.count }

  /// Takes a reference to the transfer, and gives it its identifier.
  mutating func insert(_ transfer: Transfer) throws(OutOfMemory) {
    if free.isEmpty {
      if slots.count >> Int(SlotTable.slotBits) != 0 { throw OutOfMemory() }
      try free.reserve(slots.count + 1)
      try slots.append(nil)
      try free.append(slots.count - 1)
    }
    guard let slot = free.popLast() else { return }
    serial += 1
    transfer.id = serial << SlotTable.slotBits | UInt64(slot)
    slots[slot] = Unmanaged.passRetained(transfer).toOpaque()
  }

  func transfer(at slot: Int) -> Transfer? {
    Transfer.behind(slots[slot])
  }

  func find(_ id: UInt64) -> Transfer? {
    let slot = Int(id & ((1 << SlotTable.slotBits) - 1))
    guard slot < slots.count, let transfer = transfer(at: slot), transfer.id == id else { return nil }
    return transfer
  }

  /// Gives the reference back.
  mutating func remove(_ transfer: Transfer) {
    let slot = Int(transfer.id & ((1 << SlotTable.slotBits) - 1))
    slots[slot] = nil
    do throws(OutOfMemory) { try free.append(slot) } catch {}
    Unmanaged.passUnretained(transfer).release()
  }
}
