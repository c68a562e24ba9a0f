import Foundation
import Logging
import NATS
import Tally
import TallyWire

/// Makes the file of a partition ready before it is held: its own if it is sound, otherwise one from elsewhere. Runs on
/// a thread that may wait.
struct FileKeeper {
  let node: Node
  let number: Int
  let file: String
  let logger: Logger

  init(_ node: Node, _ number: Int) {
    self.node = node
    self.number = number
    file = node.file(of: number)
    var logger = node.logger
    logger[metadataKey: "partition"] = "\(number)"
    self.logger = logger
  }

  /// The condition of a file.
  enum Condition: Equatable {
    case missing
    case sound(position: UInt64)
    case damaged(String)
  }

  /// Whether an error says that a file is damaged, rather than that it cannot be used now.
  static func isDamage(_ error: any Error) -> Bool {
    // The log no longer has what the file lacks.
    if case .log = error as? NodeError { return true }
    guard let error = error as? TallyError else { return false }
    return [.corrupt, .notAStore, .malformed, .internalError].contains(error.code)
  }

  /// How a file is opened that no partition applies to.
  static func configuration(_ file: String) -> Engine.Configuration {
    Partition.engineConfiguration(file, loadedAccounts: 1000)
  }

  /// The own file; else a backup from the owner; else the snapshots and the log; else the log alone.
  /// - Returns: up to where entries may be missing in the middle of the log, because nobody has them.
  func prepare() throws -> UInt64 {
    let stream = try node.js.state(ofStream: node.names.log(number))
    let first = max(stream.first, 1)
    // The first entry that the log still has, of those that the own file lacks.
    var next = first
    var isSound = false
    switch try inspect(file) {
    case .sound(let position):
      if position > stream.last {
        throw NodeError.file(file, "it has position \(position), but the log ends at \(stream.last)")
      }
      if position < stream.last { next = max(try nextEntry(from: position + 1) ?? first, first) }
      if next <= position + 1 { return 0 }
      isSound = position + 1 >= first
      logger.notice("the file is too old for the log", metadata: ["position": "\(position)", "next": "\(next)"])
    case .damaged(let reason): try setAside(reason)
    case .missing: break
    }
    if try fetchFromOwner(first: next) { return 0 }
    if try rebuild(first: next, last: stream.last) { return 0 }
    if isSound { return next - 1 }
    guard first == 1 else {
      throw NodeError.file(file, "nobody has this file, the snapshots are not whole, and the log begins at \(first)")
    }
    try remove(file)
    logger.notice("a new file from the log alone")
    return 0
  }

  /// The first entry of the log that is not before a position; nil: there is none.
  private func nextEntry(from position: UInt64) throws -> UInt64? {
    let subject = node.names.logSubject(number)
    do throws(NATSError) {
      let answer = try node.js.call(
        "STREAM.MSG.GET.\(node.names.log(number))", #"{"seq": \#(position), "next_by_subj": "\#(subject)"}"#)
      return answer.withBytes { bytes in
        JSONElement(bytes)?.member("message")?.member("seq")?.integer(in: 1...Int64.max).map(UInt64.init)
      }
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
  }

  /// Opens a file, verifies it and reads its position.
  func inspect(_ file: String) throws -> Condition {
    guard FileManager.default.fileExists(atPath: file) else { return .missing }
    do {
      let engine = try HostDrivenEngine(Self.configuration(file)).engine
      defer { try? engine.close() }
      try engine.verify()
      return .sound(position: try engine.position(of: node.names.source(number))?.position ?? 0)
    } catch {
      if Self.isDamage(error) { return .damaged("\(error)") }
      throw error
    }
  }

  /// A damaged file is kept under another name: somebody may want to look at it, or to salvage it.
  private func setAside(_ reason: String) throws {
    let manager = FileManager.default
    var name = ""
    var count = 1
    repeat {
      name = file + ".damaged-\(count)"
      count += 1
    } while manager.fileExists(atPath: name)
    for suffix in ["-wal", "-shm", ""] where manager.fileExists(atPath: file + suffix) {
      try manager.moveItem(atPath: file + suffix, toPath: name + suffix)
    }
    logger.error("the file is damaged and was set aside", metadata: ["file": "\(name)", "reason": "\(reason)"])
  }

  /// Removes a file with what SQLite keeps beside it.
  func remove(_ file: String) throws {
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: file + suffix) {
      try FileManager.default.removeItem(atPath: file + suffix)
    }
  }

  /// Puts a verified file in the place of the partition's.
  func install(_ part: String) throws {
    try remove(file)
    guard rename(part, file) == 0 else { throw NodeError.file(part, String(cString: strerror(errno))) }
  }

  /// A temporary file beside the partition's, which does not exist.
  func temporary() throws -> String {
    let part = file + ".part"
    try remove(part)
    return part
  }

  // MARK: - From the owner

  /// Returns false if there is no owner.
  private func fetchFromOwner(first: UInt64) throws -> Bool {
    let subject = node.names.backup(number)
    let offer: BackupOffer
    do {
      // A large backup takes longer. It is made meanwhile, and the next request finds it.
      let body = Array(#"{"first": \#(first)}"#.utf8)
      let answer = try node.connection.request(subject, body, timeout: 20_000)
      guard let given = BackupOffer(answer.bytes) else {
        throw NodeError.file(
          subject, "the answer is malformed: \(String(decoding: answer.bytes.prefix(200), as: UTF8.self))")
      }
      offer = given
    } catch let error as NATSError where error.isNoResponders { return false }
    if let flaw = offer.flaw { throw NodeError.file(subject, "the offer is invalid: \(flaw)") }
    let start = node.now()
    let part = try temporary()
    try receive(offer, into: part)
    guard case .sound(let position) = try inspect(part) else {
      try remove(part)
      throw NodeError.file(part, "the backup from the owner is damaged")
    }
    guard position + 1 >= first else { throw NodeError.file(part, "the backup is too old for the log") }
    try install(part)
    logger.notice(
      "a file from the owner",
      metadata: ["bytes": "\(offer.size)", "position": "\(position)", "time": "\(node.now() - start)"])
    return true
  }

  private func receive(_ offer: BackupOffer, into part: String) throws {
    guard FileManager.default.createFile(atPath: part, contents: nil), let handle = FileHandle(forWritingAtPath: part)
    else { throw NodeError.file(part, "it cannot be created") }
    defer { try? handle.close() }
    var hash = SHA256()
    for index in 0..<offer.chunks {
      let subject = "\(node.names.backup(number)).\(offer.id)"
      let bytes = try node.connection.request(
        subject, Array(#"{"chunk": \#(index)}"#.utf8), timeout: 10_000
      ).bytes
      guard bytes.count == offer.length(of: index) else {
        throw NodeError.file(subject, "chunk \(index) has \(bytes.count) bytes")
      }
      hash.update(bytes)
      try handle.write(contentsOf: bytes)
    }
    guard hash.hex() == offer.sha256 else { throw NodeError.file(part, "the backup's hash is wrong") }
    try handle.synchronize()
  }
}
