import CCurl
import TallyMemory

extension HTTPResponse {
  /// Whether the server limits the rate: 429, 503, or 403 with header lines about rates.
  public var isRateLimited: Bool {
    if status == 429 || status == 503 { return true }
    if status != 403 { return false }
    return header("retry-after") != nil || isQuotaUsedUp
  }

  /// How long the server wants no requests, in milliseconds. It is the longer of `Retry-After` (seconds or a date) and
  /// `X-RateLimit-Reset` (seconds since 1970 or a date). The latter counts only if no quota is left. nil: neither is
  /// there.
  /// - Parameter wall: the time in milliseconds since 1970. A host's clock may show any.
  public func retryDelay(wall: Int64) -> Int64? {
    var delay: Int64?
    // libcurl's number can be negative, and is missing for a date in the past.
    if let value = header("retry-after") {
      if let seconds = decimal(value) {
        delay = seconds * 1000
      } else if let date = date(value) {
        delay = max(0, date &- wall)
      }
    }
    let isQuotaLeft = header("x-ratelimit-remaining") != nil && !isQuotaUsedUp
    if !isQuotaLeft, let value = header("x-ratelimit-reset") {
      let time = decimal(value).map { $0 * 1000 } ?? date(value)
      if let time { delay = max(delay ?? 0, time &- wall) }
    }
    return delay
  }

  /// The server's shortest interval, `X-Poll-Interval`, in milliseconds.
  public var pollInterval: Int64? {
    guard let value = header("x-poll-interval"), let seconds = decimal(value) else { return nil }
    return seconds * 1000
  }

  private var isQuotaUsedUp: Bool {
    guard let value = header("x-ratelimit-remaining") else { return false }
    return decimal(value) == 0
  }

  /// In seconds. A longer time could not be multiplied by 1,000.
  private var longest: Int64 { 1_000_000_000_000 }

  /// Digits only. A number that is too large becomes the largest one.
  private func decimal(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    if bytes.isEmpty { return nil }
    var number: Int64 = 0
    for byte in bytes {
      guard byte >= 0x30 && byte <= 0x39 else { return nil }
      number = min(number * 10 + Int64(byte - 0x30), longest)
    }
    return number
  }

  /// A date in HTTP's format, or ISO 8601 in UTC, which libcurl reads as `20231114 22:33:21`.
  private func date(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var copy = ByteBuffer()
    do throws(OutOfMemory) {
      if let first = bytes.first, first >= 0x30, first <= 0x39 {
        for byte in bytes {
          if byte == 0x2E || byte == 0x5A { break }
          if byte != 0x2D { try copy.append(byte: byte == 0x54 ? 0x20 : byte) }
        }
      } else {
        try copy.append(bytes)
      }
      let seconds = try copy.withCString { ctally_curl_date($0) }
      return seconds < 0 ? nil : min(seconds, longest) * 1000
    } catch {
      return nil
    }
  }
}
