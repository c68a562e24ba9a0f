import Foundation
import Glibc
import Synchronization

/// Speaks as much of the protocol of NATS as a connection needs, and sends messages to each subscription without a
/// pause, from its beginning to its end. Their subject is the one that the message that was published last has for
/// replies. It can hold back the answers to pings.
final class FloodingServer: @unchecked Sendable {
  private struct State {
    var subscriptions: Set<String> = []
    /// The subject for the acknowledgement of the message that was published last.
    var reply: String?
    var heldPings = 0
    var holdsPings = false
    var isOver = false
  }

  let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())
  private let writing = NSLock()
  private let payload: String

  init(payload count: Int) throws {
    payload = String(repeating: "x", count: count)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
        guard bind(descriptor, address, size) == 0, listen(descriptor, 1) == 0 else { return -1 }
        return getsockname(descriptor, address, &size)
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve() }
  }

  var url: String { "nats://127.0.0.1:\(port)" }

  func end() {
    state.withLock { $0.isOver = true }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// From now on pings get no answer.
  func holdPings() { state.withLock { $0.holdsPings = true } }

  /// How many pings wait for an answer.
  var heldPings: Int { state.withLock { $0.heldPings } }

  private func serve() {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return }
    send(client, #"INFO {"server_id":"s","version":"2.10.0","max_payload":1048576,"headers":true}"# + "\r\n")
    let isFlooded = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      flood(client)
      isFlooded.signal()
    }
    var rest = [UInt8]()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      if count <= 0 { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self).trimmingCharacters(in: .whitespaces)
        rest.removeSubrange(...end)
        take(line.split(whereSeparator: \.isWhitespace).map(String.init), client)
      }
    }
    state.withLock { $0.isOver = true }
    // The descriptor may soon be that of another connection.
    shutdown(client, Int32(SHUT_RDWR))
    isFlooded.wait()
    close(client)
  }

  private func take(_ words: [String], _ client: Int32) {
    switch words.first {
    case "PING":
      let isHeld = state.withLock { state in
        if state.holdsPings { state.heldPings += 1 }
        return state.holdsPings
      }
      if !isHeld { send(client, "PONG\r\n") }
    case "SUB": state.withLock { _ = $0.subscriptions.insert(words[words.count - 1]) }
    // PUB subject reply size, or HPUB subject reply headers size.
    case "PUB" where words.count == 4, "HPUB" where words.count == 5: state.withLock { $0.reply = words[2] }
    case "UNSUB": state.withLock { _ = $0.subscriptions.remove(words[1]) }
    default: break
    }
  }

  private func flood(_ client: Int32) {
    while !state.withLock({ $0.isOver }) {
      let (subscriptions, subject) = state.withLock { ($0.subscriptions, $0.reply ?? "flood") }
      if subscriptions.isEmpty { usleep(100) }
      for number in subscriptions { send(client, "MSG \(subject) \(number) \(payload.utf8.count)\r\n\(payload)\r\n") }
    }
  }

  private func send(_ client: Int32, _ text: String) {
    writing.lock()
    defer { writing.unlock() }
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      sent += count
    }
  }
}
