import TallyLoop
import TallyMemory

/// Pending lines for the host's log, in memory that is allocated at the start. If there is no room for a line, it is
/// lost, and so are later ones until the others were delivered. Then a line reports how many were lost.
///
/// Invariants: under `mutex`, which is taken last, `records` are complete from `start` on (level, two bytes of length,
/// text), and do not grow beyond `capacity`. `isDelivering` is under the engine's lock. While it is set, `line` belongs
/// to the delivering thread.
final class LogQueue: @unchecked Sendable {
  private static let capacity = 32_768
  /// The limit of a failure's message.
  private static let longest = 1023

  private let owner: MutexOwner
  private var records = ByteBuffer()
  private var start = 0
  private var lost: Int64 = 0
  private var line = ByteBuffer()
  private var isDelivering = false

  private init(_ owner: MutexOwner) { self.owner = owner }

  static func make() throws(LoopError) -> LogQueue {
    let queue = LogQueue(try MutexOwner.make())
    do throws(OutOfMemory) {
      try queue.records.reserve(LogQueue.capacity)
      try queue.line.reserve(LogQueue.longest + 1)
    } catch { throw LoopError.outOfMemory }
    return queue
  }

  /// Any thread, whatever it holds.
  func append(_ level: Int32, _ text: UnsafePointer<CChar>) {
    var count = 0
    while text[count] != 0, count <= LogQueue.longest { count += 1 }
    if count > LogQueue.longest {
      // Cuts between characters.
      count -= 1
      while count > 0, UInt8(bitPattern: text[count]) & 0xC0 == 0x80 { count -= 1 }
    }
    let hold = owner.mutex.lock()
    defer { hold.keep() }
    if lost > 0 || records.count - start + 3 + count > LogQueue.capacity {
      lost += 1
      return
    }
    do throws(OutOfMemory) {
      if records.count + 3 + count > LogQueue.capacity { moveUp() }
      try records.append(byte: UInt8(truncatingIfNeeded: level))
      try records.append(byte: UInt8(truncatingIfNeeded: count))
      try records.append(byte: UInt8(truncatingIfNeeded: count >> 8))
      try records.append(UnsafeRawBufferPointer(start: text, count: count))
    } catch { preconditionFailure("room was not reserved") }
  }

  /// Frees the room of delivered lines.
  private func moveUp() {
    let rest = records.count - start
    if let base = records.bytes.baseAddress {
      UnsafeMutableRawPointer(mutating: base).copyMemory(from: base + start, byteCount: rest)
    }
    records.truncate(to: rest)
    start = 0
  }

  /// Begins to deliver the first line. Under the engine's lock.
  /// - Returns: its level; nil: there is none, or another thread is delivering one.
  func take() -> Int32? {
    if isDelivering { return nil }
    let hold = owner.mutex.lock()
    defer { hold.keep() }
    line.removeAll()
    do throws(OutOfMemory) {
      if start < records.count { return try takeRecord() }
      if lost == 0 { return nil }
      try line.append(decimal: lost)
      try line.append(" lines of the log found no room and are lost")
    } catch { preconditionFailure("room was not reserved") }
    lost = 0
    isDelivering = true
    return 2
  }

  private func takeRecord() throws(OutOfMemory) -> Int32 {
    let bytes = records.bytes
    let count = Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8
    try line.append(records.bytes(at: start + 3, count: count))
    let level = Int32(bytes[start])
    start += 3 + count
    if start == records.count {
      records.removeAll()
      start = 0
    }
    isDelivering = true
    return level
  }

  /// Only for the delivering thread, without a lock.
  func withLine(_ body: (UnsafePointer<CChar>) -> Void) {
    do throws(OutOfMemory) { try line.withCString(body) } catch { preconditionFailure("room was not reserved") }
  }

  /// Under the engine's lock.
  func endDelivery() { isDelivering = false }
}
