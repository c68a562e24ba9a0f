import Threads
import Tally

/// The settings and the sizes of a run, as its seed draws them.
struct Scenario {
  struct Account {
    let name: String
    let partition: Int
  }

  let partitions: Int
  let standbys: Int
  let leaseSeconds: Int
  let snapshotSeconds: Int
  let tickSeconds: Int
  let batch: Int
  let loadedAccounts: Int
  let accounts: [Account]
  let publishers: Int
  /// The time of faults.
  let length: Duration
  /// Between two faults.
  let calm: Duration
  let pause: Duration
  let losesDeliveries: Bool
  let losesAcknowledgements: Bool
  let lateness: Double

  init() throws {
    func pick<Value>(_ values: Value...) -> Value { Scheduler.shared.dice.pick(values) }
    let partitions = pick(1, 2, 3, 4)
    self.partitions = partitions
    standbys = pick(0, 1, 1, 2)
    leaseSeconds = pick(4, 6, 12)
    snapshotSeconds = pick(0, 10, 20, 40)
    tickSeconds = pick(0, 5, 20)
    batch = pick(1, 8, 64)
    loadedAccounts = pick(2, 8, 1000)
    accounts = try (0..<pick(4, 12, 24)).map { number in
      let name = "a\(number)"
      return Account(name: name, partition: Int(try Tally.Account.partition(of: name, among: UInt32(partitions))))
    }
    publishers = pick(1, 3)
    length = .seconds(pick(30, 60, 90))
    calm = .seconds(pick(3, 10, 25))
    pause = .milliseconds(pick(20, 100, 300))
    losesDeliveries = pick(false, true)
    losesAcknowledgements = pick(false, true)
    lateness = pick(0, 0.01, 0.05)
  }

  var words: String {
    "\(partitions) partitions, \(standbys) standbys, lease \(leaseSeconds) s, snapshots \(snapshotSeconds) s, "
      + "tick \(tickSeconds) s, batch \(batch), \(accounts.count) accounts, \(loadedAccounts) loaded, \(length)"
  }
}
