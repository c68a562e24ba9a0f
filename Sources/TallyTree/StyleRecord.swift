import TallyFailure

/// The members of a style in the structures of the headers: `tally_style`, `tally_tree_style` and the presentations.
public protocol StyleMembers {
  var dot_radius: Float { get set }
  var offset_x: Float { get set }
  var offset_y: Float { get set }
  var font_size: Float { get set }
  var font_weight: Int32 { get set }
  var text_color: UInt32 { get set }
  var background_color: UInt32 { get set }
  var highlight_color: UInt32 { get set }
  var overflow: Int32 { get set }
  var max_count: UInt64 { get set }
}

/// The structures of the tree alone, whose badges have no levels, do without it.
extension StyleMembers {
  public var highlight_color: UInt32 {
    get { 0 }
    set {}
  }
}

extension StyleMembers {
  public mutating func fill(with style: ResolvedStyle) {
    (dot_radius, font_size, font_weight) = (style.dotRadius, style.fontSize, style.fontWeight)
    (offset_x, offset_y) = (style.offset.x, style.offset.y)
    (text_color, background_color) = (style.textColor, style.backgroundColor)
    highlight_color = style.highlightColor
    (max_count, overflow) = (style.maxCount, style.overflow.rawValue)
  }
}

/// The fields that a host's style names. The headers have the same values.
public struct StyleFields: OptionSet, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let dotRadius = StyleFields(rawValue: 1)
  public static let offset = StyleFields(rawValue: 2)
  public static let fontSize = StyleFields(rawValue: 4)
  public static let fontWeight = StyleFields(rawValue: 8)
  public static let textColor = StyleFields(rawValue: 16)
  public static let backgroundColor = StyleFields(rawValue: 32)
  public static let maxCount = StyleFields(rawValue: 64)
  public static let overflow = StyleFields(rawValue: 128)
  public static let icon = StyleFields(rawValue: 256)
  public static let highlightColor = StyleFields(rawValue: 512)
  public static let all = StyleFields(rawValue: 1023)
  public static let withoutLevels = StyleFields(rawValue: 511)
}

/// A host's style.
public protocol StyleRecord: StyleMembers {
  /// The bytes up to the end of the members that `fields` names. A structure that names one is not smaller.
  static var fieldBytes: Int { get }
  /// The fields that it has.
  static var knownFields: StyleFields { get }
  var struct_size: UInt32 { get set }
  var fields: UInt32 { get set }
}

extension StyleRecord {
  public var hasIcon: Bool { StyleFields(rawValue: fields).contains(.icon) }

  /// The style, without its icon. Its values are not checked.
  public func style() throws(Failure) -> Style {
    let fields = StyleFields(rawValue: fields)
    if !fields.isSubset(of: Self.knownFields) { throw Failure(.argument, "unknown bits of fields must be zero") }
    if !fields.isEmpty, Int(clamping: struct_size) < Self.fieldBytes {
      throw Failure(.argument, "fields names a member that struct_size leaves out")
    }
    if fields.contains(.highlightColor), Int(clamping: struct_size) < MemoryLayout<Self>.size {
      throw Failure(.argument, "fields names a member that struct_size leaves out")
    }
    var style = Style()
    if fields.contains(.dotRadius) { style.dotRadius = dot_radius }
    if fields.contains(.offset) { style.offset = StyleOffset(x: offset_x, y: offset_y) }
    if fields.contains(.fontSize) { style.fontSize = font_size }
    if fields.contains(.fontWeight) { style.fontWeight = font_weight }
    if fields.contains(.textColor) { style.textColor = text_color }
    if fields.contains(.backgroundColor) { style.backgroundColor = background_color }
    if fields.contains(.highlightColor) { style.highlightColor = highlight_color }
    if fields.contains(.maxCount) { style.maxCount = max_count }
    if fields.contains(.overflow) {
      guard let overflow = CountOverflow(rawValue: overflow) else { throw Failure(.argument, "unknown overflow") }
      style.overflow = overflow
    }
    return style
  }

  /// Names and fills the fields that a style has.
  public mutating func fill(with style: Style, hasIcon: Bool) {
    var fields: StyleFields = hasIcon ? .icon : []
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
    if Self.knownFields.contains(.highlightColor) {
      take(style.highlightColor, .highlightColor, into: &highlight_color)
    }
    take(style.maxCount, .maxCount, into: &max_count)
    take(style.overflow?.rawValue, .overflow, into: &overflow)
    self.fields = fields.rawValue
  }
}
