import TallyFailure
import TallyHTTP
import TallyMemory
import TallyStore
import TallySummary
import TallyTree

/// The settings that calls need without the store.
struct KeptSettings {
  /// Which messages feed badges where no rule holds.
  var feeding = Feeding.unseen
  /// The kinds of changes that go into the outbox; empty: there is none.
  var sent: OutboxKinds = []
  /// The kinds of what the user does on other devices that are taken from servers.
  var taken: OutboxKinds = []
  /// Empty: none.
  var pushPath: [UInt8] = []
  /// Sends the rows of the outbox; nil: the library has not sent them since the account was opened.
  var sender: Outbox?
}

/// How the library sends the rows of an outbox.
struct OutboxOptions {
  /// Empty: it does not send them.
  var url: [UInt8] = []
  /// The timeouts, as for a feed's requests, in milliseconds.
  var requestTimeout: Int64 = 0
  var idleTimeout: Int64 = 0
  /// Its requests had a credential, so without one they wait. It changes under both locks.
  var needsCredential = false
}

/// Settings that were checked. The language and the path are in their canonical forms.
final class CheckedSettings {
  /// Its texts are borrowed from this object and from the caller.
  private(set) var settings: AccountSettings
  private var language = ByteBuffer()
  private var path = Path()

  init(_ given: AccountSettings, paths: PathLimits) throws(Failure) {
    settings = given
    if let grouping = given.grouping, GroupCache.Mode(rawValue: grouping) == nil {
      throw Failure(.argument, "unknown grouping")
    }
    if let feeding = given.feeding { try Failure.checkFeeding(feeding) }
    if let kinds = given.outboxKinds, !OutboxKinds.all.isSuperset(of: kinds) {
      throw Failure(.argument, "unknown kinds of the outbox")
    }
    if let timeout = given.requestTimeout {
      try Failure.check(timeout, 100...Int64.max, "the timeout of a request in ms")
    }
    if let timeout = given.idleTimeout { try Failure.check(timeout, 100...Int64.max, "the idle timeout in ms") }
    if let url = given.outboxURL, !url.isEmpty { try CheckedSettings.checkURL(url) }
    if let text = given.language, !text.isEmpty {
      guard let tag = LanguageTag(text) else {
        throw Failure(.argument, "not a language tag of BCP 47: ", quoting: text)
      }
      try write(tag)
      settings.language = language.bytes
    }
    if let text = given.pushPath, !text.isEmpty {
      try path.parse(text, limits: paths)
      settings.pushPath = path.bytes.bytes
    }
  }

  private func write(_ tag: LanguageTag) throws(Failure) {
    if tag == .root { return }
    var words = ByteOutput()
    try growing { () throws(OutOfMemory) in try tag.append(to: &words) }
    language = words.take()
  }

  static func checkURL(_ url: UnsafeRawBufferPointer) throws(Failure) {
    switch HTTPClient.checkServer(url) {
    case .none: return
    case .outOfMemory: throw .noMemory
    case .unsupportedScheme: throw Failure(.url, "the outbox is sent by http: and https: only")
    default: throw Failure(.url, "the outbox's URL is malformed")
    }
  }
}

/// Whether it is a language in its canonical form; empty: none.
func isLanguage(_ text: UnsafeRawBufferPointer) throws(Failure) -> Bool {
  var written = ByteOutput()
  if let tag = LanguageTag(text), tag != .root {
    try growing { () throws(OutOfMemory) in try tag.append(to: &written) }
  }
  let canonical = written.take()
  return isEqual(canonical.bytes, text)
}
