import Foundation
import Synchronization
import Tally

/// A clock that the test sets.
final class StandingClock: Sendable {
  private let moment: Mutex<Engine.Configuration.Moment>

  init(wall milliseconds: Int64 = 1_767_225_600_000) {
    moment = Mutex(
      Engine.Configuration.Moment(
        wall: Date(timeIntervalSince1970: Double(milliseconds) / 1000), elapsed: .seconds(1000)))
  }

  var now: Engine.Configuration.Moment { moment.withLock { $0 } }

  /// Advances both clocks.
  func go(_ duration: Duration) {
    moment.withLock { moment in
      moment.wall += duration / .seconds(1)
      moment.elapsed += duration
    }
  }

  /// Sets only the wall clock.
  func set(wall: Date) { moment.withLock { $0.wall = wall } }
}

/// An engine in memory that a test drives.
func drivenEngine(_ clock: StandingClock = StandingClock(), zone: String? = "UTC") throws -> HostDrivenEngine {
  var configuration = Engine.Configuration()
  configuration.clock = { clock.now }
  configuration.seed = 1
  configuration.zone = zone
  return try HostDrivenEngine(configuration)
}

extension HostDrivenEngine {
  /// All pending events in order.
  func takeEvents() throws -> [HostDrivenEngine.Event] {
    var events: [HostDrivenEngine.Event] = []
    while let event = try nextEvent() { events.append(event) }
    return events
  }
}
