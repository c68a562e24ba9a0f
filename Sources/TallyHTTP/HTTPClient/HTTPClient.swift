import CCurl
import CUV
import TallyFailure
import TallyLoop
import TallyMemory

/// Makes many requests at a time on one loop through libcurl and keeps the connections open.
///
/// Everything belongs to the loop thread or, after the loop was stopped, to the thread that closes it. Only the URL
/// checks may be called from any thread. Each request that `start` accepted completes exactly once: from the loop or
/// within `close`, never within `start` or `cancel`. A completion may call `start` and `cancel`.
///
/// Invariants:
/// - `multi` exists until `close`. While it exists, `timer` is initialised and libcurl's callbacks point to this
///   object.
/// - `transfers` has the requests in flight. The `idleCount` transfers in the chain from `idle` are reset.
/// - No completion is called while libcurl is on the stack.
public final class HTTPClient {
  let loop: Loop
  var multi: UnsafeMutableRawPointer?
  /// The timer that libcurl sets.
  private var timerMemory: RawBlock
  let timer: UnsafeMutablePointer<uv_timer_t>
  /// Ends with NUL.
  private var userAgent: ByteBuffer
  let authorities: Authorities
  var transfers = Slab<Transfer>()
  var idle: Transfer?
  var idleCount = 0
  var isClosing = false

  private init(
    loop: Loop, multi: UnsafeMutableRawPointer, timerMemory: consuming RawBlock,
    timer: UnsafeMutablePointer<uv_timer_t>, userAgent: consuming ByteBuffer, authorities: Authorities
  ) {
    self.loop = loop
    self.multi = multi
    self.timerMemory = timerMemory
    self.timer = timer
    self.userAgent = userAgent
    self.authorities = authorities
  }

  /// - Parameter caFile: certificate authorities in PEM form; nil: those of the environment or the system.
  public static func make(
    loop: Loop, caFile: UnsafeRawBufferPointer?, userAgent: UnsafeRawBufferPointer
  ) throws(Failure) -> HTTPClient {
    if ctally_curl_prepare() == 0 { throw Failure(code: CURLE_FAILED_INIT) }
    var memory = RawBlock()
    var agentText = ByteBuffer()
    try growing { () throws(OutOfMemory) in
      try memory.replaceWithZeros(MemoryLayout<uv_timer_t>.size)
      try agentText.append(userAgent)
      try agentText.append(byte: 0)
    }
    let authorities = try Authorities.make(file: caFile)
    guard let base = memory.base, let multi = curl_multi_init() else { throw Failure.noMemory }
    let client = HTTPClient(
      loop: loop, multi: multi, timerMemory: memory, timer: base.bindMemory(to: uv_timer_t.self, capacity: 1),
      userAgent: agentText, authorities: authorities)
    client.watch(multi)
    return client
  }

  var userAgentText: UnsafePointer<CChar>? { text(userAgent.bytes) }

  private func text(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    bytes.isEmpty ? nil : bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
  }

  /// Begins a request. The completion reports an invalid URL.
  /// - Returns: the request's identifier, for `cancel`. It is never 0 and never reused.
  /// - Throws: if nothing was begun. The completion is then not called.
  public func start(
    _ request: consuming HTTPRequest, completion: @escaping (HTTPResponse) -> Void
  ) throws(Failure) -> UInt64 {
    guard let multi, !isClosing else { throw Failure(.closed, "the engine was closed") }
    let transfer = try takeTransfer()
    transfer.request = request
    let failure = transfer.judgeURL()
    do throws(Failure) {
      if failure == .none, !transfer.isFile { try transfer.prepare() }
      try keep(transfer)
    } catch {
      putAway(transfer)
      throw error
    }
    transfer.response = HTTPResponse()
    transfer.completion = completion
    transfer.startDeadlines()
    if failure != .none {
      transfer.endSoon(failure)
    } else if transfer.isFile {
      transfer.endSoon(transfer.readFile())
    } else if curl_multi_add_handle(multi, transfer.easy) == CURLM_OK {
      transfer.isAdded = true
    } else {
      transfer.endSoon(.outOfMemory)
    }
    return transfer.id
  }

  /// Cancels a request: receives nothing more, and soon calls its completion with `cancelled`. Does nothing if the
  /// request has ended.
  public func cancel(_ id: UInt64) {
    guard let slot = transfers.slot(of: SlabHandle(number: id)) else { return }
    let transfer = transfers[slot]
    detach(transfer)
    transfer.endSoon(.cancelled)
  }

  /// Cancels everything, calls the completions, and frees everything. The loop must then be closed or run one more
  /// round, in which the handles close. A second call does nothing.
  public func close() {
    guard let multi, !isClosing else { return }
    isClosing = true
    for slot in 0..<transfers.slotCount {
      if let transfer = transfers.find(slot) { finish(transfer, .cancelled) }
    }
    while let transfer = idle {
      idle = transfer.nextIdle
      transfer.nextIdle = nil
      transfer.destroy()
    }
    // The easy handles are freed. This closes the connections and, through the callbacks, the polls.
    curl_multi_cleanup(multi)
    self.multi = nil
    closeTimer()
  }

  private func keep(_ transfer: Transfer) throws(Failure) {
    try growing { () throws(OutOfMemory) in
      let slot = try transfers.insert(transfer)
      transfer.id = transfers.handle(slot).number
    }
  }
}
