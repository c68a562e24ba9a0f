import TallyMemory

extension SplitMix {
  /// A random number within `0...bound`.
  mutating func upTo(_ bound: Int64) -> Int64 {
    if bound <= 0 { return 0 }
    return Int64(truncatingIfNeeded: next() % (UInt64(truncatingIfNeeded: bound) + 1))
  }
}

/// A part of a duration: `part` / 2^32 of it, rounded down. The duration is not negative.
func fraction(_ part: UInt32, of duration: Int64) -> Int64 {
  let (whole, part) = (UInt64(bitPattern: duration), UInt64(part))
  return Int64(bitPattern: (whole >> 32) &* part &+ ((whole & 0xFFFF_FFFF) &* part) >> 32)
}

/// The sum, or the greatest number. Times come from the host and must not trap. A time after `PolicyOptions.never` is
/// never.
func timeAfter(_ time: Int64, _ duration: Int64) -> Int64 {
  if duration == PolicyOptions.never { return duration }
  let (sum, overflow) = time.addingReportingOverflow(duration)
  if !overflow { return sum }
  return duration > 0 ? Int64.max : Int64.min
}

/// The product of numbers that are not negative, or the greatest number.
func saturatingProduct(_ a: Int64, _ b: Int64) -> Int64 {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? Int64.max : product
}
