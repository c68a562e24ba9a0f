import Foundation
import Logging
import NATS
import Threads
import Tally

@testable import TallyNode

/// A machine: a server of NATS, and a node that comes and goes.
final class Machine: @unchecked Sendable {
  let number: Int
  var process: SimulatedProcess?
  /// The node while it runs.
  var node: TallyNode.Node?
  var isStarting = false
  /// A killed node's engines keep their files open, so the next node gets a copy of the folder.
  var lives = 0

  init(_ number: Int) { self.number = number }

  var name: String { "n\(number)" }
  var folder: String { "\(World.folder)/\(name).\(lives)" }
  var isUp: Bool { process != nil }
}

/// One run: three servers, three nodes, clients, and faults until the time is over. Then everything is repaired, and
/// every node is compared with the oracle.
final class World: @unchecked Sendable {
  nonisolated(unsafe) static var folder = ""

  let scenario: Scenario
  let oracle: Oracle
  let machines = (0..<3).map { Machine($0) }
  let process = SimulatedProcess("world")
  let names = Names()
  let faultKinds: Set<String>
  /// Publishers end when this is set, and have ended when the count is zero.
  var isEnding = false
  var publishersLeft = 0
  /// The faults are over, and everything is repaired.
  var isQuiet = false
  private(set) var failures: [String] = []
  /// The greatest epoch of the responses that were sent for each partition.
  private var sentEpochs: [Int: UInt64] = [:]
  /// The partition that a reader asks, by the inbox of its request.
  private var inboxes: [String: Int] = [:]
  var faults: [String: Int] = [:]
  var responses = 0
  var events = 0

  init(_ scenario: Scenario, faultKinds: Set<String>) {
    self.scenario = scenario
    self.faultKinds = faultKinds
    oracle = Oracle(scenario)
  }

  func log(_ words: String) { Journal.shared.write("world", words) }

  func fail(_ words: String) {
    log("FAILURE: \(words)")
    if failures.count < 20 { failures.append("at \(Scheduler.shared.now / .seconds(1)) s: \(words)") }
    // The first failure is the interesting one.
    if failures.count == 20 { Scheduler.shared.end() }
  }

  // MARK: - The run

  func run() {
    let network = Network.shared
    log(scenario.words)
    network.stores = { [unowned self] stream, entry in
      if entry.message.header(Oracle.header) != nil { oracle.stored(entry) }
      if let epoch = entry.message.header("Tally-Epoch").flatMap({ UInt64($0) }) {
        oracle.storedTakeOver(entry, epoch: epoch)
      }
    }
    network.sends = { [unowned self] connection, message in watchSending(connection, message) }
    if scenario.losesDeliveries { network.losses[.delivery] = 0.002 }
    if scenario.losesAcknowledgements { network.losses[.acknowledgement] = 0.02 }
    network.lateness = scenario.lateness
    Scheduler.shared.after(.zero, process: process) { network.start() }
    Worker.start("director", in: process) { [self] in direct() }
    checkOwners()
    Scheduler.shared.run()
  }

  private func direct() {
    for machine in machines { start(machine) }
    Worker.sleep(.seconds(3))
    startClients()
    let end = Scheduler.shared.now + scenario.length
    while Scheduler.shared.now < end {
      Worker.sleep(Scheduler.shared.dice.time(.milliseconds(200), scenario.calm))
      fault()
    }
    repair()
    isEnding = true
    waitUntil("publishers are acknowledged", within: .seconds(120)) { publishersLeft == 0 }
    waitUntil("each partition has an owner and standbys, and they have the log", within: .seconds(240)) { isLevel }
    if failures.isEmpty { compare() }
    Scheduler.shared.end()
  }

  func waitUntil(_ what: String, within time: Duration, _ holds: () -> Bool) {
    let deadline = Scheduler.shared.now + time
    while !holds() {
      if Scheduler.shared.now > deadline { return fail("after \(time) it does not hold that \(what): \(state)") }
      Worker.sleep(.milliseconds(100))
    }
    log("\(what)")
  }

  // MARK: - Nodes

  func configuration(_ machine: Machine) -> NodeConfiguration {
    var configuration = NodeConfiguration()
    configuration.node = machine.name
    configuration.servers = ["sim://\(machine.number)"]
    configuration.folder = machine.folder
    configuration.partitions = scenario.partitions
    configuration.standbys = scenario.standbys
    configuration.leaseSeconds = scenario.leaseSeconds
    configuration.snapshotSeconds = scenario.snapshotSeconds
    configuration.tickSeconds = scenario.tickSeconds
    configuration.batch = scenario.batch
    configuration.loadedAccounts = scenario.loadedAccounts
    configuration.http = ""
    return configuration
  }

  func start(_ machine: Machine) {
    let process = SimulatedProcess(machine.name)
    machine.process = process
    machine.isStarting = true
    try? FileManager.default.createDirectory(atPath: machine.folder, withIntermediateDirectories: true)
    let configuration = configuration(machine)
    log("starts \(machine.name)")
    Worker.start("main", in: process) { [self] in
      let logger = Logger(label: "node") { _ in JournalHandler(who: machine.name) }
      let patience = Patience(logger, time: .seconds(60))
      do {
        let node = try TallyNode.Node.connecting(configuration, patience, logger: logger)
        machine.node = node
        try node.start()
        machine.isStarting = false
      } catch {
        Journal.shared.write(machine.name, "cannot start: \(error)")
        process.kill()
        Network.shared.drop(process)
        if machine.process === process {
          machine.process = nil
          machine.node = nil
        }
      }
    }
  }

  /// Kills a node, and makes the folder ready in which the next one finds the files.
  func kill(_ machine: Machine) {
    guard let process = machine.process else { return }
    log("kills \(machine.name)")
    end(machine, process)
  }

  /// The process is over, and with it the locks of its files. Its engines go on, so the next node gets copies.
  private func end(_ machine: Machine, _ process: SimulatedProcess) {
    process.kill()
    Network.shared.drop(process)
    machine.process = nil
    machine.node = nil
    let former = machine.folder
    machine.lives += 1
    let manager = FileManager.default
    try? manager.createDirectory(atPath: machine.folder, withIntermediateDirectories: true)
    for file in (try? manager.contentsOfDirectory(atPath: former)) ?? [] where !file.hasSuffix("-shm") {
      try? manager.copyItem(atPath: "\(former)/\(file)", toPath: "\(machine.folder)/\(file)")
    }
  }

  /// Stops a node as planned.
  func stop(_ machine: Machine) {
    guard let node = machine.node, let process = machine.process, !process.isPaused, !machine.isStarting else { return }
    log("stops \(machine.name)")
    machine.isStarting = true
    Worker.start("stop", in: process) { [self] in
      node.stop()
      guard machine.process === process else { return }
      log("\(machine.name) has stopped")
      end(machine, process)
    }
  }

  // MARK: - What must always hold

  /// At no time may two nodes respond for one partition.
  private func checkOwners() {
    for number in 0..<scenario.partitions {
      let owners = machines.compactMap { machine in
        machine.node?.ownership.right(to: number).map { "\(machine.name) with epoch \($0)" }
      }
      if owners.count > 1 { fail("partition \(number) has two owners: \(owners.joined(separator: ", "))") }
    }
    Scheduler.shared.after(.milliseconds(20)) { [self] in checkOwners() }
  }

  /// An owner that was replaced begins no response: after one of an epoch none of a smaller epoch is sent.
  private func watchSending(_ connection: Connection, _ message: NATS.Message) {
    let words = message.subject.split(separator: ".")
    if words.count == 4, words[0] == "tally", words[1] == "q", let number = Int(words[2]), let inbox = message.reply {
      inboxes[inbox] = number
      return
    }
    guard let number = inboxes[message.subject], let response = Response(message) else { return }
    if response.status == "TALLY_ERROR_CLOSED" {
      fail("\(connection.name) responds for partition \(number) that its file is closed")
    }
    if !oracle.ownsAt(response.position, epoch: response.epoch, of: number) {
      fail(
        "\(connection.name) responds for partition \(number) at \(response.position), before its take-over with epoch "
          + "\(response.epoch)")
    }
    let greatest = sentEpochs[number] ?? 0
    if response.epoch < greatest {
      fail("\(connection.name) responds for partition \(number) with epoch \(response.epoch), after \(greatest)")
    }
    sentEpochs[number] = max(greatest, response.epoch)
  }
}
