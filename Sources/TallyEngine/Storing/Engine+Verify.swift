import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Verifying: the file by itself, and what is in memory against the file.

extension StoreRules {
  /// Any path and name that some engine may have stored, whatever this one's limits are.
  static var engine: StoreRules {
    StoreRules(
      isPath: { text in
        var path = Path()
        do throws(TreeError) {
          try path.parse(text, limits: PathLimits(depth: 65_535, bytes: 65_535))
        } catch {
          // Without memory nothing is known.
          return error == .outOfMemory
        }
        return isEqual(path.bytes.bytes, text)
      },
      isName: { text in
        do throws(TreeError) { try Path.checkName(text) } catch { return false }
        return true
      })
  }
}

/// Collects what is found: all of it for the log, the first one for the message.
private final class Report {
  let engine: Engine
  var first = ByteBuffer()
  var count = 0
  /// Not in the file, but in memory.
  var isDefect = false

  init(_ engine: Engine) {
    self.engine = engine
  }

  func add(_ words: UnsafeRawBufferPointer) {
    count += 1
    var line = ByteBuffer()
    // What cannot be told for want of memory is counted all the same.
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
  /// Reads all of the file, and compares what is in memory with it. Each thing that is wrong goes to the log.
  /// - Throws: `corrupt` where something is; `internalError` where only what is in memory is wrong.
  public func verify() throws(Failure) {
    if isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    storeLock.lock()
    defer { storeLock.unlock() }
    try enter()
    lock.unlock()
    let report = Report(self)
    try verifyStore(report)
    if report.count == 0 { try verifyAccounts(report) }
    if let failure = report.verdict() { throw failure }
  }

  /// Under `storeLock`.
  private func verifyStore(_ report: Report) throws(Failure) {
    _ = try store.verify(.engine) { words in report.add(words) }
  }

  /// Under `storeLock`; takes `lock` for one account at a time.
  private func verifyAccounts(_ report: Report) throws(Failure) {
    try collectAndWrite()
    var place = 0
    while true {
      try enter()
      defer { lock.unlock() }
      // None comes or goes meanwhile: that takes `storeLock`.
      if place >= accounts.residents.count { return }
      let account = accounts[accounts.residents[place]]
      place += 1
      if account.needsStoring {
        do throws(Failure) {
          try collectBatch()
          try writeBatch()
        } catch {
          planGroup(after: GroupSchedule.retryDelay)
          throw error
        }
      }
      let wrong = try growingTree { () throws(TreeError) in try account.tree.verify() }
      if wrong != nil {
        report.isDefect = true
        report.add(account, "the badges in memory do not add up")
      }
      if try !isAsStored(account) {
        report.isDefect = true
        report.add(account, "the badges in memory are not those of the file")
      }
    }
  }

  /// Whether what an account's badges own, and what messages feed them, is what the file says. Under both locks.
  private func isAsStored(_ account: Account) throws(Failure) -> Bool {
    let tree = account.tree
    var isSame = true
    var owners = 0
    var fed: Int64 = 0
    if isPersistent {
      try store.loadBadges(account: account.id) { path, own in
        owners += 1
        guard let at = Engine.find(path, in: tree), tree.ownState(at) == own else {
          isSame = false
          return
        }
      }
    }
    try store.fedSums(account: account.id, feeding: account.feeding.rawValue) { path, count, badges in
      fed += Int64(clamping: badges)
      guard let at = Engine.find(path, in: tree), tree.isFed(at), tree.fedCount(at) == count else {
        isSame = false
        return
      }
    }
    if fed != tree.fedBadges { return false }
    if !isPersistent || !isSame { return isSame }
    return owners == (try ownerCount(tree))
  }

  static func find(_ path: UnsafeRawBufferPointer, in tree: Tree) -> NodeIndex? {
    do throws(TreeError) { return try tree.find(path) } catch { return nil }
  }

  /// What owns something is listed.
  private func ownerCount(_ tree: Tree) throws(Failure) -> Int {
    var listed = List<NodeIndex>()
    var count = 0
    try growingTree { () throws(TreeError) in
      guard let root = try tree.find(Engine.rootPath) else { return }
      try tree.collect(root, subtree: true, into: &listed)
    }
    for position in 0..<listed.count where !tree.ownState(listed[position]).isEmpty { count += 1 }
    return count
  }

  private static var rootPath: UnsafeRawBufferPointer {
    let root: StaticString = "root"
    return UnsafeRawBufferPointer(start: root.utf8Start, count: 4)
  }
}
