extension Engine.Async {
  /// Opens an account, and creates it if it does not exist.
  /// Like ``Engine/openAccount(_:aggregation:feeding:mayCreate:)``, without blocking the thread of the task.
  public func openAccount(
    _ name: String, aggregation: Account.Aggregation? = nil, feeding: Badge.Feeding? = nil, mayCreate: Bool = true
  ) async throws(TallyError) -> Account {
    try await onOwnThread { () throws(TallyError) in
      try engine.openAccount(name, aggregation: aggregation, feeding: feeding, mayCreate: mayCreate)
    }
  }

  /// Waits until all earlier changes are on the disk.
  /// Like ``Engine/flush()``, without blocking the thread of the task.
  public func flush() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try engine.flush() }
  }

  /// Cancels requests in flight, writes everything, and closes the file.
  /// Like ``Engine/close(timeout:)``, without blocking the thread of the task.
  public func close(timeout: Duration? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try engine.close(timeout: timeout) }
  }

  /// Copies the engine's file into another one while the engine is used.
  /// Like ``Engine/backup(to:replacing:)``, without blocking the thread of the task.
  public func backup(to file: String, replacing: Bool = false) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try engine.backup(to: file, replacing: replacing) }
  }

  /// Reads the whole file and checks it, and compares the memory with it.
  /// Like ``Engine/verify()``, without blocking the thread of the task.
  public func verify() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try engine.verify() }
  }

  /// Salvages the readable data of a file into a new one, which appears when it is complete.
  /// Like ``Engine/recover(_:into:)``, without blocking the thread of the task.
  public static func recover(_ damaged: String, into fresh: String) async throws(TallyError) -> Engine.Recovery {
    try await onOwnThread { () throws(TallyError) in try Engine.recover(damaged, into: fresh) }
  }

  /// Rewrites a file without gaps, with checksums on every page.
  /// Like ``Engine/vacuum(_:)``, without blocking the thread of the task.
  public static func vacuum(_ file: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try Engine.vacuum(file) }
  }

  /// Returns the total over all stored accounts, logged in or not, open or not.
  /// Like ``Engine/totalOfAll()``, without blocking the thread of the task.
  public func totalOfAll() async throws(TallyError) -> Engine.Total {
    try await onOwnThread { () throws(TallyError) in try engine.totalOfAll() }
  }

  /// Removes an account with all its stored data, for good.
  /// Like ``Engine/removeAccount(_:)``, without blocking the thread of the task.
  public func removeAccount(_ name: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try engine.removeAccount(name) }
  }

  /// Creates an account from the result of ``Account/export()``, here or on another machine; all or nothing.
  /// Like ``Engine/importAccount(_:from:)``, without blocking the thread of the task.
  public func importAccount(_ name: String, from bytes: some Collection<UInt8> & Sendable) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try engine.importAccount(name, from: bytes) }
  }

  /// Applies items to many accounts, in one transaction.
  /// Like ``Engine/batch(_:at:)``, without blocking the thread of the task.
  @discardableResult
  public func batch(
    _ items: [Batch.Item], at place: Batch.Position? = nil
  ) async throws(TallyError) -> Batch.ItemsResult {
    try await onOwnThread { () throws(TallyError) in try engine.batch(items, at: place) }
  }

  /// Returns all data of an account as ``Account/export()``, also the epoch of its revisions and the keys of its
  /// messages.
  /// Like ``Engine/exportAccount(_:)``, without blocking the thread of the task.
  public func exportAccount(_ name: String) async throws(TallyError) -> [UInt8] {
    try await onOwnThread { () throws(TallyError) in try engine.exportAccount(name) }
  }

  /// Returns how far ``batch(_:at:)`` has applied a log: its position, its time, the ids that it remembers, and the
  /// greatest key of a message in this engine.
  /// Like ``Engine/exportSource(_:)``, without blocking the thread of the task.
  public func exportSource(_ source: String) async throws(TallyError) -> [UInt8] {
    try await onOwnThread { () throws(TallyError) in try engine.exportSource(source) }
  }

  /// Imports accounts and logs in one transaction, with their epochs and keys.
  /// Like ``Engine/importAll(_:replacing:)``, without blocking the thread of the task.
  @discardableResult
  public func importAll(
    _ imports: [Engine.Import], replacing: Bool = false
  ) async throws(TallyError) -> Engine.ImportResult {
    try await onOwnThread { () throws(TallyError) in try engine.importAll(imports, replacing: replacing) }
  }
}

// MARK: - Feeds

extension Feed.Async {
  /// Gives the feed a credential of its own, or replaces it.
  /// Like ``Feed/setCredential(_:)``, without blocking the thread of the task.
  public func setCredential(_ credential: Credential) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try feed.setCredential(credential) }
  }

  /// Removes the feed's own credential: that of the account for its server counts again.
  /// Like ``Feed/removeCredential()``, without blocking the thread of the task.
  public func removeCredential() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try feed.removeCredential() }
  }

  /// Applies a page that the host delivers like a response of the feed's server, in one transaction.
  /// Like ``Feed/deliver(_:)``, without blocking the thread of the task.
  public func deliver(_ page: some Collection<UInt8> & Sendable) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try feed.deliver(page) }
  }

  /// Takes a push for this feed: a JSON object, as for ``Account/receivePush(_:)``.
  /// Like ``Feed/receivePush(_:)``, without blocking the thread of the task.
  public func receivePush(_ payload: some Collection<UInt8> & Sendable) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try feed.receivePush(payload) }
  }

  /// Removes the feed, its messages, and the badges that its responses have set and nobody has changed since.
  /// Like ``Feed/remove()``, without blocking the thread of the task.
  public func remove() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try feed.remove() }
  }
}
