import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

extension Engine {
  /// Salvages what can be read of a file into a new one.
  /// - Parameter seed: what the epoch of the new file is made of; 0: one of the system's.
  public static func recover(
    _ damaged: UnsafePointer<CChar>, into fresh: UnsafePointer<CChar>, seed: UInt64 = 0
  ) throws(Failure) -> SalvageReport {
    try Store.recover(
      damaged, into: fresh, .engine, seed: seed == 0 ? ctally_random_seed() | 1 : seed, now: Clock.system.wall)
  }
}
