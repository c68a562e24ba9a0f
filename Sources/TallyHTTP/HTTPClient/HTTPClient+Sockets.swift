import CCurl
import CUV
import TallyLoop

/// libcurl chooses the sockets and the timeout. libuv watches them.
extension HTTPClient {
  /// The number of connections that stay open for later requests.
  static let connectionLimit = 64

  func watch(_ multi: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = uv_timer_init(loop.uv, timer)
    timer.pointee.data = context
    _ = ctally_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, HTTPClient.connectionLimit)
    _ = ctally_curl_multi_watch(
      multi,
      { easy, socket, what, context, watch in
        HTTPClient.behind(context)?.socketDidChange(easy, socket, what, SocketWatch.behind(watch))
        return 0
      },
      { _, milliseconds, context in
        HTTPClient.behind(context)?.setTimer(milliseconds)
        return 0
      },
      context)
  }

  static func behind(_ context: UnsafeMutableRawPointer?) -> HTTPClient? {
    guard let context else { return nil }
    return Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue()
  }

  private func setTimer(_ milliseconds: Int) {
    if milliseconds < 0 || multi == nil {
      _ = uv_timer_stop(timer)
      return
    }
    // libuv adds to the time that it has cached, which is old after a stall.
    uv_update_time(loop.uv)
    _ = uv_timer_start(
      timer, { HTTPClient.behind($0?.pointee.data)?.drive(CURL_SOCKET_TIMEOUT, 0) }, UInt64(milliseconds), 0)
  }

  func closeTimer() {
    // libuv needs the object's memory until the timer is closed.
    timer.pointee.data = Unmanaged.passRetained(self).toOpaque()
    timer.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { handle in
      uv_close(handle) { closed in
        guard let context = closed?.pointee.data else { return }
        Unmanaged<HTTPClient>.fromOpaque(context).release()
      }
    }
  }

  private func socketDidChange(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32, _ known: SocketWatch?
  ) {
    if what == CURL_POLL_REMOVE {
      if let multi { _ = curl_multi_assign(multi, socket, nil) }
      known?.close()
      return
    }
    guard let watch = known ?? watch(socket), watch.listen(to: what) else {
      // An error code here would end every transfer. This ends one.
      if let easy { Transfer.behind(ctally_curl_private(easy))?.endSoon(.outOfMemory) }
      return
    }
  }

  private func watch(_ socket: curl_socket_t) -> SocketWatch? {
    guard let multi, let watch = SocketWatch.make(client: self, socket: socket) else { return nil }
    _ = curl_multi_assign(multi, socket, Unmanaged.passUnretained(watch).toOpaque())
    return watch
  }

  /// Lets libcurl work, and then always reads the finished transfers, because libcurl reports them only once.
  func drive(_ socket: curl_socket_t, _ events: Int32) {
    guard let multi else { return }
    var running: Int32 = 0
    _ = curl_multi_socket_action(multi, socket, events, &running)
    var code = CURLE_OK
    // A completion may close the client.
    while let multi = self.multi, let easy = ctally_curl_next_done(multi, &code) {
      if let transfer = Transfer.behind(ctally_curl_private(easy)) { didEnd(transfer, code) }
    }
  }
}
