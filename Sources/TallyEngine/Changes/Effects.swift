import TallyMemory
import TallyStore

/// The effects of a change on the parts of an account. They are worked out while the change can still fail, and are
/// reported when it is stored. So a change that is dropped takes them along.
struct Effects: ~Copyable {
  /// For the observers of messages.
  var counts = List<ChangedCounts>()
  /// The numbers of the groups whose observers must be notified.
  var groups = List<UInt32>()
  var reminders = ReminderNews()
  /// When the next snooze of a message ends; nil: none is snoozed.
  var nextSnooze: Int64?
  /// There may be rows to send.
  var sends = false
}

/// The change of the numbers of messages that an observer watches.
struct ChangedCounts: BitwiseCopyable {
  /// The token of the observer.
  var token: UInt64
  /// To be added to its counts.
  var more: MessageCounts
}

/// News about the reminders of an account.
struct ReminderNews {
  /// They were caught up with the clock, so the next wake must be planned.
  var isCaughtUp = false
  /// The plan in memory is ahead of the store.
  var isPlanned = false
  /// Whether the account was logged in.
  var isResumed = false
  /// The plan that the host gets, or the same one confirmed.
  var plan: PendingPlan?
  /// The events of reminders that fired. Each has pledged room in the queue.
  var events: [OneTimeEvent] = []
}
