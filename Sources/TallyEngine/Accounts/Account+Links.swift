import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Links: a path counts at another one too, as if it were a child of it.

extension Account {
  /// Links a path under another one. If it is linked there already, nothing changes.
  /// - Throws: `.conflict` if that would close a circle; `.limit`.
  public func addLink(_ path: UnsafeRawBufferPointer, under target: UnsafeRawBufferPointer) throws(Failure) {
    let source = try canonical(path)
    let end = try canonical(target)
    try changeLinks { (share) throws(Failure) in
      let (at, under) = try tree.findOrCreate(source.bytes.bytes, and: end.bytes.bytes)
      if tree.linkCount >= Int(clamping: engine.limits[.links]), !tree.isLinked(at, under: under) {
        throw Failure(.limit, "the account has as many links as the engine's limit")
      }
      if try tree.addLink(at, under: under) {
        try share.store.addLink(account: id, path: source.bytes.bytes, under: end.bytes.bytes)
      }
    }
  }

  /// - Throws: `.notFound` if there is no such link.
  public func removeLink(_ path: UnsafeRawBufferPointer, under target: UnsafeRawBufferPointer) throws(Failure) {
    let source = try canonical(path)
    let end = try canonical(target)
    try changeLinks { (share) throws(Failure) in
      guard let at = try tree.find(source.bytes.bytes), let under = try tree.find(end.bytes.bytes),
        try tree.removeLink(at, under: under)
      else { throw Failure(.notFound, "there is no such link") }
      try share.store.removeLink(account: id, path: source.bytes.bytes, under: end.bytes.bytes)
    }
  }

  private func changeLinks(_ body: (Share) throws(Failure) -> Void) throws(Failure) {
    try Reserve.claiming { () throws(Failure) in
      try change(.call) { (share, hold) throws(Failure) in
        try exclusively(&hold) { () throws(Failure) in try body(share) }
      }
    }
  }

  /// Visits links in their order until `visit` returns false.
  public func listLinks(
    _ path: UnsafeRawBufferPointer, _ scope: LinkScope, after: ListPlace?,
    visit: (_ path: UnsafeRawBufferPointer, _ target: UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) {
    let place = try canonical(path)
    try reading { (store) throws(Failure) in
      try store.listLinks(account: id, of: place.bytes.bytes, scope, after: after, visit: visit)
    }
  }
}

extension Engine {
  /// Gives a tree that has its badges the rules of its paths and its links.
  func fillLinks(_ tree: Tree, _ account: Int64) throws(Failure) {
    do throws(Failure) {
      try store.forEachCountingPath(account: account) { (path) throws(Failure) in
        try tree.setRule(try tree.findOrCreate(path), .lit)
      }
      try store.forEachLink(account: account) { (path, target) throws(Failure) in
        let (at, under) = try tree.findOrCreate(path, and: target)
        _ = try tree.addLink(at, under: under)
      }
    } catch {
      if error.status != .conflict { throw error }
      throw Failure(.corrupt, "the file is damaged: the links of an account close a circle")
    }
  }
}
