import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallySummary
import TallyTree

// Observers of groups: an event for each group that has changed, merged like those of badges.

extension Scope {
  /// Observes the groups of an account. The observer is notified of each group whose messages or words have changed.
  /// - Returns: the token. If the same observer exists already, its token: each addition needs its own removal.
  public func observeGroups(
    _ account: Account, tellsInitially: Bool, _ callback: Callback
  ) throws(Failure) -> UInt64 {
    guard account.engine === engine else { throw Failure(.argument, "the account belongs to another engine") }
    return try account.withStore { (hold) throws(Failure) in
      if let known = engine.events.find(callback, scope: id, among: account.observers.groupWatchers) {
        return try addAgain(known)
      }
      let cache = try engine.groups.cache(account.id, slot: account.slot, engine.store) { cache in
        engine.hasGroupWatchers(hold, cache)
      }
      try engine.followMessages(hold, of: account)
      var hasMore = false
      if tellsInitially { hasMore = try account.nameGroups(cache) }
      let names = tellsInitially ? account.observers.groupEvents.count : 0
      try growing { () throws(OutOfMemory) in try account.observers.reserve() }
      let index = try engine.register(callback, scope: self)
      let token = engine.events.connect(index) { registration in
        registration.account = account.slot
        registration.isWatcher = true
        registration.observesSubtree = true
      }
      account.observers.add(ofGroups: index)
      // Names that are left over from others are reported too, which is harmless.
      for number in 0..<names { engine.enqueue(index, group: UInt32(number), of: account) }
      if hasMore { engine.enqueue(index, group: GroupEvents.nameless, of: account) }
      engine.announce(hold)
      return token
    }
  }
}

extension Account {
  /// Numbers all existing groups, and makes room for an event of each.
  /// - Returns: whether there are more than the limit of events.
  fileprivate func nameGroups(_ cache: GroupCache) throws(Failure) -> Bool {
    var hasMore = false
    if residence.holds == 0 { observers.groupEvents.begin() }
    _ = try store.listThreads(account: id, after: nil, limit: Int.max - 1) { (thread, _) throws(Failure) in
      try growing { () throws(OutOfMemory) in
        let name = cache.mode == .automatic ? thread : bytes(of: "")
        if try observers.groupEvents.add(name, limit: Int(clamping: engine.limits[.events])) == GroupEvents.nameless {
          hasMore = true
        }
      }
    }
    // The observer itself needs room too.
    try reserveEvents(observers.groupEvents.count + 2)
    return hasMore
  }

  /// Numbers the groups that a change has changed, so that their observers can be notified.
  func nameGroups(changedIn journal: borrowing MessageJournal, by share: Share) throws(Failure) {
    if observers.groupWatchers.isEmpty { return }
    guard let cache = engine.groups.known(id) else { return }
    var named = IntegerMap()
    for place in journal.threads(of: id) {
      let number = try nameGroup(cache.group(of: journal.thread(place)), in: share)
      // Keys are not 0.
      let key = UInt64(number) + 1
      if named.value(key) != nil { continue }
      try growing { () throws(OutOfMemory) in
        try named.set(key, 1)
        try share.effects.groups.append(number)
      }
    }
  }

  /// A change concerns a group beyond what its messages show.
  func noteGroup(_ thread: UnsafeRawBufferPointer, in share: Share) throws(Failure) {
    if observers.groupWatchers.isEmpty { return }
    let number = try nameGroup(thread, in: share)
    try growing { () throws(OutOfMemory) in try share.effects.groups.append(number) }
  }

  private func nameGroup(_ thread: UnsafeRawBufferPointer, in share: Share) throws(Failure) -> UInt32 {
    // Groups of changes that joined the same commit are still to be reported.
    if residence.holds == 0, share.effects.groups.isEmpty { observers.groupEvents.begin() }
    var number: UInt32 = 0
    try growing { () throws(OutOfMemory) in
      number = try observers.groupEvents.add(thread, limit: Int(clamping: engine.limits[.events]))
    }
    return number
  }

  /// Tells the observers of groups of a change that is stored. There is room for the events.
  func publish(_ hold: borrowing LockHold, groups numbers: borrowing List<UInt32>) {
    for index in 0..<numbers.count {
      for position in 0..<observers.groupWatchers.count {
        engine.enqueue(observers.groupWatchers[position], group: numbers[index], of: self)
      }
    }
    engine.announce(hold)
  }
}

extension Engine {
  /// Adds the event of a group to the queue, or moves the pending one to the end. There is room.
  func enqueue(_ index: UInt32, group number: UInt32, of account: Account) {
    let isNew =
      number == GroupEvents.nameless
      ? events.enqueueResync(.group, index, node: number) : events.enqueue(.group, index, node: number)
    if isNew { account.observers.groupEvents.noteEvent() }
  }

  func describeGroup(_ entry: EventQueue.Entry, _ text: inout ByteBuffer) throws(Failure) -> Event {
    let registration = events.registrations[entry.subject]
    let account = accounts[registration.account]
    var event = Event(.group)
    event.token = registration.token
    event.account = account.id
    if entry.isResync {
      event.result = Status.resync.rawValue
      return event
    }
    try growing { () throws(OutOfMemory) in try text.append(account.observers.groupEvents[entry.node]) }
    return event
  }
}
