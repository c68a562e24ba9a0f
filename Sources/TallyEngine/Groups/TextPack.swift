import TallyMemory

/// A few texts one after the other in one block of their size. There may be a hundred thousand packs, so they are
/// small.
struct TextPack: ~Copyable {
  private var block = ByteBuffer()
  private var ends = InlineArray<8, UInt32>(repeating: 0)

  init() {}

  init(_ texts: InlineArray<8, UnsafeRawBufferPointer>) throws(OutOfMemory) {
    var size = 0
    for index in texts.indices { size += texts[index].count }
    var fresh = ByteBuffer()
    try fresh.reserve(size)
    for index in texts.indices {
      try fresh.append(texts[index])
      ends[index] = UInt32(fresh.count)
    }
    block = fresh
  }

  /// Borrowed as long as the pack lives.
  subscript(_ index: Int) -> UnsafeRawBufferPointer {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return block.bytes(at: start, count: Int(ends[index]) - start)
  }
}
