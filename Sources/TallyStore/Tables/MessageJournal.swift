import TallyMemory

/// The messages that a change of the store has added, removed or marked: their numbers by path, and the groups that
/// they belong to. It is a value of the change: who drops the change drops it too.
///
/// Invariants: entries are in the order of the changes. Once it was taken, they are in the order of their accounts
/// first. An entry stands for one message, or for several of one path and thread that changed behind each other.
public struct MessageJournal: ~Copyable {
  public struct Entry: BitwiseCopyable {
    var account: Int64
    var ordinal: Int32
    /// The numbers of its texts.
    fileprivate var path: Int32
    fileprivate var thread: Int32
    /// The place of the message that was added; -1: none.
    fileprivate var arrival: Int32 = -1
    /// To be added to the numbers of messages at the path.
    public fileprivate(set) var counts: MessageCounts
    /// Whether a message is, or was, unseen, so its group has changed.
    public fileprivate(set) var concernsGroup: Bool
  }

  /// A message that was added. Its texts lie in `bytes`, one behind the other.
  private struct Arrival: BitwiseCopyable {
    var key: Int64
    var argumentCount: UInt32
    var start: Int
    var rank: Int
    var category: Int
    var argument: Int
  }

  /// The most bytes of arrivals. A group with others is read again.
  private static let arrivalBytes = 65_536

  private var entries = List<Entry>()
  private var texts = TextTable()
  private var arrivals = List<Arrival>()
  private var bytes = ByteBuffer()

  public init() {}

  public var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// Records that a message is there from now on, or, with negative counts, is not there any more.
  /// - Parameters:
  ///   - first: the first entry that it may be added to.
  ///   - arrival: the message, if it was added and is unseen.
  mutating func record(
    account: Int64, path: UnsafeRawBufferPointer, thread: UnsafeRawBufferPointer, _ counts: MessageCounts,
    first: Int, arrival: GroupedMessage? = nil
  ) throws(OutOfMemory) {
    var entry = Entry(
      account: account, ordinal: Int32(truncatingIfNeeded: entries.count), path: try texts.add(path),
      thread: try texts.add(thread), counts: counts, concernsGroup: counts.unseen != 0)
    try entries.reserve(entries.count + 1)
    if let arrival { entry.arrival = try keep(arrival) }
    let last = entries.count - 1
    if last >= first, entry.arrival < 0, entries[last].arrival < 0, entries[last].isOfSamePlace(as: entry) {
      entry.counts = entry.counts.adding(entries[last].counts)
      entry.concernsGroup = entry.concernsGroup || entries[last].concernsGroup
      entries[last] = entry
    } else {
      entries.appendWithinCapacity(entry)
    }
  }

  private mutating func keep(_ message: GroupedMessage) throws(OutOfMemory) -> Int32 {
    let size = message.rank.count + message.category.count + message.argument.count
    if bytes.count + size > MessageJournal.arrivalBytes { return -1 }
    try arrivals.append(
      Arrival(
        key: message.key, argumentCount: message.argumentCount, start: bytes.count, rank: message.rank.count,
        category: message.category.count, argument: message.argument.count))
    try bytes.append(message.rank)
    try bytes.append(message.category)
    try bytes.append(message.argument)
    return Int32(truncatingIfNeeded: arrivals.count - 1)
  }

  /// Forgets the entries from one on.
  mutating func truncate(to count: Int) {
    if count == 0, !entries.isEmpty { self = MessageJournal() } else { entries.truncate(to: count) }
  }

  /// Orders the entries by account. Nothing is recorded any more.
  mutating func close() {
    for index in 0..<entries.count where entries[index].account != entries[0].account {
      return heapSort(entries.pointer, count: entries.count) { ($0.account, $0.ordinal) < ($1.account, $1.ordinal) }
    }
  }

  // MARK: Reading, once it was taken

  /// The places of an account's entries, in the order of the changes.
  /// - Complexity: O(log n).
  public func entries(of account: Int64) -> Range<Int> {
    let start = place { $0.account < account }
    return start..<place { $0.account <= account }
  }

  /// The number of the first entries with a property that no later one has.
  private func place(where isBefore: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  public subscript(index: Int) -> Entry { entries[index] }

  /// Borrowed, like all texts of the journal.
  public func path(_ index: Int) -> UnsafeRawBufferPointer { texts[entries[index].path] }

  public func thread(_ index: Int) -> UnsafeRawBufferPointer { texts[entries[index].thread] }

  /// The unseen message that was added; nil: another change, or there was no room for it.
  public func arrival(_ index: Int) -> GroupedMessage? {
    let place = Int(entries[index].arrival)
    if place < 0 { return nil }
    let arrival = arrivals[place]
    let category = arrival.start + arrival.rank
    return GroupedMessage(
      key: arrival.key, rank: bytes.bytes(at: arrival.start, count: arrival.rank),
      category: bytes.bytes(at: category, count: arrival.category),
      argument: bytes.bytes(at: category + arrival.category, count: arrival.argument),
      argumentCount: arrival.argumentCount, thread: thread(index))
  }
}

extension MessageJournal.Entry {
  fileprivate func isOfSamePlace(as other: Self) -> Bool {
    account == other.account && path == other.path && thread == other.thread
  }
}
