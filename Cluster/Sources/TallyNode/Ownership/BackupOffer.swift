/// A backup that other nodes may fetch from the owner (Cluster/PROTOCOL.md).
struct BackupOffer: Hashable, Sendable {
  /// Names the backup in the subject of the requests for chunks.
  var id: String
  var size: UInt64
  var chunk: UInt64
  var position: UInt64
  var epoch: UInt64
  /// 64 hexadecimal digits.
  var sha256: String

  /// The largest chunk that a node accepts or sends.
  static let maximumChunk: UInt64 = 8 << 20

  /// How many chunks there are.
  var chunks: UInt64 { size / chunk + (size % chunk == 0 ? 0 : 1) }

  /// Why the offer cannot be meant seriously; nil: it can. It comes from another machine.
  var flaw: String? {
    let isWord = id.utf8.allSatisfy {
      $0 == 0x2d || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
    }
    if id.isEmpty || id.utf8.count > 64 || !isWord { return "its id is not 1 to 64 letters, digits and hyphens" }
    if size == 0 || size > UInt64(Int64.max) { return "its size is \(size)" }
    if !(1...Self.maximumChunk).contains(chunk) { return "its chunks have \(chunk) bytes" }
    if sha256.utf8.count != 64 { return "its sha256 has \(sha256.utf8.count) digits" }
    return nil
  }

  /// The bytes that a chunk must have; nil: there is no such chunk.
  func length(of index: UInt64) -> Int? {
    guard index < chunks else { return nil }
    return Int(min(chunk, size - index * chunk))
  }
}

/// The backups that an owner keeps for others. Each goes away a while after its last request.
struct BackupShelf: Sendable {
  struct Backup: Hashable, Sendable {
    var offer: BackupOffer
    var file: String
    var made: Duration
    var used: Duration
  }

  /// Without a request for this long, a backup goes away.
  var patience: Duration = .seconds(60)
  /// A backup that is younger serves the next one who wants one, too.
  var freshness: Duration = .seconds(10)
  private(set) var backups: [Backup] = []

  /// A backup for a new request; nil: make one.
  /// - Parameter first: the first entry that the log has. A backup that ends before it is of no use.
  mutating func reuse(at now: Duration, first: UInt64) -> BackupOffer? {
    guard
      let index = backups.lastIndex(where: { now - $0.made < freshness && $0.offer.position >= max(first, 1) - 1 })
    else { return nil }
    backups[index].used = now
    return backups[index].offer
  }

  mutating func insert(_ offer: BackupOffer, file: String, at now: Duration) {
    backups.append(Backup(offer: offer, file: file, made: now, used: now))
  }

  /// The backup of a request for a chunk.
  mutating func find(_ id: String, at now: Duration) -> Backup? {
    guard let index = backups.firstIndex(where: { $0.offer.id == id }) else { return nil }
    backups[index].used = now
    return backups[index]
  }

  /// Takes those that nobody uses any more. The caller removes the files.
  mutating func expire(at now: Duration) -> [Backup] {
    let old = backups.filter { now - $0.used >= patience }
    backups.removeAll { now - $0.used >= patience }
    return old
  }

  /// Takes all.
  mutating func clear() -> [Backup] {
    defer { backups = [] }
    return backups
  }
}
