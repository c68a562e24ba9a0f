import Foundation
import Threads

// tally-cluster-sim [--seed N] [--runs K] [--twice] [--log] [--without KIND]...
//
// Each run has a process of its own: the threads and the engines of killed nodes stay until it ends.

/// The options of the command line.
struct Arguments {
  var seed: UInt64?
  var runs = 1
  var isTwice = false
  var isLogged = false
  var isChild = false
  var without: [String] = []

  init() {
    var rest = CommandLine.arguments.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = rest.popFirst().flatMap { UInt64($0) }
      case "--runs": runs = rest.popFirst().flatMap { Int($0) } ?? 1
      case "--twice": isTwice = true
      case "--log": isLogged = true
      case "--child": isChild = true
      case "--without": without += rest.popFirst().map { [$0] } ?? []
      default:
        print("usage: tally-cluster-sim [--seed N] [--runs K] [--twice] [--log] [--without KIND]...")
        print("kinds: \(World.kinds.joined(separator: " "))")
        exit(2)
      }
    }
  }
}

/// One run, in this process.
func runChild(_ seed: UInt64, _ arguments: Arguments) -> Never {
  Journal.shared.isPrinted = arguments.isLogged
  Scheduler.shared.dice = Dice(seed: seed)
  let shared = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  World.folder = "\(shared)/tally-cluster-sim.\(getpid())"
  do {
    let world = World(try Scenario(), faultKinds: Set(World.kinds).subtracting(arguments.without))
    world.run()
    let faults = world.faults.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print(
      "seed \(seed): \(Int(Scheduler.shared.now / .seconds(1))) s, \(Scheduler.shared.turns) turns, "
        + "\(world.oracle.acknowledgedBatches) batches, \(world.responses) responses, \(world.events) events; \(faults); "
        + "log \(String(Journal.shared.hash, radix: 16))")
    if arguments.isLogged {
      for (name, turns) in Scheduler.shared.turnsByThread.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        print("  \(turns) turns of \(name)")
      }
    }
    for failure in world.failures { print("  \(failure)") }
    try? FileManager.default.removeItem(atPath: World.folder)
    exit(world.failures.isEmpty ? 0 : 1)
  } catch {
    print("seed \(seed): \(error)")
    exit(1)
  }
}

/// Runs a seed in a process of its own, and returns its output.
func run(_ seed: UInt64, _ arguments: Arguments) throws -> (status: Int32, output: String) {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  child.arguments =
    ["--child", "--seed", "\(seed)"] + (arguments.isLogged ? ["--log"] : [])
    + arguments.without.flatMap { ["--without", $0] }
  // The order of sets and dictionaries is otherwise another one in each process.
  child.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
  let pipe = Pipe()
  child.standardOutput = pipe
  try child.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  child.waitUntilExit()
  return (child.terminationStatus, String(decoding: output, as: UTF8.self))
}

let arguments = Arguments()
let first = arguments.seed ?? UInt64.random(in: 1...1_000_000_000)
if arguments.isChild { runChild(first, arguments) }
var failed: [UInt64] = []
for seed in first..<first + UInt64(arguments.runs) {
  let (status, output) = try run(seed, arguments)
  print(output, terminator: "")
  fflush(nil)
  var isRight = status == 0
  if arguments.isTwice, try run(seed, arguments).output != output {
    print("  the second run differs from the first")
    isRight = false
  }
  fflush(nil)
  if !isRight {
    print("seed \(seed) FAILED; again, with the log: tally-cluster-sim --seed \(seed) --log")
    failed.append(seed)
  }
}
print("\(arguments.runs) runs from seed \(first), \(failed.count) failed")
exit(failed.isEmpty ? 0 : 1)
