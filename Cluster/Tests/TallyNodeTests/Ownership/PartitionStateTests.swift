import Testing

@testable import TallyNode

/// The same as `#expect`, whose expression cannot change a value.
private func check(
  _ condition: Bool, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
) {
  #expect(condition, comment, sourceLocation: location)
}

@Suite struct PartitionStateTests {
  typealias File = PartitionState.File

  /// A transition of the file: its name, and the states that have it with those it leads to, at 100 s. All other states
  /// must refuse it.
  struct Transition: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (inout PartitionState) -> Bool
    let edges: [(from: File, to: File)]

    init(_ name: String, _ edges: [(File, File)], _ apply: @escaping @Sendable (inout PartitionState) -> Bool) {
      testDescription = name
      self.edges = edges
      self.apply = apply
    }
  }

  static let now = Duration.seconds(100)

  /// Each state, and a way there.
  static let states: [(file: File, path: [@Sendable (inout PartitionState) -> Bool])] = [
    (.absent(retry: .zero, failures: 0), []),
    (.absent(retry: .seconds(101), failures: 1), [{ $0.prepare(at: now) }, { $0.preparingFailed(at: now) }]),
    (.preparing(failures: 0), [{ $0.prepare(at: now) }]),
    (
      .preparing(failures: 1),
      [{ $0.prepare(at: .zero) }, { $0.preparingFailed(at: .zero) }, { $0.prepare(at: .seconds(1)) }]
    ),
    (.opening, [{ $0.prepare(at: now) }, { $0.prepared() }]),
    (.standby, [{ $0.prepare(at: now) }, { $0.prepared() }, { $0.opened() }]),
    (.serving, [{ $0.prepare(at: now) }, { $0.prepared() }, { $0.opened() }, { $0.serve() }]),
    (
      .closing(retry: .seconds(101)),
      [{ $0.prepare(at: now) }, { $0.prepared() }, { $0.opened() }, { $0.close(retry: .seconds(101)) }]
    ),
  ]

  static let transitions = [
    Transition("prepare", [(.absent(retry: .zero, failures: 0), .preparing(failures: 0))]) { $0.prepare(at: now) },
    Transition(
      "prepare later",
      [
        (.absent(retry: .zero, failures: 0), .preparing(failures: 0)),
        (.absent(retry: .seconds(101), failures: 1), .preparing(failures: 1)),
      ]
    ) { $0.prepare(at: now + .seconds(1)) },
    Transition("prepared", [(.preparing(failures: 0), .opening), (.preparing(failures: 1), .opening)]) {
      $0.prepared()
    },
    Transition(
      "preparingFailed",
      [
        (.preparing(failures: 0), .absent(retry: .seconds(101), failures: 1)),
        (.preparing(failures: 1), .absent(retry: .seconds(102), failures: 2)),
      ]
    ) { $0.preparingFailed(at: now) },
    Transition(
      "preparingEnded",
      [
        (.preparing(failures: 0), .absent(retry: .zero, failures: 0)),
        (.preparing(failures: 1), .absent(retry: .zero, failures: 1)),
      ]
    ) { $0.preparingEnded() },
    Transition("opened", [(.opening, .standby)]) { $0.opened() },
    Transition("openingFailed", [(.opening, .absent(retry: .seconds(101), failures: 0))]) { $0.openingFailed(at: now) },
    Transition("serve", [(.standby, .serving)]) { $0.serve() },
    Transition("retire", [(.serving, .standby)]) { $0.retire() },
    Transition("close", [(.standby, .closing(retry: .seconds(7)))]) { $0.close(retry: .seconds(7)) },
    Transition("closed", [(.closing(retry: .seconds(101)), .absent(retry: .seconds(101), failures: 0))]) {
      $0.closed()
    },
  ]

  @Test(arguments: transitions) func theFileTakesItsEdgesAndNoOthers(_ transition: Transition) {
    var taken = 0
    for (file, path) in Self.states {
      var state = PartitionState()
      for step in path { check(step(&state)) }
      check(state.file == file)
      let next = transition.edges.first { $0.from == file }?.to
      check(transition.apply(&state) == (next != nil), "from \(file)")
      check(state.file == next ?? file)
      check(state.isHeld == (state.file == .standby || state.file == .serving))
      taken += next == nil ? 0 : 1
    }
    check(taken == transition.edges.count)
  }

  @Test func thePauseBetweenAttemptsGrowsToTenSeconds() {
    var state = PartitionState()
    var now = Duration.zero
    for failures in 1...12 {
      let pause = Duration.seconds(min(failures, 10))
      check(state.prepare(at: now) && state.preparingFailed(at: now))
      check(state.file == .absent(retry: now + pause, failures: failures))
      check(!state.prepare(at: now + pause - .milliseconds(1)))
      now += pause
    }
    // A file that was made ready begins at one second again.
    check(state.prepare(at: now) && state.prepared() && state.openingFailed(at: now))
    check(state.prepare(at: now + .seconds(1)) && state.preparingFailed(at: now))
    check(state.file == .absent(retry: now + .seconds(1), failures: 1))
  }

  // MARK: - The key

  private let entry = LeaseEntry(node: "a", epoch: 3, run: "r")

  @Test func oneReadIsInFlight() {
    var state = PartitionState()
    check(state.read == .none && state.nextRead == .zero)
    check(state.beginRead(next: .seconds(1)))
    check(state.read == .current && state.nextRead == .seconds(1))
    check(!state.beginRead(next: .seconds(2)))
    check(state.nextRead == .seconds(1))
    check(state.endRead())
    check(state.read == .none)
    check(!state.endRead())
    state.readKey(at: .seconds(5))
    check(state.nextRead == .seconds(5))
  }

  @Test(arguments: [true, false]) func aChangeMakesTheReadInFlightOutdated(_ isSet: Bool) {
    var state = PartitionState()
    // Without a read in flight, the next read counts.
    state.keyChanged(to: isSet ? entry : nil, at: .seconds(1))
    check(state.read == .none)
    check(state.beginRead(next: .seconds(2)) && state.endRead())
    check(state.beginRead(next: .seconds(3)))
    state.keyChanged(to: isSet ? entry : nil, at: .seconds(2))
    check(state.read == .outdated)
    state.keyChanged(to: isSet ? entry : nil, at: .seconds(2))
    check(state.read == .outdated && !state.beginRead(next: .seconds(4)))
    check(!state.endRead())
    check(state.read == .none)
    check(state.beginRead(next: .seconds(5)) && state.endRead())
  }

  @Test func theKeyIsUnknownFreeOrTaken() {
    var state = PartitionState()
    check(state.key == .unknown)
    state.keyChanged(to: entry, at: .seconds(1))
    check(state.key == .taken(entry, seen: .seconds(1), sequence: 0))
    check(!state.awaitsRemoval(at: .seconds(1), within: .seconds(1)))
    state.keyChanged(to: nil, at: .seconds(2))
    check(state.key == .unknown && state.nextRead == .seconds(2))
    check(state.awaitsRemoval(at: .milliseconds(2999), within: .seconds(1)))
    check(!state.awaitsRemoval(at: .seconds(3), within: .seconds(1)))
    state.found(.free(sequence: 7, since: .seconds(3)))
    check(state.key == .free(sequence: 7, since: .seconds(3)))
    state.forgetKey()
    check(state.key == .unknown && state.nextRead == .seconds(2))
    state.forgetKey(readAt: .seconds(9))
    check(state.nextRead == .seconds(9))
    state.keyChanged(to: entry, at: .seconds(4))
    check(!state.awaitsRemoval(at: .seconds(4), within: .seconds(1)))
  }

  // MARK: - Writes and announcements

  @Test func oneWriteIsInFlight() {
    let writes: [PartitionState.Write] = [.creating, .renewing, .removing]
    for first in writes {
      for second in writes {
        var state = PartitionState()
        check(state.beginWrite(first) && state.write == first)
        // Only a removal replaces a renewal, whose end does not count then.
        let replaces = first == .renewing && second == .removing
        check(state.beginWrite(second) == replaces)
        check(state.write == (replaces ? second : first))
        check(state.endWrite(first) == !replaces)
        check(state.write == (replaces ? second : .none))
        check(state.endWrite(second) == replaces)
        check(state.write == .none)
      }
    }
  }

  @Test func anAnnouncementEndsItsOwnEpoch() {
    var state = PartitionState()
    state.beginTerm(at: .seconds(2))
    check(!state.beginAnnouncement(4, at: .seconds(1)))
    check(state.beginAnnouncement(4, at: .seconds(2)))
    check(state.announcement == .inFlight(epoch: 4))
    check(!state.beginAnnouncement(4, at: .seconds(9)))
    check(!state.endAnnouncement(3, next: .seconds(3)))
    check(state.endAnnouncement(4, next: .seconds(3)))
    check(state.announcement == .due(at: .seconds(3)))
    check(state.beginAnnouncement(4, at: .seconds(3)))
    // Another term does not wait for the announcement of the last one.
    state.beginTerm(at: .seconds(4))
    check(state.beginAnnouncement(5, at: .seconds(4)))
    check(!state.endAnnouncement(4, next: .seconds(5)))
    check(state.announcement == .inFlight(epoch: 5))
  }

  @Test func theTimeWithoutKnowledgeOnlyGrows() {
    var state = PartitionState()
    state.notCaughtUp(until: .seconds(5))
    state.notCaughtUp(until: .seconds(3))
    check(state.caughtUpAfter == .seconds(5))
    state.notCaughtUp(until: .seconds(6))
    check(state.caughtUpAfter == .seconds(6))
  }
}
