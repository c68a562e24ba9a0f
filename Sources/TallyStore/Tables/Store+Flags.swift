import TallyFailure
import TallyMemory

// Flags: paths that the user has marked as unread. A flag feeds a dot at its path, as an unseen message of count 0
// does, but it is no message. It ends when the messages of its path are seen or read by the path.

extension Store {
  /// A file that is opened may have flags. Otherwise no other statement about them is run.
  func resumeFlags() throws(Failure) {
    let any = try statement(.choice(.hasAnyFlag))
    mayHaveFlags = try step(any)
  }

  public func isFlagged(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    if !mayHaveFlags { return false }
    return try step(try statement(.choice(.isFlagged), account, text: path))
  }

  /// Flags a path, or ends its flag, and reports how that changes what feeds it.
  public func setFlag(
    account: Int64, path: UnsafeRawBufferPointer, _ isOn: Bool, visit: DeltaVisitor
  ) throws(Failure) {
    if try isFlagged(account: account, path: path) == isOn { return }
    if !isOn { return try endFlags(account, path, subtree: false, visit) }
    // A rollback leaves this set, which costs a statement now and then.
    mayHaveFlags = true
    let exchanged = exchanged(account)
    let former = try choice(account, .flag, path)
    if exchanged.taken.contains(.flags) {
      try decide(account, .flag, path, 1, after: former, exchanged)
    } else {
      try save(account, .flag, path, Choice(value: 1, version: former.version))
    }
    try visit(path, Store.flag)
  }

  /// Ends the flags of a path, or also those in its subtree, and reports how that changes what feeds them.
  func endFlags(
    _ account: Int64, _ path: UnsafeRawBufferPointer, subtree: Bool, _ visit: DeltaVisitor
  ) throws(Failure) {
    if !mayHaveFlags { return }
    deltas.removeAll()
    let exchanged = exchanged(account)
    var ended = TextTable()
    var versions = List<Int64>()
    var end = try statement(.choice(.unflagBelow))
    bindPlace(&end, account, path, subtree: subtree)
    end.bind(4, exchanged.taken.contains(.flags) ? 1 : 0)
    while try step(end) {
      try addDelta(end.bytes(0), Store.flag.negated)
      if !exchanged.sent.contains(.flags) { continue }
      let (path, version) = (end.bytes(0), end.number(1))
      try growing { () throws(OutOfMemory) in
        _ = try ended.add(path)
        try versions.append(version)
      }
    }
    end.finish()
    for place in 0..<versions.count {
      try send(account, .flag, ended[Int32(place)], Choice(value: 0, version: versions[place]))
    }
    if !deltas.entries.isEmpty, !exchanged.taken.contains(.flags) {
      var forget = try statement(.choice(.forgetBelow))
      bindPlace(&forget, account, path, subtree: subtree)
      try finish(forget)
    }
    try tellDeltas(visit)
  }

  /// Visits the flagged paths of an account, sorted by their bytes.
  public func forEachFlag(
    account: Int64, visit: (_ path: UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if !mayHaveFlags { return }
    let flags = try statement(.choice(.flags), account)
    while try step(flags) { try visit(flags.bytes(0)) }
  }

  /// The change of what feeds a path that is flagged.
  public static var flag: FedChange { FedChange(count: 0, badges: 1) }
}
