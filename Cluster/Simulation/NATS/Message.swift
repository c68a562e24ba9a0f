/// A message, as Sources/NATS has it.
public final class Message: Sendable {
  public let subject: String
  public let reply: String?
  public let bytes: [UInt8]
  let headers: [(name: String, value: String)]
  /// The status of a message of the server, such as 503; 0: none.
  let status: Int

  public init(
    _ subject: String, _ body: [UInt8], headers: [(name: String, value: String)] = [], reply: String? = nil
  ) throws(NATSError) {
    self.subject = subject
    self.reply = reply
    self.headers = headers
    bytes = body
    status = 0
  }

  /// A message of the server itself.
  init(_ subject: String, _ body: String, status: Int = 0) {
    self.subject = subject
    reply = nil
    headers = []
    bytes = Array(body.utf8)
    self.status = status
  }

  /// A delivery of a consumer: its reply subject says its place.
  init(_ entry: Stream.Entry, reply: String) {
    subject = entry.message.subject
    self.reply = reply
    headers = entry.message.headers
    bytes = entry.message.bytes
    status = 0
  }

  public var count: Int { bytes.count }

  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    bytes.withUnsafeBytes { bytes in
      do throws(Failure) { result = .success(try body(bytes)) } catch { result = .failure(error) }
    }
    guard let result else { fatalError("the bytes were not lent") }
    return try result.get()
  }

  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  var isNoResponders: Bool { status == 503 }

  public var place: Place? { reply.flatMap { Place(reply: $0) } }
}

/// A subject or a pattern of subjects.
struct Pattern {
  private let text: String
  private let tokens: [Substring]
  /// The part before the first wildcard; most patterns have none.
  private let prefix: String
  private let isLiteral: Bool

  init(_ text: String) {
    self.text = text
    tokens = text.split(separator: ".", omittingEmptySubsequences: false)
    prefix = String(text.prefix { $0 != "*" && $0 != ">" })
    isLiteral = prefix == text
  }

  func matches(_ subject: String) -> Bool {
    if isLiteral { return subject == text }
    guard subject.utf8.starts(with: prefix.utf8) else { return false }
    let words = subject.split(separator: ".", omittingEmptySubsequences: false)
    for (index, token) in tokens.enumerated() {
      if token == ">" { return words.count > index }
      guard index < words.count, token == "*" || token == words[index] else { return false }
    }
    return words.count == tokens.count
  }
}
