import Foundation
import TallyTree
import Testing

/// The random runs that hosts in all languages replay agree with the model.
@Suite struct ConformanceDataTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Conformance/data/random.jsonl")

  private static var lines: [String] {
    let shapes = [Aggregation.children, .sum].flatMap { aggregation in Shape.ofBatches.map { (aggregation, $0) } }
    return shapes.enumerated().map { number, shape in
      ConformanceCase.make(shape.0, shape.1, seed: UInt64(number + 1), length: 200)
    }
  }

  /// TALLY_WRITE_CONFORMANCE=1 writes them first; Tests/Conformance/generate.py does.
  @Test func theDataIsWhatTheModelSays() throws {
    let lines = Self.lines
    if ProcessInfo.processInfo.environment["TALLY_WRITE_CONFORMANCE"] == "1" {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
    }
    let written = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    #expect(written.count == lines.count)
    for (line, expected) in zip(written, lines) {
      #expect(line == expected, "differs from the model; run generate.py to write it again: \(expected.prefix(60))")
    }
  }
}
