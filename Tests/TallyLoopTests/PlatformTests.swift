import CPlatform
import Foundation
import Testing

// The reserve of memory for objects, and what the system does for the library. Tests that leave a mark in the process
// run in a process of their own.

@Suite struct ReserveTests {
  /// More than any allocation can have.
  private static let impossible = Int.max / 2

  private static func isEmpty(_ size: Int) -> Bool {
    var block: UnsafeMutableRawPointer?
    let status = ctally_reserve_allocate(&block, 16, size)
    free(block)
    return status == ENOMEM && block == nil
  }

  @Test func whatNoBlockHoldsIsNotThere() async {
    await #expect(processExitsWith: .success) {
      #expect(Self.isEmpty(Self.impossible))
      #expect(ctally_reserve_claim() == 0)
      // The blocks of a share are too small.
      #expect(Self.isEmpty(Self.impossible))
      let expected = ctally_reserve_expect(1000)
      #expect(expected != 0 && Self.isEmpty(Self.impossible))
      ctally_reserve_forget(expected)
      ctally_reserve_release()
      #expect(ctally_reserve_expect(Self.impossible) == 0)
    }
  }

  @Test(arguments: [8, 16, 64, 256, 4096]) func aBlockHasItsAlignment(_ alignment: Int) throws {
    var block: UnsafeMutableRawPointer?
    #expect(ctally_reserve_allocate(&block, alignment, 4096) == 0)
    let made = try #require(block)
    #expect(Int(bitPattern: made) % alignment == 0)
    made.initializeMemory(as: UInt8.self, repeating: 7, count: 4096)
    free(made)
  }

  /// Each number is that of one block, and a number that is not known any more means nothing.
  @Test func keptBlocksAreReleasedInAnyOrder() async {
    await #expect(processExitsWith: .success) {
      let numbers = [300, 200, 1, 400, 100].map { ctally_reserve_expect($0) }
      #expect(!numbers.contains(0) && Set(numbers).count == 5)
      for place in [3, 0, 4, 2, 1, 0] { ctally_reserve_forget(numbers[place]) }
      ctally_reserve_forget(UInt64.max)
    }
  }

  /// Many threads fill it, use it and give it back at the same moment.
  @Test func threadsShareIt() async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 32) { number in
        for round in 0..<200 {
          #expect(ctally_reserve_claim() == 0)
          let expected = ctally_reserve_expect(round % 7 * 100)
          #expect(ctally_reserve_refill() == 0)
          ctally_reserve_forget(expected)
          ctally_reserve_release()
        }
      }
      #expect(ctally_reserve_claim() == 0)
      ctally_reserve_release()
    }
  }
}

@Suite struct PlatformTests {
  /// A check that fails ends the process. It says whose defect it is, and where.
  @Test func aTrapHasAMessageAndABacktrace() async throws {
    let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
      // The process ends in an orderly way, so that its coverage is written.
      signal(SIGABRT) { _ in exit(3) }
      ctally_platform_trap()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("tally: internal error (a check in the library failed); backtrace:\n"))
    #expect(text.split(separator: "\n").count > 2)
  }

  /// It ends the process, too, if nobody can read the message.
  @Test func aTrapWithoutAnErrorOutputEndsTheProcess() async {
    await #expect(processExitsWith: .exitCode(3)) {
      signal(SIGABRT) { _ in exit(3) }
      close(STDERR_FILENO)
      ctally_platform_trap()
    }
  }
}
