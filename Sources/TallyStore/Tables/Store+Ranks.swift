import CSQLite
import TallyFailure
import TallyMemory
import TallyWire

// The order of an account's messages. A rank is the length of the sequence in two bytes, the sequence, and the same of
// the id. So ranks sort by length, then by bytes.

extension Store {
  /// Messages with this number of a snapshot, or a smaller one, have no place in the server's order. They came by
  /// pushes without a sequence, and no response has contained them.
  public static var unplaced: Int64 { -3 }

  func ranksByArrival(_ item: MessageItem, _ source: MessageSource) -> Bool {
    source.arrival >= 0 && item.sequence.isEmpty
  }

  func encodeRank(_ item: MessageItem) throws(Failure) -> UnsafeRawBufferPointer {
    try encodeRank(sequence: item.sequence.isEmpty ? item.id : item.sequence, id: item.id)
  }

  /// The rank of a push without a sequence: its sequence is the time of its arrival, or follows the greatest one of the
  /// account. So it is behind all messages, whatever the clock says. Borrowed as by `encodeRank`.
  func encodeArrival(
    _ account: Int64, _ item: MessageItem, _ source: MessageSource
  ) throws(Failure) -> UnsafeRawBufferPointer {
    var sequence = ByteBuffer()
    try growing { () throws(OutOfMemory) in try sequence.append(decimal: source.arrival) }
    let find = try statement(.message(.greatestRank), account)
    if try step(find) {
      let greatest = Store.sequence(ofRank: find.bytes(0))
      if !isShorterOrBefore(greatest, sequence.bytes) {
        try growing { () throws(OutOfMemory) in try sequence.follow(greatest) }
      }
    }
    return try encodeRank(sequence: sequence.bytes, id: item.id)
  }

  /// - Returns: the rank, borrowed until the next one is encoded or found for a list.
  func encodeRank(
    sequence: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer
  ) throws(Failure) -> UnsafeRawBufferPointer {
    do throws(OutOfMemory) {
      rankBuffer.removeAll()
      try appendMeasured(sequence)
      try appendMeasured(id)
      return rankBuffer.bytes
    } catch {
      throw Failure.noMemory
    }
  }

  /// The first rank behind all ranks with this sequence. No id is as long as 65,535 bytes. Borrowed as by `encodeRank`.
  func encodeRankBound(_ sequence: UnsafeRawBufferPointer) throws(Failure) -> UnsafeRawBufferPointer {
    do throws(OutOfMemory) {
      rankBuffer.removeAll()
      try appendMeasured(sequence)
      try rankBuffer.append(byte: 0xFF)
      try rankBuffer.append(byte: 0xFF)
      return rankBuffer.bytes
    } catch {
      throw Failure.noMemory
    }
  }

  private func appendMeasured(_ bytes: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try rankBuffer.append(byte: UInt8(truncatingIfNeeded: bytes.count >> 8))
    try rankBuffer.append(byte: UInt8(truncatingIfNeeded: bytes.count))
    try rankBuffer.append(bytes)
  }
}

extension ByteBuffer {
  /// Becomes the sequence that follows another one: the next decimal number; otherwise the first longer one. If that is
  /// too long, it becomes the same one.
  fileprivate mutating func follow(_ sequence: UnsafeRawBufferPointer) throws(OutOfMemory) {
    removeAll()
    var nines = 0
    while nines < sequence.count, sequence[sequence.count - 1 - nines] == 0x39 { nines += 1 }
    var isNumber = true
    for byte in sequence where byte &- 0x30 > 9 { isNumber = false }
    if isNumber, nines < sequence.count {
      let last = sequence.count - 1 - nines
      try append(UnsafeRawBufferPointer(rebasing: sequence[..<last]))
      try append(byte: sequence[last] + 1)
      for _ in 0..<nines { try append(byte: 0x30) }
    } else if sequence.count < maximumIdentifierBytes {
      try append(byte: 0x31)
      for _ in sequence { try append(byte: 0x30) }
    } else {
      try append(sequence)
    }
  }
}
