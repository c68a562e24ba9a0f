import TallyFailure

internal import TallyEngine
internal import TallyMemory

extension Account {
  /// All that belongs to the account, as bytes of one moment: badges, mutes and expiries, feeds with their cursors,
  /// messages with their states, positions and identifiers of batches. For moving it to another engine, with
  /// ``Engine/restoreAccount(_:from:)``, or keeping it. Others may change badges meanwhile.
  public func snapshot() throws(TallyError) -> [UInt8] {
    var output = ByteBuffer()
    try calling { () throws(Failure) in try core.snapshot(into: &output) }
    return [UInt8](output.bytes)
  }
}

extension Engine {
  /// Makes an account of what ``Account/snapshot()`` gave, here or elsewhere. All of it, or nothing.
  /// - Parameters:
  ///   - name: of which there must be no account: else ``Status/exists``.
  ///   - snapshot: what another engine gave; it may come from anywhere.
  /// - Throws: ``Status/malformed`` for bytes that are no snapshot, with what is wrong and where.
  public func restoreAccount(_ name: String, from snapshot: [UInt8]) throws(TallyError) {
    try calling(with: name) { (name) throws(Failure) in
      try withBytes(snapshot) { (bytes) throws(Failure) in try core.restoreAccount(name, from: bytes) }
    }
  }
}
