/// SplitMix64: the draws of one input from the bits that came with it.
struct PolicyRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number within `0...bound`.
  mutating func upTo(_ bound: Int64) -> Int64 {
    if bound <= 0 { return 0 }
    return Int64(truncatingIfNeeded: next() % (UInt64(truncatingIfNeeded: bound) + 1))
  }
}

/// The sum, or the greatest number there is: times are the host's, and must not trap. After `PolicyOptions.never` is
/// never.
func saturatingSum(_ time: Int64, _ duration: Int64) -> Int64 {
  if duration == PolicyOptions.never { return duration }
  let (sum, overflow) = time.addingReportingOverflow(duration)
  if !overflow { return sum }
  return duration > 0 ? Int64.max : Int64.min
}

/// The product of numbers that are not negative, or the greatest number there is.
func saturatingProduct(_ a: Int64, _ b: Int64) -> Int64 {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? Int64.max : product
}
