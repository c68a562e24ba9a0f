import CMemory
import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

extension Host {
  func setStyle(_ path: String, icon: String = "", _ change: (inout Style) -> Void = { _ in }) throws {
    var style = Style()
    change(&style)
    let at = try node(path)
    try withBytes(icon) { try tree.setStyle(style, icon: $0, of: at) }
  }

  func present(_ path: String) throws -> (presentation: Presentation, text: String) {
    var words = ByteBuffer()
    guard let at = try find(path) else {
      return (try withBytes(path) { try tree.presentUnknown($0) }, "")
    }
    let presentation = try tree.present(at, text: &words)
    return (presentation, text(words.bytes))
  }

  func resolved(_ path: String) throws -> ResolvedStyle { try present(path).presentation.style }

  /// All that a user sees of a path: without fields of the style that are not drawn.
  func look(_ path: String) throws -> Look {
    let (presentation, text) = try present(path)
    var style = presentation.style
    let none = ResolvedStyle(Style())
    style.highlightColor = none.highlightColor
    (style.maxCount, style.overflow) = (none.maxCount, none.overflow)
    if presentation.kind == .dot {
      (style.fontSize, style.fontWeight, style.textColor) = (none.fontSize, none.fontWeight, none.textColor)
    }
    if presentation.kind == .number { style.dotRadius = none.dotRadius }
    return Look(
      kind: presentation.kind, text: presentation.kind == .none ? "" : text,
      style: presentation.kind == .none ? none : style)
  }
}

struct Look: Equatable {
  var kind: Presentation.Kind
  var text: String
  var style: ResolvedStyle
}

@Suite struct IconTests {
  /// The icon of a dot, set by one operation or in a transaction.
  @Test(arguments: [Tree.Transaction.single, .undoable]) func icons(transaction: Tree.Transaction) throws {
    let host = try Host()
    try host.dot("root.a")
    let at = try host.node("root.a")
    func put(_ icon: String) throws -> Bool {
      host.tree.begin(transaction)
      let isNew = try withBytes(icon) { try host.tree.setIcon($0, of: at) }
      try host.tree.prepareCommit()
      host.tree.commit()
      return isNew
    }
    #expect(try put("bell") && !put("bell") && host.present("root.a").text == "bell")
    #expect(try put("star") && host.present("root.a").text == "star" && host.tree.hasIcon(at))
    // A rollback brings the former one back.
    host.tree.begin(.undoable)
    _ = try withBytes("moon") { try host.tree.setIcon($0, of: at) }
    host.tree.rollback()
    #expect(try host.present("root.a").text == "star")
    #expect(try put("") && !put("") && host.present("root.a").text == "" && !host.tree.hasIcon(at))
    // A node without a badge has none, and neither has one that never had any.
    #expect(host.tree.icons.icon(NodeIndex.root.raw).isEmpty)
    try host.clear("root.a")
    #expect(try !put("bell") && !host.tree.hasIcon(at))
  }
}

/// A field of a style, with two values that are not its default.
struct StyleField: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var set: @Sendable (inout Style, Bool) -> Void

  static let all = [
    StyleField(testDescription: "dotRadius") { $0.dotRadius = $1 ? 5 : 6 },
    StyleField(testDescription: "offset") { $0.offset = $1 ? StyleOffset(x: 1, y: 0) : StyleOffset(x: 0, y: -2) },
    StyleField(testDescription: "fontSize") { $0.fontSize = $1 ? 11 : 12.5 },
    StyleField(testDescription: "fontWeight") { $0.fontWeight = $1 ? 400 : 250 },
    StyleField(testDescription: "textColor") { $0.textColor = $1 ? 0x0000_00FF : 0x1234_5678 },
    StyleField(testDescription: "backgroundColor") { $0.backgroundColor = $1 ? 0x00FF_00FF : 0 },
    StyleField(testDescription: "highlightColor") { $0.highlightColor = $1 ? 0x0000_FFFF : 0 },
    StyleField(testDescription: "maxCount") { $0.maxCount = $1 ? 9 : 999 },
    StyleField(testDescription: "overflow") { $0.overflow = $1 ? .ellipsis : .plus },
  ]
}

@Suite struct StyleTests {
  /// Each field comes from the nearest ancestor that has it, whatever the others do.
  @Test(arguments: StyleField.all)
  func eachFieldIsInheritedFromTheNearest(field: StyleField) throws {
    let host = try Host()
    try host.dot("root.a.b.c")
    try host.dot("root.other")
    func expected(_ isFirst: Bool?) -> ResolvedStyle {
      var style = Style()
      if let isFirst { field.set(&style, isFirst) }
      return ResolvedStyle(style)
    }
    try host.setStyle("root.a") { field.set(&$0, true) }
    #expect(try host.resolved("root.a.b.c") == expected(true))
    #expect(try host.resolved("root.a") == expected(true))
    #expect(try host.resolved("root") == expected(nil))
    #expect(try host.resolved("root.other") == expected(nil))
    // One between, with this field, then with only the others.
    try host.setStyle("root.a.b") { field.set(&$0, false) }
    #expect(try host.resolved("root.a.b.c") == expected(false))
    #expect(try host.resolved("root.a") == expected(true))
    try host.setStyle("root.a.b") { style in
      for other in StyleField.all where other.testDescription != field.testDescription { other.set(&style, true) }
    }
    let everything = StyleField.all.reduce(into: Style()) { $1.set(&$0, true) }
    #expect(try host.resolved("root.a.b.c") == ResolvedStyle(everything))
    // The ancestor's field changes, and is removed.
    try host.setStyle("root.a.b")
    try host.setStyle("root.a") { field.set(&$0, false) }
    #expect(try host.resolved("root.a.b.c") == expected(false))
    try host.setStyle("root.a")
    #expect(try host.resolved("root.a.b.c") == expected(nil))
  }

  @Test func theIconAloneIsNotInherited() throws {
    let host = try Host()
    try host.dot("root.a.b")
    try host.setStyle("root.a", icon: "new") { $0.maxCount = 9 }
    #expect(try host.present("root.a").presentation.kind == .icon)
    #expect(try host.present("root.a").text == "new")
    #expect(try host.present("root.a.b").presentation.kind == .dot)
    #expect(try host.present("root.a.b").presentation.style.maxCount == 9)
    try host.set("root.a.b", 10)
    #expect(try host.present("root.a").text == "9+")
    try host.clear("root.a.b")
    #expect(try host.present("root.a").presentation.kind == .none)
    #expect(try host.present("root.a").text == "")
    // Another style, without an icon.
    try host.dot("root.a.b")
    try host.setStyle("root.a") { $0.maxCount = 9 }
    #expect(try host.present("root.a").presentation.kind == .dot)
    try host.setStyle("root.a", icon: String(repeating: "ü", count: 127))
    #expect(try host.present("root.a").text == String(repeating: "ü", count: 127))
  }

  @Test func anUnknownPathInherits() throws {
    let host = try Host()
    #expect(try host.present("root.x.y").presentation == Presentation(of: .nothing, style: Style(), hasIcon: false))
    try host.setStyle("root") { $0.fontSize = 20 }
    try host.setStyle("root.a", icon: "hot") { $0.maxCount = 5 }
    let count = host.tree.count
    for path in ["root.a.b.c", "a.b.c"] {
      let presentation = try host.present(path).presentation
      #expect(presentation.kind == .none && presentation.style.maxCount == 5 && presentation.style.fontSize == 20)
    }
    #expect(try host.resolved("root.ab").maxCount == 99)
    #expect(host.tree.count == count)
    expectFault(.emptyComponent, at: 2) { try host.present("a..b") }
  }

  @Test func stylesAreNoPartOfTheState() throws {
    let host = try Host()
    try host.set("root.a.x", 3)
    let (snapshot, digest) = (try host.snapshot(), try host.digest())
    host.tree.drainDirty { _, _, _ in }
    try host.setStyle("root.a", icon: "new") { $0.maxCount = 9 }
    try host.setStyle("root.new.node") { $0.fontSize = 3 }
    #expect(host.tree.revision == 1)
    #expect(try host.snapshot() == snapshot)
    #expect(try host.digest() == digest)
    #expect(host.tree.dirtyCount == 0)
    #expect(try host.tree.verify() == nil)
  }

  @Test func aStyledNodeIsKnown() throws {
    let host = try Host()
    let (a, b) = (try host.node("root.a"), try host.node("root.b"))
    #expect(!host.tree.hasStyle(a) && !host.tree.hasStyle(.root))
    try host.setStyle("root.a", icon: "new")
    try host.setStyle("root.b") { $0.maxCount = 1 }
    #expect(host.tree.hasStyle(a) && host.tree.hasStyle(b) && !host.tree.hasStyle(.root))
    #expect(host.tree.ownStyle(of: a).isEmpty)
    #expect(host.tree.ownStyle(of: b).maxCount == 1)
    try host.setStyle("root.a")
    #expect(!host.tree.hasStyle(a) && host.tree.hasStyle(b))
    #expect(host.tree.ownStyle(of: b).maxCount == 1)
    try host.setStyle("root.b")
    try host.setStyle("root.b")
    #expect(!host.tree.hasStyle(b))
  }

  /// However often its style was set, the node is removed once it has none.
  @Test func aStyledNodeIsNotReclaimed() throws {
    let host = try Host()
    for number in 0..<3 { try host.setStyle("root.a.b", icon: "new") { $0.maxCount = UInt64(number + 1) } }
    try host.setStyle("root.a.b") { $0.maxCount = 5 }
    try host.dot("root.a.c")
    try host.clear("root.a.c")
    host.tree.drainDirty { _, _, _ in }
    host.tree.reclaim()
    #expect(try host.find("root.a.c") == nil)
    #expect(try host.resolved("root.a.b").maxCount == 5)
    #expect(host.tree.count == 3)
    try host.setStyle("root.a.b")
    try host.setStyle("root.a.b")
    host.tree.reclaim()
    #expect(host.tree.count == 1)
    // The next node at its place does not have its style.
    #expect(try host.tree.hasStyle(host.node("root.x")) == false)
    #expect(try host.tree.verify() == nil)
  }

  /// Against the rule itself, with styles that come, go and change. A comparison of before and after decides whether a
  /// change is visible.
  @Test func randomStyles() throws {
    let paths = ["root", "root.a", "root.a.b", "root.a.b.c", "root.a.d", "root.e", "root.e.f.g"]
    for seed in UInt64(0)..<60 {
      var random = SplitMix(seed: seed)
      let host = try Host()
      for path in paths { _ = try host.node(path) }
      var styles: [String: (style: Style, icon: String)] = [:]
      for _ in 0..<60 {
        let changed = random.pick(paths)
        var style = Style()
        for field in StyleField.all where random.chance(25) { field.set(&style, random.chance(50)) }
        let icon = random.pick(["", "", "new", "hot"])
        let badge = random.pick(paths)
        if random.chance(50) {
          try host.set(badge, Int64(random.pick([0, 3, 70, 5000])))
        } else if random.chance(50) {
          try host.dot(badge)
        }
        let before = try paths.map { try host.look($0) }
        let foretold = try withBytes(icon) { icon in
          try paths.map { path in
            host.tree.isRestyled(try host.node(path), by: style, icon: icon, of: try host.node(changed))
          }
        }
        try host.setStyle(changed, icon: icon) { $0 = style }
        styles[changed] = style.isEmpty && icon.isEmpty ? nil : (style, icon)
        for (index, path) in paths.enumerated() {
          let now = try host.resolved(path)
          #expect(now == ruled(path, styles), "seed \(seed), \(path)")
          #expect(text(host.tree.icon(of: try host.node(path))) == styles[path]?.icon ?? "", "seed \(seed), \(path)")
          #expect(host.tree.hasStyle(try host.node(path)) == (styles[path] != nil), "seed \(seed), \(path)")
          #expect(foretold[index] == (try host.look(path) != before[index]), "seed \(seed), \(path)")
        }
      }
    }
  }

  /// The rule in another form: from the root down, the later one wins.
  private func ruled(_ path: String, _ styles: [String: (style: Style, icon: String)]) -> ResolvedStyle {
    var result = ResolvedStyle()
    var highlight: UInt32?
    for (ancestor, own) in styles.sorted(by: { $0.key.utf8.count < $1.key.utf8.count }) {
      guard isWithin(path, ancestor) else { continue }
      if let value = own.style.dotRadius { result.dotRadius = value }
      if let value = own.style.offset { result.offset = value }
      if let value = own.style.fontSize { result.fontSize = value }
      if let value = own.style.fontWeight { result.fontWeight = value }
      if let value = own.style.textColor { result.textColor = value }
      if let value = own.style.backgroundColor { result.backgroundColor = value }
      if let value = own.style.highlightColor { highlight = value }
      if let value = own.style.maxCount { result.maxCount = value }
      if let value = own.style.overflow { result.overflow = value }
    }
    result.highlightColor = highlight ?? result.backgroundColor
    return result
  }

  @Test func withoutMemoryAStyleStaysAsItWas() async {
    await #expect(processExitsWith: .success) {
      let host = try Host()
      var failures = 0
      for number in 0..<40 {
        let path = "root.a\(number % 20)"
        _ = try host.node(path)
        for successes in Int64(0)..<10 {
          let before = try host.present(path)
          ctally_memory_fail_after(successes)
          do {
            try host.setStyle(path, icon: "icon\(number)") { $0.maxCount = UInt64(number + 1) }
            ctally_memory_fail_after(-1)
            break
          } catch let error as Failure where error == .noMemory {
            ctally_memory_fail_after(-1)
            failures += 1
            #expect(try host.present(path) == before)
          }
        }
        #expect(try host.resolved(path).maxCount == UInt64(number + 1))
      }
      #expect(failures > 40)
    }
  }
}
