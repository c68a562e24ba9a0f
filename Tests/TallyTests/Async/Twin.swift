import Foundation
import Tally

/// One of two engines that do the same in the same order: one by the direct calls, the other by those of `async`. Clock
/// and seed are the same, so all that they store is the same too.
struct Twin: Sendable {
  let scratch: Scratch
  let clock: StandingClock
  let driven: HostDrivenEngine
  let account: Account
  let feed: Feed
  let node: Node

  var engine: Engine { driven.engine }

  init() throws {
    let (scratch, clock) = (try Scratch(), StandingClock())
    var configuration = Engine.Configuration(file: scratch.file("badges.db"))
    configuration.clock = { clock.now }
    configuration.seed = 1
    configuration.zone = "UTC"
    let driven = try HostDrivenEngine(configuration)
    (self.scratch, self.clock, self.driven) = (scratch, clock, driven)
    account = try driven.engine.openAccount("ann")
    try account.logIn()
    feed = try account.addFeed("server", configuration: Twin.manual("https://example.org/feed"))
    node = try account.node(at: "node")
  }

  /// A feed that sends no request on its own.
  static func manual(_ url: String? = nil) -> Feed.Configuration {
    Feed.Configuration(url: url, initialDelay: nil, interval: nil)
  }

  /// Everything that is stored for the account or, while its outbox has entries, the entries and the badges: their keys
  /// are random whatever the seed is.
  func state() throws -> String {
    let entries = try account.outbox().entries
    if entries.isEmpty { return try "\(account.export())" }
    return try "\(entries) \(account.badges())"
  }

  func key(_ id: String) throws -> Message.Key { try account.message(id: id).key }

  func fedKey(_ id: String) throws -> Message.Key { try account.message(id: id, feed: feed.id).key }

  func entry(_ number: Int) throws -> Outbox.Entry { try account.outbox().entries[number] }

  /// The time of the clock, and some seconds.
  func later(_ seconds: Double) -> Date { clock.now.wall + seconds }
}

/// A call in both of its forms. Their results are compared as text, without the keys of an outbox.
struct CallForms: Sendable {
  typealias Call = @Sendable (Twin) async throws -> String

  /// The name of the call in the documentation.
  let name: String
  let direct: Call
  let waiting: Call

  /// - Parameters:
  ///   - direct: the call of the engine, the account, the feed or the node.
  ///   - waiting: the same one of its `async`, with the same arguments.
  static func call<Value>(
    _ name: String, _ direct: @escaping @Sendable (Twin) throws -> Value,
    _ waiting: @escaping @Sendable (Twin) async throws -> Value
  ) -> CallForms {
    CallForms(name: name, direct: { "\(try direct($0))" }, waiting: { "\(try await waiting($0))" })
  }

  /// A step that both twins do alike, before the next call.
  static func both<Value>(_ step: @escaping @Sendable (Twin) throws -> Value) -> CallForms {
    CallForms(name: "", direct: { "\(try step($0))" }, waiting: { "\(try step($0))" })
  }
}
