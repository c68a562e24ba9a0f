import Observation
import Tally
import Testing

/// An application's type beside Tally. It compiles only if no type of Tally has the name of a module, since the macro
/// writes `Observation.ObservationRegistrar`.
@MainActor @Observable private final class Inbox {
  let badge: BadgeModel
  var isOpen = false

  init(_ badge: BadgeModel) { self.badge = badge }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct ObservableTests {
  /// Returns when a value that `read` has read changes.
  private func change(in read: () -> Void, after act: () throws -> Void) async rethrows {
    let (changes, told) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking(read) { told.finish() }
    try act()
    for await _ in changes {}
    // The notification comes before the change, on the main actor. So the change is complete when this task continues.
  }

  @Test func anObservableClassCompilesBesideTally() async throws {
    let inbox = Inbox(try BadgeModel(memoryAccount()))
    await change(in: { _ = inbox.isOpen }, after: { inbox.isOpen = true })
    #expect(inbox.isOpen)
    let observation: Subscription = try memoryAccount().observe(at: "a") { _ in }
    observation.cancel()
  }

  @Test func aModelFollowsItsPath() async throws {
    let account = try memoryAccount()
    try account.dot(at: "chat.bo")
    let model = try BadgeModel(account, at: "chat")
    #expect(model.path == "chat" && model.kind == .dot && model.count == 0 && model.text == "")
    try await change(in: { _ = model.count }, after: { try account.set(120, at: "chat.bo") })
    #expect(model.kind == .number && model.count == 120 && model.text == "99+")
    try await change(in: { _ = model.text }, after: { try account.setStyle(Badge.Style(maxCount: 9)) })
    #expect(model.count == 120 && model.text == "9+" && model.presentation.style.maxCount == 9)
    try await change(in: { _ = model.kind }, after: { try account.clearTree(at: "root") })
    #expect(model.kind == .none && model.count == 0 && model.text == "")
    try await change(
      in: { _ = model.kind },
      after: { try account.batch([.dot(at: "chat"), .set(7, at: "chat"), .set(8, at: "chat")]) })
    #expect(model.kind == .number && model.text == "8")
  }

  @Test func anIconCountsAsADot() throws {
    let account = try memoryAccount()
    try account.dot(at: "shop")
    try account.setStyle(Badge.Style(icon: "new"), at: "shop")
    let model = try BadgeModel(account, at: "shop")
    #expect(model.kind == .dot && model.presentation.content == .icon(name: "new"))
  }

  @Test func aModelIsLetGoOf() throws {
    var configuration = Engine.Configuration()
    configuration.maxObservers = 1
    let account = try Engine(configuration).openAccount("ann")
    weak var released: BadgeModel?
    func use() throws {
      let model = try BadgeModel(account)
      released = model
      let limit = #expect(throws: TallyError.self) { try BadgeModel(account) }
      #expect(limit?.code == .limit)
    }
    // The limit allows only one, so each must be released.
    for _ in 0..<20 {
      try use()
      #expect(released == nil)
    }
    let path = #expect(throws: TallyError.self) { try BadgeModel(account, at: "a..b") }
    #expect(path?.code == .path)
  }
}
