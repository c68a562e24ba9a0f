import Foundation
import Logging
import Threads

/// The log of a run: what the world does and what the nodes log, with the time of the simulation.
final class Journal: @unchecked Sendable {
  static let shared = Journal()
  var isPrinted = false
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private(set) var lines = 0

  func write(_ who: String, _ words: String) {
    let milliseconds = Int(Scheduler.shared.now / .milliseconds(1))
    let line = "\(milliseconds) \(who): \(words)"
    lines += 1
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    if isPrinted { print(line) }
  }
}

/// Passes what a node logs to the journal.
struct JournalHandler: LogHandler {
  let who: String
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let members = metadata.merging(event.metadata ?? [:]) { $1 }
    // Folders have names of the machine, which differ from run to run.
    let words = members.filter { $0.key != "file" && $0.key != "node" }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    Journal.shared.write(who, "\(event.message) \(words)".replacing(World.folder, with: ""))
  }
}
