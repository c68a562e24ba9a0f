import Foundation

/// A request that the server received.
struct ServerRequest: Sendable {
  var connection: Int
  /// Its number among all requests, from 0.
  var number: Int
  var head: String
  var body: String

  var path: String { String(head.split(separator: " ", maxSplits: 2).dropFirst().first ?? "") }
}

/// The server's reaction.
enum ServerAnswer: Sendable {
  case keep(String)
  case bytesAndClose([UInt8])
  /// These pieces, with that many milliseconds before each.
  case dribble([String], milliseconds: UInt32)
  /// Nothing until the client disconnects.
  case silence

  static func close(_ text: String) -> ServerAnswer { .bytesAndClose(Array(text.utf8)) }

  /// A well-formed response on a connection that stays open.
  static func ok(_ body: String, status: String = "200 OK", headers: [String] = []) -> ServerAnswer {
    let lines = headers.map { $0 + "\r\n" }.joined()
    return .keep("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(lines)\r\n\(body)")
  }
}

/// A server on 127.0.0.1 that responds by a script, with a thread for each connection.
///
/// Sendable: `lock` guards the mutable state.
final class ScriptedServer: @unchecked Sendable {
  typealias Script = @Sendable (ServerRequest) -> ServerAnswer

  let port: Int
  private let listener: Int32
  private let script: Script
  private let lock = NSLock()
  private var log: [ServerRequest] = []
  private var accepted = 0
  private var open: Set<Int32> = []

  init(_ script: @escaping Script) throws {
    self.script = script
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 200) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    if !isBound { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread { [self] in acceptAll() }.start()
  }

  var requests: [ServerRequest] { lock.withLock { log } }
  var connectionCount: Int { lock.withLock { accepted } }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Disconnects all clients.
  func stop() {
    // The accepting thread closes it. It must not accept connections of a later descriptor with the same number.
    shutdown(listener, Int32(SHUT_RDWR))
    lock.withLock { for connection in open { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  private func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 {
        close(listener)
        return
      }
      let number = lock.withLock {
        accepted += 1
        open.insert(connection)
        return accepted
      }
      Thread { [self] in
        serve(connection, number)
        lock.withLock { _ = open.remove(connection) }
        close(connection)
      }.start()
    }
  }

  private func serve(_ connection: Int32, _ number: Int) {
    while let (head, body) = receive(connection) {
      let request = lock.withLock {
        log.append(ServerRequest(connection: number, number: log.count, head: head, body: body))
        return log[log.count - 1]
      }
      switch script(request) {
      case .keep(let text):
        if !send(connection, Array(text.utf8)) { return }
      case .bytesAndClose(let bytes):
        _ = send(connection, bytes)
        return
      case .dribble(let pieces, let milliseconds):
        for piece in pieces {
          usleep(milliseconds * 1000)
          if !send(connection, Array(piece.utf8)) { return }
        }
      case .silence:
        var byte: UInt8 = 0
        _ = read(connection, &byte, 1)
        return
      }
    }
  }

  private func receive(_ connection: Int32) -> (String, String)? {
    var text = ""
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      if let end = text.range(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let body = String(text[end.upperBound...])
        if body.utf8.count >= contentLength(head) { return (head, body) }
      }
      let count = read(connection, &chunk, chunk.count)
      if count <= 0 { return nil }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
  }

  private func contentLength(_ head: String) -> Int {
    for line in head.components(separatedBy: "\r\n") where line.lowercased().hasPrefix("content-length:") {
      return Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
    }
    return 0
  }

  private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }
}
