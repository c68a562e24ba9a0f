import CMemory
import TallyFailure
import TallyMemory
import TallyStore
import TallySummary

/// The cached input of a group's summary.
struct GroupState: ~Copyable {
  var digest = GroupDigest()
  /// Whether it agrees with the store.
  var isCurrent = false
  var newest: Int64 = 0
  var oldest: Int64 = 0
  /// The number of messages since the user saw the group.
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

  /// Adds a message that is newer than all others.
  mutating func append(_ message: GroupedMessage, category: Int32) throws(OutOfMemory) {
    try rank.reserve(message.rank.count)
    try digest.append(category: category, argument: message.argument, count: UInt64(message.argumentCount))
    rank.removeAll()
    try rank.append(message.rank)
    newest = message.key
    if digest.notifications == 1 { oldest = message.key }
    if isFresh(message) { fresh += 1 }
  }

  /// A later message has a greater key. A replaced one has a greater rank.
  private func isFresh(_ message: GroupedMessage) -> Bool {
    message.key > seenKey || isOrderedBefore(seenRank.bytes, message.rank)
  }
}

/// The cached state of an account's groups. With it a summary costs only its text, and an arrival almost nothing.
/// Everything can be read from the store again. Under `storeLock`.
///
/// Invariants: a current group includes the changes of the current transaction, if there is one. `touched` has each
/// group that the transaction has changed, once. A rollback makes those not current.
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
  /// The account's slot, while it is open.
  let slot: UInt32
  /// The most groups. Others are dropped, and read again.
  private let capacity: Int
  private(set) var catalogue = Catalogue()
  private(set) var mode = Mode.automatic
  /// The default language.
  private(set) var language = LanguageTag.root
  private var isLoaded = false
  /// The number of stored categories in the catalogue. Others come with messages.
  private var storedCategories = 0
  /// An observer needs to know which groups are touched, also those that are not cached.
  var isObserved = false
  private var threads = TextTable()
  private var slots = List<Slot>()
  private var touched = List<Int32>()
  /// There was no memory to note a touched group.
  private(set) var isIncomplete = false

  init(account: Int64, slot: UInt32 = 0, capacity: Int) {
    self.account = account
    self.slot = slot
    self.capacity = capacity
  }

  deinit { forgetStates() }

  // MARK: - Words

  /// Reads the words again after a change of the words, or of the numbers of categories.
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

  /// Lends the state of a group, updated first. Not within a transaction.
  func withState(
    of selection: GroupSelection, _ store: Store, _ body: (borrowing GroupState) throws(Failure) -> Void
  ) throws(Failure) {
    if slots.count > capacity { forget() }
    if hasForeignCategories { try reload(store) }
    let state = try state(of: selection.name)
    if !state.pointee.isCurrent { try fill(state, selection, store) }
    try body(state.pointee)
  }

  /// Messages have brought too many categories without formats.
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

  /// Drops all groups.
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

  /// Takes a change of the current transaction.
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

  /// Notes a changed group.
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

  /// Keeps the transaction's changes.
  func keepTouched() {
    if isIncomplete { return undoTouched() }
    for index in 0..<touched.count { slots[Int(touched[index])].isTouched = false }
    touched.removeAll()
    if slots.count > capacity || hasForeignCategories { forget() }
  }

  /// A part of its changes was rolled back.
  func undoTouched() {
    for index in 0..<slots.count where slots[index].isTouched || isIncomplete {
      slots[index].isTouched = false
      slots[index].state?.pointee.isCurrent = false
    }
    isIncomplete = false
    touched.removeAll()
  }

  /// Marks a group to be read again.
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

/// The caches of the accounts whose groups are used. Under `storeLock`.
final class GroupCaches {
  private static let capacity = 64

  /// The most groups of each account.
  private let groups: Int
  private var caches: [GroupCache] = []
  private var isWatching = false

  init(groups: Int) { self.groups = groups }

  func removeAll() { caches = [] }

  /// The cache of an account, if there is one.
  func known(_ account: Int64) -> GroupCache? {
    for cache in caches where cache.account == account { return cache }
    return nil
  }

  /// The cache of an account, loaded. Not within a transaction.
  /// - Parameter isObserved: whether an account's groups still have observers.
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
    // Observers are removed without the store's lock.
    for cache in caches where cache.isObserved { cache.isObserved = isObserved(cache) }
    if let old = caches.firstIndex(where: { !$0.isObserved }) { caches.remove(at: old) }
  }

  func forget(_ account: Int64) { caches.removeAll { $0.account == account } }

  // MARK: For tests

  var count: Int { caches.count }
}
