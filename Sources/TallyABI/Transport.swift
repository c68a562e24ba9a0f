import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory

public import CTally

@c @implementation
public func tally_engine_set_transport(
  _ handle: OpaquePointer?, _ function: tally_transport_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> tally_status {
  let callback = Callback(
    function: function.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }, userData: userData,
    release: release.map { unsafeBitCast($0, to: UnsafeRawPointer.self) })
  return keeping(callback) { () throws(Failure) in
    try engine(handle).setTransport(callback, function.map { function in { call in tell(call, function) } })
    return .ok
  }
}

private func tell(_ call: TransportCall, _ function: tally_transport_callback) {
  let source = call.request
  var request = tally_request()
  request.struct_size = UInt32(MemoryLayout<tally_request>.size)
  request.kind = call.isCancellation ? TALLY_REQUEST_KIND_CANCEL : TALLY_REQUEST_KIND_SEND
  request.id = source.id
  request.method = pointer(source.isPost ? "POST" : "GET")
  request.url = source.url
  request.headers = source.headers
  request.headers_size = uncheckedOrNone(source.headers).count
  request.body = source.body.baseAddress
  request.body_size = source.body.count
  request.max_size = UInt64(max(source.maxBytes, 0))
  request.request_timeout = source.totalTimeout
  request.idle_timeout = source.idleTimeout
  request.flags = source.carriesCredential ? UInt32(TALLY_REQUEST_FLAG_CREDENTIAL) : 0
  function(source.callback.userData, &request)
}

@c @implementation
public func tally_transport_respond(
  _ handle: OpaquePointer?, _ id: Int64, _ status: Int32, _ headers: UnsafePointer<CChar>?,
  _ body: UnsafeRawPointer?, _ size: Int
) -> tally_status {
  answer { () throws(Failure) in
    let engine = try engine(handle)
    let lines = headers == nil ? UnsafeRawBufferPointer(start: nil, count: 0) : try unchecked(headers, "headers")
    try engine.answer(id, status: status, headers: lines, body: try bytes(body, size))
    return .ok
  }
}

@c @implementation
public func tally_transport_progress(_ handle: OpaquePointer?, _ id: Int64) -> tally_status {
  answerAtOnce { () throws(Failure) in
    try engine(handle).noteProgress(id)
    return .ok
  }
}
