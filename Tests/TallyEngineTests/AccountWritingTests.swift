import TallyFailure
import TestSupport
import Testing

@testable import TallyEngine

// The changes that an account waits for, in an engine in memory.

@Suite struct AccountWritingTests {
  @Test func unappliedChangesAreTheAccountsAndUnsettleIt() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let (ann, bo) = (try engine.account("ann"), try engine.account("bo"))
    var isValid = [ann.writing.verify(of: ann)]
    let settled = ann.gate.deadline
    // Calls would not notice it.
    ann.gate.deadline = Deadline(time: .max)
    ann.writing.unapplied = Share(of: ann, .call)
    isValid.append(ann.writing.verify(of: ann))
    ann.gate.deadline = .unsettled
    isValid.append(ann.writing.verify(of: ann))
    ann.writing.unapplied = Share(of: bo, .call)
    isValid.append(ann.writing.verify(of: ann))
    ann.writing.unapplied = nil
    ann.gate.deadline = settled
    ann.writing.share = Share(of: ann, .call)
    isValid.append(ann.writing.verify(of: ann))
    ann.writing.share = Share(of: bo, .call)
    isValid.append(ann.writing.verify(of: ann))
    ann.writing.share = nil
    #expect(isValid == [true, false, true, false, true, false])
  }
}
