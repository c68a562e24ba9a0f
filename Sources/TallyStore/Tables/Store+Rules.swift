import TallyFailure
import TallyMemory

// How messages count. A rule holds at its path, and below it until another path has its own. Where none holds, the
// account's own way does. Each message has the result as its threshold, so no other query reads a rule: it is set when
// the message comes to a path, and again when a rule changes.

/// Whether a message feeds the badge at its path. A damaged file may have any threshold, but read messages never do.
@inline(__always)
func feeds(_ state: Int64, _ threshold: Int64) -> Bool { state < 2 && state < threshold }

/// How an account counts, and the number of its rules.
private struct RuleState: BitwiseCopyable {
  var feeding: Int64
  var count: Int64
  /// Whether it may have messages whose level is not normal.
  var hasLevels = false
  /// Whether it may have claims of feeds.
  var hasClaims = false

  /// As one number. A damaged file has any number of rules at most.
  var packed: Int64 { count << 4 | (hasClaims ? 8 : 0) | (hasLevels ? 4 : 0) | feeding }

  init(feeding: Int64, count: Int64, hasLevels: Bool = false, hasClaims: Bool = false) {
    self.feeding = feeding
    self.count = count
    self.hasLevels = hasLevels
    self.hasClaims = hasClaims
  }

  init(packed: Int64) {
    feeding = packed & 3
    hasLevels = packed & 4 != 0
    hasClaims = packed & 8 != 0
    count = packed >> 4
  }
}

/// The rule of a path. 0: as without it.
public struct PathRule: Equatable, BitwiseCopyable {
  /// The threshold of messages at the path and below it.
  public var feeding: Int32
  /// 1: the path counts its children that have a number.
  public var counting: Int32

  public init(feeding: Int32 = 0, counting: Int32 = 0) {
    self.feeding = feeding
    self.counting = counting
  }
}

extension Store {
  /// The most rules of an account.
  public static var maximumRules: Int64 { 65_536 }
  /// The most accounts whose state is kept.
  private static var keptStates: Int { 4096 }

  // MARK: - Reading

  /// The rule that a path has of its own.
  public func ownRule(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) -> PathRule {
    let find = try statement(.rule(.find), account, text: path)
    if try !step(find) { return PathRule() }
    let (feeding, counting) = (find.number(0), find.number(1))
    if feeding != 0 { _ = try checkedFeeding(feeding) }
    if !(0...1).contains(counting) { throw numberError(counting) }
    return PathRule(feeding: Int32(truncatingIfNeeded: feeding), counting: Int32(truncatingIfNeeded: counting))
  }

  /// Visits the paths that count their children.
  public func forEachCountingPath(
    account: Int64, visit: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let find = try statement(.rule(.counting), account)
    while try step(find) { try visit(find.bytes(0)) }
  }

  /// The rule that holds at a path.
  /// - Complexity: O(depth of the path).
  public func feeding(account: Int64, at path: UnsafeRawBufferPointer) throws(Failure) -> Int32 {
    try threshold(account, path)
  }

  /// How an account counts where no rule holds.
  public func defaultFeeding(account: Int64) throws(Failure) -> Int32 {
    Int32(truncatingIfNeeded: try ruleState(account).feeding)
  }

  /// The threshold of the messages at a path.
  func threshold(_ account: Int64, _ path: UnsafeRawBufferPointer) throws(Failure) -> Int32 {
    let state = try ruleState(account)
    if state.count > 0 {
      var end = path.count
      while end > 0 {
        let own = try ownRule(account: account, path: UnsafeRawBufferPointer(rebasing: path[0..<end])).feeding
        if own != 0 { return own }
        end = lengthOfParent(path, end)
      }
    }
    return Int32(truncatingIfNeeded: state.feeding)
  }

  /// Whether a message that is seen may cease to feed its badge.
  func feedsUnseen(_ account: Int64) throws(Failure) -> Bool {
    let state = try ruleState(account)
    return state.feeding == 1 || state.count > 0
  }

  /// Whether an account may have messages whose level is not normal. Otherwise no sum of levels is read.
  func hasLevels(_ account: Int64) throws(Failure) -> Bool { try ruleState(account).hasLevels }

  /// A message whose level is not normal is about to be stored.
  @inline(never)
  func noteLevel(_ account: Int64) throws(Failure) {
    var state = try ruleState(account)
    if state.hasLevels { return }
    state.hasLevels = true
    try keep(state, of: account)
  }

  /// Whether an account may have claims of feeds. One that was removed has none.
  public func mayHaveClaims(_ account: Int64) throws(Failure) -> Bool {
    #if !TALLY_PLAIN
      if let known = ruleStates.value(UInt64(bitPattern: account)) { return RuleState(packed: known).hasClaims }
    #endif
    return try storedRuleState(account)?.hasClaims ?? false
  }

  /// A claim was stored.
  func noteClaim(_ account: Int64) throws(Failure) {
    var state = try ruleState(account)
    if state.hasClaims { return }
    state.hasClaims = true
    try keep(state, of: account)
  }

  private func checkedFeeding(_ number: Int64) throws(Failure) -> Int32 {
    if !StoredRange.feeding.contains(number) { throw numberError(number) }
    return Int32(truncatingIfNeeded: number)
  }

  private func ruleState(_ account: Int64) throws(Failure) -> RuleState {
    #if !TALLY_PLAIN
      if let known = ruleStates.value(UInt64(bitPattern: account)) { return RuleState(packed: known) }
    #endif
    if let state = try storedRuleState(account) { return state }
    throw refusal(.corrupt, "the file is damaged: an account is missing")
  }

  /// nil: there is no such account.
  @inline(never)
  private func storedRuleState(_ account: Int64) throws(Failure) -> RuleState? {
    let find = try statement(.rule(.state), account)
    guard try step(find) else { return nil }
    let state = RuleState(
      feeding: Int64(try checkedFeeding(find.number(0))), count: find.number(1), hasLevels: find.number(2) != 0,
      hasClaims: find.number(3) != 0)
    try keep(state, of: account)
    return state
  }

  private func keep(_ state: RuleState, of account: Int64) throws(Failure) {
    if ruleStates.count >= Store.keptStates { ruleStates = IntegerMap() }
    try growing { () throws(OutOfMemory) in try ruleStates.set(UInt64(bitPattern: account), state.packed) }
  }

  /// Keeps the state of an account that was just created, so that its first message needs no query.
  func keepRules(ofNew account: Int64, feeding: Int32) throws(Failure) {
    try keep(RuleState(feeding: Int64(feeding), count: 0), of: account)
  }

  // MARK: - Changing

  /// Sets the rule of a path, or removes it if nothing is set, and reports how that changes what messages feed.
  /// - Returns: whether it was different.
  /// - Throws: `.limit` if there are too many. After an error the caller rolls back.
  /// - Complexity: O(log n) for each message below the path, and for each rule above one.
  @discardableResult
  public func setRule(
    account: Int64, path: UnsafeRawBufferPointer, _ rule: PathRule, visit: DeltaVisitor
  ) throws(Failure) -> Bool {
    let former = try ownRule(account: account, path: path)
    if former == rule { return false }
    var state = try ruleState(account)
    if rule == PathRule() {
      try run(.rule(.delete), account, text: path)
      state.count -= 1
    } else {
      if former == PathRule() {
        if state.count >= Store.maximumRules { throw tooManyRules() }
        state.count += 1
      }
      var save = try statement(.rule(.save), account, text: path)
      save.bind(3, Int64(rule.feeding))
      save.bind(4, Int64(rule.counting))
      try finish(save)
    }
    try keep(state, of: account)
    if former.feeding == rule.feeding { return true }
    deltas.removeAll()
    try applyRules(account, from: path)
    try tellDeltas(visit)
    return true
  }

  /// Sets how an account counts where no rule holds, as `setRule`.
  @discardableResult
  public func setDefaultFeeding(account: Int64, _ feeding: Int32, visit: DeltaVisitor) throws(Failure) -> Bool {
    var state = try ruleState(account)
    if state.feeding == Int64(feeding) { return false }
    try run(.rule(.setDefault), account, Int64(feeding))
    state.feeding = Int64(feeding)
    try keep(state, of: account)
    deltas.removeAll()
    try applyRules(account, from: rootPath)
    try tellDeltas(visit)
    return true
  }

  private var rootPath: UnsafeRawBufferPointer {
    let root: StaticString = "root"
    return UnsafeRawBufferPointer(start: root.utf8Start, count: root.utf8CodeUnitCount)
  }

  private func tooManyRules() -> Failure { refusal(.limit, "an account has at most 65,536 rules") }

  /// Rules were restored.
  func checkRules(_ account: Int64) throws(Failure) {
    ruleStates.remove(UInt64(bitPattern: account))
    if try ruleState(account).count > Store.maximumRules { throw tooManyRules() }
  }

  /// Sets the thresholds of the messages at a path and below it, and collects what that changes.
  private func applyRules(_ account: Int64, from top: UnsafeRawBufferPointer) throws(Failure) {
    let threshold = try self.threshold(account, top)
    let below = try statement(.rule(.hasBelow), account, text: top)
    #if TALLY_PLAIN
      let isUniform = false
    #else
      let isUniform = try step(below) && below.number(0) == 0
    #endif
    below.finish()
    try apply(threshold, account, top)
    var path = ByteBuffer()
    try growing { () throws(OutOfMemory) in try path.append(top) }
    while try findNextPath(account, below: top, &path) {
      try apply(isUniform ? threshold : try self.threshold(account, path.bytes), account, path.bytes)
    }
  }

  /// The next path with messages. The top itself stands before the first one.
  private func findNextPath(
    _ account: Int64, below top: UnsafeRawBufferPointer, _ path: inout ByteBuffer
  ) throws(Failure) -> Bool {
    var find = try statement(.rule(.nextPath), account, text: top)
    find.bind(3, text: path.bytes)
    guard try step(find), !find.bytes(0).isEmpty else { return false }
    // The bound bytes must not change until the statement is done.
    var next = ByteBuffer()
    try growing { () throws(OutOfMemory) in try next.append(find.bytes(0)) }
    find.finish()
    swap(&path, &next)
    return true
  }

  /// Sets the threshold of the messages at exactly one path.
  private func apply(_ threshold: Int32, _ account: Int64, _ path: UnsafeRawBufferPointer) throws(Failure) {
    let former = try fed(account, path)
    var apply = try statement(.rule(.apply), account, text: path)
    apply.bind(3, Int64(threshold))
    if try finish(apply) == 0 { return }
    let now = try fed(account, path)
    try addDelta(path, now.adding(former.negated))
  }

  /// The sum that the messages at exactly one path feed.
  private func fed(
    _ account: Int64, _ path: UnsafeRawBufferPointer
  ) throws(Failure) -> FedChange {
    let find = try statement(.rule(.sums), account, text: path)
    if try !step(find) { return FedChange() }
    let sum = try sums(find)
    find.finish()
    if sum.badges == 0 { return sum }
    if try !hasLevels(account) { return sum }
    let levels = try statement(.level(.exactlyAt), account, text: path)
    return try step(levels) ? sum.adding(try levelSums(levels, of: sum)) : sum
  }

  // MARK: - Verifying and salvaging

  /// Visits the paths that have a message with another threshold than the rules say.
  func visitOtherThresholds(
    _ visit: (_ account: Int64, _ path: UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    ruleStates = IntegerMap()
    let rows = try statement(.rule(.paths))
    while try step(rows) {
      let (account, path) = (rows.number(0), rows.bytes(1))
      let threshold = Int64(try self.threshold(account, path))
      if rows.number(2) != threshold || rows.number(3) != threshold { try visit(account, path) }
    }
  }

  /// Sets the thresholds of all messages.
  func applyAllRules() throws(Failure) {
    ruleStates = IntegerMap()
    var accounts = List<Int64>()
    let rows = try statement(.rule(.accounts))
    while try step(rows) {
      let account = rows.number(0)
      try growing { () throws(OutOfMemory) in try accounts.append(account) }
    }
    rows.finish()
    for position in 0..<accounts.count {
      deltas.removeAll()
      try applyRules(accounts[position], from: rootPath)
    }
    deltas.removeAll()
  }
}
