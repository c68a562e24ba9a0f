/// When pending badge changes are written as a group, and whether a failing disk was reported. Times are of the elapsed
/// clock. It does not write, lock or read a clock.
///
/// Invariants: without a file nothing is planned. A group that is urgent is planned. While the store is failing, the
/// next try is planned and the failure was reported. Badges count as unwritten only after a failure was reported.
struct GroupSchedule {
  /// The first change of a group waits this long at most.
  static let delay: Int64 = 50
  /// After a failed write.
  static let retryDelay: Int64 = 1000
  /// This many pending rows begin a group immediately.
  static let size = 1000
  /// This many make the caller write them.
  static let arrears = 8 * size
  /// The time of a group that is not planned.
  static let never = Int64.max

  private let hasFile: Bool
  /// When the next group is written.
  private(set) var due = GroupSchedule.never
  /// The next group was planned because it is large.
  private var isUrgent = false
  /// Rows that are in no group yet: changed badges, however often each has changed.
  private(set) var pending = 0
  /// The last write failed. Only the loop waits for a failing disk.
  private var isFailing = false
  private var isFailureReported = false
  /// Badges in the group that could not be written.
  private(set) var unwritten = 0

  init(hasFile: Bool) { self.hasFile = hasFile }

  /// Counts new rows.
  @inline(__always)
  mutating func add(_ rows: Int) { pending &+= rows }

  /// Whether the pending rows begin a group immediately.
  @inline(__always)
  var isLarge: Bool { pending >= GroupSchedule.size }

  /// Whether the disk is so far behind that the caller writes the next group.
  var isInArrears: Bool { pending >= GroupSchedule.arrears && !isFailing }

  /// Plans a group, unless an early enough one is planned.
  /// - Returns: whether the plan is new.
  mutating func hasten(now: @autoclosure () -> Int64) -> Bool {
    let mustHurry = isLarge && !isFailing
    if !hasFile || (due != GroupSchedule.never && (isUrgent || !mustHurry)) { return false }
    plan(after: mustHurry ? 0 : GroupSchedule.delay, now: now())
    isUrgent = mustHurry
    return true
  }

  /// Plans the next group for this time, in place of any former plan.
  mutating func plan(after delay: Int64, now: Int64) {
    if hasFile { due = min(now, GroupSchedule.never - delay - 1) + delay }
  }

  func isDue(_ now: Int64) -> Bool { due <= now }

  /// All pending rows are in the group that is written now.
  mutating func collect() {
    due = GroupSchedule.never
    isUrgent = false
    pending = 0
    isFailing = false
  }

  /// A write failed and is retried.
  /// - Parameter count: the badges in the group.
  /// - Returns: whether this is the first failure since the last written group, so it must be reported.
  mutating func fail(unwritten count: Int, now: Int64) -> Bool {
    let isFirst = !isFailureReported
    isFailing = true
    isFailureReported = true
    unwritten = count
    retry(after: GroupSchedule.retryDelay, now: now)
    return isFirst
  }

  /// A write was abandoned for another reason than the disk, and is retried.
  mutating func retry(after delay: Int64, now: Int64) {
    isUrgent = false
    plan(after: delay, now: now)
  }

  /// A group was written.
  /// - Returns: whether a failure was reported before, so this must be reported too.
  mutating func succeed() -> Bool {
    let wasReported = isFailureReported
    isFailureReported = false
    unwritten = 0
    return wasReported
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    let isPlanned = due != GroupSchedule.never
    let isPlanRight = (!isUrgent || isPlanned) && (!isPlanned || hasFile)
    let isFailureRight = !isFailing || (isPlanned == hasFile && isFailureReported)
    return isPlanRight && isFailureRight && unwritten >= 0 && (unwritten == 0 || isFailureReported)
  }
}
