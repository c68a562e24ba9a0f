import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

private func parse(_ bytes: [UInt8], _ limits: PathLimits = PathLimits()) throws -> [UInt8] {
  var path = Path()
  try bytes.withUnsafeBytes { (raw) throws in try path.parse(raw, limits: limits) }
  return Array(path.bytes.bytes)
}

private func parse(_ written: String, _ limits: PathLimits = PathLimits()) throws -> String {
  String(decoding: try parse(Array(written.utf8), limits), as: UTF8.self)
}

private func components(_ written: String) throws -> [String] {
  var path = Path()
  try withBytes(written) { try path.parse($0, limits: PathLimits()) }
  var found: [String] = []
  for index in 0..<path.depth {
    var name = ByteBuffer()
    let exists = try path.appendComponent(index, to: &name)
    #expect(exists)
    found.append(text(name.bytes))
  }
  var rest = ByteBuffer()
  let isPast = try path.appendComponent(path.depth, to: &rest)
  let isBefore = try path.appendComponent(-1, to: &rest)
  #expect(!isPast && !isBefore)
  let remaining = rest.count
  #expect(remaining == 0)
  return found
}

private func escaped(_ name: [UInt8]) throws -> [UInt8] {
  var output = ByteBuffer()
  try name.withUnsafeBytes { (raw) throws in try Path.appendEscaped(raw, to: &output) }
  return Array(output.bytes)
}

@Suite struct PathTests {
  /// Bytes that are nowhere are an empty path.
  @Test func noBytes() throws {
    let tree = try Tree.make()
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(Path().depth == 0)
    expectFault(.empty, at: 0) { try tree.find(nothing) }
    expectFault(.empty, at: 0) { try tree.findOrCreate(nothing) }
  }

  @Test(arguments: [
    ("root", "root"), ("a", "root.a"), ("root.a", "root.a"), ("a.b", "root.a.b"), ("root.a.b", "root.a.b"),
    ("root.root", "root.root"), ("a.root", "root.a.root"), ("root.root.root", "root.root.root"),
    ("rootx", "root.rootx"), ("roo", "root.roo"), ("Root", "root.Root"), ("root\\.a", "root.root\\.a"),
    ("a\\.b.c", "root.a\\.b.c"), ("a\\\\.b", "root.a\\\\.b"), ("\\.", "root.\\."), ("\\\\", "root.\\\\"),
    ("ü.日本.🔴", "root.ü.日本.🔴"), (" ", "root. "), ("a b", "root.a b"), ("1", "root.1"),
  ])
  func canonicalForm(written: String, canonical: String) throws {
    #expect(try parse(written) == canonical)
    #expect(try parse(canonical) == canonical)
  }

  @Test(arguments: [
    ("", PathProblem.empty, 0), (".", .emptyComponent, 0), (".a", .emptyComponent, 0),
    ("a.", .emptyComponent, 2), ("a..b", .emptyComponent, 2), ("root.", .emptyComponent, 5),
    ("root..a", .emptyComponent, 5), ("root.a.", .emptyComponent, 7), ("a\\", .danglingEscape, 1),
    ("\\", .danglingEscape, 0), ("a.\\\\\\", .danglingEscape, 4), ("a\\b", .unknownEscape, 1),
    ("\\n", .unknownEscape, 0), ("root.a\\ü", .unknownEscape, 6), ("a\u{0}b", .controlCharacter, 1),
    ("a.\n", .controlCharacter, 2), ("\u{1F}", .controlCharacter, 0), ("\u{7F}", .controlCharacter, 0),
    ("a\u{80}", .controlCharacter, 1), ("ab\u{9F}", .controlCharacter, 2),
  ])
  func refused(written: String, problem: PathProblem, offset: Int) {
    expectFault(problem, at: offset) { try parse(written) }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC0], [0xE0, 0x9F, 0xBF],
      [0xE0, 0xA0], [0xE0, 0xA0, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80], [0xF0, 0x90, 0x41, 0x80], [0xF0, 0x90, 0x80, 0x41], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE1, 0x80, 0xC0],
    ] as [[UInt8]])
  func illFormedUTF8(bytes: [UInt8]) {
    expectFault(.invalidUTF8, at: 0) { try parse(bytes) }
    expectFault(.invalidUTF8, at: 3) { try parse([0x61, 0x2E, 0x62] + bytes) }
    expectFault(.invalidUTF8, at: 0) { try parse(bytes + [0x2E, 0x61]) }
    expectFault(.invalidUTF8, at: 0) {
      try bytes.withUnsafeBytes { (raw) throws in try Path.checkName(raw) }
    }
  }

  @Test func everyScalarIsAsTheStandardLibraryHasIt() throws {
    for value in UInt32(0)...0x11_0000 where value < 0x3000 || value % 61 == 0 || value & 0xFFF > 0xFF0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(Character(scalar)).utf8)
      let isControl = scalar.properties.generalCategory == .control
      let isSpecial = value == 0x2E || value == 0x5C
      if isSpecial { continue }
      if isControl {
        expectFault(.controlCharacter, at: 0) { try parse(bytes) }
      } else {
        #expect(try parse(bytes) == Array("root.".utf8) + bytes)
      }
    }
  }

  @Test func randomBytesAreAcceptedOnlyIfTheStandardLibraryDoes() throws {
    for seed in UInt64(0)..<20_000 {
      var random = SplitMix(seed: seed)
      let bytes = (0...random.below(5)).map { _ in
        UInt8(random.below(128) | (random.chance(70) ? 0x80 : 0))
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      do {
        _ = try bytes.withUnsafeBytes { (raw) throws in try Path.checkName(raw) }
        #expect(isValid, "seed \(seed)")
      } catch let failure as Failure {
        let refusal = Refusal(failure)
        if refusal.message.contains("not valid UTF-8") {
          #expect(!isValid, "seed \(seed)")
          continue
        }
        let offset = try #require(refusal.offset)
        #expect(refusal.message.contains("control characters"), "seed \(seed)")
        #expect(bytes[offset] < 0x20 || bytes[offset] == 0x7F || bytes[offset] == 0xC2, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test func limits() throws {
    let deep = Array(repeating: "a", count: 64).joined(separator: ".")
    #expect(try parse(deep) == "root." + deep)
    #expect(try parse("root." + deep) == "root." + deep)
    expectFault(.tooDeep, at: 128) { try parse(deep + ".b") }
    expectFault(.tooDeep, at: 133) { try parse("root." + deep + ".b") }

    let name = String(repeating: "n", count: 255)
    #expect(try parse("x." + name) == "root.x." + name)
    expectFault(.componentTooLong, at: 2) { try parse("x." + name + "n") }
    expectFault(.componentTooLong, at: 7) { try parse("root.x." + name + "n") }
    #expect(try parse("root.x." + name + ".y") == "root.x." + name + ".y")
    // The limit counts the name without its escapes.
    let dots = String(repeating: "\\.", count: 255)
    #expect(try parse(dots) == "root." + dots)
    expectFault(.componentTooLong, at: 0) { try parse(dots + "\\.") }
    let wide = String(repeating: "ü", count: 128)
    expectFault(.componentTooLong, at: 0) { try parse(wide) }

    // 4 + 15 * 256 + 252 bytes.
    let long = Array(repeating: name, count: 15).joined(separator: ".") + "." + String(name.prefix(251))
    #expect(try parse(long).utf8.count == 4096)
    #expect(try parse("root." + long).utf8.count == 4096)
    expectFault(.tooLong, at: 15 * 256) { try parse(long + "n") }
    expectFault(.tooLong, at: 15 * 256 + 5) { try parse("root." + long + "n") }

    expectFault(.tooDeep, at: 2) { try parse("a.b", PathLimits(depth: 1)) }
    expectFault(.tooLong, at: 2) { try parse("a.b", PathLimits(bytes: 7)) }
    #expect(try parse("root", PathLimits(depth: 0, bytes: 0)) == "root")
  }

  @Test func extremeLimitsAreCutToWhatCanBeHeld() throws {
    let host = try Host(limits: PathLimits(depth: .max, bytes: .max))
    let name = String(repeating: "n", count: 255)
    let path = Array(repeating: name, count: 255).joined(separator: ".")
    try host.set(path, 1)
    #expect(try host.get(path).count == 1)
    #expect(throws: Failure.self) { try host.node(path + "." + name) }
    let tiny = try Host(limits: PathLimits(depth: .min, bytes: .min))
    try tiny.set("root", 1)
    expectFault(.tooDeep, at: 0) { try tiny.node("a") }
  }

  @Test(
    arguments: [
      ("a\\.b.c", 2, "root.a\\.b"), ("x", 1, "root"), ("root", 0, nil), ("root.root", 1, "root"),
    ] as [(String, Int, String?)])
  func parents(written: String, depth: Int, parent: String?) throws {
    var path = Path()
    try withBytes(written) { try path.parse($0, limits: PathLimits()) }
    let (actualDepth, actualParent) = (path.depth, path.parent.map(text))
    #expect(actualDepth == depth)
    #expect(actualParent == parent)
  }

  @Test func names() throws {
    #expect(try components("root") == [])
    #expect(try components("a\\.b.c\\\\.\\\\\\..root") == ["a.b", "c\\", "\\.", "root"])
    let long = String(repeating: "n", count: 256)
    let wrong = [
      ("", PathProblem.emptyComponent, 0), (long, .componentTooLong, 0), ("a\n", .controlCharacter, 1),
    ]
    for (name, problem, offset) in wrong {
      expectFault(problem, at: offset) {
        try withBytes(name) { try Path.checkName($0) }
      }
    }
    try withBytes("a.b\\") { try Path.checkName($0) }
  }

  @Test func escapingThereAndBack() throws {
    let alphabet: [String] = [".", "\\", "a", "root", "ü", "🔴", " ", "/"]
    for seed in UInt64(0)..<2000 {
      var random = SplitMix(seed: seed)
      let names = (0...random.below(5)).map { _ in
        (0...random.below(6)).map { _ in random.pick(alphabet) }.joined()
      }
      let written = try names.map { String(decoding: try escaped(Array($0.utf8)), as: UTF8.self) }
        .joined(separator: ".")
      let canonical = try parse("root." + written)
      #expect(canonical == "root." + written, "seed \(seed)")
      #expect(try components(canonical) == names, "seed \(seed)")
    }
  }

  /// A rejected path changes nothing and creates no node, and the tree works on.
  @Test func rejectedPathsLeaveTheTreeUnchanged() throws {
    let host = try Host()
    for written in ["", ".", "a..b", "a.b.c\\", "a.\u{1}"] {
      #expect(throws: Failure.self) { try host.node(written) }
      #expect(throws: Failure.self) { try host.find(written) }
    }
    #expect(host.tree.count == 1)
    try host.set("a.b", 1)
    #expect(host.tree.count == 3)
    try host.expect("root", true, 1)
  }

  /// A tree finds and creates most paths without parsing them. It accepts and rejects the same ones as the parser, with
  /// the same errors.
  @Test(arguments: [PathLimits(depth: 3, bytes: 24), PathLimits(depth: 2, bytes: 600), PathLimits()])
  func treesTakeWhatTheParserTakes(limits: PathLimits) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    let names = [
      "a", "b", "cc", "", " ", "~", "\u{7F}", "\u{1}", "\u{85}", "\u{E9}", "a\\.b", "\\\\", "\\", "a\\", "\\x", "root",
      String(repeating: "n", count: 255), String(repeating: "n", count: 256), "0123456789abcdef",
    ]
    let tree = try Tree.make(limits: limits, seed: seed)
    for _ in 0..<20_000 {
      var parts = random.chance(80) ? ["root"] : []
      for _ in 0..<random.below(6) { parts.append(random.chance(60) ? names[random.below(3)] : random.pick(names)) }
      let written = parts.joined(separator: ".")
      let expected = outcome { try parse(written, limits) }
      let found = outcome { try withBytes(written) { try tree.find($0).map { text(tree.path(of: $0)) } } }
      let cleared = withBytes(written) { tree.replaceAlone($0, .none) }
      let created: Result<String, any Error>
      if random.chance(50), withBytes(written, { tree.replaceAlone($0, PlainBadge(7)) }) != .unusual {
        created = outcome { try withBytes(written) { try #require(try tree.find($0).map { text(tree.path(of: $0)) }) } }
      } else {
        created = outcome { try withBytes(written) { text(tree.path(of: try tree.findOrCreate($0))) } }
      }
      let comment = Comment(rawValue: "\(written.debugDescription), seed \(seed)")
      switch expected {
      case .success(let canonical):
        #expect(try found.get() ?? canonical == canonical, comment)
        #expect(try created.get() == canonical, comment)
      case .failure(let error):
        let refusal = try #require(error as? Refusal)
        #expect(throws: refusal, comment) { try found.get() }
        #expect(throws: refusal, comment) { try created.get() }
        #expect(cleared == .unusual, comment)
      }
    }
    #expect(try tree.verify() == nil, "seed \(seed)")
  }

  /// A path below another one is what both joined are, within the same limits.
  @Test func belowAnother() throws {
    let tops = ["root", "a", "root.a\\.b.ü", "a.b.c"]
    let written = ["root", "x", "root.x", "x.y\\\\.z", "rootx", "root.root", "", "root.", "x..y", "x\\", "日.本"]
    for limits in [PathLimits(), PathLimits(depth: 3, bytes: 65_535), PathLimits(depth: 32, bytes: 14)] {
      for top in tops {
        var above = Path()
        guard (try? withBytes(top, { try above.parse($0, limits: limits) })) != nil else { continue }
        for below in written {
          let found = try? withBytes(below) { bytes in
            var path = Path()
            try path.parse(bytes, below: above, limits: limits)
            return text(path.bytes.bytes)
          }
          let rest = try? parse(below, limits).dropFirst(4)
          let joined = rest.flatMap { try? parse(text(above.bytes.bytes) + $0, limits) }
          #expect(found == joined, "\(below.debugDescription) below \(top)")
        }
      }
    }
  }

  @Test func nodesAreLimited() throws {
    let tree = try Tree.make(maxNodes: 4)
    _ = try withBytes("a.b") { try tree.findOrCreate($0) }
    #expect(throws: Failure.nodeLimit) { try withBytes("a.c.d") { try tree.findOrCreate($0) } }
    #expect(tree.count == 3)
    _ = try withBytes("a.c") { try tree.findOrCreate($0) }
    #expect(throws: Failure.nodeLimit) { try withBytes("d") { try tree.findOrCreate($0) } }
    #expect(try withBytes("root.a.c") { try tree.find($0) } != nil)
    #expect(try tree.verify() == nil)
  }
}
