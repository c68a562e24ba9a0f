public import CTree
import TallyBorder
import TallyFailure
import TallyMemory
import TallyTree

// Styles, and how to draw a badge; paths.

private struct StyleFields: OptionSet {
  var rawValue: UInt32

  static let dotRadius = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_DOT_RADIUS))
  static let offset = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_OFFSET))
  static let fontSize = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_FONT_SIZE))
  static let fontWeight = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_FONT_WEIGHT))
  static let textColor = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_TEXT_COLOR))
  static let backgroundColor = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_BACKGROUND_COLOR))
  static let maxCount = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_MAX_COUNT))
  static let overflow = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_OVERFLOW))
  static let icon = StyleFields(rawValue: UInt32(TALLY_TREE_STYLE_ICON))
  static let all: StyleFields = [
    .dotRadius, .offset, .fontSize, .fontWeight, .textColor, .backgroundColor, .maxCount, .overflow, .icon,
  ]
}

/// Reads and checks a host's style; NULL is an empty one. The icon's name is borrowed from the host.
private func style(_ given: UnsafePointer<tally_tree_style>?, _ icon: inout Bytes) throws(Failure) -> Style {
  guard let given else { return Style() }
  var raw = tally_tree_style()
  try withRaw(&raw) { (target) throws(Failure) in try copyOptions(given, into: target) }
  let fields = StyleFields(rawValue: raw.fields)
  try refuse(unless: fields.subtracting(.all).isEmpty, "unknown bits of fields")
  let reserved = raw.reserved.0 | raw.reserved.1 | raw.reserved.2 | raw.reserved.3
  try refuse(unless: reserved == 0, "reserved members")
  let fieldBytes = MemoryLayout<tally_tree_style>.size - MemoryLayout.size(ofValue: raw.reserved)
  if !fields.isEmpty, raw.struct_size < UInt32(fieldBytes) {
    throw Failure(.argument, "fields names a member that struct_size leaves out")
  }
  if fields.contains(.icon) {
    icon = try text(raw.icon, "icon, where fields names it,")
    try Failure.checkName(icon, "the name of an icon")
  }
  let style = try style(raw, fields)
  try Failure.check(style)
  return style
}

private func style(_ raw: tally_tree_style, _ fields: StyleFields) throws(Failure) -> Style {
  var style = Style()
  if fields.contains(.dotRadius) { style.dotRadius = raw.dot_radius }
  if fields.contains(.offset) { style.offset = StyleOffset(x: raw.offset_x, y: raw.offset_y) }
  if fields.contains(.fontSize) { style.fontSize = raw.font_size }
  if fields.contains(.fontWeight) { style.fontWeight = raw.font_weight }
  if fields.contains(.textColor) { style.textColor = raw.text_color }
  if fields.contains(.backgroundColor) { style.backgroundColor = raw.background_color }
  if fields.contains(.maxCount) { style.maxCount = raw.max_count }
  if fields.contains(.overflow) {
    guard let overflow = CountOverflow(rawValue: raw.overflow) else { throw Failure(.argument, "unknown overflow") }
    style.overflow = overflow
  }
  return style
}

extension tally_tree_style {
  fileprivate init(_ style: Style, hasIcon: Bool) {
    self.init()
    var fields: StyleFields = []
    func take<Value>(_ value: Value?, _ field: StyleFields, into member: inout Value) {
      guard let value else { return }
      member = value
      fields.insert(field)
    }
    take(style.dotRadius, .dotRadius, into: &dot_radius)
    take(style.offset?.x, .offset, into: &offset_x)
    take(style.offset?.y, .offset, into: &offset_y)
    take(style.fontSize, .fontSize, into: &font_size)
    take(style.fontWeight, .fontWeight, into: &font_weight)
    take(style.textColor, .textColor, into: &text_color)
    take(style.backgroundColor, .backgroundColor, into: &background_color)
    take(style.maxCount, .maxCount, into: &max_count)
    take(style.overflow?.rawValue, .overflow, into: &overflow)
    if hasIcon { fields.insert(.icon) }
    self.fields = fields.rawValue
  }
}

extension tally_tree_presentation {
  fileprivate init(_ presentation: Presentation) {
    self.init()
    let style = presentation.style
    kind = presentation.kind.rawValue
    count = presentation.count
    dot_radius = style.dotRadius
    offset_x = style.offset.x
    offset_y = style.offset.y
    font_size = style.fontSize
    font_weight = style.fontWeight
    text_color = style.textColor
    background_color = style.backgroundColor
    overflow = style.overflow.rawValue
    max_count = style.maxCount
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
    var raw = tally_tree_style(at.map { tree.ownStyle(of: $0) } ?? Style(), hasIcon: !name.isEmpty)
    if !name.isEmpty, let icon, iconCapacity > name.count { raw.icon = UnsafePointer(icon) }
    try withRaw(&raw) { (bytes) throws(Failure) in try fill(target, with: Bytes(bytes)) }
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
    var raw = tally_tree_presentation(try body(host.pointee.tree, &words))
    try withRaw(&raw) { (bytes) throws(Failure) in try fill(target, with: Bytes(bytes)) }
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
public func tally_tree_present_count(
  _ handle: OpaquePointer?, _ kind: Int32, _ count: UInt64, _ given: UnsafePointer<tally_tree_style>?,
  _ outPresentation: UnsafeMutablePointer<tally_tree_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_tree_status {
  present(handle, outPresentation, buffer, capacity, outLength) { (_, words) throws(Failure) in
    guard kind == TALLY_TREE_KIND_NONE || kind == TALLY_TREE_KIND_DOT || kind == TALLY_TREE_KIND_NUMBER else {
      throw Failure(.argument, "the kind must be none, a dot or a number")
    }
    var icon = Bytes(start: nil, count: 0)
    let style = try style(given, &icon)
    let shown = Visible(shows: kind != TALLY_TREE_KIND_NONE, count: kind == TALLY_TREE_KIND_NUMBER ? count : 0)
    return try Presentation(of: shown, checking: style, icon: icon, text: &words)
  }
}
