import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// Styles of paths, and how to draw a path. The tree holds the styles of the account. They belong to the host, and live
// as long as the engine.

extension Account {
  /// Replaces the style of a path. An empty style removes it. Views whose look changes are called again.
  /// - Parameter icon: the icon's name; no bytes: none.
  public func setStyle(
    _ style: Style, icon: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer
  ) throws(Failure) {
    try Failure.check(style)
    if !icon.isEmpty { try Failure.checkName(icon, "the name of an icon") }
    let hold = try enter()
    let isRemoval = style.isEmpty && icon.isEmpty
    // A path without a node has no style to remove.
    guard
      let at = try isRemoval ? tree.find(path) : tree.findOrCreate(path)
    else { return }
    var views = List<UInt32>()
    try growing { () throws(OutOfMemory) in
      try collectViews(hold, &views) { tree.isRestyled($0, by: style, icon: icon, of: at) }
      try engine.events.reserve(views.count)
    }
    try tree.setStyle(style, icon: icon, of: at)
    engine.enqueueViews(hold, &views)
  }

  /// The path's own style, without inherited fields.
  /// - Parameter icon: receives the name of its icon.
  public func ownStyle(at path: UnsafeRawBufferPointer, icon: inout ByteBuffer) throws(Failure) -> Style {
    let hold = try enter()
    defer { hold.keep() }
    guard let at = try tree.find(path) else { return Style() }
    try growing { () throws(OutOfMemory) in try icon.append(tree.icon(of: at)) }
    return tree.ownStyle(of: at)
  }

  /// How to draw a path. An unknown path shows nothing, and inherits its style.
  /// - Parameter text: receives the number's digits or the icon's name.
  public func present(
    _ path: UnsafeRawBufferPointer, text: inout ByteBuffer
  ) throws(Failure) -> Presentation {
    let hold = try enter()
    defer { hold.keep() }
    guard let at = try tree.find(path) else {
      return try tree.presentUnknown(path)
    }
    return try present(at, &text)
  }

  func present(_ at: NodeIndex, _ text: inout ByteBuffer) throws(Failure) -> Presentation {
    do throws(OutOfMemory) { return try tree.present(at, text: &text) } catch { throw .noMemory }
  }
}
