import TallyMemory

/// The first and the last of a row of numbers, in the order of their arrival.
struct Chain: BitwiseCopyable {
  static let none = UInt32.max

  var first = Chain.none
  var last = Chain.none

  var isEmpty: Bool { first == Chain.none }
}

/// The neighbours of a number in its chain.
struct Link: BitwiseCopyable {
  var previous = Chain.none
  var next = Chain.none
}

/// The links of all numbers. Each number is in one chain at most.
extension List<Link> {
  mutating func append(_ number: UInt32, to chain: inout Chain) {
    self[Int(number)] = Link(previous: chain.last)
    if chain.isEmpty { chain.first = number } else { self[Int(chain.last)].next = number }
    chain.last = number
  }

  /// - Precondition: the number is in this chain.
  mutating func remove(_ number: UInt32, from chain: inout Chain) {
    let link = self[Int(number)]
    if link.previous == Chain.none { chain.first = link.next } else { self[Int(link.previous)].next = link.next }
    if link.next == Chain.none { chain.last = link.previous } else { self[Int(link.next)].previous = link.previous }
  }

  /// For tests: how many numbers a chain has. nil: the chain is broken.
  func count(_ chain: Chain, where isMember: (UInt32) -> Bool) -> Int? {
    var (number, previous, count) = (chain.first, Chain.none, 0)
    while number != Chain.none {
      if !isMember(number) || self[Int(number)].previous != previous || count > self.count { return nil }
      (previous, number, count) = (number, self[Int(number)].next, count + 1)
    }
    return chain.last == previous ? count : nil
  }
}
