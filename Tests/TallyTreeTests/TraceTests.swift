import TallyTree
import Testing

/// Random traces against the naive model.
@Suite struct TraceTests {
  @Test(arguments: [Aggregation.children, .sum], Shape.allCases)
  func tracesAgreeWithTheModel(aggregation: Aggregation, shape: Shape) {
    for seed in UInt64(0)..<300 {
      var maker = TraceMaker(shape, seed: seed)
      let steps = maker.trace(8 + Int(seed % 40))
      do {
        try Trace.run(steps, aggregation, shape, seed: seed)
      } catch {
        let fewer = Trace.shrink(steps, aggregation, shape, seed: seed)
        var reason = "\(error)"
        do { try Trace.run(fewer, aggregation, shape, seed: seed) } catch { reason = "\(error)" }
        let lines = fewer.map { "\($0)" }.joined(separator: "\n")
        Issue.record("seed \(seed), \(shape), \(aggregation): \(reason)\n\(lines)")
        return
      }
    }
  }
}
