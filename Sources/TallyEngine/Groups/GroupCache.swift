import CMemory
import TallyFailure
import TallyMemory
import TallyStore
import TallySummary

/// What a group's summary is made of, as it is known.
struct GroupState: ~Copyable {
  var digest = GroupDigest()
  /// Whether it is what is stored.
  var isCurrent = false
  var newest: Int64 = 0
  var oldest: Int64 = 0
  /// How many have come since the user saw the group.
  var fresh = 0
  private var rank = ByteBuffer()
  private var seenKey: Int64 = 0
  private var seenRank = ByteBuffer()

  init() {}

  mutating func begin(seenKey key: Int64, rank seen: UnsafeRawBufferPointer) throws(OutOfMemory) {
    isCurrent = false
    digest.removeAll()
    fresh = 0
    rank.removeAll()
    seenRank.removeAll()
    seenKey = key
    try seenRank.append(seen)
  }

  /// Whether a message would be the newest.
  func isNewest(_ message: GroupedMessage) -> Bool {
    isOrderedBefore(rank.bytes, message.rank) || (isEqual(rank.bytes, message.rank) && newest < message.key)
  }

  /// Adds what is newer than all others.
  mutating func append(_ message: GroupedMessage, category: Int32) throws(OutOfMemory) {
    try rank.reserve(message.rank.count)
    try digest.append(category: category, argument: message.argument, count: UInt64(message.argumentCount))
    rank.removeAll()
    try rank.append(message.rank)
    newest = message.key
    if digest.notifications == 1 { oldest = message.key }
    if isFresh(message) { fresh += 1 }
  }

  /// What came later has a greater key; what was replaced, a greater rank.
  private func isFresh(_ message: GroupedMessage) -> Bool {
    message.key > seenKey || isOrderedBefore(seenRank.bytes, message.rank)
  }
}

/// What is kept of an account's groups, so that a summary costs what it says, and an arrival next to nothing. All of it
/// can be had from the store again. Under `storeLock`.
///
/// Invariants: a group that is current is what the transaction under way, if any, makes of it; `touched` holds each one
/// that the transaction has changed, once; whatever is taken back makes those not current.
final class GroupCache {
  enum Mode: Int32 {
    case automatic = 1
    case byApp, off
  }

  private struct Slot: BitwiseCopyable {
    var state: UnsafeMutablePointer<GroupState>?
    var isTouched = false
  }

  let account: Int64
  /// The account's, while it is open.
  let slot: UInt32
  /// More groups than that are forgotten, and read again.
  private let capacity: Int
  private(set) var catalogue = Catalogue()
  private(set) var mode = Mode.automatic
  /// Where nobody asks for one.
  private(set) var language = LanguageTag.root
  private var isLoaded = false
  /// How many categories the catalogue has that are stored. Others come with messages.
  private var storedCategories = 0
  /// Somebody wants to know what is touched, also of what is not kept.
  var isObserved = false
  private var threads = TextTable()
  private var slots = List<Slot>()
  private var touched = List<Int32>()
  /// There was no memory to note what was touched.
  private(set) var isIncomplete = false

  init(account: Int64, slot: UInt32 = 0, capacity: Int) {
    self.account = account
    self.slot = slot
    self.capacity = capacity
  }

  deinit { forgetStates() }

  // MARK: - Words

  /// Reads the words anew, since they were changed, or numbers of categories mean something else.
  func reload(_ store: Store) throws(Failure) {
    isLoaded = false
    try load(store)
  }

  func load(_ store: Store) throws(Failure) {
    if isLoaded { return }
    forget()
    var fresh = Catalogue()
    var tag = LanguageTag.root
    let row = try store.readGrouping(account: account) { tag = LanguageTag($0) ?? .root }
    try store.listTranslations(account: account) { (key, language, format) throws(Failure) in
      try growing { () throws(OutOfMemory) in
        let number = try fresh.key(named: key)
        try fresh.setFormat(format, key: number, language: LanguageTag(language) ?? .root)
      }
    }
    try store.listCategories(account: account) { (id, summary, hidden) throws(Failure) in
      try growing { () throws(OutOfMemory) in
        let number = try fresh.category(named: id)
        fresh.setCategory(
          number, summary: summary.isEmpty ? -1 : try fresh.key(named: summary),
          hidden: hidden.isEmpty ? -1 : try fresh.key(named: hidden))
      }
    }
    storedCategories = fresh.categoryCount
    catalogue = fresh
    mode = Mode(rawValue: row.mode) ?? .automatic
    language = tag
    isLoaded = true
  }

  func category(_ name: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    name.isEmpty ? GroupDigest.noCategory : try catalogue.category(named: name)
  }

  // MARK: - Groups

  /// Lends what is known of a group, brought up to date. Not within a transaction.
  func withState(
    of selection: GroupSelection, _ store: Store, _ body: (borrowing GroupState) throws(Failure) -> Void
  ) throws(Failure) {
    if slots.count > capacity { forget() }
    if hasForeignCategories { try reload(store) }
    let state = try state(of: selection.name)
    if !state.pointee.isCurrent { try fill(state, selection, store) }
    try body(state.pointee)
  }

  /// Messages have brought too many categories that nobody has words for.
  private var hasForeignCategories: Bool { catalogue.categoryCount - storedCategories > capacity }

  private func state(of thread: UnsafeRawBufferPointer) throws(Failure) -> UnsafeMutablePointer<GroupState> {
    var number: Int32 = 0
    try growing { () throws(OutOfMemory) in number = try add(thread) }
    if let known = slots[Int(number)].state { return known }
    guard let memory = ctally_memory_allocate(MemoryLayout<GroupState>.size) else { throw Failure.noMemory }
    let state = memory.bindMemory(to: GroupState.self, capacity: 1)
    state.initialize(to: GroupState())
    slots[Int(number)].state = state
    return state
  }

  private func fill(
    _ state: UnsafeMutablePointer<GroupState>, _ selection: GroupSelection, _ store: Store
  ) throws(Failure) {
    try growing { () throws(OutOfMemory) in
      try state.pointee.begin(seenKey: 0, rank: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    try store.findGroupSeen(account: account, selection.name) { (key, rank) throws(Failure) in
      try growing { () throws(OutOfMemory) in try state.pointee.begin(seenKey: key, rank: rank) }
    }
    try store.loadGroup(account: account, selection) { (message) throws(Failure) in
      try growing { () throws(OutOfMemory) in
        try state.pointee.append(message, category: try category(message.category))
      }
    }
    state.pointee.isCurrent = true
  }

  private func add(_ thread: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    try slots.reserve(slots.count + 1)
    let number = try threads.add(thread)
    if threads.count > slots.count { slots.appendWithinCapacity(Slot()) }
    return number
  }

  /// Forgets all groups.
  private func forget() {
    forgetStates()
    slots.removeAll()
    threads.removeAll()
    touched.removeAll()
  }

  private func forgetStates() {
    for index in 0..<slots.count {
      guard let state = slots[index].state else { continue }
      state.deinitialize(count: 1)
      ctally_memory_free(state)
      slots[index].state = nil
    }
  }

  // MARK: - Changes

  /// The transaction under way has changed something.
  func take(_ change: UnseenChange) {
    let name = mode == .automatic ? change.thread : UnsafeRawBufferPointer(start: nil, count: 0)
    guard let number = touch(name), let state = slots[Int(number)].state, state.pointee.isCurrent else { return }
    if let arrival = change.arrival, state.pointee.isNewest(arrival) {
      do throws(OutOfMemory) {
        return try state.pointee.append(arrival, category: try category(arrival.category))
      } catch {}
    }
    state.pointee.isCurrent = false
  }

  /// Notes that a group is another one.
  /// - Returns: its number; nil: nobody needs to know.
  @discardableResult
  func touch(_ thread: UnsafeRawBufferPointer) -> Int32? {
    do throws(OutOfMemory) {
      guard let number = isObserved ? try add(thread) : threads.number(of: thread) else { return nil }
      if slots[Int(number)].isTouched { return number }
      try touched.append(number)
      slots[Int(number)].isTouched = true
      return number
    } catch {
      isIncomplete = true
      return nil
    }
  }

  var touchedCount: Int { touched.count }

  func touchedThread(_ index: Int) -> UnsafeRawBufferPointer { threads[touched[index]] }

  /// What the transaction did stands.
  func keepTouched() {
    if isIncomplete { return undoTouched() }
    for index in 0..<touched.count { slots[Int(touched[index])].isTouched = false }
    touched.removeAll()
    if slots.count > capacity || hasForeignCategories { forget() }
  }

  /// Some of what it did was taken back.
  func undoTouched() {
    for index in 0..<slots.count where slots[index].isTouched || isIncomplete {
      slots[index].isTouched = false
      slots[index].state?.pointee.isCurrent = false
    }
    isIncomplete = false
    touched.removeAll()
  }

  /// A group is to be read again.
  func invalidate(_ thread: UnsafeRawBufferPointer) {
    if let number = threads.number(of: thread) { slots[Int(number)].state?.pointee.isCurrent = false }
  }

  // MARK: For tests

  /// Whether each group has its slot, and `touched` holds each one that is marked, once.
  func verify() -> Bool {
    if slots.count != threads.count { return false }
    var marked = 0
    for index in 0..<slots.count where slots[index].isTouched { marked += 1 }
    for index in 0..<touched.count where !slots[Int(touched[index])].isTouched { return false }
    return marked == touched.count
  }
}

/// Those of the accounts whose groups are looked at. Under `storeLock`.
final class GroupCaches {
  private static let capacity = 64

  /// Of each account.
  private let groups: Int
  private var caches: [GroupCache] = []
  private var isWatching = false

  init(groups: Int) { self.groups = groups }

  /// The one of an account, if there is one.
  func known(_ account: Int64) -> GroupCache? {
    for cache in caches where cache.account == account { return cache }
    return nil
  }

  /// The one of an account, loaded. Not within a transaction.
  /// - Parameter isObserved: whether somebody still observes the groups of an account.
  func cache(
    _ account: Int64, slot: UInt32, _ store: Store, isObserved: (GroupCache) -> Bool
  ) throws(Failure) -> GroupCache {
    if !isWatching {
      try store.watchGroups()
      store.onUnseen = { [self] change in known(change.account)?.take(change) }
      store.onUndo = { [self] in for cache in caches { cache.undoTouched() } }
      isWatching = true
    }
    if let known = known(account) {
      try known.load(store)
      return known
    }
    try growing { () throws(OutOfMemory) in try caches.reserveRoom(1) }
    let cache = GroupCache(account: account, slot: slot, capacity: groups)
    try cache.load(store)
    makeRoom(isObserved)
    caches.append(cache)
    return cache
  }

  private func makeRoom(_ isObserved: (GroupCache) -> Bool) {
    if caches.count < GroupCaches.capacity { return }
    // Observers go without the store's lock.
    for cache in caches where cache.isObserved { cache.isObserved = isObserved(cache) }
    if let old = caches.firstIndex(where: { !$0.isObserved }) { caches.remove(at: old) }
  }

  func forget(_ account: Int64) { caches.removeAll { $0.account == account } }

  // MARK: For tests

  var count: Int { caches.count }
}
