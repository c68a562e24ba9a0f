import Foundation

/// Numbers that a seed repeats.
public struct Generator: RandomNumberGenerator {
  public private(set) var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The seed of a random test: that of `TALLY_SEED`, or another one in each run.
public func randomSeed() -> UInt64 {
  ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64.max)
}
