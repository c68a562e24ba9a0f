import CMemory
import TallyMemory
import Testing

@testable import TallySummary

// Allocation failures are process-wide, so tests with failures run in a process of their own.

struct MemoryTests {
  @Test("A notification that could not be added changed nothing")
  func digest() async {
    await #expect(processExitsWith: .success) {
      var words = Words()
      try words.define("messages", [.other: "%u from %@"])
      var digest = GroupDigest()
      var failures = 0
      for index in 0..<60 {
        let before = try words.summary(of: digest, "en")
        try withBytes("argument \(index % 45)") { (bytes) throws -> Void in
          for successes in Int64(0)..<100 {
            ctally_memory_fail_after(successes)
            do throws(OutOfMemory) {
              try digest.append(category: Int32(index % 2), argument: bytes, count: 1)
              break
            } catch {
              ctally_memory_fail_after(-1)
              failures += 1
              #expect(try words.summary(of: digest, "en") == before)
            }
          }
        }
        ctally_memory_fail_after(-1)
        #expect(digest.notifications == index + 1)
      }
      #expect(failures > 10)
      #expect(try words.summary(of: digest, "en").text == "59 more notifications")
    }
  }

  @Test("Words that could not be put in changed nothing")
  func catalogue() async {
    await #expect(processExitsWith: .success) {
      var words = Words()
      try words.define("messages", [.other: "%u"])
      var failures = 0
      for index in 0..<200 {
        let former = index < 20 ? "\(index == 0 ? "" : "\(index - 1) ")1" : nil
        for successes in Int64(0)..<100 {
          ctally_memory_fail_after(successes)
          do {
            // Also under another key each time, so that everything grows.
            try words.translate("key \(index)", "en", [.other: "%u"])
            try words.translate("messages.summary", "en", [.other: "\(index) %u"])
            break
          } catch {
            ctally_memory_fail_after(-1)
            failures += 1
            if let former { #expect(try words.summary([Posted(), Posted()], "en").text == former) }
          }
        }
        ctally_memory_fail_after(-1)
        #expect(try words.summary([Posted(), Posted()], "en").text == "\(index) 1")
      }
      #expect(failures > 10)
    }
  }

  @Test("A form that could not be put in changed nothing")
  func forms() async {
    await #expect(processExitsWith: .success) {
      var words = Words()
      try words.define("messages", [.other: "former %u"])
      var failures = 0
      for successes in Int64(0)..<100 {
        ctally_memory_fail_after(successes)
        do {
          try words.put(.one, String(repeating: "one", count: 200), under: "messages.summary", "und")
          ctally_memory_fail_after(-1)
          break
        } catch {
          ctally_memory_fail_after(-1)
          #expect(error as? FormatError == FormatError(.outOfMemory))
          failures += 1
          #expect(try words.summary([Posted(), Posted()], "en").text == "former 1")
        }
      }
      #expect(failures > 1)
      #expect(try words.summary([Posted(), Posted(count: 2)], "en").text == "former 2")
      #expect(try words.summary([Posted(), Posted()], "en").text.hasPrefix("oneone"))
    }
  }

  @Test("The caller's memory is never exceeded")
  func lentMemory() throws {
    var words = Words()
    try words.define("messages", [.other: "%u from %@"])
    var digest = GroupDigest()
    try words.gather(Posted.from("L", "Kritarth", "Teja"), into: &digest)
    // The root's list has commas alone.
    let whole = "2 from Kritarth, Teja"
    for size in 0...(whole.utf8.count + 1) {
      var memory = [UInt8](repeating: 0xFF, count: size + 8)
      let count = try memory.withUnsafeMutableBytes { bytes in
        var output = ByteOutput(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<size]))
        _ = try words.catalogue.word(digest, isHidden: false, in: .root, orElse: .root, into: &output)
        #expect(output.isComplete == (size >= whole.utf8.count))
        return output.count
      }
      #expect(memory[size...].allSatisfy { $0 == 0xFF })
      #expect(count == whole.utf8.count)
    }
  }
}
