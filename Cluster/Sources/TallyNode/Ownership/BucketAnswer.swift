import Foundation
import NATS
import TallyWire

/// A response of a bucket's leader about a key, as JetStream's API writes it in JSON.
enum BucketAnswer {
  /// The last message of a key.
  struct Reading: Hashable {
    /// nil: the key has no value.
    var value: [UInt8]?
    /// Its sequence, also that of a removal; 0: there is no message. Who writes next names it.
    var sequence: UInt64
  }

  enum Write: Hashable {
    case stored(UInt64)
    /// The key has another sequence.
    case conflict
    /// The write may be stored or not: there is no leader, or the response is malformed.
    case unknown(String)
  }

  /// Reads the response to a publish with an expected sequence.
  static func write(_ answer: Result<NATS.Message, NATSError>) -> Write {
    switch answer {
    case .failure(let error): .unknown("\(error)")
    case .success(let message): message.withBytes(write)
    }
  }

  static func write(_ bytes: UnsafeRawBufferPointer) -> Write {
    guard let document = JSONElement(bytes), document.kind == .object else { return .unknown("no JSON") }
    if let error = document.member("error") {
      let code = error.member("err_code")?.integer(in: 0...99_999) ?? 0
      if code == 10071 || code == 10164 { return .conflict }
      return .unknown("\(error.member("description")?.text ?? "an error") (\(code))")
    }
    guard let sequence = document.member("seq")?.integer(in: 1...Int64.max) else { return .unknown("no sequence") }
    return .stored(UInt64(sequence))
  }

  /// Reads the response to `STREAM.MSG.GET` with `last_by_subj`; nil: the key's value is unknown.
  static func reading(_ answer: Result<NATS.Message, NATSError>) -> Reading? {
    guard case .success(let message) = answer else { return nil }
    return message.withBytes(reading)
  }

  static func reading(_ bytes: UnsafeRawBufferPointer) -> Reading? {
    guard let document = JSONElement(bytes), document.kind == .object else { return nil }
    if let error = document.member("error") {
      return error.member("err_code")?.integer(in: 10037...10037) == nil ? nil : Reading(value: nil, sequence: 0)
    }
    guard let message = document.member("message"), let number = message.member("seq")?.integer(in: 1...Int64.max)
    else { return nil }
    let headers = message.member("hdrs")?.text.flatMap { Data(base64Encoded: $0) } ?? Data()
    // KV-Operation: DEL or PURGE. A message without this header is a value.
    if String(decoding: headers, as: UTF8.self).contains("KV-Operation:") {
      return Reading(value: nil, sequence: UInt64(number))
    }
    let value = Data(base64Encoded: message.member("data")?.text ?? "") ?? Data()
    return Reading(value: [UInt8](value), sequence: UInt64(number))
  }
}
