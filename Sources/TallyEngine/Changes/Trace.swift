import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

/// The texts of a record. Bytes are borrowed.
struct TraceTexts {
  /// The subject of the record, or the URL of an exchange.
  var text: UnsafeRawBufferPointer
  var headers = UnsafeRawBufferPointer(start: nil, count: 0)
  var body = UnsafeRawBufferPointer(start: nil, count: 0)

  init(_ text: UnsafeRawBufferPointer) { self.text = text }
}

/// A reader of all that the engine does. It waits for nobody, calls no host, and wakes only its own reader.
///
/// Invariants: under the engine's `lock`. While it is open, `Traces` has it. The signal, if there is one, is set while
/// there is a record.
public final class Trace: EnginePart, @unchecked Sendable {
  public let engine: Engine
  let kinds: UInt32
  /// The account; 0: all.
  private let account: Int64
  private var ring: TraceRing
  private let arrived: Condition
  private var signal: Signal?
  fileprivate(set) var isOpen = true

  fileprivate init(
    _ engine: Engine, _ kinds: UInt32, _ account: Int64, _ ring: consuming TraceRing, _ arrived: Condition
  ) {
    self.engine = engine
    self.kinds = kinds
    self.account = account
    self.ring = ring
    self.arrived = arrived
  }

  /// Whether it needs the journal of messages.
  fileprivate var wantsMessages: Bool { kinds & (TraceRecord.Kind.message.bit | TraceRecord.Kind.group.bit) != 0 }

  func wants(_ kind: TraceRecord.Kind, of account: Int64) -> Bool {
    kinds & kind.bit != 0 && (self.account == 0 || account == 0 || self.account == account)
  }

  fileprivate func add(
    _ hold: borrowing LockHold, _ record: borrowing TraceRecord, _ texts: TraceTexts
  ) {
    let wasEmpty = ring.isEmpty
    ring.append(record, texts)
    if wasEmpty { wake(hold) }
  }

  fileprivate func lose(_ hold: borrowing LockHold) {
    let wasEmpty = ring.isEmpty
    ring.lose()
    if wasEmpty { wake(hold) }
  }

  fileprivate func wake(_ hold: borrowing LockHold) {
    signal?.set()
    arrived.broadcast()
  }

  /// Waits for a record and takes it.
  /// - Parameters:
  ///   - timeout: milliseconds; -1: no limit.
  ///   - capacity: the room for its texts. A record with longer ones stays.
  /// - Returns: the record, and whether its texts fitted; nil: none came.
  public func next(
    timeout: Int64, capacity: Int, texts: inout ByteBuffer
  ) throws(Failure) -> (record: TraceRecord, fits: Bool)? {
    var hold = try engine.enter()
    let end = timeout < 0 ? Int64.max : saturatingSum(Clock.system.elapsed, timeout)
    while isOpen && ring.isEmpty {
      let left = end == Int64.max ? Int64.max : end - Clock.system.elapsed
      if timeout == 0 || left <= 0 { return nil }
      if left == Int64.max { arrived.wait(&hold) } else { _ = arrived.wait(&hold, milliseconds: left) }
      if isClosed { throw .closed }
    }
    if !isOpen { throw .closed }
    var found: (TraceRecord, Bool)?
    try growing { () throws(OutOfMemory) in found = try ring.take(&texts, capacity: capacity) }
    if ring.isEmpty { signal?.clear() }
    return found.map { (record: $0.0, fits: $0.1) }
  }

  /// Readable while there are records.
  public func descriptor() throws(Failure) -> Int32 {
    let hold = try engine.enter()
    if let signal { return signal.descriptor }
    do throws(LoopError) {
      let made = try Signal.make()
      signal = made
      if !ring.isEmpty { wake(hold) }
      return made.descriptor
    } catch {
      throw Failure(loopError: error)
    }
  }

  /// A second call is allowed, also after the engine is closed.
  public func close() {
    if engine.isForked { return }
    let storeHold = engine.takeStore()
    let hold = lock()
    isOpen = false
    engine.duties.traces?.remove(storeHold, hold, self)
    wake(hold)
  }
}

/// The open traces of an engine.
final class Traces {
  private var all: [Trace] = []

  fileprivate func reserve() throws(OutOfMemory) { try all.reserveRoom(1) }

  fileprivate func insert(_ storeHold: borrowing StoreHold, _ hold: borrowing LockHold, _ trace: Trace) {
    all.append(trace)
    update(storeHold, hold, trace.engine)
  }

  fileprivate func remove(_ storeHold: borrowing StoreHold, _ hold: borrowing LockHold, _ trace: Trace) {
    all.removeAll { $0 === trace }
    update(storeHold, hold, trace.engine)
  }

  /// Operations of a traced account are logged, so that the states before them are known.
  private func update(_ storeHold: borrowing StoreHold, _ hold: borrowing LockHold, _ engine: Engine) {
    for slot in 0..<engine.accounts.slotCount {
      if let account = engine.accounts.account(slot) { account.gate.isTraced = isTraced(account) }
    }
    engine.store.followsAll = all.contains { $0.wantsMessages }
    if all.isEmpty {
      engine.duties.trace = nil
      engine.duties.traceChange = nil
      engine.duties.traceMessages = nil
    }
  }

  private func isTraced(_ account: Account) -> Bool { wants(.transaction, account.id) || wants(.node, account.id) }

  func wants(_ kind: TraceRecord.Kind, _ account: Int64) -> Bool {
    all.contains { $0.wants(kind, of: account) }
  }

  fileprivate func add(_ hold: borrowing LockHold, _ record: borrowing TraceRecord, _ texts: TraceTexts) {
    let (kind, account) = (record.kind, record.account)
    for trace in all where trace.wants(kind, of: account) { trace.add(hold, record, texts) }
  }

  /// An account was opened.
  func follow(_ hold: borrowing LockHold, _ account: Account) { account.gate.isTraced = isTraced(account) }

  /// The engine is being closed.
  func end(_ hold: borrowing LockHold) {
    for trace in all { trace.wake(hold) }
    all = []
  }

  /// A transaction, and each node that it has touched.
  fileprivate func record(_ hold: borrowing LockHold, _ account: Account, _ cause: Cause) {
    let tree = account.tree
    var record = TraceRecord(.transaction, of: account)
    record.detail = cause.code
    (record.feed, record.request) = cause.source
    record.revision = tree.revision &+ (tree.hasChange ? 1 : 0)
    account.name.withUnsafeBytes { add(hold, record, TraceTexts($0)) }
    record.kind = .node
    if !wants(.node, account.id) { return }
    do throws(OutOfMemory) {
      try tree.forEachTouched { at, before in
        record.before = before
        record.after = tree.state(of: at)
        add(hold, record, TraceTexts(tree.path(of: at)))
      }
    } catch {
      for trace in all where trace.wants(.node, of: account.id) { trace.lose(hold) }
    }
  }

  /// The paths and threads whose messages have changed.
  fileprivate func record(_ hold: borrowing LockHold, _ account: Account, _ journal: borrowing MessageJournal) {
    var record = TraceRecord(.message, of: account)
    for place in journal.paths(of: account.id) {
      record.messages = journal.counts(place)
      // Messages with further paths are at each of them.
      var paths = PlaceList(journal.path(place))
      while let path = paths.next() { add(hold, record, TraceTexts(path)) }
    }
    record.kind = .group
    record.messages = MessageCounts()
    for place in journal.threads(of: account.id) {
      add(hold, record, TraceTexts(journal.thread(place)))
    }
  }
}

extension Account {
  /// Records what has happened to the account.
  @inline(never)
  func trace(_ hold: borrowing LockHold, _ event: TraceRecord.AccountEvent) {
    guard let trace = tracing else { return }
    var record = TraceRecord(.account, of: self)
    record.detail = event.rawValue
    name.withUnsafeBytes { trace(hold, record, TraceTexts($0)) }
  }
}

extension Engine {
  /// Opens a trace.
  /// - Parameters:
  ///   - kinds: a bit for each kind of record.
  ///   - account: nil: all accounts.
  ///   - bytes: the size of its ring.
  public func openTrace(kinds: UInt32, account: Account?, bytes: Int) throws(Failure) -> Trace {
    let ring: TraceRing
    do throws(OutOfMemory) { ring = try TraceRing(bytes: bytes) } catch { throw .noMemory }
    let arrived: Condition
    do throws(LoopError) { arrived = try Condition.make() } catch { throw Failure(loopError: error) }
    let trace = Trace(self, kinds, account?.id ?? 0, ring, arrived)
    return try withStore { (storeHold) throws(Failure) in
      if trace.wantsMessages { try store.beginJournal() }
      let hold = try enter()
      let traces = duties.traces ?? Traces()
      try growing { () throws(OutOfMemory) in try traces.reserve() }
      duties.traces = traces
      duties.trace = { hold, record, texts in traces.add(hold, record, texts) }
      duties.traceChange = { hold, account, cause in traces.record(hold, account, cause) }
      duties.traceMessages = { hold, account, journal in traces.record(hold, account, journal) }
      traces.insert(storeHold, hold, trace)
      return trace
    }
  }
}
