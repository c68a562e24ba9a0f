/// Why a format was rejected, and where.
public struct FormatError: Error, Equatable {
  public enum Reason: UInt8, Sendable {
    /// A percent sign that is not one of `%u`, `%@`, `%%`, `%1$u` and `%2$@`.
    case directive
    /// `%@` in a format for hidden previews: names do not belong on a locked screen.
    case argumentInHidden
    /// A control character other than a tab or a line feed.
    case controlCharacter
    /// The category already has a form.
    case duplicateForm
    case outOfMemory
  }

  public let reason: Reason
  /// In bytes of the form's text.
  public let position: Int

  init(_ reason: Reason, at position: Int = 0) {
    self.reason = reason
    self.position = position
  }

  public var text: StaticString {
    switch reason {
    case .directive: "a percent sign begins neither %u nor %@, %%, %1$u or %2$@"
    case .argumentInHidden: "a format for hidden previews has no arguments: only %u and %% are understood"
    case .controlCharacter: "a control character"
    case .duplicateForm: "a second form for the same plural category"
    case .outOfMemory: "out of memory"
    }
  }
}
