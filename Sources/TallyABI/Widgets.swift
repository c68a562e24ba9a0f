import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyTree

public import CTally

// Widgets: the engine keeps a host's table of functions in opaque form. Here it is converted, and its functions are
// called.

extension ViewTable {
  fileprivate init(_ raw: tally_widget) throws(Failure) {
    self.init(
      showDot: try ViewTable.opaque(raw.show_dot), showNumber: try ViewTable.opaque(raw.show_number),
      showIcon: try ViewTable.opaque(raw.show_icon), hide: try ViewTable.opaque(raw.hide))
  }

  private static func opaque(_ function: tally_widget_function?) throws(Failure) -> UnsafeRawPointer {
    guard let function else { throw Failure.missing("the functions of a widget") }
    return unsafeBitCast(function, to: UnsafeRawPointer.self)
  }

  fileprivate func function(_ kind: Presentation.Kind) -> UnsafeRawPointer? {
    switch kind {
    case .none: return hide
    case .dot: return showDot
    case .icon: return showIcon
    case .number: return showNumber
    }
  }
}

func show(_ call: ViewCall) {
  guard let function = call.table.function(call.presentation.kind) else { return }
  var raw = tally_presentation(call.presentation)
  unsafeBitCast(function, to: tally_widget_function.self)(call.callback.userData, call.path, &raw, call.text)
}

@c @implementation
public func tally_widget_bind(
  _ scopeHandle: OpaquePointer?, _ accountHandle: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ widget: UnsafePointer<tally_widget>?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(nil, userData, release)
  return keeping(callback) { () throws(Failure) in
    var raw = tally_widget()
    guard let widget else { throw Failure.missing("widget") }
    try options(widget, into: &raw)
    guard raw.struct_size >= UInt32(clamping: tally_widget.firstSize) else {
      throw Failure(.argument, "struct_size leaves out a function of the widget")
    }
    try refuse(unless: raw.flags == 0, "flags")
    let token = try scope(scopeHandle).bind(
      try account(accountHandle), try unchecked(path, "path"), try ViewTable(raw), callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_widget_refresh(_ scopeHandle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try scope(scopeHandle).refreshViews()
    return .ok
  }
}
