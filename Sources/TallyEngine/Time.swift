func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? Int64.max : sum
}

/// The time until any moment, since snapshots may have any. 0: it has passed.
func timeLeft(until time: Int64, _ now: Int64) -> Int64 {
  if time <= now { return 0 }
  let (left, overflow) = time.subtractingReportingOverflow(now)
  return overflow ? Int64.max : left
}
