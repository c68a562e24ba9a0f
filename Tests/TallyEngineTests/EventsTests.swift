import CMemory
import TallyMemory
import Testing

@testable import TallyEngine

// The queue and its observers without an account, a file or a thread. Tests with allocation failures run in a process
// of their own, because failures are process-wide.

@Suite struct EventsTests {
  /// A callback without a function that could be called. Only its identity counts.
  static func callback(_ number: Int) -> Callback {
    Callback(function: UnsafeRawPointer(bitPattern: 8), userData: UnsafeMutableRawPointer(bitPattern: number))
  }

  static func observe(
    _ events: inout Events, subtree: Bool = false, _ callback: Callback = Callback(), scope: UInt64 = 1
  ) throws -> UInt32 {
    var registration = Registration(callback, scope: scope)
    registration.observesSubtree = subtree
    return try events.register(registration)
  }

  static func completion(_ number: UInt64, _ kind: EventKind = .completion) -> OneTimeEvent {
    var event = Event(kind)
    if kind == .reminder { event.reminder = Int64(number) } else { event.token = number }
    return OneTimeEvent(event, Callback())
  }

  /// The pending events in order: the observer's slot and the node, or the one-time event's token or reminder.
  static func waiting(_ events: borrowing Events) -> [[UInt64]] {
    var all: [[UInt64]] = []
    var entry = events.queue.first
    while entry != EventQueue.none {
      let current = events.queue[entry]
      let oneTime = current.kind == .oneTime ? events.oneTimes.find(current.subject) : nil
      all.append(
        oneTime.map { [$0.event.token | UInt64($0.event.reminder)] } ?? [UInt64(current.subject), UInt64(current.node)])
      entry = current.next
    }
    return all
  }

  @Test func changesOfOnePathAreMerged() throws {
    var events = Events()
    let (path, subtree) = (try Self.observe(&events), try Self.observe(&events, subtree: true))
    try events.reserve(5)
    let isFirstNew = events.enqueue(.badge, subtree, node: 7)
    #expect(isFirstNew)
    _ = events.enqueue(.badge, path, node: 7)
    _ = events.enqueue(.badge, subtree, node: 8)
    var order = Self.waiting(events)
    #expect(order == [[UInt64(subtree), 7], [UInt64(path), 7], [UInt64(subtree), 8]])
    let isAgainNew = events.enqueue(.badge, subtree, node: 7)
    _ = events.enqueue(.badge, path, node: 7)
    order = Self.waiting(events)
    #expect(!isAgainNew)
    #expect(order == [[UInt64(subtree), 8], [UInt64(subtree), 7], [UInt64(path), 7]])
    // A change after the delivery makes a new event.
    while events.queue.first != EventQueue.none { _ = events.take(events.queue.first) }
    let isNew = events.enqueue(.badge, subtree, node: 8)
    let (count, isValid) = (events.queue.count, events.verify())
    #expect(isNew && count == 1 && isValid)
  }

  @Test func oneTimeEventsAreNeitherMergedNorDropped() throws {
    var events = Events()
    let path = try Self.observe(&events)
    try events.pledge(100)
    try events.reserve(1)
    for number in UInt64(0)..<100 {
      _ = events.enqueue(.badge, path)
      events.enqueue(Self.completion(number / 2))
    }
    let (count, isValid) = (events.queue.count, events.verify())
    #expect(count == 101 && isValid)
    var taken: [UInt64] = []
    while events.queue.first != EventQueue.none {
      let entry = events.take(events.queue.first)
      if entry.kind == .oneTime { taken.append(events.takeOneTime(entry).event.token) }
    }
    #expect(taken == (UInt64(0)..<100).map { $0 / 2 })
  }

  /// A task has at most one pending event: the last occurrence that fired, with the count of all.
  @Test func firingsOfATaskAreAddedUp() throws {
    var events = Events()
    for (task, count) in [(UInt64(5), UInt64(1)), (6, 1), (5, 2)] {
      try events.pledge(1)
      try events.reserveMerged()
      let news = Self.completion(task, .reminder)
      news.event.shown.count = count
      events.enqueue(merging: news)
    }
    let order = Self.waiting(events)
    #expect(order == [[5], [6]])
    let first = events.takeOneTime(events.take(events.queue.first))
    #expect(first.event.shown.count == 3)
    try events.pledge(1)
    events.enqueue(merging: Self.completion(5, .reminder))
    let (again, isValid) = (Self.waiting(events), events.verify())
    #expect(again == [[6], [5]] && isValid)
  }

  /// One event replaces those without room.
  @Test func aFullQueueTellsToReadAgain() throws {
    var events = Events(limit: 3)
    let (path, subtree) = (try Self.observe(&events), try Self.observe(&events, subtree: true))
    try events.reserve(10)
    var new: [UInt32] = []
    for node in UInt32(0)..<6 {
      _ = events.enqueue(.badge, path, node: 0)
      let isNew = events.enqueue(.badge, subtree, node: node)
      if isNew { new.append(node) }
    }
    for task in UInt64(5)..<8 {
      try events.pledge(1)
      try events.reserveMerged()
      events.enqueue(merging: Self.completion(task, .reminder))
    }
    let (order, isValid) = (Self.waiting(events), events.verify())
    let observer = UInt64(subtree)
    // The entry for the rest keeps the node of the first of them.
    let expected = [[observer, 0], [observer, 1], [observer, 2], [UInt64(path), 0], [observer, 3], [0]]
    #expect(order == expected && isValid)
    #expect(new == [0, 1, 2, 3])
    _ = events.take(events.queue.first)
    let isNew = events.enqueue(.badge, subtree, node: 9)
    let isStillValid = events.verify()
    #expect(!isNew && isStillValid)
    var forgotten = 0
    events.remove(subtree) { _ in forgotten += 1 }
    let (rest, isValidAfterwards) = (Self.waiting(events), events.verify())
    #expect(forgotten == 3 && rest == [[UInt64(path), 0], [0]] && isValidAfterwards)
  }

  @Test func theSYNCEDOfAFeedWaitsOnce() throws {
    var events = Events()
    try events.pledge(2)
    var entries = [
      events.enqueueSynced(0, of: 1, waiting: EventQueue.none),
      events.enqueueSynced(1, of: 1, waiting: EventQueue.none),
    ]
    entries[0] = events.enqueueSynced(0, of: 1, waiting: entries[0])
    let order = Self.waiting(events)
    #expect(order == [[1, 0], [0, 0]])
    // Its room is kept for the next one.
    for _ in 0..<100 {
      _ = events.take(entries[1])
      entries[1] = events.enqueueSynced(1, of: 1, waiting: EventQueue.none)
    }
    let isValid = events.verify()
    #expect(isValid)
  }

  /// Reserved events need no memory, whatever else was pledged. Without memory nothing changes.
  @Test func roomIsMadeBefore() async {
    await #expect(processExitsWith: .success) {
      for successes in Int64(0)..<40 {
        var events = Events()
        ctally_memory_fail_after(successes)
        defer { ctally_memory_fail_after(-1) }
        var (pledged, observers) = (0, [UInt32]())
        for number in 0..<40 {
          do throws(OutOfMemory) {
            try events.pledge(3)
            pledged += 3
            observers.append(
              try events.register(Registration(Callback(), scope: 1), number % 3 == 0 ? ViewTable() : nil))
            events.registrations[observers[observers.count - 1]].observesSubtree = number % 2 == 0
            try events.reserve(observers.count)
            for observer in observers { _ = events.enqueue(.badge, observer, node: UInt32(number)) }
          } catch {}
          let (count, isValid) = (events.registrations.count, events.verify())
          #expect(count == observers.count && isValid, "after \(successes) allocations")
        }
        ctally_memory_fail_after(0)
        for number in 0..<pledged { events.enqueue(Self.completion(UInt64(number))) }
        let isValid = events.verify()
        #expect(isValid, "after \(successes) allocations")
      }
    }
  }

  private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  /// For random observers, changes and completions, the pending events are the latest of each, in order.
  @Test func agreesWithAModel() throws {
    for seed in UInt64(0)..<100 {
      var random = Chance(state: seed)
      var events = Events()
      var model: [[UInt64]] = []
      var observers: [UInt32] = []
      for step in UInt64(0)..<200 {
        let observer = observers.randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), observer) {
        case (0, _): observers.append(try Self.observe(&events, subtree: Bool.random(using: &random), scope: seed))
        case (1, _):
          try events.pledge(1)
          events.enqueue(Self.completion(1000 + step))
          model.append([1000 + step])
        case (2, let observer?):
          observers.removeAll { $0 == observer }
          let isSubtree = events.registrations[observer].observesSubtree
          var forgotten = 0
          events.remove(observer) { _ in forgotten += 1 }
          let waited = model.count
          model.removeAll { $0.count == 2 && $0[0] == observer }
          #expect(forgotten == (isSubtree ? waited - model.count : 0), "seed \(seed)")
          _ = events.free(observer)
        case (3...4, _) where !model.isEmpty:
          let entry = events.take(events.queue.first)
          if entry.kind == .oneTime { _ = events.takeOneTime(entry) }
          model.removeFirst()
        case (_, let observer?):
          let isSubtree = events.registrations[observer].observesSubtree
          let told = [UInt64(observer), isSubtree ? UInt64.random(in: 0..<5, using: &random) : 0]
          try events.reserve(1)
          let isNew = events.enqueue(.badge, observer, node: UInt32(told[1]))
          #expect(isNew == (isSubtree && !model.contains(told)), "seed \(seed)")
          model.removeAll { $0 == told }
          model.append(told)
        default: break
        }
        let (order, isValid) = (Self.waiting(events), events.verify())
        #expect(order == model && isValid, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func anObserverRemovedInACallIsFreedByTheLastCall() throws {
    var events = Events()
    let observer = try Self.observe(&events, Self.callback(1))
    let token = events.registrations[observer].token
    events.beginCall(observer)
    events.beginCall(observer)
    _ = events.enqueue(.badge, observer)
    events.remove(observer) { _ in }
    let (found, count) = (events.find(token), events.queue.count)
    #expect(found == nil && count == 0)
    let inner = events.endCall(observer)
    #expect(inner.isRemoved && !inner.isLast)
    // A thread waits for the last call, and then frees it.
    events.registrations[observer].isAwaited = true
    events.beginCall(observer)
    let awaited = events.endCall(observer)
    #expect(awaited.isRemoved && !awaited.isLast)
    events.registrations[observer].isAwaited = false
    let last = events.endCall(observer)
    let isValid = events.verify()
    #expect(last.isLast && isValid)
    let released = events.free(observer)
    #expect(released == Self.callback(1) && events.registrations.isEmpty)
  }

  @Test func theSameObserverIsKnown() throws {
    var events = Events()
    let (known, view) = (Self.callback(1), ViewTable(hide: UnsafeRawPointer(bitPattern: 16)))
    let observer = try Self.observe(&events, known)
    let bound = try events.register(Registration(Callback(userData: known.userData), scope: 1), view)
    let silent = try Self.observe(&events)
    let same = [
      events.isSame(observer, as: known, scope: 1),
      events.isSame(bound, as: Callback(userData: known.userData), view, scope: 1),
    ]
    let others = [
      events.isSame(observer, as: known, scope: 2), events.isSame(observer, as: Self.callback(2), scope: 1),
      events.isSame(observer, as: known, view, scope: 1),
      events.isSame(bound, as: Callback(userData: known.userData), ViewTable(), scope: 1),
      events.isSame(silent, as: Callback(), scope: 1),
    ]
    #expect(same == [true, true] && others.allSatisfy { !$0 })
  }

  @Test func theHostIsWokenOnceUntilNothingWaits() throws {
    var events = Events()
    var calls = 0
    _ = events.setNotify(Self.callback(1)) { _ in calls += 1 }
    let observer = try Self.observe(&events)
    for round in 1...3 {
      for _ in 0..<5 {
        _ = events.enqueue(.total, observer)
        if events.wake() { Self.call(&events) }
      }
      events.rest()
      let isAgain = events.wake()
      #expect(!isAgain)
      #expect(calls == round)
      _ = events.take(events.queue.first)
      events.rest()
    }
    var callbacks: [Callback] = []
    while let callback = events.giveBack() { callbacks.append(callback) }
    #expect(callbacks.contains(Self.callback(1)))
  }

  /// Makes the call that is due.
  private static func call(_ events: inout Events) {
    if let due = events.notice.begin() { due.body(due.userData) }
    let retired = events.notice.end()
    #expect(retired == nil)
  }

  private static func wake(_ events: inout Events, _ observer: UInt32) -> Bool {
    _ = events.enqueue(.total, observer)
    return events.wake()
  }

  private static func takeAll(_ events: inout Events) {
    _ = events.take(events.queue.first)
    events.rest()
  }

  @Test func callsOfNotifyDoNotOverlapAndNoneIsLost() throws {
    var events = Events()
    _ = events.setNotify(Self.callback(1)) { _ in }
    let observer = try Self.observe(&events)
    var steps = [Self.wake(&events, observer), events.notice.begin() != nil]
    Self.takeAll(&events)
    // The thread whose call is running makes the next one too.
    steps += [Self.wake(&events, observer), events.notice.begin() == nil]
    _ = events.notice.end()
    steps.append(events.notice.begin() != nil)
    _ = events.notice.end()
    steps.append(events.notice.begin() == nil)
    #expect(steps == Array(repeating: true, count: 6))
  }

  @Test func aNotifyThatIsReplacedIsNotCalledAnyMore() throws {
    var events = Events()
    _ = events.setNotify(Self.callback(1)) { _ in }
    let observer = try Self.observe(&events)
    var steps = [Self.wake(&events, observer)]
    let first = events.setNotify(Callback(), nil)
    steps += [first == (Self.callback(1), false), events.notice.begin() == nil]
    _ = events.setNotify(Self.callback(2)) { _ in }
    steps += [events.wake(), events.notice.begin() != nil]
    let second = events.setNotify(Callback(), nil)
    events.notice.retire(second.former)
    steps += [second == (Self.callback(2), true), events.notice.end() == Self.callback(2)]
    #expect(steps == Array(repeating: true, count: 7))
  }
}
