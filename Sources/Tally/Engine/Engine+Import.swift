internal import TallyEngine
internal import TallyFailure
internal import TallyMemory

extension Engine {
  /// One account, or one log, that ``Engine/importAll(_:replacing:)`` reads.
  public struct Import: Hashable, Sendable {
    /// The account's name. nil: a log, whose bytes contain its name.
    public var account: String?
    /// From ``Engine/exportAccount(_:)``, ``Engine/exportSource(_:)`` or ``Account/export()``.
    public var bytes: [UInt8]

    /// An account under a name.
    public init(account: String, bytes: some Collection<UInt8>) {
      self.account = account
      self.bytes = [UInt8](bytes)
    }

    /// How far a log was applied.
    public init(source bytes: some Collection<UInt8>) {
      account = nil
      self.bytes = [UInt8](bytes)
    }
  }

  /// The result of ``Engine/importAll(_:replacing:)``.
  public struct ImportResult: Hashable, Sendable {
    /// The result of each import.
    public let statuses: [Batch.ItemStatus]
    /// Why the first rejected import was rejected, in words; nil: none was.
    public let message: String?
  }
}

extension Engine {
  /// Returns all data of an account as ``Account/export()``, also the epoch of its revisions and the keys of its
  /// messages. ``importAll(_:replacing:)`` keeps both, so another engine can take this one's place.
  /// - Throws: ``TallyError/Code/notFound``.
  public func exportAccount(_ name: String) throws(TallyError) -> [UInt8] {
    var output = ByteBuffer()
    try calling(with: name) { (name) throws(Failure) in try core.exportAccount(name, into: &output) }
    return [UInt8](output.bytes)
  }

  /// Returns how far ``batch(_:at:)`` has applied a log: its position, its time, the ids that it remembers, and the
  /// greatest key of a message in this engine.
  /// - Throws: ``TallyError/Code/notFound`` if nothing of it was applied.
  public func exportSource(_ source: String) throws(TallyError) -> [UInt8] {
    var output = ByteBuffer()
    try calling(with: source) { (source) throws(Failure) in try core.exportLog(source, into: &output) }
    return [UInt8](output.bytes)
  }

  /// Imports accounts and logs in one transaction, with their epochs and keys. A rejected import changes nothing; the
  /// others do not depend on it. When this returns, the result is on the disk.
  /// - Parameters:
  ///   - imports: at most 65,536. The bytes may come from any source.
  ///   - replacing: replaces accounts and logs that exist. Handles of a replaced account fail with
  ///     ``TallyError/Code/notFound``. Without it, such an import is ``TallyError/Code/exists``.
  /// - Throws: and nothing was imported. ``TallyError/Code/io``, ``TallyError/Code/full``.
  @discardableResult
  public func importAll(_ imports: [Engine.Import], replacing: Bool = false) throws(TallyError) -> Engine.ImportResult {
    let source = SwiftImports(imports)
    let message = try calling { () throws(Failure) in
      let status = try core.importMany(source, isReplacing: replacing)
      return status == .partial ? String(decoding: Words.text, as: UTF8.self) : nil
    }
    return ImportResult(statuses: source.statuses, message: message)
  }
}

/// The imports as bytes that stay where they are, and what came of them.
private final class SwiftImports: ImportSource {
  private let texts = TextArena()
  private let entries: [ImportEntry]
  private let isNamed: [Bool]
  private(set) var statuses: [Batch.ItemStatus]

  init(_ imports: [Engine.Import]) {
    let texts = texts
    entries = imports.map {
      ImportEntry(account: texts.keep($0.account ?? ""), bytes: texts.keep($0.bytes))
    }
    isNamed = imports.map { $0.account != nil }
    statuses = Array(repeating: Batch.ItemStatus(.notApplied), count: imports.count)
  }

  var count: Int { entries.count }

  func entry(_ index: Int) throws(Failure) -> ImportEntry {
    if isNamed[index] && entries[index].account.isEmpty {
      throw Failure(.argument, "the name of an account is empty")
    }
    return entries[index]
  }

  func report(_ index: Int, _ status: TallyFailure.Status) { statuses[index] = Batch.ItemStatus(status) }
}
