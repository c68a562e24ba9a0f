public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// Styles, and how to draw a badge; paths.

extension tally_tree_style: StyleRecord {
  public static var fieldBytes: Int { 48 + MemoryLayout<Int>.size }
  public static var knownFields: StyleFields { .withoutLevels }
}
extension tally_tree_presentation: StyleMembers {}

/// Reads and checks a host's style; NULL is an empty one. The icon's name is borrowed from the host.
private func style(_ given: UnsafePointer<tally_tree_style>?, _ icon: inout Bytes) throws(Failure) -> Style {
  var raw = tally_tree_style()
  try options(given, into: &raw)
  try refuse(unless: raw.reserved == nil, "the reserved member")
  let style = try raw.style()
  if raw.hasIcon {
    icon = try unchecked(raw.icon, "icon, where fields names it,")
    try Failure.checkName(icon, "the name of an icon")
  }
  try Failure.check(style)
  return style
}

extension tally_tree_presentation {
  fileprivate init(_ presentation: Presentation) {
    self.init()
    (kind, count) = (presentation.kind.rawValue, presentation.count)
    fill(with: presentation.style)
  }
}

@c @implementation
public func tally_tree_style_set(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_tree_style>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    var icon = Bytes(start: nil, count: 0)
    let style = try style(given, &icon)
    let (path, tree) = (try path(place), host.pointee.tree)
    let isRemoval = style.isEmpty && icon.isEmpty
    host.pointee.forgetNotices()
    // A path without a node has no style to remove.
    let at = try isRemoval ? tree.find(path) : tree.findOrCreate(path)
    if let at { try tree.setStyle(style, icon: icon, of: at) }
    return .ok
  }
}

@c @implementation
public func tally_tree_style_get(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?, _ outStyle: UnsafeMutablePointer<tally_tree_style>?,
  _ icon: UnsafeMutablePointer<CChar>?, _ iconCapacity: Int, _ outIconLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outStyle, "out_style")
    let (path, tree) = (try path(place), host.pointee.tree)
    let at = try tree.find(path)
    let name = at.map { tree.icon(of: $0) } ?? Bytes(start: nil, count: 0)
    var raw = tally_tree_style()
    raw.fill(with: at.map { tree.ownStyle(of: $0) } ?? Style(), hasIcon: !name.isEmpty)
    if !name.isEmpty, let icon, iconCapacity > name.count { raw.icon = UnsafePointer(icon) }
    try fill(target, with: raw)
    if icon != nil || outIconLength != nil { try copyOut(name, icon, iconCapacity, outIconLength) }
    return .ok
  }
}

/// Writes a presentation and its text.
@inline(never)
private func present(
  _ handle: OpaquePointer?, _ outPresentation: UnsafeMutablePointer<tally_tree_presentation>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?,
  _ body: (Tree, inout ByteBuffer) throws(Failure) -> Presentation
) -> tally_tree_status {
  call(handle) { (host) throws(Failure) in
    let target = try output(outPresentation, "out_presentation")
    var words = ByteBuffer()
    try fill(target, with: tally_tree_presentation(try body(host.pointee.tree, &words)))
    if buffer != nil || outLength != nil { try copyOut(words.bytes, buffer, capacity, outLength) }
    return .ok
  }
}

@c @implementation
public func tally_tree_present(
  _ handle: OpaquePointer?, _ place: UnsafePointer<CChar>?,
  _ outPresentation: UnsafeMutablePointer<tally_tree_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  present(handle, outPresentation, buffer, capacity, outLength) { (tree, words) throws(Failure) in
    let path = try path(place)
    guard let at = try tree.find(path) else {
      return try tree.presentUnknown(path)
    }
    do throws(OutOfMemory) { return try tree.present(at, text: &words) } catch { throw .noMemory }
  }
}

@c @implementation
public func tally_tree_present_badge(
  _ handle: OpaquePointer?, _ badge: UnsafePointer<tally_tree_badge>?, _ given: UnsafePointer<tally_tree_style>?,
  _ outPresentation: UnsafeMutablePointer<tally_tree_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  present(handle, outPresentation, buffer, capacity, outLength) { (_, words) throws(Failure) in
    guard let badge = badge?.pointee else { throw Failure.missing("badge") }
    let kind = badge.kind
    guard kind == TALLY_TREE_KIND_NONE || kind == TALLY_TREE_KIND_DOT || kind == TALLY_TREE_KIND_NUMBER else {
      throw Failure(.argument, "the kind must be none, a dot or a number")
    }
    var icon = Bytes(start: nil, count: 0)
    let style = try style(given, &icon)
    let count = kind == TALLY_TREE_KIND_NUMBER ? badge.count : 0
    let shown = Visible(shows: kind != TALLY_TREE_KIND_NONE, count: count)
    return try Presentation(of: shown, checking: style, icon: icon, text: &words)
  }
}
