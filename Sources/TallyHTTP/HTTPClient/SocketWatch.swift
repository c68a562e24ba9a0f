import CCurl
import CPlatform
import CUV
import TallyLoop
import TallyMemory

/// A libcurl socket that libuv watches.
///
/// Invariant: `poll` is initialised, and keeps a reference to this object until it is closed.
final class SocketWatch {
  unowned(unsafe) let client: HTTPClient
  let socket: curl_socket_t
  private var memory: RawBlock
  private let poll: UnsafeMutablePointer<uv_poll_t>
  /// The events that libcurl waits for; none after it was closed.
  private var events: Int32 = 0

  private init(
    client: HTTPClient, socket: curl_socket_t, memory: consuming RawBlock,
    poll: UnsafeMutablePointer<uv_poll_t>
  ) {
    self.client = client
    self.socket = socket
    self.memory = memory
    self.poll = poll
  }

  static func make(client: HTTPClient, socket: curl_socket_t) -> SocketWatch? {
    var memory = RawBlock()
    do throws(OutOfMemory) { try memory.replaceWithZeros(MemoryLayout<uv_poll_t>.size) } catch { return nil }
    // A process may have many watches.
    guard let base = memory.base, ctally_reserve_refill() == 0 else { return nil }
    let poll = base.bindMemory(to: uv_poll_t.self, capacity: 1)
    if uv_poll_init_socket(client.loop.uv, poll, socket) != 0 { return nil }
    let watch = SocketWatch(client: client, socket: socket, memory: memory, poll: poll)
    poll.pointee.data = Unmanaged.passRetained(watch).toOpaque()
    return watch
  }

  static func behind(_ context: UnsafeMutableRawPointer?) -> SocketWatch? {
    guard let context else { return nil }
    return Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Returns: false if libuv failed.
  func listen(to what: Int32) -> Bool {
    events = 0
    if what == CURL_POLL_IN || what == CURL_POLL_INOUT { events |= Int32(UV_READABLE.rawValue) }
    if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { events |= Int32(UV_WRITABLE.rawValue) }
    return events == 0 ? uv_poll_stop(poll) == 0 : start()
  }

  private func start() -> Bool {
    if ctally_uv_can_watch(client.loop.uv, socket) == 0 { return false }
    return uv_poll_start(poll, events) { handle, status, events in
      SocketWatch.behind(handle?.pointee.data)?.socketIsReady(status, events)
    } == 0
  }

  private func socketIsReady(_ status: Int32, _ events: Int32) {
    // libcurl must find an error itself, when it reads or writes. If it is notified of one, it gives up and does not
    // retry when the server has just closed a kept connection.
    let ready = status < 0 ? self.events : events
    var flags: Int32 = 0
    if ready & Int32(UV_READABLE.rawValue) != 0 { flags |= CURL_CSELECT_IN }
    if ready & Int32(UV_WRITABLE.rawValue) != 0 { flags |= CURL_CSELECT_OUT }
    client.drive(socket, flags)
    // libuv has stopped watching, but there may still be data to read.
    if status < 0, self.events != 0 { _ = start() }
  }

  func close() {
    events = 0
    _ = uv_poll_stop(poll)
    poll.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
      uv_close(handle) { closed in
        guard let context = closed?.pointee.data else { return }
        Unmanaged<SocketWatch>.fromOpaque(context).release()
      }
    }
  }
}
