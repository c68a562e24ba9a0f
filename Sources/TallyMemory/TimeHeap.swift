/// A binary heap of (time, key), earliest first. A superseded entry stays in the heap. The caller says which entries
/// are current, and the heap drops the others when it meets them.
@frozen
public struct TimeHeap: ~Copyable {
  public struct Entry: BitwiseCopyable, Sendable {
    public var time: Int64
    public var key: UInt64
  }

  private var entries = List<Entry>()

  public init() {}

  public var count: Int { entries.count }

  /// How many entries fit without an allocation.
  public var capacity: Int { entries.capacity }

  /// Whether one more entry fits without an allocation.
  public var hasRoom: Bool { entries.count < entries.capacity }

  public mutating func reserve(additional: Int) throws(OutOfMemory) {
    try entries.reserve(entries.count + additional)
  }

  public mutating func push(_ time: Int64, _ key: UInt64) throws(OutOfMemory) {
    try entries.append(Entry(time: time, key: key))
    siftUp(entries.count - 1)
  }

  public mutating func removeAll() {
    entries.removeAll()
  }

  /// The earliest entry that is current.
  public mutating func first(where isCurrent: (Entry) -> Bool) -> Entry? {
    while !entries.isEmpty {
      let first = entries[0]
      if isCurrent(first) { return first }
      removeFirst()
    }
    return nil
  }

  public mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var position = 0
    while true {
      var child = 2 * position + 1
      if child >= entries.count { return }
      if child + 1 < entries.count, entries[child + 1].time < entries[child].time { child += 1 }
      if entries[position].time <= entries[child].time { return }
      exchange(position, child)
      position = child
    }
  }

  /// The number of entries that meet a condition. O(n).
  public func count(where isCounted: (Entry) -> Bool) -> Int {
    var count = 0
    for position in 0..<entries.count where isCounted(entries[position]) { count += 1 }
    return count
  }

  /// Drops all entries that are not current. O(n log n).
  public mutating func removeStale(keeping isCurrent: (Entry) -> Bool) {
    var kept = 0
    for position in 0..<entries.count where isCurrent(entries[position]) {
      entries[kept] = entries[position]
      kept += 1
    }
    entries.truncate(to: kept)
    // A sorted array is a heap, too.
    heapSort(entries.pointer, count: kept) { (a: Entry, b: Entry) -> Bool in
      a.time != b.time ? a.time < b.time : a.key < b.key
    }
  }

  private mutating func siftUp(_ start: Int) {
    var position = start
    while position > 0, entries[position].time < entries[(position - 1) / 2].time {
      exchange(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    let moved = entries[a]
    entries[a] = entries[b]
    entries[b] = moved
  }
}
