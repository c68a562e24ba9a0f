import TallyFailure
import TallyLoop
import TallyStore

/// The work of the optional parts of the library, most of it the loop's. The call that first gives a part something to
/// do sets its closure here. Nothing else refers to the part, so a program with libtally.a contains only the parts that
/// it calls (Tests/Package/test_size.py). Under the engine's `lock`.
struct Duties {
  // Due work, on the loop thread. The engine may be closed afterwards.
  var feeds: ((Engine, inout LockHold) -> Void)?
  var outboxes: ((Engine, inout LockHold) -> Void)?
  var reminders: ((Engine, inout LockHold) -> Void)?
  /// Works out what a change of messages means for their observers, with both locks.
  var messages: ((Share, borrowing MessageJournal) throws(Failure) -> Void)?
  /// The tree of an account is going to be freed, with both locks.
  var unloading: ((Account, borrowing LockHold) -> Void)?
  /// Makes the sender of an account that is opened and has an outbox that the library sends.
  var outbox: ((Account, OutboxOptions, borrowing LockHold) throws(Failure) -> Void)?
  /// Makes the stored feeds of an account known that is about to be logged in. With the store.
  var starting: ((Account, borrowing StoreHold) throws(Failure) -> Void)?
  // For the open traces; nil: there are none.
  /// Adds a record.
  var trace: ((borrowing LockHold, borrowing TraceRecord, TraceTexts) -> Void)?
  /// Records the tree's transaction, which is about to end.
  var traceChange: ((borrowing LockHold, Account, Cause) -> Void)?
  var traceMessages: ((borrowing LockHold, Account, borrowing MessageJournal) -> Void)?
  var traces: Traces?
  /// Continues the host's requests, without a lock. Returns whether there are more.
  var host: ((Engine) -> Bool)?
  /// Closes the HTTP client after the loop was stopped.
  var client: ((Engine) -> Void)?
}
