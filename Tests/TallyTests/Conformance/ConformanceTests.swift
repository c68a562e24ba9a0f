import Foundation
import Testing

/// The data that hosts in all languages replay (Tests/Conformance/README.md), through the Swift face.
@Suite struct ConformanceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Conformance/data").standardizedFileURL

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".jsonl") }
    .sorted()

  @Test func thereIsData() { #expect(Self.files.count >= 6) }

  @Test(arguments: files)
  func casesGiveWhatIsExpected(file: String) throws {
    let lines = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8).split(separator: "\n")
    var steps = 0
    for line in lines {
      do { steps += try Replay.run(line) } catch { Issue.record("\(error)") }
    }
    #expect(steps > lines.count)
    print("\(file): \(lines.count) cases, \(steps) steps")
  }
}
