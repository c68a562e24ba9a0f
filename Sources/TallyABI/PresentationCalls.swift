import CPlatform
import TallyEngine
import TallyFailure
import TallyMemory
import TallyTree

public import CTally

// Styles, and how to draw a badge.

private struct StyleFields: OptionSet {
  var rawValue: UInt32

  static let dotRadius = StyleFields(rawValue: UInt32(TALLY_STYLE_DOT_RADIUS))
  static let offset = StyleFields(rawValue: UInt32(TALLY_STYLE_OFFSET))
  static let fontSize = StyleFields(rawValue: UInt32(TALLY_STYLE_FONT_SIZE))
  static let fontWeight = StyleFields(rawValue: UInt32(TALLY_STYLE_FONT_WEIGHT))
  static let textColor = StyleFields(rawValue: UInt32(TALLY_STYLE_TEXT_COLOR))
  static let backgroundColor = StyleFields(rawValue: UInt32(TALLY_STYLE_BACKGROUND_COLOR))
  static let maxCount = StyleFields(rawValue: UInt32(TALLY_STYLE_MAX_COUNT))
  static let overflow = StyleFields(rawValue: UInt32(TALLY_STYLE_OVERFLOW))
  static let icon = StyleFields(rawValue: UInt32(TALLY_STYLE_ICON))
  static let all: StyleFields = [
    .dotRadius, .offset, .fontSize, .fontWeight, .textColor, .backgroundColor, .maxCount, .overflow, .icon,
  ]
}

/// Reads a host's style; NULL is an empty one. The icon's name is borrowed from the host.
private func style(
  _ given: UnsafePointer<tally_style>?, _ icon: inout UnsafeRawBufferPointer
) throws(Failure) -> Style {
  var raw = tally_style()
  try options(given, into: &raw)
  let fields = StyleFields(rawValue: raw.fields)
  try refuse(unless: fields.subtracting(.all).isEmpty, "unknown bits of fields")
  try refuse(unless: isZero(raw.reserved), "reserved members")
  let fieldBytes = MemoryLayout<tally_style>.size - MemoryLayout.size(ofValue: raw.reserved)
  if !fields.isEmpty, raw.struct_size < UInt32(fieldBytes) {
    throw Failure(.argument, "fields names a member that struct_size leaves out")
  }
  if fields.contains(.icon) {
    icon = try text(raw.icon, "icon, where fields names it,")
    if icon.isEmpty { throw Failure(.argument, "the name of an icon must not be empty") }
  }
  return try style(raw, fields)
}

private func style(_ raw: tally_style, _ fields: StyleFields) throws(Failure) -> Style {
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

extension tally_style {
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

extension tally_presentation {
  init(_ presentation: Presentation) {
    self.init()
    let style = presentation.style
    struct_size = UInt32(MemoryLayout<tally_presentation>.size)
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
public func tally_style_set(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_style>?
) -> tally_status {
  answer { () throws(Failure) in
    var icon = UnsafeRawBufferPointer(start: nil, count: 0)
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
    var raw = tally_style(style, hasIcon: !name.isEmpty)
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
  _ kind: Int32, _ count: UInt64, _ given: UnsafePointer<tally_style>?,
  _ outPresentation: UnsafeMutablePointer<tally_presentation>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  present(outPresentation, buffer, capacity, outLength) { (words) throws(Failure) in
    guard kind == TALLY_KIND_NONE || kind == TALLY_KIND_DOT || kind == TALLY_KIND_NUMBER else {
      throw Failure(.argument, "unknown kind of badge")
    }
    var icon = UnsafeRawBufferPointer(start: nil, count: 0)
    let style = try style(given, &icon)
    return try Presentation(
      of: Visible(shows: kind != TALLY_KIND_NONE, count: kind == TALLY_KIND_NUMBER ? count : 0), checking: style,
      icon: icon, text: &words)
  }
}
