#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Account.Async {
  /// Logs in: from now on the account's feeds are polled, and its badges count in the total.
  /// Like ``Account/logIn()``, without blocking the thread of the task.
  public func logIn() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.logIn() }
  }

  /// Gives the account a credential for one server, or replaces it.
  /// Like ``Account/setCredential(_:for:)``, without blocking the thread of the task.
  public func setCredential(_ credential: Credential, for url: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.setCredential(credential, for: url) }
  }

  /// Removes the account's credential for the server of a URL, if there is one.
  /// Like ``Account/removeCredential(for:)``, without blocking the thread of the task.
  public func removeCredential(for url: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.removeCredential(for: url) }
  }

  /// Logs out, also for later runs.
  /// Like ``Account/logOut()``, without blocking the thread of the task.
  public func logOut() async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.logOut() }
  }

  /// Changes settings, all or none.
  /// Like ``Account/configure(_:)``, without blocking the thread of the task.
  public func configure(_ settings: Account.Settings) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.configure(settings) }
  }

  /// Sets the badge of a path to a number.
  /// Like ``Account/set(_:at:until:)``, without blocking the thread of the task.
  public func set(_ count: Int, at path: some BadgePathConvertible, until: Date? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.set(count, at: path, until: until) }
  }

  /// Sets the badge of a path to a dot.
  /// Like ``Account/dot(at:until:)``, without blocking the thread of the task.
  public func dot(at path: some BadgePathConvertible, until: Date? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.dot(at: path, until: until) }
  }

  /// Adds to the number of a path.
  /// Like ``Account/add(_:at:)``, without blocking the thread of the task.
  public func add(_ delta: Int, at path: some BadgePathConvertible) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.add(delta, at: path) }
  }

  /// Clears the badge of a path, as when the user has looked.
  /// Like ``Account/clear(at:)``, without blocking the thread of the task.
  @discardableResult
  public func clear(at path: some BadgePathConvertible) async throws(TallyError) -> Badge.ClearResult {
    try await onOwnThread { () throws(TallyError) in try account.clear(at: path) }
  }

  /// Clears the badges of a path and of everything below it.
  /// Like ``Account/clearTree(at:)``, without blocking the thread of the task.
  @discardableResult
  public func clearTree(at path: some BadgePathConvertible) async throws(TallyError) -> Badge.ClearResult {
    try await onOwnThread { () throws(TallyError) in try account.clearTree(at: path) }
  }

  /// Sets the rule of a path.
  /// Like ``Account/setRule(_:at:)``, without blocking the thread of the task.
  public func setRule(_ rule: Badge.Rule?, at path: some BadgePathConvertible) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.setRule(rule, at: path) }
  }

  /// Links a path under another one.
  /// Like ``Account/link(_:under:)``, without blocking the thread of the task.
  public func link(
    _ path: some BadgePathConvertible, under target: some BadgePathConvertible
  ) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.link(path, under: target) }
  }

  /// Removes a link.
  /// Like ``Account/unlink(_:under:)``, without blocking the thread of the task.
  public func unlink(
    _ path: some BadgePathConvertible, under target: some BadgePathConvertible
  ) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.unlink(path, under: target) }
  }

  /// Sets what a path contributes to its parent.
  /// Like ``Account/mute(_:at:until:)``, without blocking the thread of the task.
  public func mute(
    _ mute: Badge.Mute, at path: some BadgePathConvertible, until: Date? = nil
  ) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.mute(mute, at: path, until: until) }
  }

  /// Marks a path as unread, or ends that.
  /// Like ``Account/setFlag(_:at:)``, without blocking the thread of the task.
  public func setFlag(_ isFlagged: Bool, at path: some BadgePathConvertible) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.setFlag(isFlagged, at: path) }
  }

  /// Snoozes a path.
  /// Like ``Account/snooze(at:until:)``, without blocking the thread of the task.
  public func snooze(at path: some BadgePathConvertible, until: Date?) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.snooze(at: path, until: until) }
  }

  /// Applies operations in their order, all or nothing, in one transaction with one revision.
  /// Like ``Account/batch(_:at:id:)``, without blocking the thread of the task.
  @discardableResult
  public func batch(
    _ operations: [Batch.Operation], at place: Batch.Position? = nil, id: String? = nil
  ) async throws(TallyError) -> Batch.Result {
    try await onOwnThread { () throws(TallyError) in try account.batch(operations, at: place, id: id) }
  }

  /// Performs operations in their order, each on its own.
  /// Like ``Account/batchEach(_:)``, without blocking the thread of the task.
  @discardableResult
  public func batchEach(_ operations: [Batch.Operation]) async throws(TallyError) -> Batch.Result {
    try await onOwnThread { () throws(TallyError) in try account.batchEach(operations) }
  }

  /// Replaces the own states of a path and its subtree with those of a snapshot, in one transaction.
  /// Like ``Account/restore(_:at:)``, without blocking the thread of the task.
  public func restore(_ snapshot: BadgeSnapshot, at path: some BadgePathConvertible) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.restore(snapshot, at: path) }
  }

  /// Applies a patch at a path in one transaction.
  /// Like ``Account/apply(_:at:overwriting:)``, without blocking the thread of the task.
  public func apply(
    _ patch: BadgePatch, at path: some BadgePathConvertible = BadgePath.root, overwriting: Bool = false
  ) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.apply(patch, at: path, overwriting: overwriting) }
  }

  /// Returns everything that is stored for the account at one moment.
  /// Like ``Account/export()``, without blocking the thread of the task.
  public func export() async throws(TallyError) -> [UInt8] {
    try await onOwnThread { () throws(TallyError) in try account.export() }
  }
}

// MARK: - Nodes

extension Node.Async {
  /// Sets its own badge to a number.
  /// Like ``Node/set(_:until:)``, without blocking the thread of the task.
  public func set(_ count: Int, until: Date? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try node.set(count, until: until) }
  }

  /// Sets its own badge to a dot.
  /// Like ``Node/dot(until:)``, without blocking the thread of the task.
  public func dot(until: Date? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try node.dot(until: until) }
  }

  /// Adds to its own number.
  /// Like ``Node/add(_:)``, without blocking the thread of the task.
  public func add(_ delta: Int) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try node.add(delta) }
  }

  /// Clears its badge, as when the user has looked.
  /// Like ``Node/clear()``, without blocking the thread of the task.
  @discardableResult
  public func clear() async throws(TallyError) -> Badge.ClearResult {
    try await onOwnThread { () throws(TallyError) in try node.clear() }
  }

  /// Clears its badge and those in its subtree.
  /// Like ``Node/clearTree()``, without blocking the thread of the task.
  @discardableResult
  public func clearTree() async throws(TallyError) -> Badge.ClearResult {
    try await onOwnThread { () throws(TallyError) in try node.clearTree() }
  }

  /// Sets what it contributes to its parent.
  /// Like ``Node/mute(_:until:)``, without blocking the thread of the task.
  public func mute(_ mute: Badge.Mute, until: Date? = nil) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try node.mute(mute, until: until) }
  }
}
