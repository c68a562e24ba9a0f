import TallyStore
import Testing

@testable import TallyEngine

@Suite struct AccountObserversTests {
  private static func watcher(_ registration: UInt32, isViewing: Bool = false) -> Watcher {
    Watcher(registration: registration, node: registration + 100, isViewing: isViewing, observesSubtree: false)
  }

  @Test func `the tree's observers are found by their numbers`() throws {
    var observers = AccountObservers()
    try observers.remember(3, is: 30)
    try observers.remember(1, is: 10)
    try observers.remember(3, is: 31)
    let found = (0..<observers.registrationOf.count).map { observers.registrationOf[$0] }
    #expect(found == [EventQueue.none, 10, EventQueue.none, 31])
  }

  @Test func `an observer is removed whatever it watches`() throws {
    var observers = AccountObservers()
    for registration in UInt32(0)..<4 {
      try observers.reserve()
      observers.add(Self.watcher(registration, isViewing: registration == 2), at: Int(registration))
    }
    try observers.reserve()
    observers.add(ofGroups: 9)
    let watched = observers.remove(1)
    let viewed = observers.remove(2)
    let ofGroups = observers.remove(9)
    let unknown = observers.remove(77)
    #expect(watched?.node == 101 && watched?.isViewing == false && viewed?.isViewing == true)
    #expect(ofGroups == nil && unknown == nil && observers.groupWatchers.count == 0)
    let left = (0..<observers.watchers.count).map { observers.watchers[$0].registration }
    let isValid = observers.verify()
    #expect(left == [0, 3] && isValid)
    try observers.reserve()
    observers.add(Self.watcher(3), at: 0)
    let isStillValid = observers.verify()
    #expect(!isStillValid)
  }

  @Test func `an observer of groups is there once`() throws {
    var observers = AccountObservers()
    for registration in UInt32(0)..<3 {
      try observers.reserve()
      observers.add(ofGroups: registration)
    }
    let isValid = observers.verify()
    try observers.reserve()
    observers.add(ofGroups: 1)
    let isStillValid = observers.verify()
    #expect(isValid && !isStillValid)
  }

  @Test func `counts and held back views belong to one observer`() throws {
    var observers = AccountObservers()
    for registration in UInt32(0)..<2 {
      try observers.reserve()
      observers.add(Self.watcher(registration, isViewing: true), at: Int(registration))
    }
    observers.holdBack(1, true)
    var more = MessageCounts()
    more.total = 2
    observers.count(more, at: 0)
    observers.count(more, at: 0)
    let (first, second) = (observers.watchers[0], observers.watchers[1])
    #expect(!first.isHeldBack && second.isHeldBack && first.counts.total == 4 && second.counts.total == 0)
  }
}
