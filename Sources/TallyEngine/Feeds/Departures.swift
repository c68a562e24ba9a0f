import TallyMemory

/// Whose turn it is to begin a request: those that wait, by numbers, first come first served, and how many exchanges
/// are in progress. Nothing but `reserve` needs memory.
///
/// Invariants: those that wait are chained from `first` to `last` by `next` and back by `previous`. Nobody else is
/// marked as waiting.
struct Departures: ~Copyable {
  private static let none = UInt32.max

  private struct Link: BitwiseCopyable {
    var previous = Departures.none
    var next = Departures.none
    var isWaiting = false
  }

  /// Exchanges at one time: each takes a connection, and with it a descriptor of the host's process.
  let limit: Int
  private var links = List<Link>()
  private var first = Departures.none
  private var last = Departures.none
  private(set) var inFlight = 0

  init(limit: Int) { self.limit = limit }

  /// Makes room for the first `count` numbers.
  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    if count > links.count { try links.append(repeating: Link(), count: count - links.count) }
  }

  var isEmpty: Bool { first == Departures.none }

  func contains(_ number: UInt32) -> Bool { Int(number) < links.count && links[Int(number)].isWaiting }

  /// Whether somebody may begin now.
  var isReady: Bool { !isEmpty && inFlight < limit }

  /// Puts one at the end, unless it waits already.
  mutating func enqueue(_ number: UInt32) {
    if links[Int(number)].isWaiting { return }
    links[Int(number)] = Link(previous: last, isWaiting: true)
    if last == Departures.none { first = number } else { links[Int(last)].next = number }
    last = number
  }

  /// One does not wait any more.
  mutating func cancel(_ number: UInt32) {
    if !contains(number) { return }
    let link = links[Int(number)]
    if link.previous == Departures.none { first = link.next } else { links[Int(link.previous)].next = link.next }
    if link.next == Departures.none { last = link.previous } else { links[Int(link.next)].previous = link.previous }
    links[Int(number)] = Link()
  }

  /// The next one that may begin now: its exchange is in progress until `land`.
  mutating func next() -> UInt32? {
    if !isReady { return nil }
    let number = first
    cancel(number)
    inFlight += 1
    return number
  }

  /// An exchange has ended.
  mutating func land() { inFlight -= 1 }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var (chained, marked) = (0, 0)
    var (before, each) = (Departures.none, first)
    while each != Departures.none, chained <= links.count {
      let link = links[Int(each)]
      if !link.isWaiting || link.previous != before { return false }
      (before, each) = (each, link.next)
      chained += 1
    }
    for number in 0..<links.count where links[number].isWaiting { marked += 1 }
    return each == Departures.none && before == last && chained == marked && (0...limit).contains(inFlight)
  }
}
