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
    (newest, oldest) = (0, 0)
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

  /// Whether it has the same messages, and the same ones are fresh.
  func isSame(as other: borrowing GroupState) -> Bool {
    digest.isSame(as: other.digest) && newest == other.newest && oldest == other.oldest && fresh == other.fresh
  }

  /// A later message has a greater key. A replaced one has a greater rank.
  private func isFresh(_ message: GroupedMessage) -> Bool {
    message.key > seenKey || isOrderedBefore(seenRank.bytes, message.rank)
  }
}

/// The cached state of an account's groups. With it a summary costs only its text, and an arrival almost nothing.
/// Everything can be read from the store again. Under the store's lock.
///
/// Invariant: a current group agrees with the store, apart from changes that are not committed yet. Nobody reads it
/// within a transaction.
final class GroupCache {
  enum Mode: Int32 {
    case automatic = 1
    case byApp, off
  }

  let account: Int64
  /// The account's slot, while it is open.
  let slot: UInt32
  /// The most groups. Others are dropped, and read again.
  fileprivate var capacity: Int
  private(set) var catalogue = Catalogue()
  private(set) var mode = Mode.automatic
  /// The default language.
  private(set) var language = LanguageTag.root
  private var isLoaded = false
  /// The number of stored categories in the catalogue. Others come with messages.
  private var storedCategories = 0
  private var threads = TextTable()
  /// The state of each of them.
  private var states = List<UnsafeMutablePointer<GroupState>>()

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
    let number = try store.readGrouping(account: account) { tag = LanguageTag($0) ?? .root }
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
    mode = Mode(rawValue: number) ?? .automatic
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
    if states.count > capacity { forget() }
    if hasForeignCategories { try reload(store) }
    let state = try state(of: selection.name)
    if !state.pointee.isCurrent { try fill(state, selection, store) }
    try body(state.pointee)
  }

  /// Messages have brought too many categories without formats.
  private var hasForeignCategories: Bool { catalogue.categoryCount - storedCategories > capacity }

  private func state(of thread: UnsafeRawBufferPointer) throws(Failure) -> UnsafeMutablePointer<GroupState> {
    if let known = known(thread) { return known }
    guard let memory = ctally_memory_allocate(MemoryLayout<GroupState>.size) else { throw Failure.noMemory }
    do throws(OutOfMemory) {
      try states.reserve(states.count + 1)
      // A new thread has the next number.
      _ = try threads.add(thread)
    } catch {
      ctally_memory_free(memory)
      throw Failure.noMemory
    }
    let state = memory.bindMemory(to: GroupState.self, capacity: 1)
    state.initialize(to: GroupState())
    states.appendWithinCapacity(state)
    return state
  }

  private func known(_ thread: UnsafeRawBufferPointer) -> UnsafeMutablePointer<GroupState>? {
    threads.number(of: thread).map { states[Int($0)] }
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

  /// Drops all groups.
  private func forget() {
    forgetStates()
    threads.removeAll()
  }

  private func forgetStates() {
    for index in 0..<states.count {
      states[index].deinitialize(count: 1)
      ctally_memory_free(states[index])
    }
    states.removeAll()
  }

  // MARK: - Changes

  /// The group of a thread's messages.
  func group(of thread: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    mode == .automatic ? thread : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Takes what a committed change has changed.
  func take(_ journal: borrowing MessageJournal) {
    for place in journal.threads(of: account) {
      guard let state = known(group(of: journal.thread(place))), state.pointee.isCurrent else { continue }
      state.pointee.isCurrent = journal.arrivals(place) { append($0, to: state) }
    }
    if hasForeignCategories { forget() }
  }

  /// - Returns: false: the group must be read again.
  private func append(_ arrival: GroupedMessage, to state: UnsafeMutablePointer<GroupState>) -> Bool {
    if !state.pointee.isNewest(arrival) { return false }
    do throws(OutOfMemory) {
      try state.pointee.append(arrival, category: try category(arrival.category))
      return true
    } catch {
      return false
    }
  }

  /// Marks a group to be read again.
  func invalidate(_ thread: UnsafeRawBufferPointer) {
    known(thread)?.pointee.isCurrent = false
  }

  // MARK: For tests

  /// Whether each current group is what the store has. Not within a transaction.
  func verify(_ store: Store) throws(Failure) -> Bool {
    var isSound = states.count == threads.count
    for number in 0..<min(states.count, threads.count) where states[number].pointee.isCurrent {
      var fresh = GroupState()
      try withUnsafeMutablePointer(to: &fresh) { (fresh) throws(Failure) in
        try fill(fresh, mode == .automatic ? .thread(threads[Int32(number)]) : .all, store)
      }
      isSound = isSound && fresh.isSame(as: states[number].pointee)
    }
    return isSound
  }
}

/// The caches of the accounts whose groups are used. Under the store's lock.
final class GroupCaches {
  private static let capacity = 64

  /// The most groups of each account.
  private var groups: Int
  private var caches: [GroupCache] = []
  /// Takes a change in all of them; nil: there was none. A program without groups does not contain it.
  private var takeAll: ((GroupCaches, borrowing MessageJournal) -> Void)?

  init(groups: Int) { self.groups = groups }

  func removeAll() { caches = [] }

  /// Changes the most groups of each account. A cache with more of them is emptied when it is used.
  func setCapacity(_ groups: Int) {
    self.groups = groups
    for cache in caches { cache.capacity = groups }
  }

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
    try store.follow(account)
    takeAll = { caches, journal in
      for cache in caches.caches { cache.take(journal) }
    }
    if let known = known(account) {
      #if TALLY_PLAIN
        try known.reload(store)
      #else
        try known.load(store)
      #endif
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
    if let old = caches.firstIndex(where: { !isObserved($0) }) { caches.remove(at: old) }
  }

  /// Takes what a committed change has changed.
  func take(_ journal: borrowing MessageJournal) {
    if !journal.isEmpty { takeAll?(self, journal) }
  }

  /// An account was removed, so its messages are followed no longer.
  func forget(_ account: Int64, _ store: Store) {
    caches.removeAll { $0.account == account }
    store.unfollow(account)
  }

  // MARK: For tests

  var count: Int { caches.count }
}
