import Foundation
import TallyWire

/// A dead letter as the servers have it.
public struct StoredDeadLetter: Hashable, Sendable {
  /// Its number in the stream of dead letters.
  public let number: UInt64
  public let partition: Int
  /// The position of the rejected message in the log of its partition.
  public let position: UInt64
  public let status: String
  public let reason: String
  /// When the owner published it, as RFC 3339.
  public let time: String
  /// The bytes of the rejected message.
  public let bytes: [UInt8]
  /// The number of bytes if the letter does not have them.
  public let leftOut: Int?

  /// Reads the response of `STREAM.MSG.GET`. nil: it has no message.
  init?(_ answer: UnsafeRawBufferPointer) {
    guard let message = JSONElement(answer)?.member("message"),
      let number = message.member("seq")?.integer(in: 1...Int64.max), let subject = message.member("subject")?.text
    else { return nil }
    self.number = UInt64(number)
    partition = subject.split(separator: ".").last.flatMap { Int($0) } ?? 0
    time = message.member("time")?.text ?? ""
    bytes = [UInt8](Data(base64Encoded: message.member("data")?.text ?? "") ?? Data())
    let headers = StoredDeadLetter.headers(message.member("hdrs")?.text.flatMap { Data(base64Encoded: $0) } ?? Data())
    position = headers["tally-position"].flatMap { UInt64($0) } ?? 0
    status = headers["tally-status"] ?? ""
    reason = headers["tally-reason"] ?? ""
    leftOut = headers["tally-left-out"].flatMap { Int($0) }
  }

  /// The first value of each header, by its name in lower case.
  private static func headers(_ bytes: Data) -> [String: String] {
    var found: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let name = parts[0].lowercased()
      if found[name] == nil { found[name] = trimmed(String(parts[1])) }
    }
    return found
  }

  /// The columns of `dead list`. Text that strangers have sent may not control a terminal.
  public var row: [String] {
    ["\(number)", "\(partition)", "\(position)", time, status, StoredDeadLetter.printable(reason)]
  }

  public static let head = ["NUMBER", "PARTITION", "POSITION", "TIME", "STATUS", "REASON"]

  /// All members as one JSON object. Bytes that are not UTF-8 are in `base64`.
  public var json: String {
    var text = JSONText()
    text.object {
      $0.put("number", number)
      $0.put("partition", partition)
      $0.put("position", position)
      $0.put("time", time)
      $0.put("status", status)
      $0.put("reason", reason)
      if let leftOut { $0.put("left_out", leftOut) }
      if let body = String(validating: bytes, as: UTF8.self) {
        $0.put("message", body)
      }
      $0.put("base64", Data(bytes).base64EncodedString())
    }
    return StoredDeadLetter.escapingControls(text.text)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }

  /// JSON has such characters only in strings, where escapes stand for them.
  static func escapingControls(_ json: String) -> String {
    var result = ""
    for scalar in json.unicodeScalars {
      guard isControl(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
