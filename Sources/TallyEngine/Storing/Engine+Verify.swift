import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Verifying: the file itself, and the memory against the file.

extension StoreRules {
  /// Allows any path and name that an engine may have stored, whatever this one's limits.
  static var engine: StoreRules {
    StoreRules(
      isPath: { text in
        var path = Path()
        do throws(Failure) {
          try path.parse(text, limits: PathLimits(depth: 65_535, bytes: 65_535))
        } catch {
          // Without memory the result is unknown.
          return error.status == .noMemory
        }
        return isEqual(path.bytes.bytes, text)
      },
      isName: { text in
        do throws(Failure) { try Path.checkName(text) } catch { return false }
        return true
      })
  }
}

/// Collects the errors: all of them for the log, the first one for the message.
private final class Report {
  let engine: Engine
  var first = ByteBuffer()
  var count = 0
  /// The error is in memory, not in the file.
  var isDefect = false

  init(_ engine: Engine) {
    self.engine = engine
  }

  func add(_ words: UnsafeRawBufferPointer) {
    count += 1
    var line = ByteBuffer()
    // An error without memory for its description still counts.
    do throws(OutOfMemory) {
      if first.isEmpty { try first.append(words) }
      try line.append(words)
      try line.withCString { engine.log(1, $0) }
    } catch {}
  }

  func add(_ account: Account, _ what: StaticString) {
    var line = ByteBuffer()
    do throws(OutOfMemory) {
      try line.append("account '")
      try account.name.withUnsafeBufferPointer { (bytes) throws(OutOfMemory) in
        try line.append(UnsafeRawBufferPointer(bytes))
      }
      try line.append("': ")
      try line.append(what)
    } catch {}
    add(line.bytes)
  }

  func verdict() -> Failure? {
    if count == 0 { return nil }
    let failure = Failure(isDefect ? .internalError : .corrupt, "verified: ")
    Words.add(UnsafeRawBufferPointer(rebasing: first.bytes.prefix(700)))
    if count > 1 {
      Words.add(" (and ")
      Words.add(number: Int64(count - 1))
      Words.add(" more, which the log has)")
    }
    return failure
  }
}

extension Engine {
  /// Reads the whole file, and compares the memory with it. Each error goes to the log.
  /// - Throws: `corrupt` if there is an error; `internalError` if only the memory is wrong.
  public func verify() throws(Failure) {
    try withStore { (storeHold) throws(Failure) in
      let report = Report(self)
      try verifyStore(storeHold, report)
      if report.count == 0 { try verifyAccounts(storeHold, report) }
      if let failure = report.verdict() { throw failure }
    }
  }

  private func verifyStore(_ storeHold: borrowing StoreHold, _ report: Report) throws(Failure) {
    _ = try store.verify(.engine) { words in report.add(words) }
  }

  /// Takes `lock` for one account at a time.
  private func verifyAccounts(_ storeHold: borrowing StoreHold, _ report: Report) throws(Failure) {
    try collectAndWrite(storeHold)
    var place = 0
    while let account = try resident(at: place) {
      place += 1
      if try verifyAsItIs(account, report) { continue }
      // Its badges change all the time. Unstored ones go into a transaction during the comparison.
      do throws(Failure) {
        try beginApart(storeHold)
        try verifyInTransaction(storeHold, account, report)
      } catch {
        abandonApart(storeHold)
        throw error
      }
      if let refused = commitGroup(storeHold) { throw refused }
    }
  }

  /// An account in memory. Trees are read and freed only under the store's lock.
  private func resident(at place: Int) throws(Failure) -> Account? {
    let hold = try enter()
    defer { hold.keep() }
    return place < accounts.residents.count ? accounts[accounts.residents[place]] : nil
  }

  /// - Returns: false: some of its badges are not stored yet.
  private func verifyAsItIs(_ account: Account, _ report: Report) throws(Failure) -> Bool {
    var hold = try enter()
    account.awaitIdle(&hold)
    if account.needsStoring { return false }
    try verify(&hold, account, report)
    return true
  }

  private func verifyInTransaction(
    _ storeHold: borrowing StoreHold, _ account: Account, _ report: Report
  ) throws(Failure) {
    var hold = try enter()
    try saveRest(storeHold, &hold)
    try verify(&hold, account, report)
  }

  private func verify(_ hold: inout LockHold, _ account: Account, _ report: Report) throws(Failure) {
    account.awaitIdle(&hold)
    try account.applyLate(&hold)
    try account.exclusively(&hold) { () throws(Failure) in try compare(account, report) }
  }

  private func compare(_ account: Account, _ report: Report) throws(Failure) {
    let wrong = try account.tree.verify()
    if wrong != nil {
      report.isDefect = true
      report.add(account, "the badges in memory do not add up")
    }
    if try !isAsStored(account) {
      report.isDefect = true
      report.add(account, "the badges in memory are not those of the file")
    }
  }

  /// Whether an account's own states and feeds agree with the file.
  private func isAsStored(_ account: Account) throws(Failure) -> Bool {
    let tree = account.tree
    var isSame = true
    var owners = 0
    var fed: Int64 = 0
    if configuration.isPersistent {
      try store.loadBadges(account: account.id) { path, own in
        owners += 1
        guard let at = tree.known(path), tree.ownState(at) == own else {
          isSame = false
          return
        }
      }
    }
    try store.fedSums(account: account.id) { path, sum in
      fed += sum.badges
      guard let at = tree.known(path), tree.isFed(at), tree.fedCount(ofPrimary: at) == UInt64(clamping: sum.count),
        tree.fedLevels(ofPrimary: at) == sum.levels
      else {
        isSame = false
        return
      }
    }
    try store.forEachFlag(account: account.id) { path in
      fed += 1
      guard let at = tree.known(path), tree.isFed(at) else {
        isSame = false
        return
      }
    }
    var shared = 0
    try store.sharedSums(account: account.id) { (paths, sum) throws(Failure) in
      shared += 1
      if try !tree.isFed(paths, sum) { isSame = false }
    }
    if fed != tree.fedBadges || shared != tree.sharedFeedCount { return false }
    if try !hasStoredLinks(account) { return false }
    if !configuration.isPersistent || !isSame { return isSame }
    return owners == (try ownerCount(tree))
  }

  /// Whether an account's links, and the paths that count their children, are those of the file.
  private func hasStoredLinks(_ account: Account) throws(Failure) -> Bool {
    let tree = account.tree
    var (isSame, links, rules) = (true, 0, 0)
    try store.forEachLink(account: account.id) { (path, target) throws(Failure) in
      links += 1
      guard let at = tree.known(path), let under = tree.known(target), tree.isLinked(at, under: under) else {
        isSame = false
        return
      }
    }
    try store.forEachCountingPath(account: account.id) { (path) throws(Failure) in
      rules += 1
      guard let at = tree.known(path), tree.rule(of: at) == .lit else {
        isSame = false
        return
      }
    }
    return isSame && links == tree.linkCount && rules == tree.ruleCount
  }

  /// Nodes with an own state are listed.
  private func ownerCount(_ tree: Tree) throws(Failure) -> Int {
    var listed = List<NodeIndex>()
    var count = 0
    if let root = try tree.find(Engine.rootPath) { try tree.collect(root, subtree: true, into: &listed) }
    for position in 0..<listed.count where !tree.ownState(listed[position]).isEmpty { count += 1 }
    return count
  }

  private static var rootPath: UnsafeRawBufferPointer {
    let root: StaticString = "root"
    return UnsafeRawBufferPointer(start: root.utf8Start, count: 4)
  }
}
