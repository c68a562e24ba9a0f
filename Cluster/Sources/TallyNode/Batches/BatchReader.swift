import Foundation
import NATS
import Tally
import TallyWire

/// The contents of a message of the log.
enum LogEntry {
  /// Operations on one account.
  case batch(Batch.Item)
  /// From here on the partition has this epoch.
  case takeOver(epoch: UInt64)
  /// Nothing happened; time passes.
  case time(Batch.Item)
}

/// Reads the messages of a log. Everything in them is hostile: a message is read completely, or rejected with a reason.
struct BatchReader {
  static let version: Int64 = 1
  static let maximumOperations = 10_000
  /// The headers of messages that are not batches.
  static let epochHeader = "Tally-Epoch"
  static let timeHeader = "Tally-Time"

  let partition: Int
  let partitions: Int
  let maximumBytes: Int

  /// - Parameters:
  ///   - time: when the server stored the message, in milliseconds since 1970.
  ///   - epoch: the greatest of the log before the message.
  func read(_ message: Message, time: Int64, after epoch: UInt64) throws(Rejection) -> LogEntry {
    if let header = message.header(BatchReader.epochHeader) {
      let claimed = try message.withBytes { (bytes) throws(Rejection) in try takeOver(header, bytes) }
      guard Epochs.accept(claimed, after: epoch, at: time) else {
        throw Rejection(.range, "the epoch of the take-over is too great; the one before it is \(epoch)")
      }
      return .takeOver(epoch: claimed)
    }
    if message.header(BatchReader.timeHeader) != nil { return .time(Batch.Item(time: BatchReader.date(time))) }
    return .batch(try message.withBytes { (bytes) throws(Rejection) in try batch(bytes, time: time) })
  }

  static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  func batch(_ bytes: UnsafeRawBufferPointer, time: Int64) throws(Rejection) -> Batch.Item {
    if bytes.count > maximumBytes {
      throw Rejection(.tooLarge, "the batch has \(bytes.count) bytes; at most \(maximumBytes) are allowed")
    }
    let members = BatchMembers(try BatchReader.object(bytes))
    if let version = members.version, version.kind != .null {
      guard version.integer(in: BatchReader.version...BatchReader.version) != nil else {
        throw Rejection(.unsupported, "'v' must be \(BatchReader.version)")
      }
    }
    guard let account = members.account?.name, (1...255).contains(account.utf8.count) else {
      throw Rejection(.argument, "'account' must be a text of 1 to 255 bytes without control characters")
    }
    try checkPartition(of: account)
    var id: String?
    if let given = members.id, given.kind != .null {
      guard let name = given.name, (1...255).contains(name.utf8.count) else {
        throw Rejection(.argument, "'id' must be a text of 1 to 255 bytes without control characters")
      }
      id = name
    }
    return Batch.Item(account: account, id: id, time: BatchReader.date(time), try operations(members.operations))
  }

  private func checkPartition(of account: String) throws(Rejection) {
    let home: UInt32
    do throws(TallyError) {
      home = try Account.partition(of: account, among: UInt32(clamping: partitions))
    } catch {
      throw Rejection(error.code, error.message)
    }
    if Int(home) != partition {
      throw Rejection(.conflict, "the account belongs to partition \(home), not \(partition)")
    }
  }

  private func operations(_ list: JSONElement?) throws(Rejection) -> [Batch.Operation] {
    guard let list, list.kind == .array else { throw Rejection(.argument, "'ops' must be an array") }
    var operations: [Batch.Operation] = []
    for element in list.elements {
      if operations.count == BatchReader.maximumOperations {
        throw Rejection(.limit, "'ops' has more than \(BatchReader.maximumOperations) operations")
      }
      do throws(Rejection) {
        operations.append(try OperationReader.read(element))
      } catch {
        throw Rejection(error.code, "operation \(operations.count): \(error.reason)")
      }
    }
    if operations.isEmpty { throw Rejection(.argument, "'ops' has no operations") }
    return operations
  }

  private func takeOver(_ header: String, _ bytes: UnsafeRawBufferPointer) throws(Rejection) -> UInt64 {
    let document = try BatchReader.object(bytes)
    guard let epoch = document.member("epoch")?.integer(in: 1...Int64.max), header == "\(epoch)" else {
      throw Rejection(.argument, "a take-over must have the same 'epoch', from 1, as its header")
    }
    return UInt64(epoch)
  }

  /// Reads a document that must be an object.
  static func object(_ bytes: UnsafeRawBufferPointer) throws(Rejection) -> JSONElement {
    guard let document = JSONElement(bytes) else {
      let place = JSONElement.errorOffset(in: bytes) ?? 0
      throw Rejection(.protocolError, "invalid JSON at byte \(place)")
    }
    if document.kind != .object { throw Rejection(.protocolError, "the body must be a JSON object") }
    return document
  }
}

/// The members of a batch. If a name occurs twice, the last one wins.
private struct BatchMembers {
  var version: JSONElement?
  var account: JSONElement?
  var id: JSONElement?
  var operations: JSONElement?

  init(_ document: JSONElement) {
    document.forEachMember { name, value in
      switch name {
      case "v": version = value
      case "account": account = value
      case "id": id = value
      case "ops": operations = value
      default: break
      }
    }
  }
}
