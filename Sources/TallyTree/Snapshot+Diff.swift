import TallyMemory

extension SnapshotReader {
  /// Writes the minimal patch that leads from this snapshot to another, in place of what `output` held.
  /// - Throws: ``SnapshotError/outOfMemory``; then `output` is as it was.
  /// - Complexity: O(bytes); where both say the same, at the speed of comparing memory.
  public func encodeDiff(
    to other: borrowing SnapshotReader, into output: inout ByteBuffer
  ) throws(SnapshotError) {
    // Where they run side by side, either may be given the other's path.
    let longest = max(entries.longest, other.entries.longest)
    var cursor = try entries.cursor()
    var otherCursor = try other.entries.cursor()
    try cursor.reserve(longest)
    try otherCursor.reserve(longest)
    var merge = SnapshotMerge(cursor, otherCursor)
    do throws(OutOfMemory) {
      try merge.run(entries)
      try merge.writer.finish(into: &output)
    } catch {
      throw .outOfMemory
    }
  }
}

/// Goes through two snapshots side by side.
///
/// Both have read entries of the same path: then they stand at the same place, and as long as their bytes are the
/// same from there, so are their entries. So a run of equal bytes is passed over, as far as the last checkpoint in it.
private struct SnapshotMerge: ~Copyable {
  private var a: EntryCursor
  private var b: EntryCursor
  var writer = EntryWriter(isPatch: true)
  /// The checkpoint of `a` that comes next.
  private var checkpoint = 0

  init(_ a: consuming EntryCursor, _ b: consuming EntryCursor) {
    self.a = a
    self.b = b
  }

  mutating func run(_ first: borrowing EncodedEntries) throws(OutOfMemory) {
    try writer.begin()
    skipEqual(first)
    var hasA = a.next()
    var hasB = b.next()
    while hasA, hasB {
      let (inA, inB) = (a.path, b.path)
      let common = Self.common(inA, inB)
      if common == inA.count, common == inB.count {
        if a.new != b.new { try writer.append(inA, old: a.new, new: b.new) }
        skipEqual(first)
        hasA = a.next()
        hasB = b.next()
      } else if common == inA.count || (common < inB.count && inA[common] < inB[common]) {
        try writer.append(inA, old: a.new, new: OwnState())
        hasA = a.next()
      } else {
        try writer.append(inB, old: OwnState(), new: b.new)
        hasB = b.next()
      }
    }
    while hasA {
      try writer.append(a.path, old: a.new, new: OwnState())
      hasA = a.next()
    }
    while hasB {
      try writer.append(b.path, old: OwnState(), new: b.new)
      hasB = b.next()
    }
  }

  @inline(__always)
  private static func common(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    guard let inA = a.baseAddress, let inB = b.baseAddress else { return 0 }
    return commonPrefix(inA, inB, limit: min(a.count, b.count))
  }

  /// Passes over the entries that are the same in both, byte for byte, but for short runs.
  @inline(__always)
  private mutating func skipEqual(_ first: borrowing EncodedEntries) {
    let (startA, startB) = (a.parser.position, b.parser.position)
    let equal = commonPrefix(
      a.parser.base + startA, b.parser.base + startB, limit: min(a.parser.end - startA, b.parser.end - startB))
    // An entry has three bytes or more, and reading a few of them twice is no harm.
    if equal < 12 { return }
    let equalEnd = startA + equal
    var target = -1
    while checkpoint < first.checkpoints.count, first.checkpoints[checkpoint].offset <= equalEnd {
      target = checkpoint
      checkpoint += 1
    }
    if target >= 0, first.checkpoints[target].offset > startA { first.move(&a, to: target) }
    while a.next(endingBy: equalEnd) {}
    b.jump(to: startB + (a.parser.position - startA), a.path)
  }
}
