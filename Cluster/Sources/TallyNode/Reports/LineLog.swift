import Foundation
import Logging

/// Writes the log to standard error, an event a line: text as `time level message key=value`, or a JSON object.
public struct LineLog: LogHandler {
  public var metadata: Logger.Metadata = [:]
  public var logLevel: Logger.Level
  private let format: NodeConfiguration.LogFormat

  public init(level: Logger.Level, format: NodeConfiguration.LogFormat) {
    logLevel = level
    self.format = format
  }

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(event: LogEvent) {
    let members = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let line = LineLog.line(
      format, time: Date(), event.level, "\(event.message)", members.map { ($0.key, "\($0.value)") })
    FileHandle.standardError.write(Data(line))
  }

  static func line(
    _ format: NodeConfiguration.LogFormat, time: Date, _ level: Logger.Level, _ message: String,
    _ members: [(key: String, value: String)]
  ) -> [UInt8] {
    let stamp = ISO8601DateFormatter.string(
      from: time, timeZone: .gmt, formatOptions: [.withInternetDateTime, .withFractionalSeconds])
    if format == .json {
      var text = JSONText()
      text.object {
        $0.put("time", stamp)
        $0.put("level", level.rawValue)
        $0.put("message", message)
        for (key, value) in members { $0.put(key, value) }
      }
      return text.bytes + [0x0A]
    }
    let pairs = members.map { "\($0.key)=\(plain($0.value))" }
    return Array(([stamp, level.rawValue, message] + pairs).joined(separator: " ").utf8) + [0x0A]
  }

  /// A value with spaces or control characters is quoted as in JSON.
  private static func plain(_ value: String) -> String {
    if value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) && !value.isEmpty { return value }
    var text = JSONText()
    text.put(value)
    return text.text
  }
}
