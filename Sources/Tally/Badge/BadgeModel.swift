public import Observation
internal import Synchronization

/// The badge of a path for a user interface to observe, on the main actor, with SwiftUI or without.
///
///     struct Inbox: View {
///       let model: BadgeModel
///
///       var body: some View {
///         Label("Inbox", systemImage: "tray").badge(model.text)
///       }
///     }
///
/// The model has the current state from the start, and follows the path and its style as long as it lives. It keeps its
/// engine open.
@MainActor @Observable public final class BadgeModel {
  /// The path, as it was given.
  public nonisolated let path: String
  /// How to draw the badge, with its style.
  public private(set) var presentation: Badge.Presentation
  @ObservationIgnored private var widget: Subscription?

  /// No badge, a dot or a number. An icon (``Badge/Presentation/Content/icon(name:)``) counts as a dot.
  public var kind: Badge.Kind {
    switch presentation.content {
    case .nothing: .none
    case .dot, .icon: .dot
    case .number: .number
    }
  }

  /// The number, never capped; 0 for a dot, or if there is no badge.
  public var count: Int { presentation.count }

  /// The displayed number, capped by the style: `7`, `99+`. Empty for a dot, or if there is no badge.
  public var text: String {
    if case .number(let text) = presentation.content { return text }
    return ""
  }

  /// Follows a path of an account.
  /// - Parameters:
  ///   - account: the account that has the path.
  ///   - path: the path to follow; it need not exist yet.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit`` (observers), ``TallyError/Code/closed``.
  public init(_ account: Account, at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) {
    self.path = path.badgePathText
    presentation = try account.presentation(at: path)
    let latest = Latest<Badge.Presentation>()
    widget = try account.bindWidget(at: path) { [weak self] presentation in
      // Each task takes the latest value at that time, so no task overtakes another one.
      if latest.put(presentation) { Task { @MainActor in self?.show(latest.take()) } }
    }
  }

  private func show(_ latest: Badge.Presentation?) {
    if let latest, latest != presentation { presentation = latest }
  }
}

/// The latest value that was not taken yet.
private final class Latest<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// - Returns: whether there was none.
  func put(_ latest: Value) -> Bool {
    value.withLock { value in
      defer { value = latest }
      return value == nil
    }
  }

  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
