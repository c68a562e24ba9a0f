import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyTree

public import CTally

// Styles, and how to draw a badge.

extension tally_style: StyleRecord {
  public static var fieldBytes: Int { 48 + MemoryLayout<Int>.size }
  public static var knownFields: StyleFields { .all }
}
extension tally_presentation: StyleMembers {}

/// Reads and checks a host's style; NULL is an empty one. The icon's name is borrowed from the host.
private func style(_ given: UnsafePointer<tally_style>?, _ icon: inout Bytes) throws(Failure) -> Style {
  var raw = tally_style()
  try options(given, into: &raw)
  try refuse(unless: raw.reserved == nil && raw.reserved_2 == 0, "the reserved members")
  let style = try raw.style()
  if raw.hasIcon {
    icon = try text(raw.icon, "icon, where fields names it,")
    if icon.isEmpty { throw Failure(.argument, "the name of an icon must not be empty") }
  }
  return style
}

extension tally_presentation {
  init(_ presentation: Presentation) {
    self.init()
    struct_size = UInt32(MemoryLayout<tally_presentation>.size)
    (kind, count) = (presentation.kind.rawValue, presentation.count)
    fill(with: presentation.style)
    highlighted = presentation.isHighlighted ? 1 : 0
  }
}

@c @implementation
public func tally_style_set(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_style>?
) -> tally_status {
  answer { () throws(Failure) in
    var icon = Bytes(start: nil, count: 0)
    let style = try style(given, &icon)
    try account(handle).setStyle(style, icon: icon, at: try unchecked(path, "path"))
    return .ok
  }
}

@c @implementation
public func tally_style_get(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ outStyle: UnsafeMutablePointer<tally_style>?,
  _ icon: UnsafeMutablePointer<CChar>?, _ iconCapacity: Int, _ outIconLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outStyle, "out_style")
    var name = ByteBuffer()
    let style = try account(handle).ownStyle(at: try unchecked(path, "path"), icon: &name)
    var raw = tally_style()
    raw.fill(with: style, hasIcon: !name.isEmpty)
    if !name.isEmpty, let icon, iconCapacity > name.count { raw.icon = UnsafePointer(icon) }
    try fill(target, with: raw)
    if icon != nil || outIconLength != nil { try copyOut(name.bytes, icon, iconCapacity, outIconLength) }
    return .ok
  }
}

/// Writes a presentation and its text.
private func present(
  _ outPresentation: UnsafeMutablePointer<tally_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?,
  _ body: (inout ByteBuffer) throws(Failure) -> Presentation
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outPresentation, "out_presentation")
    var words = ByteBuffer()
    let presentation = try body(&words)
    try fill(target, with: tally_presentation(presentation))
    if buffer != nil || outLength != nil { try copyOut(words.bytes, buffer, capacity, outLength) }
    return .ok
  }
}

@c @implementation
public func tally_badge_present(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ outPresentation: UnsafeMutablePointer<tally_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  present(outPresentation, buffer, capacity, outLength) { (words) throws(Failure) in
    try account(handle).present(try unchecked(path, "path"), text: &words)
  }
}

@c @implementation
public func tally_present(
  _ badge: UnsafePointer<tally_badge>?, _ given: UnsafePointer<tally_style>?,
  _ outPresentation: UnsafeMutablePointer<tally_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  present(outPresentation, buffer, capacity, outLength) { (words) throws(Failure) in
    let (shown, level) = try visible(badge)
    var icon = Bytes(start: nil, count: 0)
    let style = try style(given, &icon)
    return try Presentation(of: shown, checking: style, icon: icon, level: level, text: &words)
  }
}

/// A host's badge, of which the kind, the count and the level matter.
private func visible(_ given: UnsafePointer<tally_badge>?) throws(Failure) -> (Visible, Level) {
  guard let badge = given?.pointee else { throw Failure.missing("badge") }
  guard badge.kind == TALLY_KIND_NONE || badge.kind == TALLY_KIND_DOT || badge.kind == TALLY_KIND_NUMBER else {
    throw Failure(.argument, "unknown kind of badge")
  }
  try refuse(unless: badge.reserved == 0, "the badge's reserved member")
  guard let level = Int8(exactly: badge.level).flatMap({ Level(rawValue: $0) }) else {
    throw Failure(.argument, "unknown level of the badge")
  }
  let count = badge.kind == TALLY_KIND_NUMBER ? badge.count : 0
  return (Visible(shows: badge.kind != TALLY_KIND_NONE, count: count), level)
}
