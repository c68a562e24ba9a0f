import CTally
import TallyBorder
import TallyFailure

/// A structure of the header that gets members at its end, and of which a call needs the first ones: the rows of lists,
/// the items of logs, and others. The program says how large its own is.
protocol GrowingStructure {
  /// Its size in the version that introduced it, which never changes. Programs of that version and of each later one
  /// work with this library, older than it or newer.
  static var firstSize: Int { get }

  /// All members are zero.
  init()
}

extension GrowingStructure {
  /// The size of the program's structure in an array that goes in.
  static func size(_ given: UInt32) throws(Failure) -> Int {
    let alignment = UInt32(truncatingIfNeeded: MemoryLayout<Self>.alignment)
    guard Int(clamping: given) >= firstSize, given <= 65_536, given % alignment == 0 else {
      throw Failure(.argument, "item_size and operation_size must be the sizes of the structures")
    }
    return Int(clamping: given)
  }
}

extension tally_account_entry: GrowingStructure { static var firstSize: Int { 8 } }
extension tally_account_settings_entry: GrowingStructure { static var firstSize: Int { 56 } }
extension tally_badge_entry: GrowingStructure { static var firstSize: Int { 48 } }
extension tally_snapshot_entry: GrowingStructure { static var firstSize: Int { 40 } }
extension tally_patch_entry: GrowingStructure { static var firstSize: Int { 72 } }
extension tally_link: GrowingStructure { static var firstSize: Int { 16 } }
extension tally_reason: GrowingStructure { static var firstSize: Int { 56 } }
extension tally_feed_entry: GrowingStructure { static var firstSize: Int { 160 } }
extension tally_rejected: GrowingStructure { static var firstSize: Int { 32 } }
extension tally_drift: GrowingStructure { static var firstSize: Int { 32 } }
extension tally_message: GrowingStructure { static var firstSize: Int { 104 } }
extension tally_group: GrowingStructure { static var firstSize: Int { 96 } }
extension tally_outbox_entry: GrowingStructure { static var firstSize: Int { 72 } }
extension tally_reminder: GrowingStructure { static var firstSize: Int { 160 } }
extension tally_plan_entry: GrowingStructure { static var firstSize: Int { 64 } }
extension tally_reminder_note: GrowingStructure { static var firstSize: Int { 40 } }
extension tally_skipped_entry: GrowingStructure { static var firstSize: Int { 24 } }

// These have pointers.
extension tally_rows: GrowingStructure { static var firstSize: Int { MemoryLayout<Int>.size == 8 ? 64 : 36 } }
extension tally_widget: GrowingStructure { static var firstSize: Int { MemoryLayout<Int>.size == 8 ? 40 : 24 } }
extension tally_item: GrowingStructure { static var firstSize: Int { MemoryLayout<Int>.size == 8 ? 48 : 32 } }
extension tally_operation: GrowingStructure { static var firstSize: Int { MemoryLayout<Int>.size == 8 ? 96 : 80 } }
