import TallyBorder
import TallyEngine
import TallyFailure
import TallyStore

public import CTally

@c @implementation
public func tally_link_add(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ under: UnsafePointer<CChar>?
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).addLink(try unchecked(path, "path"), under: try unchecked(under, "under"))
    return .ok
  }
}

@c @implementation
public func tally_link_remove(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ under: UnsafePointer<CChar>?
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).removeLink(try unchecked(path, "path"), under: try unchecked(under, "under"))
    return .ok
  }
}

@c @implementation
public func tally_link_list(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_link.self) { (list) throws(Failure) in
    try refuseFlags(flags, but: TALLY_SUBTREE | TALLY_LINK_UNDER)
    let (account, path) = (try account(handle), try unchecked(path, "path"))
    let scope = LinkScope(
      isIncoming: flags & UInt32(TALLY_LINK_UNDER) != 0, isSubtree: flags & UInt32(TALLY_SUBTREE) != 0)
    let start = try list.begin(
      ListName(.links, account: account.id, number: Int64(flags), path), after: after)
    try account.listLinks(path, scope, after: start) { path, target in
      let entry = tally_link(path: list.add(path), under: list.add(target))
      list.place =
        scope.isIncoming
        ? ListWriter.Place(name: entry.under, id: entry.path) : ListWriter.Place(name: entry.path, id: entry.under)
      list.add(inlined: entry)
      return !list.isFull
    }
    return false
  }
}
