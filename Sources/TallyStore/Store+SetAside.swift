import CFiles
import CPlatform
import CSQLite
import TallyMemory

// A damaged file is never replaced unasked. Asked, it is kept under another name.

extension Store {
  /// - Throws: `.corrupt`, with what is wrong first.
  func refuseDamaged(_ rules: StoreRules) throws(StoreError) {
    var first = ByteBuffer()
    let count = try verify(rules) { words in
      // Without memory for the words there are none.
      if first.isEmpty { do throws(OutOfMemory) { try first.append(words) } catch {} }
    }
    if count == 0 { return }
    beginWords()
    Words.add(first.bytes)
    throw StoreError(.corrupt)
  }

  /// Gives the file, its log and its journal other names. The lock is kept, so nobody comes in between.
  func setAside() throws(StoreError) {
    try rememberDamage()
    guard let resolved = sqlite3_db_filename(database, "main") else { throw StoreError.outOfMemory() }
    var file = ByteBuffer()
    var newName = RawBlock()
    let capacity = 4096
    do throws(OutOfMemory) {
      try file.append(UnsafeRawBufferPointer(start: resolved, count: Self.length(of: resolved)))
      try file.append(byte: 0)
      try newName.reserve(capacity)
    } catch {
      throw StoreError.outOfMemory()
    }
    guard let from = file.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      let to = newName.base?.assumingMemoryBound(to: CChar.self)
    else { return }
    closeDatabase()
    let result = ctally_file_set_aside(from, to, capacity)
    if result != 0 { throw systemFailure(-result, "damaged, and cannot be set aside: ") }
    do throws(OutOfMemory) {
      try damage.append("; it was set aside as ")
      try damage.append(UnsafeRawBufferPointer(start: to, count: Self.length(of: to)))
    } catch {
      throw StoreError.outOfMemory()
    }
  }

  private func rememberDamage() throws(StoreError) {
    var count = 0
    let words = ctally_error_text(&count)
    do throws(OutOfMemory) {
      try damage.append(UnsafeRawBufferPointer(start: words, count: count))
    } catch {
      throw StoreError.outOfMemory()
    }
  }
}
