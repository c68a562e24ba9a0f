import TallyHTTP
import TallyMemory
import Testing

@testable import TallyEngine

// Requests of a host's transport, in virtual time: no host, no network, no loop.

@Suite struct HostRequestsTests {
  static func callback(_ number: Int) -> Callback {
    Callback(function: UnsafeRawPointer(bitPattern: 8), userData: UnsafeMutableRawPointer(bitPattern: number))
  }

  static func append(_ requests: inout HostRequests, _ transport: HostTransport) throws -> HostRequest {
    var request = HTTPRequest()
    request.totalTimeout = 1000
    request.idleTimeout = 100
    return try requests.append(request, to: transport) { _ in }
  }

  static func ids(_ requests: borrowing HostRequests) -> [Int64] {
    var all: [Int64] = []
    var each = requests.first
    while let request = each {
      all.append(request.id)
      each = request.next
    }
    return all
  }

  @Test func requestsAreServedInTheirOrder() throws {
    var requests = HostRequests()
    let transport = HostTransport(Self.callback(1)) { _ in }
    let all = try (0..<4).map { _ in try Self.append(&requests, transport) }
    let order = Self.ids(requests)
    #expect(order == [1, 2, 3, 4] && requests.mustServe && transport.open == 4)
    let first = requests.beginServing()
    #expect(first === all[0] && !requests.mustServe)
    for index in [1, 3, 0] { requests.remove(all[index]) }
    let more = try Self.append(&requests, transport)
    let (rest, isValid) = (Self.ids(requests), requests.verify())
    #expect(rest == [3, 5] && isValid)
    let (found, gone) = (requests.find(more.id), requests.find(2))
    #expect(found === more && gone == nil)
  }

  @Test func theFirstDecisionStays() throws {
    var requests = HostRequests()
    let request = try Self.append(&requests, HostTransport(Self.callback(1)) { _ in })
    _ = requests.beginServing()
    requests.finish(request, .make(.cancelled))
    requests.finish(request, .make(.tls))
    let end = requests.serve(request, now: .max)
    let isValid = requests.verify()
    #expect(end?.failure == .cancelled && requests.mustServe && isValid)
  }

  @Test func eachHasItsTime() throws {
    var requests = HostRequests()
    let transport = HostTransport(Self.callback(1)) { _ in }
    let (a, b) = (try Self.append(&requests, transport), try Self.append(&requests, transport))
    _ = requests.beginServing()
    // There is no deadline before it is sent.
    let none = requests.nextDeadline()
    a.goOut(at: 50)
    b.goOut(at: 0)
    let first = requests.nextDeadline()
    b.noteByte(at: 990)
    let second = requests.nextDeadline()
    #expect(none == .max && first == 100 && second == 150)
    let ends = [requests.serve(a, now: 149), requests.serve(a, now: 150)]
    #expect(ends[0] == nil && ends[1]?.failure == .timeout && b.deadline == 1000)
    requests.finish(b, .make(.cancelled))
    let due = requests.nextDeadline()
    #expect(due == .min)
  }

  /// A replaced transport is released with its last request, once.
  @Test func aTransportStaysForItsRequests() throws {
    var requests = HostRequests()
    let (old, new) = (HostTransport(Self.callback(1)) { _ in }, HostTransport(Self.callback(2)) { _ in })
    var released = [requests.replaceTransport(old)]
    let (a, b) = (try Self.append(&requests, old), try Self.append(&requests, old))
    released.append(requests.replaceTransport(new))
    requests.remove(a)
    released.append(requests.close(a))
    #expect(released == [Callback(), Callback(), Callback()] && requests.transport === new)
    requests.remove(b)
    let last = requests.close(b)
    // A transport without requests is released when it is replaced.
    let unused = requests.end()
    #expect(last == Self.callback(1) && unused == Self.callback(2) && requests.isEnding && requests.transport == nil)
  }

  @Test func nothingIsLeftOpenAtTheEnd() throws {
    var requests = HostRequests()
    let transport = HostTransport(Self.callback(1)) { _ in }
    _ = requests.replaceTransport(transport)
    let request = try Self.append(&requests, transport)
    let kept = requests.end()
    let end = requests.serve(request, now: 0)
    #expect(kept == Callback() && end?.failure == .cancelled)
  }
}
