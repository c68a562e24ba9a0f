import CMemory
import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

// Allocation failures are process-wide, so tests with failures run in a process of their own.

/// Makes a host and calls `body` with it, once for each number of successful allocations, until it succeeds. A call
/// that fails is out of memory, and leaves the tree unchanged.
private func everyAllocationFails<Result>(
  _ prepare: () throws -> Host, _ body: (Host) throws -> Result, _ check: (Host, Result) throws -> Void
) throws {
  for successes in Int64(0)..<2000 {
    let host = try prepare()
    let before = try host.snapshot()
    ctally_memory_fail_after(successes)
    let result = outcome { try body(host) }
    ctally_memory_fail_after(-1)
    #expect(try host.tree.verify() == nil)
    switch result {
    case .success(let found):
      #expect(successes > 0)
      return try check(host, found)
    case .failure(let error):
      #expect((error as? Refusal)?.status == .noMemory, "after \(successes) allocations")
      #expect(try host.snapshot() == before, "after \(successes) allocations")
    }
  }
  Issue.record("it never succeeded")
}

private func makeHost() throws -> Host {
  let host = try Host(seed: 2)
  for number in 0..<60 { try host.set("root.a\(number % 7).b\(number)", Int64(number + 1)) }
  try host.mute("root.a3", .number)
  host.tree.drainDirty { _, _, _ in }
  return host
}

extension Host {
  /// Sets the icon of a badge in a transaction that is withdrawn until it is stored.
  fileprivate func setIconWithdrawn(_ icon: String, _ path: String) throws {
    let at = try node(path)
    let withdrawal = try withdraw(icon, at)
    defer { tree.release() }
    #expect(withdrawal.concernsIcon(of: at) && withdrawal.count == 1 && !tree.hasIcon(at))
    try tree.reapply(withdrawal)
    tree.commit()
  }

  private func withdraw(_ icon: String, _ at: NodeIndex) throws -> Withdrawal {
    tree.begin(.undoable)
    do {
      _ = try withBytes(icon) { try tree.setIcon($0, of: at) }
      try tree.prepareCommit()
      return try tree.withdraw()
    } catch {
      tree.rollback()
      throw error
    }
  }
}

private func words(_ host: Host, _ nodes: borrowing List<NodeIndex>) -> [String] {
  (0..<nodes.count).map { text(host.tree.path(of: nodes[$0])) }
}

@Suite struct AllocationTests {
  @Test func snapshotsAndPatches() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (try makeHost(), try makeHost())
      for number in 0..<40 { try second.dot("root.a1.c\(number)") }
      try second.dot("root.a1." + String(repeating: "long", count: 40))
      try second.clear("root.a2.b2")
      let (before, after) = (try first.snapshot(), try second.snapshot())
      let patch = try diff(before, after)
      try everyAllocationFails(makeHost) {
        try $0.snapshot()
      } _: {
        #expect($1 == before)
      }
      try everyAllocationFails(makeHost) {
        try $0.diff(to: after)
      } _: {
        #expect($1 == patch)
      }
      try everyAllocationFails(makeHost) {
        try $0.diff(to: second)
      } _: {
        #expect($1 == patch)
      }
      try everyAllocationFails(makeHost) { _ in
        try inverse(patch)
      } _: { _, inverted in
        let again = try inverse(inverted)
        #expect(again == patch)
      }
      try everyAllocationFails(makeHost) {
        try $0.apply(patch)
      } _: { host, _ in
        let found = try host.snapshot()
        #expect(found == after)
      }
      try everyAllocationFails(makeHost) {
        try $0.restore(after)
      } _: { host, _ in
        let found = try host.snapshot()
        #expect(found == after)
      }
    }
  }

  /// Patches of many sizes, some of which fill their memory.
  @Test func patchesOfAllSizes() async {
    await #expect(processExitsWith: .success) {
      for count in 1...40 {
        let other = try Host()
        for number in 0..<count { try other.dot("root.c\(number)") }
        let after = try other.snapshot()
        try everyAllocationFails({ try Host() }) {
          try $0.restore(after)
        } _: { host, _ in
          let found = try host.snapshot()
          #expect(found == after, "\(count)")
        }
      }
    }
  }

  /// With links, one change reaches more than the nodes above.
  @Test func patchesOfLinkedTrees() async {
    await #expect(processExitsWith: .success) {
      for links in 1...11 {
        for count in stride(from: 1, through: 19, by: 3) {
          let other = try Host()
          for number in 0..<count {
            try other.set("root.c\(number)", 5)
            try other.mute("root.c\(number)", .all)
          }
          let after = try other.snapshot()
          try everyAllocationFails {
            let host = try Host()
            for number in 0..<links { _ = try host.run(.link("root.a\(number).b", under: "root.d\(number).e")) }
            return host
          } _: {
            try $0.restore(after)
          } _: { host, _ in
            let found = try host.snapshot()
            #expect(found == after, "\(links) links, \(count)")
          }
        }
      }
    }
  }

  @Test func lists() async {
    await #expect(processExitsWith: .success) {
      try everyAllocationFails(makeHost) { host in
        var found = List<NodeIndex>()
        try host.tree.collect(.root, subtree: true, into: &found)
        return words(host, found)
      } _: { host, paths in
        #expect(paths.count == 68 && paths == paths.sorted() && paths.contains("root.a3"))
      }
      try everyAllocationFails(makeHost) { host in
        var found = List<NodeIndex>()
        try host.tree.collect(host.node("root.a3"), subtree: false, into: &found)
        return words(host, found)
      } _: {
        #expect($1.count == 9 && $1.allSatisfy { $0.hasPrefix("root.a3.b") })
      }
    }
  }

  /// Reclaiming keeps the digests right. If that needs memory and there is none, nothing is reclaimed.
  @Test func reclaiming() async {
    await #expect(processExitsWith: .success) {
      let host = try makeHost()
      let former = try host.digest()
      for number in 0..<1000 { try host.set("root.c.d\(number)", 1) }
      for number in 0..<1000 { try host.clear("root.c.d\(number)") }
      let count = host.tree.count
      host.tree.drainDirty { _, _, _ in }
      ctally_memory_fail_after(0)
      host.tree.reclaim()
      ctally_memory_fail_after(-1)
      #expect(host.tree.count == count)
      host.tree.reclaim()
      #expect(try host.tree.count < count - 900 && host.digest() == former && host.tree.verify() == nil)
    }
  }

  @Test func presentations() async {
    await #expect(processExitsWith: .success) {
      try everyAllocationFails(makeHost) { _ in
        var words = ByteBuffer()
        let shown = Visible(shows: true, count: 0)
        let presentation = try withBytes("bell") {
          try Presentation(of: shown, checking: Style(), icon: $0, text: &words)
        }
        return "\(presentation.kind) \(text(words.bytes))"
      } _: {
        #expect($1 == "icon bell")
      }
    }
  }

  @Test func paths() async {
    await #expect(processExitsWith: .success) {
      try everyAllocationFails(makeHost) { _ in
        var top = Path()
        var path = Path()
        var root = Path()
        try withBytes("a.b") { try top.parse($0, limits: PathLimits()) }
        try withBytes("root.c\\.d") { try path.parse($0, below: top, limits: PathLimits()) }
        try Tree.reserve { () throws(OutOfMemory) in try root.setRoot() }
        return [text(path.bytes.bytes), "\(path.depth)", text(root.bytes.bytes), "\(root.depth)"]
      } _: {
        #expect($1 == ["root.a.b.c\\.d", "3", "root", "0"])
      }
    }
  }

  @Test func stylesAndIcons() async {
    await #expect(processExitsWith: .success) {
      try everyAllocationFails {
        let host = try makeHost()
        try host.dot("root.a1.b1")
        return host
      } _: { host in
        try host.setIconWithdrawn("bell", "root.a1.b1")
        try host.setStyle("root.a1.b1", icon: "star") { $0.fontSize = 11 }
      } _: { host, _ in
        // The icon of the badge comes before that of the style.
        let at = try host.node("root.a1.b1")
        let shown = try host.present("root.a1.b1").text
        #expect(shown == "bell" && host.tree.hasIcon(at))
        try host.clear("root.a1.b1")
        try host.dot("root.a1.b1")
        #expect(try host.present("root.a1.b1").text == "star")
      }
    }
  }
}
