import CNATS
import Foundation
import Glibc
import Testing

@testable import NATS

/// Subscriptions end while the thread of libnats that reads from the server delivers to them.
@Suite(.serialized) struct EndedSubscriptionTests {
  private func connect(_ server: FloodingServer) throws -> Connection {
    try Connection(ConnectionOptions(servers: [server.url], name: "test"))
  }

  /// A subscription without a closure, as a consumer has it.
  private func subscribe(_ connection: Connection) throws -> OpaquePointer {
    var subscription: OpaquePointer?
    try check(natsConnection_SubscribeSync(&subscription, connection.raw, "flood"), "subscribing")
    return try #require(subscription)
  }

  /// `mallopt(M_PERTURB, …)`, which Swift's module of the C library lacks.
  private func overwriting() throws -> (Int32) -> Void {
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    let found = try #require(dlsym(nil, "mallopt"))
    let function = unsafeBitCast(found, to: Function.self)
    return { _ = function(-6, $0) }
  }

  private func wait(_ holds: () -> Bool) { while !holds() { usleep(1000) } }

  /// The server's answer to a ping shows that the thread is done with everything that it had begun before.
  @Test func nothingIsFreedBeforeTheServerHasAnsweredAPing() throws {
    let server = try FloodingServer(payload: 10)
    let connection = try connect(server)
    server.holdPings()
    connection.end(try subscribe(connection))
    wait { server.heldPings > 0 }
    #expect(connection.endedSubscriptions == 1)
    server.end()
  }

  @Test func allAreFreedInTheEnd() throws {
    let server = try FloodingServer(payload: 10)
    let connection = try connect(server)
    for _ in 0..<20 { connection.end(try subscribe(connection)) }
    wait { connection.endedSubscriptions == 0 }
    server.end()
  }

  /// Freed memory is overwritten here, so that its use ends the process: libnats is not built with a sanitizer. Large
  /// messages make the time longer in which the thread uses a subscription that it does not hold.
  @Test func subscriptionsEndAmidDeliveries() throws {
    let perturb = try overwriting()
    perturb(0xA5)
    defer { perturb(0) }
    let server = try FloodingServer(payload: 200_000)
    let connection = try connect(server)
    let rounds = ProcessInfo.processInfo.environment["TALLY_ROUNDS"].flatMap(Int.init) ?? 2000
    for round in 0..<rounds {
      if round % 2 == 0 {
        let subscription = try subscribe(connection)
        var message: OpaquePointer?
        try check(natsSubscription_NextMsg(&message, subscription, 60_000), "a message")
        natsMsg_Destroy(message)
        connection.end(subscription)
      } else {
        let isHeard = DispatchSemaphore(value: 0)
        let subscription = try Subscription(connection, "flood") { _ in isHeard.signal() }
        isHeard.wait()
        subscription.cancel()
      }
    }
    wait { connection.endedSubscriptions == 0 }
    server.end()
  }

  /// The same for the subscription that a context of JetStream has for acknowledgements: the context ends while they
  /// are on their way, as at the end of `tally-node publish` whose time is over. Each round has its own connection.
  @Test func contextsEndAmidAcknowledgements() throws {
    let perturb = try overwriting()
    perturb(0xA5)
    defer { perturb(0) }
    let rounds = ProcessInfo.processInfo.environment["TALLY_ROUNDS"].flatMap(Int.init) ?? 2000
    for _ in 0..<(rounds / 10) {
      let server = try FloodingServer(payload: 200_000)
      let connection = try connect(server)
      let isHeard = DispatchSemaphore(value: 0)
      var js: JetStream? = try JetStream(connection) { _, _ in isHeard.signal() }
      try js?.publishWithoutWaiting(Message("log", [1]))
      isHeard.wait()
      js = nil
      try connection.flush(timeout: 60_000)
      server.end()
    }
  }
}
