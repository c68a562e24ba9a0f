import Foundation
import NATS
import Threads

@testable import TallyNode

// Each fault repairs itself after some time, unless the end of the run does so earlier.
extension World {
  static let kinds = [
    "kill-node", "stop-node", "pause-node", "kill-server", "cut", "isolate", "step-down", "silence", "damage", "empty",
    "lose-all", "pause-long",
  ]

  func fault() {
    let kind = Scheduler.shared.dice.pick(World.kinds)
    let machine = Scheduler.shared.dice.pick(machines)
    let time = Scheduler.shared.dice.time(.milliseconds(500), .seconds(15))
    guard faultKinds.contains(kind) else { return }
    faults[kind, default: 0] += 1
    log("fault \(kind) at \(machine.name) for \(Int(time / .milliseconds(1))) ms")
    switch kind {
    case "kill-node", "damage", "empty": killNode(machine, kind, for: time)
    case "stop-node":
      stop(machine)
      after(time) { if !machine.isUp { self.start(machine) } }
    case "pause-node": machine.process?.pause(for: time)
    case "pause-long": machine.process?.pause(for: time + .seconds(40))
    case "kill-server": killServer(machine.number, for: time)
    case "cut":
      Network.shared.cut(machine.number, (machine.number + 1) % machines.count)
      after(time) { Network.shared.heal() }
    case "isolate":
      for other in machines where other !== machine { Network.shared.cut(machine.number, other.number) }
      after(time) { Network.shared.heal() }
    case "step-down": Network.shared.stepDown(Scheduler.shared.dice.pick(Network.shared.streams))
    case "silence":
      let logs = Network.shared.streams.filter { stream in
        (0..<scenario.partitions).contains { names.log($0) == stream.name }
      }
      if !logs.isEmpty { Network.shared.silence(Scheduler.shared.dice.pick(logs)) }
    default: loseAll(for: time)
    }
  }

  private func after(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
    Scheduler.shared.after(time, process: process) { [self] in
      if !isQuiet { body() }
    }
  }

  private func killNode(_ machine: Machine, _ kind: String, for time: Duration) {
    guard machine.isUp else { return }
    kill(machine)
    if kind == "damage" { damage(machine) }
    if kind == "empty" { empty(machine) }
    after(time) { if !machine.isUp { self.start(machine) } }
  }

  /// Most servers always run: with fewer, everything only waits.
  private func killServer(_ number: Int, for time: Duration) {
    guard Network.shared.servers.allSatisfy(\.isUp) else { return }
    Network.shared.kill(number)
    after(time) { Network.shared.restart(number) }
  }

  /// All nodes are killed, and their files are lost: the snapshots and the log have everything.
  private func loseAll(for time: Duration) {
    for machine in machines {
      kill(machine)
      empty(machine)
      after(time) { if !machine.isUp { self.start(machine) } }
    }
  }

  private func files(_ machine: Machine) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: machine.folder)) ?? []).sorted().map {
      "\(machine.folder)/\($0)"
    }
  }

  private func empty(_ machine: Machine) {
    for file in files(machine) { try? FileManager.default.removeItem(atPath: file) }
  }

  /// Overwrites a page in the middle of each file.
  private func damage(_ machine: Machine) {
    for file in files(machine) where file.hasSuffix(".db") {
      guard let handle = FileHandle(forUpdatingAtPath: file), let size = try? handle.seekToEnd(), size > 8192 else {
        continue
      }
      let page = 1 + Scheduler.shared.dice.below(Int(size) / 4096 - 1)
      let bytes = (0..<4096).map { _ in UInt8(truncatingIfNeeded: Scheduler.shared.dice.next()) }
      try? handle.seek(toOffset: UInt64(page * 4096))
      try? handle.write(contentsOf: Data(bytes))
      try? handle.close()
    }
  }

  /// Ends all faults: every server and every node runs, and nothing is lost any more.
  func repair() {
    log("repairs everything")
    isQuiet = true
    let network = Network.shared
    network.heal()
    network.losses = [:]
    network.lateness = 0
    for number in network.servers.indices { network.restart(number) }
    Worker.start("repair", in: process) { [self] in
      while true {
        for machine in machines where !machine.isUp { start(machine) }
        Worker.sleep(.seconds(1))
      }
    }
  }
}
