import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// The settings of an account. The store has them. The account keeps those that calls need (`KeptSettings`), and its
// outbox those of a sender. They are read when the account is opened (`Account.takeSettings`).

extension Account {
  /// Changes settings: all or nothing. They are on the disk when this returns.
  public func configure(_ given: AccountSettings) throws(Failure) {
    let checked = try CheckedSettings(given, paths: engine.configuration.paths)
    var loaded = (KeptSettings(), OutboxOptions())
    var sender: Outbox?
    var isReworded = false
    try changeAlone(.call) { (share, hold) throws(Failure) in
      var settings = checked.settings
      if let url = settings.outboxURL {
        settings.outboxHasCredential = try needsCredential(forOutboxAt: url, share.store)
      }
      let isNew = try share.store.saveSettings(account: id, settings)
      if let feeding = given.feeding {
        try countMessages(&hold, in: share) { (visit) throws(Failure) in
          try share.store.setDefaultFeeding(account: id, feeding, visit: visit)
        }
      }
      loaded = try loadSettings(share.store, areGiven: true)
      for kind in [Choice.Kind.mute, .snooze] where loaded.0.taken.contains(kind.part) {
        if !kept.taken.contains(kind.part) { try share.store.adoptChoices(account: id, kind) }
      }
      // A change that fails leaves them too early. The next choice is then sent, or not, as the host wanted.
      try share.store.exchangeChoices(account: id, taken: loaded.0.taken, sent: loaded.0.sent)
      if !loaded.1.url.isEmpty {
        sender = try readyOutbox(hold, loaded.1)
        // Former leases may belong to a host, or to a process that was killed. If one is active, its calls will fail.
        if outbox?.options.url.isEmpty ?? true { try share.store.endLeases(account: id) }
      }
      isReworded = isNew && (given.grouping != nil || given.language != nil)
      if isReworded { try noteGroups(in: share) }
    } complete: { hold in
      if isReworded { reloadWords() }
      loaded.0.sender = sender ?? outbox
      kept = loaded.0
      outbox?.options = loaded.1
      outbox?.wake(hold)
    }
  }

  /// Visits the settings. `visit` runs with the store's lock held and must not call the engine.
  public func readSettings(_ visit: (StoredSettings) -> Void) throws(Failure) {
    try reading { (store) throws(Failure) in
      try store.readSettings(account: id) { (stored) throws(Failure) in
        // The file may have anything.
        try checkStored(stored.pushPath)
        if !stored.outboxURL.isEmpty { try checkStored(url: stored.outboxURL) }
        if try !isLanguage(stored.language) { throw Failure.invalidSettings }
        visit(stored)
      }
    }
  }

  /// Whether an outbox that is sent to this URL waits for a credential: there is one for the server, or there was one
  /// in an earlier run. With both locks.
  private func needsCredential(
    forOutboxAt url: UnsafeRawBufferPointer, _ store: Store
  ) throws(Failure) -> Bool {
    if try session.credentials.has(for: url) { return true }
    var isNeeded = false
    try store.readSettings(account: id) { stored in
      isNeeded = stored.outboxHasCredential && HTTPClient.areOfSameOrigin(stored.outboxURL, url)
    }
    return isNeeded
  }

  /// Makes room for sending the outbox. With both locks.
  /// - Returns: the sender; nil: the account has it.
  fileprivate func readyOutbox(_ hold: borrowing LockHold, _ options: OutboxOptions) throws(Failure) -> Outbox? {
    try growing { () throws(OutOfMemory) in
      try engine.outboxes.reserve(slots: Int(engine.accounts.slotCount) + 1)
    }
    try options.url.withUnsafeBufferPointer { (url) throws(Failure) in
      try checkStored(url: UnsafeRawBufferPointer(url))
    }
    engine.beginOutboxes(hold)
    return outbox == nil ? Outbox(account: self, options: options) : nil
  }

  private func checkStored(url: UnsafeRawBufferPointer) throws(Failure) {
    do throws(Failure) { try CheckedSettings.checkURL(url) } catch {
      throw error.status == .noMemory ? error : Failure.invalidSettings
    }
  }
}

/// An engine was opened. The accounts that it opens may have an outbox that the library sends.
@c @implementation
public func ctally_outboxes_begin(_ engine: UnsafeMutableRawPointer?) {
  guard let engine else { return }
  Unmanaged<Engine>.fromOpaque(engine)._withUnsafeGuaranteedRef { engine in
    engine.sendStoredOutboxes(engine.lock.lock())
  }
}

extension Engine {
  fileprivate func sendStoredOutboxes(_ hold: borrowing LockHold) {
    duties.outbox = { (account, options, hold) throws(Failure) in
      do throws(Failure) { account.outbox = try account.readyOutbox(hold, options) } catch {
        // A wrong byte of a URL must not take the badges from the host. The rows wait until it gives another URL.
        if error.status != .corrupt { throw error }
        account.engine.logFailure(1)
      }
    }
  }
}
