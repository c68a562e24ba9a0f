import Tally
import Testing

@Suite struct PresentationTests {
  @Test func stylesAreInherited() throws {
    let account = try memoryAccount()
    try account.set(100, at: "shop.offers")
    #expect(try account.presentation(at: "shop").content == .number(text: "99+"))
    #expect(try account.presentation(at: "shop").count == 100)
    try account.setStyle(Badge.Style(fontSize: 11.5, maxCount: 50, overflow: .ellipsis, icon: "new"), at: "shop")
    try account.setStyle(Badge.Style(offset: .init(x: -2, y: 1), maxCount: 100), at: "shop.offers")
    #expect(try account.presentation(at: "shop").content == .number(text: "…"))
    let offers = try account.presentation(at: "shop.offers")
    #expect(offers.content == .number(text: "100"))
    #expect(offers.style.fontSize == 11.5 && offers.style.offset == .init(x: -2, y: 1))
    #expect(offers.style.textColor == .white && offers.style.backgroundColor == .red)
    #expect(offers.style.overflow == .ellipsis && offers.style.fontWeight == 700 && offers.style.dotRadius == 3)
    try account.dot(at: "shop.offers")
    #expect(try account.presentation(at: "shop").content == .icon(name: "new"))
    #expect(try account.presentation(at: "shop.offers").content == .dot)
    #expect(try account.presentation().content == .dot)
    #expect(try account.presentation(at: "nobody.knows").content == .nothing)
    #expect(try account.presentation(at: "shop.nobody.knows").style.maxCount == 50)
    try account.setStyle(nil, at: "shop")
    #expect(try account.presentation(at: "shop").content == .dot)
  }

  @Test func aStyleIsReadBack() throws {
    let account = try memoryAccount()
    let style = Badge.Style(
      dotRadius: 4, offset: .init(x: 1, y: 2), fontSize: 10, fontWeight: 450,
      textColor: .init(red: 1, green: 2, blue: 3), backgroundColor: .init(rawValue: 0x0A0B_0C0D), maxCount: .max,
      overflow: .plus, icon: "heiß")
    try account.setStyle(style, at: "a")
    #expect(try account.style(at: "a") == style)
    #expect(try account.style(at: "a.b") == Badge.Style())
    try account.set(4_000_000_000, at: "a")
    #expect(try account.presentation(at: "a").content == .number(text: "4000000000"))
  }

  @Test func withoutATree() throws {
    #expect(try Badge.Presentation(shows: true, count: 99).content == .number(text: "99"))
    #expect(
      try Badge.Presentation(shows: true, count: 10, style: Badge.Style(maxCount: 9)).content == .number(text: "9+"))
    #expect(
      try Badge.Presentation(shows: true, count: 0, style: Badge.Style(icon: "hot")).content == .icon(name: "hot"))
    #expect(try Badge.Presentation(shows: false, count: 3).content == .nothing)
  }

  @Test(arguments: [
    Badge.Style(dotRadius: -1), Badge.Style(dotRadius: .infinity), Badge.Style(dotRadius: 1e300),
    Badge.Style(fontSize: 0),
    Badge.Style(fontSize: 1e-300), Badge.Style(offset: .init(x: .nan, y: 0)), Badge.Style(fontWeight: 0),
    Badge.Style(fontWeight: 1 << 40),
    Badge.Style(maxCount: 0), Badge.Style(maxCount: -1), Badge.Style(icon: ""), Badge.Style(icon: "a\nb"),
    Badge.Style(icon: String(repeating: "i", count: 256)),
  ])
  func badValuesAreRefused(style: Badge.Style) throws {
    let account = try memoryAccount()
    try account.setStyle(Badge.Style(maxCount: 7), at: "a")
    let expected: TallyError.Code = style.icon == nil ? .range : .argument
    let refusal = #expect(throws: TallyError.self) { try account.setStyle(style, at: "a") }
    #expect(refusal?.code == expected)
    let other = #expect(throws: TallyError.self) { try Badge.Presentation(shows: true, count: 1, style: style) }
    #expect(other?.code == expected)
    #expect(try account.style(at: "a") == Badge.Style(maxCount: 7))
  }

  @Test func aWidgetFollowsItsPath() async throws {
    let account = try memoryAccount()
    let drawn = Collected<Badge.Presentation.Content>()
    let widget = try account.bindWidget(at: "chat") { drawn.append($0.content) }
    #expect(await eventually { drawn.all == [.nothing] })
    try account.set(120, at: "chat.bo")
    #expect(await eventually { drawn.all.count == 2 })
    try account.setStyle(Badge.Style(maxCount: 9))
    #expect(await eventually { drawn.all.count == 3 })
    try widget.refresh()
    #expect(await eventually { drawn.all.count == 4 })
    #expect(drawn.all == [.nothing, .number(text: "99+"), .number(text: "9+"), .number(text: "9+")])
    widget.cancel()
    try account.dot(at: "chat.bo")
    // A later call shows that none came in between.
    let other = try account.bindWidget(at: "chat") { drawn.append($0.content) }
    #expect(await eventually { drawn.all.count == 5 })
    #expect(drawn.all.last == .dot)
    other.cancel()
  }

  @Test func aWidgetsClosureIsLetGoOf() async throws {
    final class Witness: Sendable {}
    let account = try memoryAccount()
    weak var bound: Witness?
    weak var refused: Witness?
    func use() throws -> Subscription {
      let (one, two) = (Witness(), Witness())
      (bound, refused) = (one, two)
      #expect(throws: TallyError.self) { try account.bindWidget(at: "a..b") { _ in _ = two } }
      return try account.bindWidget(at: "a") { _ in _ = one }
    }
    var widget: Subscription? = try use()
    #expect(refused == nil)
    #expect(bound != nil)
    widget?.cancel()
    #expect(await eventually { bound == nil })
    widget = nil
  }
}
