import Foundation
import NATS
import TallyWire
import Threads

/// The stream of a partition's snapshots.
struct SnapshotStore {
  let node: Node
  let number: Int

  var stream: String { node.names.snapshots(number) }
  private var prefix: String { "\(node.names.prefix).snap.\(number)." }

  func subject(_ place: SnapshotPlace) -> String { prefix + place.subject }

  /// Creates the stream if there is none.
  func create() throws {
    let configuration = Cluster.stream(stream, [node.names.snapshotSubjects(number)], node.configuration, perSubject: 1)
    try node.js.ensureStream(stream, configuration)
  }

  /// The parts that the stream has, by their subjects alone.
  func index() throws -> SnapshotIndex {
    let answer = try node.js.call("STREAM.INFO.\(stream)", #"{"subjects_filter": "\#(prefix)>"}"#)
    var index = SnapshotIndex()
    answer.withBytes { bytes in
      JSONElement(bytes)?.member("state")?.member("subjects")?.forEachMember { subject, _ in
        guard subject.hasPrefix(prefix), let place = SnapshotPlace(subject: subject.dropFirst(prefix.count)) else {
          return
        }
        index.insert(place)
      }
    }
    return index
  }

  /// Stores a block, and then removes its former versions.
  /// - Parameter pace: is called with the bytes of each part that was stored.
  func write(
    _ block: Int, _ bytes: [UInt8], accounts: Int, position: UInt64, epoch: UInt64, index: inout SnapshotIndex,
    pace: (Int) -> Void
  ) throws {
    let parts = max(1, (bytes.count + SnapshotBlock.partSize - 1) / SnapshotBlock.partSize)
    let time = Clock.wall
    for part in 0..<parts {
      let place = SnapshotPlace(block: block, position: position, epoch: epoch, part: part, parts: parts)
      let start = part * SnapshotBlock.partSize
      let slice = Array(bytes[start..<min(start + SnapshotBlock.partSize, bytes.count)])
      let headers = [("Tally-Accounts", "\(accounts)"), ("Tally-Time", "\(time)")]
      try node.js.publish(NATS.Message(subject(place), slice, headers: headers))
      index.insert(place)
      pace(slice.count)
    }
    for version in index.stale(block) {
      let filter = "\(prefix)\(block).\(version.position).\(version.epoch).*.\(version.parts)"
      try node.js.call("STREAM.PURGE.\(stream)", #"{"filter": "\#(filter)"}"#)
      index.remove(version, of: block)
    }
  }

  /// The accounts of the newest whole version of a block. The bytes may come from any source.
  func read(_ block: Int, _ index: SnapshotIndex) throws -> [SnapshotAccount] {
    let (bytes, count) = try bytes(of: block, index)
    do {
      return try SnapshotBlock.accounts(of: bytes, block: block, count: count)
    } catch { throw NodeError.file("\(prefix)\(block)", "\(error)") }
  }

  /// The bytes of the newest whole version of a block, and how many accounts its header says.
  func bytes(of block: Int, _ index: SnapshotIndex) throws -> ([UInt8], Int?) {
    var bytes: [UInt8] = []
    var count: Int?
    for place in index.places(of: block) {
      let name = "\(prefix)\(place.subject)"
      let answer = try node.connection.request(
        "$JS.API.STREAM.MSG.GET.\(stream)", Array(#"{"last_by_subj": "\#(name)"}"#.utf8), timeout: 10_000)
      let part = answer.withBytes { bytes -> ([UInt8], Int?)? in
        guard let message = JSONElement(bytes)?.member("message") else { return nil }
        let data = Data(base64Encoded: message.member("data")?.text ?? "")
        let headers = message.member("hdrs")?.text.flatMap { Data(base64Encoded: $0) } ?? Data()
        return data.map { ([UInt8]($0), Self.accounts(in: headers)) }
      }
      guard let part else { throw NodeError.file(name, "the part cannot be read") }
      bytes += part.0
      count = part.1
    }
    return (bytes, count)
  }

  /// When the newest whole snapshots were written, in milliseconds since 1970; nil: there are none. The source's block
  /// is written last.
  func time(_ index: SnapshotIndex) throws -> Int64? {
    guard let place = index.places(of: SnapshotBlock.source).first else { return nil }
    let answer = try node.connection.request(
      "$JS.API.STREAM.MSG.GET.\(stream)", Array(#"{"last_by_subj": "\#(prefix)\#(place.subject)"}"#.utf8),
      timeout: 2000)
    return answer.withBytes { bytes in
      let headers = JSONElement(bytes)?.member("message")?.member("hdrs")?.text.flatMap { Data(base64Encoded: $0) }
      return Self.header("Tally-Time", in: headers ?? Data()).flatMap { Int64($0) }
    }
  }

  /// The header that says how many accounts a block has.
  private static func accounts(in headers: Data) -> Int? { header("Tally-Accounts", in: headers).flatMap { Int($0) } }

  private static func header(_ name: String, in headers: Data) -> String? {
    for line in String(decoding: headers, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: ":", maxSplits: 1)
      if words.count == 2, words[0] == name { return words[1].trimmingCharacters(in: .whitespaces) }
    }
    return nil
  }
}
