import CPlatform
import TallyTree

/// The consequences of the options of an engine. Only the limits change.
struct Configuration {
  let isPersistent: Bool
  /// Whether every change is on the disk when its call returns.
  let isSynchronous: Bool
  let seed: UInt64
  let paths: PathLimits
  let limits: LimitsInForce
  let forkGeneration = ctally_fork_generation()
  /// The epoch of revisions.
  let epoch: UInt64
  /// The tree of the accounts that are not in memory. Nobody may change it.
  let nothing: Tree

  init(_ options: EngineOptions, seed: UInt64, epoch: UInt64, nothing: Tree) {
    isPersistent = options.file != nil
    isSynchronous = options.file != nil && options.durability == .full
    self.seed = seed
    paths = options.limits.paths
    limits = LimitsInForce(options)
    self.epoch = epoch
    self.nothing = nothing
  }
}
