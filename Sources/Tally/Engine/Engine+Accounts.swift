internal import TallyEngine
internal import TallyFailure

extension Engine {
  /// Returns the names of the stored accounts, open or not, sorted by their bytes.
  /// - Parameters:
  ///   - name: begins after this name, which need not exist; nil: from the first.
  ///   - limit: the most names.
  public func accountNames(after name: String? = nil, limit: Int = .max) throws(TallyError) -> [String] {
    var names: [String] = []
    var start = name ?? ""
    while names.count < limit {
      let count = min(limit - names.count, 10_000)
      let hasMore = try calling(with: start) { (bytes) throws(Failure) in
        try core.listAccounts(after: bytes, limit: count) { names.append(String(decoding: $0, as: UTF8.self)) }
      }
      guard hasMore, let last = names.last else { break }
      start = last
    }
    return names
  }

  /// Removes an account with all its stored data, for good. An open account is logged out, its observers are notified
  /// that nothing shows any more, and its objects fail with ``TallyError/Code/notFound``.
  public func removeAccount(_ name: String) throws(TallyError) {
    try calling(with: name) { (bytes) throws(Failure) in try core.removeAccount(bytes) }
  }
}
