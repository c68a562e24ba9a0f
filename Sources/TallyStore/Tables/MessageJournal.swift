import TallyMemory

/// The messages that a change of the store has added, removed or marked: their numbers by path, and the groups that
/// they belong to. It is a value of the change: who drops the change drops it too.
///
/// Invariants: entries are in the order of the first change of each. Once it was taken, they are in the order of their
/// accounts first. A path or thread of an account has one entry, and one more for each part of the transaction that has
/// changed it.
public struct MessageJournal: ~Copyable {
  /// An unseen message that was added. Its texts lie in `bytes`, one behind the other.
  private struct Arrival: BitwiseCopyable {
    var key: Int64
    var argumentCount: UInt32
    /// The next one of the same group; -1: none.
    var next: Int32 = -1
    var start: Int
    var rank: Int
    var category: Int
    var argument: Int
  }

  /// Its size when a part of the transaction began.
  private struct Mark: BitwiseCopyable {
    var paths = 0
    var threads = 0
    var arrivals = 0
    var bytes = 0
  }

  /// The most bytes of arrivals. A group with others is read again.
  private static let arrivalBytes = 65_536

  private var texts = TextTable()
  private var paths = Ledger()
  private var threads = Ledger()
  private var arrivals = List<Arrival>()
  private var bytes = ByteBuffer()
  private var part = Mark()

  public init() {}

  public var isEmpty: Bool { paths.entries.isEmpty }

  /// Records that a message is there from now on, or, with negative counts, is not there any more.
  /// - Parameter arrival: the message, if it was added and is unseen.
  mutating func record(
    account: Int64, path: UnsafeRawBufferPointer, thread: UnsafeRawBufferPointer, _ counts: MessageCounts,
    arrival: GroupedMessage?
  ) throws(OutOfMemory) {
    let place = try paths.place(of: account, try texts.add(path), from: part.paths)
    paths.entries[place].counts = paths.entries[place].counts.adding(counts)
    if counts.unseen == 0 { return }
    let group = try threads.place(of: account, try texts.add(thread), from: part.threads)
    var entry = threads.entries[group]
    let number = entry.hasOthers ? -1 : try keep(arrival)
    if number < 0 {
      entry.hasOthers = true
    } else if entry.last < 0 {
      entry.first = number
    } else {
      arrivals[Int(entry.last)].next = number
    }
    entry.last = number
    threads.entries[group] = entry
  }

  /// - Returns: its number; -1: it has none.
  private mutating func keep(_ message: GroupedMessage?) throws(OutOfMemory) -> Int32 {
    guard let message else { return -1 }
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

  mutating func beginPart() {
    part = Mark(
      paths: paths.entries.count, threads: threads.entries.count, arrivals: arrivals.count, bytes: bytes.count)
  }

  mutating func endPart() { part = Mark() }

  /// Forgets what the part has recorded.
  mutating func abandonPart() {
    if part.paths == 0 { return removeAll() }
    paths.entries.truncate(to: part.paths)
    threads.entries.truncate(to: part.threads)
    arrivals.truncate(to: part.arrivals)
    bytes.truncate(to: part.bytes)
    endPart()
  }

  mutating func removeAll() {
    if isEmpty { endPart() } else { self = MessageJournal() }
  }

  /// Orders the entries by account. Nothing is recorded any more.
  mutating func close() {
    paths.close()
    threads.close()
  }

  // MARK: Reading, once it was taken

  /// The places of an account's paths whose messages have changed. - Complexity: O(log n).
  public func paths(of account: Int64) -> Range<Int> { paths.places(of: account) }

  /// The path, or several that are one text (`PlaceList`). Borrowed, like all texts of the journal.
  public func path(_ place: Int) -> UnsafeRawBufferPointer { texts[paths.entries[place].text] }

  /// To be added to the numbers of messages at a path.
  public func counts(_ place: Int) -> MessageCounts { paths.entries[place].counts }

  /// The places of an account's threads whose unseen messages have changed. - Complexity: O(log n).
  public func threads(of account: Int64) -> Range<Int> { threads.places(of: account) }

  public func thread(_ place: Int) -> UnsafeRawBufferPointer { texts[threads.entries[place].text] }

  /// Visits the unseen messages that were added to a thread, until one is refused.
  /// - Returns: whether these are all of its changes, and none was refused.
  public func arrivals(_ place: Int, visit: (GroupedMessage) -> Bool) -> Bool {
    let entry = threads.entries[place]
    if entry.hasOthers { return false }
    var next = entry.first
    while next >= 0 {
      let arrival = arrivals[Int(next)]
      let category = arrival.start + arrival.rank
      let message = GroupedMessage(
        key: arrival.key, rank: bytes.bytes(at: arrival.start, count: arrival.rank),
        category: bytes.bytes(at: category, count: arrival.category),
        argument: bytes.bytes(at: category + arrival.category, count: arrival.argument),
        argumentCount: arrival.argumentCount, thread: thread(place))
      if !visit(message) { return false }
      next = arrival.next
    }
    return true
  }
}

/// The changes of the paths, or of the threads, of accounts.
private struct Ledger: ~Copyable {
  struct Entry: BitwiseCopyable {
    let account: Int64
    /// The number of the path or thread.
    let text: Int32
    let ordinal: Int32
    var counts = MessageCounts()
    /// The first and the last message that was added; -1: none.
    var first: Int32 = -1
    var last: Int32 = -1
    /// There are changes besides.
    var hasOthers = false
  }

  var entries = List<Entry>()
  /// The last place of an account and a text. It may be that of an entry that was forgotten, or of others.
  private var known = IntegerMap()

  /// The place of an entry from `first` on, added if there is none.
  mutating func place(of account: Int64, _ text: Int32, from first: Int) throws(OutOfMemory) -> Int {
    let key = max(UInt64(bitPattern: account) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(UInt32(bitPattern: text)), 1)
    if let place = known.value(key).map({ Int(truncatingIfNeeded: $0) }), place >= first, place < entries.count,
      entries[place].account == account, entries[place].text == text
    {
      return place
    }
    let place = entries.count
    try entries.reserve(place + 1)
    try known.set(key, Int64(place))
    entries.appendWithinCapacity(Entry(account: account, text: text, ordinal: Int32(truncatingIfNeeded: place)))
    return place
  }

  mutating func close() {
    for index in 0..<entries.count where entries[index].account != entries[0].account {
      return heapSort(entries.pointer, count: entries.count) { ($0.account, $0.ordinal) < ($1.account, $1.ordinal) }
    }
  }

  func places(of account: Int64) -> Range<Int> {
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
}
