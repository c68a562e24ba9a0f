import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

extension Account {
  /// Writes all data of the account, as of one moment, in place of the contents of `output`. Other threads may change
  /// badges meanwhile, also in this account. Calls that need the store wait.
  /// - Parameter withKeys: also the epoch of the revisions and the keys of messages.
  public func export(into output: inout ByteBuffer, withKeys: Bool = false) throws(Failure) {
    try engine.withStore { (storeHold) throws(Failure) in
      try load(storeHold)
      var badges = ByteBuffer()
      try dismissPending(storeHold)
      let feeding = try store.defaultFeeding(account: id)
      let revision = try snapshotBadges(storeHold, into: &badges)
      output.removeAll()
      try growing { () throws(OutOfMemory) in
        try output.append(AccountExportFormat.magic)
        try output.append(byte: AccountExportFormat.version)
        try output.append(byte: withKeys ? AccountExportFormat.withKeys : 0)
        try output.append(byte: aggregation.rawValue)
        try output.append(byte: UInt8(truncatingIfNeeded: feeding))
        try output.append(varint: revision)
        if withKeys { try output.append(varint: epoch) }
        try output.append(text: badges.bytes)
      }
      try store.archive(account: id, withKeys: withKeys, to: &output) { self.hasIcon(at: $0) }
      try growing { () throws(OutOfMemory) in try output.appendChecksum() }
    }
  }

  /// This thread has the store, so what messages feed the tree cannot change.
  /// - Returns: the revision of the badges.
  private func snapshotBadges(
    _ storeHold: borrowing StoreHold, into badges: inout ByteBuffer
  ) throws(Failure) -> UInt64 {
    let hold = try enter()
    defer { hold.keep() }
    var output = ByteOutput()
    try tree.encodeSnapshot(at: .root, into: &output)
    badges = output.take()
    return tree.revision
  }

  /// Stores what was removed with claims on it, which are dismissed.
  private func dismissPending(_ storeHold: borrowing StoreHold) throws(Failure) {
    let hold = try enter()
    let isClaimed = gate.isClaimed
    hold.release()
    try dismissUnstored()
    if isClaimed { try engine.collectAndWrite(storeHold) }
  }

  /// Whether the own badge of a path still exists with its icon.
  private func hasIcon(at path: UnsafeRawBufferPointer) -> Bool {
    let hold = lock()
    defer { hold.keep() }
    return tree.hasIcon(at: path)
  }
}
