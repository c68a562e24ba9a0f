import NATS

/// Decides which reply subjects of requests may get a response.
///
/// A client chooses the reply subject, and the node publishes to it with its own permissions. A client could therefore
/// make the node write into a log or a bucket, or call the API of JetStream. So only inboxes get responses.
struct ReplySubjects: Hashable, Sendable {
  let inboxPrefix: String
  /// The beginning of the node's own subjects.
  let prefix: String

  func contains(_ subject: String) -> Bool {
    guard subject.hasPrefix(inboxPrefix + "."), !subject.hasPrefix("$"), !subject.hasPrefix(prefix + ".") else {
      return false
    }
    let tokens = subject.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return tokens.allSatisfy { token in
      !token.isEmpty && token.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x2A && $0 != 0x3E }
    }
  }

  /// Whether inboxes may begin with a subject: letters, digits, `-` and `_`, in tokens that are not empty.
  static func isPrefix(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { token in
      !token.isEmpty && token.allSatisfy(Setting.isNameByte)
    }
  }
}

extension Node {
  /// Whether a request may get a response. If not, there is no use in reading the request.
  func canRespond(to message: Message) -> Bool {
    guard let reply = message.reply else { return false }
    if replySubjects.contains(reply) { return true }
    if rejectedReplies.add(1, ordering: .relaxed).oldValue == 0 {
      logger.warning(
        "a request has a reply subject outside the inboxes; it and others like it get no response",
        metadata: [
          "subject": "\(message.subject)", "reply": "\(reply.prefix(100))",
          "inbox_prefix": "\(replySubjects.inboxPrefix)",
        ])
    }
    return false
  }

  /// Publishes the response to a request. All responses of a node go through this function.
  func respond(to message: Message, _ bytes: [UInt8]) throws(NATSError) {
    guard let reply = message.reply, replySubjects.contains(reply) else { return }
    try connection.publish(reply, bytes)
  }
}
