import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// An IPv4 address and a port.
struct HTTPAddress: Hashable {
  let host: String
  let port: UInt16

  /// Reads `127.0.0.1:9095`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let port = UInt16(parts[1]) else { return nil }
    var address = in_addr()
    guard inet_pton(AF_INET, String(parts[0]), &address) == 1 else { return nil }
    host = String(parts[0])
    self.port = port
  }
}

/// The response to a request.
struct HTTPAnswer {
  var status = 200
  var type = "application/json"
  var body: [UInt8] = []

  fileprivate var bytes: [UInt8] {
    let reasons = [200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"]
    let head =
      "HTTP/1.1 \(status) \(reasons[status] ?? "Error")\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
      + "Connection: close\r\n\r\n"
    return Array(head.utf8) + body
  }
}

/// Answers GET requests of monitoring on a thread of its own, several connections at a time: one that sends nothing
/// does not delay the others. A request has at most 8 KiB and two seconds, and each connection has one. There are at
/// most `maximumConnections`; a new one replaces the oldest.
final class HTTPServer: Sendable {
  private static let maximumRequest = 8192
  static let maximumConnections = 64

  private struct Connection {
    let socket: Int32
    let deadline: ContinuousClock.Instant
    var request: [UInt8] = []
    /// The rest of the response; nil: the request is not complete.
    var rest: ArraySlice<UInt8>?
  }

  private let listener: Int32
  /// Closing its other end stops the thread.
  private let wake: (read: Int32, write: Int32)
  private let answer: @Sendable (_ path: String) -> HTTPAnswer
  private let patience: Duration
  /// The port, also if it was chosen by the system.
  let port: UInt16

  /// - Parameter patience: how long a connection may take.
  init(
    _ address: HTTPAddress, patience: Duration = .seconds(2), _ answer: @escaping @Sendable (String) -> HTTPAnswer
  ) throws {
    self.answer = answer
    self.patience = patience
    let socket = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var isOn: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = address.port.bigEndian
    inet_pton(AF_INET, address.host, &name.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        socket >= 0 && bind(socket, raw, length) == 0 && listen(socket, 128) == 0
          && getsockname(socket, raw, &length) == 0
      }
    }
    guard isBound else {
      let problem = String(cString: strerror(errno))
      if socket >= 0 { close(socket) }
      throw NodeError.configuration("http", "\(address.host):\(address.port) cannot be used: \(problem)")
    }
    listener = socket
    port = UInt16(bigEndian: name.sin_port)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(socket)
      throw NodeError.configuration("http", "no pipe: \(String(cString: strerror(errno)))")
    }
    wake = (ends[0], ends[1])
  }

  func start() {
    let thread = Thread { self.run() }
    thread.name = "http"
    thread.start()
  }

  /// Ends the thread after its request.
  func stop() { close(wake.write) }

  private func run() {
    var connections: [Connection] = []
    while true {
      var waiting = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      ]
      for each in connections {
        waiting.append(pollfd(fd: each.socket, events: Int16(each.rest == nil ? POLLIN : POLLOUT), revents: 0))
      }
      if poll(&waiting, nfds_t(waiting.count), timeout(connections)) < 0, errno != EINTR { break }
      if waiting[1].revents != 0 { break }
      let now = ContinuousClock.now
      var kept: [Connection] = []
      for (index, each) in connections.enumerated() {
        var connection = each
        let isReady = waiting[index + 2].revents != 0
        if now < each.deadline, !isReady || advance(&connection) {
          kept.append(connection)
        } else {
          close(each.socket)
        }
      }
      connections = kept
      if waiting[0].revents != 0 { accept(into: &connections) }
    }
    for each in connections { close(each.socket) }
    close(listener)
    close(wake.read)
  }

  /// Until the first deadline, in milliseconds; -1: there is none. All have the same patience, so it is the oldest's.
  private func timeout(_ connections: [Connection]) -> Int32 {
    guard let first = connections.first else { return -1 }
    let left = (first.deadline - ContinuousClock.now) / .milliseconds(1)
    return Int32(clamping: Int64(max(left, 0).rounded(.up)))
  }

  /// Accepts a connection. The oldest one is the first of the list.
  private func accept(into connections: inout [Connection]) {
    let socket = Glibc.accept(listener, nil, nil)
    if socket < 0 {
      // Without descriptors a connection would stay readable for ever.
      if errno == EMFILE || errno == ENFILE, !connections.isEmpty { close(connections.removeFirst().socket) }
      return
    }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    if connections.count >= HTTPServer.maximumConnections { close(connections.removeFirst().socket) }
    connections.append(Connection(socket: socket, deadline: ContinuousClock.now + patience))
  }

  /// Reads and writes what is possible without waiting.
  /// - Returns: whether the connection goes on.
  private func advance(_ connection: inout Connection) -> Bool {
    if connection.rest == nil {
      var chunk = [UInt8](repeating: 0, count: 2048)
      let count = read(connection.socket, &chunk, chunk.count)
      if count < 0 { return HTTPServer.mustWait }
      if count == 0 { return false }
      connection.request += chunk[..<count]
      if !HTTPServer.isComplete(connection.request) { return connection.request.count < HTTPServer.maximumRequest }
      connection.rest = HTTPServer.answer(to: connection.request, answer).bytes[...]
    }
    guard let rest = connection.rest else { return true }
    let count = rest.withUnsafeBytes { send(connection.socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count < 0 { return HTTPServer.mustWait }
    connection.rest = rest.dropFirst(count)
    return count < rest.count
  }

  private static var mustWait: Bool { errno == EAGAIN || errno == EINTR }

  private static func isComplete(_ request: [UInt8]) -> Bool {
    String(decoding: request, as: UTF8.self).contains("\r\n\r\n")
  }

  /// Finds the path in the first line.
  static func answer(to request: [UInt8], _ answer: (String) -> HTTPAnswer) -> HTTPAnswer {
    let line = request.prefix { $0 != 0x0D && $0 != 0x0A }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      return HTTPAnswer(status: 400, type: "text/plain", body: Array("not a request\n".utf8))
    }
    if words[0] != "GET" { return HTTPAnswer(status: 405, type: "text/plain", body: Array("only GET\n".utf8)) }
    return answer(String(words[1].prefix { $0 != "?" }))
  }
}
