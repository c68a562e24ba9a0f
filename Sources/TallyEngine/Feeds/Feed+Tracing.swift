import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// The records of a feed for open traces.

extension Feed {
  /// The most bytes of a body in a record.
  fileprivate static var tracedBody: Int { 4096 }

  func trace(_ hold: borrowing LockHold, _ counts: Answer.Counts, _ result: ExchangeResult) {
    var record = record(.synced)
    record.result = result.status.rawValue
    record.added = counts.added
    record.changed = counts.changed
    record.removed = counts.removed
    record.rejected = counts.rejected
    tracing?(hold, record, TraceTexts(result.status.isError ? problem.bytes : shownTitle))
  }

  /// The server has rejected the credential.
  func traceRefusal(_ hold: borrowing LockHold) {
    var record = record(.auth)
    record.result = Status.unauthorized.rawValue
    tracing?(hold, record, TraceTexts(problem.bytes))
  }

  /// A response came, or a request failed.
  func trace(_ response: HTTPResponse, of exchange: Exchange) {
    let hold = lock()
    guard let trace = tracing, engine.duties.traces?.wants(.exchange, account.id) ?? false else { return }
    var url = ByteBuffer()
    // Without memory the record has no URL.
    do throws(OutOfMemory) { try appendURL(exchange, to: &url) } catch { url.removeAll() }
    var record = record(.exchange)
    record.detail = response.status
    record.request = exchange.number
    response.withTraced(url.bytes) { trace(hold, record, $0) }
  }

  private func record(_ kind: TraceRecord.Kind) -> TraceRecord {
    var record = TraceRecord(kind, of: account)
    record.feed = id
    return record
  }
}

extension HTTPResponse {
  /// Passes what a trace shows of an exchange: the URL without a user's name and password, the header lines without
  /// credentials, and the begin of the body.
  func withTraced(
    _ url: UnsafeRawBufferPointer, _ add: (TraceTexts) -> Void
  ) {
    var plain = ByteBuffer()
    var headers = ByteBuffer()
    do throws(OutOfMemory) {
      try appendWithoutUser(url, to: &plain)
      try appendPlainHeaders(to: &headers)
    } catch {
      headers.removeAll()
    }
    var texts = TraceTexts(plain.bytes)
    texts.headers = headers.bytes
    texts.body = UnsafeRawBufferPointer(rebasing: body[..<min(body.count, Feed.tracedBody)])
    add(texts)
  }
}

/// Appends a URL without the part of its authority before the last `@` (RFC 3986, section 3.2).
private func appendWithoutUser(_ url: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(OutOfMemory) {
  var begin = 0
  while begin + 2 < url.count, url[begin] != 0x3A || url[begin + 1] != 0x2F || url[begin + 2] != 0x2F { begin += 1 }
  if begin + 2 >= url.count { return try output.append(url) }
  begin += 3
  var (end, host) = (begin, begin)
  while end < url.count, url[end] != 0x2F, url[end] != 0x3F, url[end] != 0x23 {
    if url[end] == 0x40 { host = end + 1 }
    end += 1
  }
  try output.append(UnsafeRawBufferPointer(rebasing: url[..<begin]))
  try output.append(UnsafeRawBufferPointer(rebasing: url[host...]))
}
