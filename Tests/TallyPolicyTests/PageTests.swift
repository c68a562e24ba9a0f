import Testing

@testable import TallyPolicy

/// The pages that the user sees.
struct PageTests {
  // MARK: The message center

  @Test func aPageShownForTheFirstTimeAsks() {
    let driver = Driver()
    driver.on(.logIn)
    #expect(driver.asks(.pageShown(0), at: 100))
    driver.finish(.failed)
    // Each page counts. One that is already shown is no event.
    #expect(!driver.asks(.pageShown(0), at: 200))
    #expect(driver.asks(.pageShown(1), at: 300))
  }

  @Test func aPageIsKnownWhenTheUserBeginsToSeeIt() {
    let driver = Driver()
    func page(_ isFirst: Bool, _ timeAway: Int64?) -> PageInfo { PageInfo(isFirst: isFirst, timeAway: timeAway) }
    #expect(driver.on(.pageShown(0)).page == page(false, nil))
    driver.on(.pageHidden(0), at: 100)
    driver.on(.logIn, at: 200)
    #expect(driver.on(.pageShown(0)).page == page(true, 100))
    #expect(driver.on(.pageShown(0)).page == nil)
    driver.on(.pageHidden(0), at: 300)
    #expect(driver.on(.pageShown(0), at: 350).page == page(false, 50))
    // In the background nobody sees it.
    driver.on(.foreground(false), at: 400)
    #expect(driver.on(.pageShown(1)).page == nil)
    driver.on(.foreground(true), at: 500)
    #expect(driver.on(.pageShown(1)).page == nil)
    driver.on(.pageHidden(1), at: 600)
    #expect(driver.on(.pageShown(1), at: 650).page == page(false, 50))
    #expect(driver.on(.pageShown(8)).page == nil)
  }

  @Test func pagesOfAFeedWithoutAnAddressAreKnown() {
    let driver = Driver()
    driver.on(.pageShown(2))
    driver.on(.logInLocally)
    // It was shown at log-in.
    driver.on(.pageHidden(2), at: 100)
    #expect(driver.on(.pageShown(2), at: 300).page == PageInfo(isFirst: false, timeAway: 200))
    #expect(driver.on(.pageShown(0), at: 400).page == PageInfo(isFirst: true, timeAway: nil))
    driver.on(.logInLocally)
    driver.on(.pageHidden(0), at: 500)
    #expect(driver.on(.pageShown(0), at: 500).page == PageInfo(isFirst: false, timeAway: 0))
    // In the background nobody sees it.
    driver.on(.foreground(false))
    #expect(driver.on(.pageShown(1)).page == nil)
    driver.on(.foreground(true))
    driver.on(.pageHidden(1))
    #expect(driver.on(.pageShown(1)).page?.isFirst == false)
    driver.on(.logOut)
    driver.on(.pageHidden(0))
    driver.on(.logInLocally)
    #expect(driver.on(.pageShown(0)).page?.isFirst == true)
    #expect(driver.nextWake == nil && !driver.asks(.tick, at: 600))
  }

  /// A page that was covered at log-in is seen for the first time when the application comes to the front.
  @Test func aLogInInTheBackgroundShowsNoPage() {
    let driver = Driver()
    driver.on(.pageShown(2))
    driver.on(.foreground(false))
    driver.on(.logInLocally)
    driver.on(.pageHidden(2))
    driver.on(.foreground(true))
    #expect(driver.on(.pageShown(2)).page?.isFirst == true)
  }

  @Test func theToleranceHasTheLastWordOverPages() {
    let driver = Driver().idle()
    #expect(!driver.asks(.pageShown(0), at: 2 * second))
    driver.on(.pageHidden(0))
    #expect(!driver.asks(.pageShown(0), at: 181 * second - 1))
    driver.on(.pageHidden(0))
    #expect(driver.asks(.pageShown(0), at: 181 * second))
    // A 304 is a successful response too. A failure is not.
    driver.finish(.notModified, at: 182 * second)
    driver.on(.pageHidden(0))
    #expect(!driver.asks(.pageShown(0), at: 300 * second))
    driver.on(.force)
    driver.finish(.failed)
    #expect(driver.asks(.pageShown(1), at: 362 * second))
  }

  @Test func theToleranceIsOverNothingElse() {
    for input: PolicyInput in [.refresh, .force, .push(isHeld: false, spread: 0)] {
      #expect(Driver().idle().asks(input), "\(input)")
    }
    let driver = Driver(.every(10 * second)).idle()
    #expect(driver.asks(.tick, at: 11 * second))
  }

  @Test func pageEventsJoinTheExchange() {
    let driver = Driver().polling()
    driver.on(.pageShown(0))
    driver.on(.refresh)
    #expect(driver.finish(.failed).start == nil)
    #expect(driver.nextWake != driver.now)
  }

  /// A page is shown for the first time again, but the tolerance since the last success has the last word.
  @Test func logInMeansShownForTheFirstTimeAgain() {
    for (away, asks) in [(2 * second, false), (10 * minute, true)] {
      let driver = Driver()
      driver.on(.logIn)
      driver.on(.pageShown(0))
      driver.finish(.success)
      driver.on(.pageHidden(0))
      driver.on(.logOut, at: away)
      driver.on(.logIn)
      #expect(driver.asks(.pageShown(0), at: away + 1) == asks)
    }
  }

  @Test func aPageThatIsThereAtLogInIsShownForTheFirstTime() {
    let driver = Driver(.unreadCount)
    driver.on(.pageShown(3))
    #expect(driver.asks(.logIn))
    // The same after a rejected credential.
    driver.finish(.unauthorized)
    #expect(driver.asks(.logIn, at: minute))
  }

  // MARK: The unread count

  @Test func asksWhileVisible() {
    let driver = Driver(.unreadCount)
    driver.on(.logIn)
    #expect(driver.nextWake == nil)
    #expect(driver.asks(.pageShown(0), at: 5 * second))
    driver.finish(.success, at: 7 * second)
    #expect(driver.nextWake == 65 * second)
    #expect(driver.asks(.tick, at: 65 * second))
    driver.finish(.success)
    driver.on(.pageHidden(0), at: 100 * second)
    #expect(driver.nextWake == nil)
  }

  /// The length of the absence, and whether the return polls.
  static let returns: [(away: Int64, asks: Bool)] = [
    (0, false), (59_999, false), (60_000, false), (60_001, true), (315_360_000_000, true),
  ]

  @Test(arguments: PageTests.returns)
  func aReturn(away: Int64, asks: Bool) {
    for page: UInt8 in [0, 7] {
      let driver = visited(page)
      driver.on(.pageHidden(page), at: 10 * second)
      // Ends the visible interval's wait, so that nothing else polls.
      driver.on(.force, at: 10 * second + away)
      driver.finish(.success)
      #expect(driver.asks(.pageShown(page)) == asks)
    }
  }

  @Test func comingToTheForegroundIsAReturn() {
    let driver = visited(0)
    driver.on(.foreground(false), at: 10 * second)
    #expect(driver.nextWake == nil)
    driver.on(.force, at: 40 * second)
    driver.finish(.success)
    #expect(!driver.asks(.foreground(true), at: 70 * second))
    driver.on(.foreground(false), at: 71 * second)
    driver.on(.force, at: 131 * second)
    driver.finish(.success)
    #expect(driver.asks(.foreground(true), at: 131 * second + 1))
  }

  @Test func eachPageHasATimeOfItsOwn() {
    let driver = visited(0)
    driver.on(.pageHidden(0), at: 10 * second)
    #expect(driver.asks(.pageShown(1)))
    driver.finish(.success)
    driver.on(.force, at: 65 * second)
    driver.finish(.success)
    driver.on(.pageHidden(1))
    #expect(!driver.asks(.pageShown(1), at: 66 * second))
    #expect(driver.asks(.pageShown(0), at: 71 * second))
  }

  @Test func inTheBackgroundAPageIsNotSeen() {
    let driver = Driver(.unreadCount)
    driver.on(.foreground(false))
    driver.on(.logIn)
    #expect(!driver.asks(.pageShown(0)) && driver.nextWake == nil)
    #expect(driver.asks(.foreground(true), at: second))
    driver.finish(.success)
    // A page that is hidden in the background was last seen when the application left the foreground.
    driver.on(.foreground(false), at: 2 * second)
    driver.on(.pageHidden(0), at: 50 * second)
    driver.on(.foreground(true), at: 55 * second)
    driver.on(.force)
    driver.finish(.success)
    #expect(driver.asks(.pageShown(0), at: 63 * second))
  }

  // MARK: Both intervals

  @Test func theShorterOfBothIntervalsHolds() {
    var options = PolicyOptions.every(30 * second)
    options.visibleInterval = minute
    let short = Driver(options).idle()
    short.on(.pageShown(0))
    #expect(short.nextWake == 31 * second)
    options.interval = 10 * minute
    let driver = Driver(options).idle()
    #expect(driver.nextWake == 601 * second)
    driver.on(.pageShown(0))
    #expect(driver.nextWake == 61 * second)
    driver.on(.foreground(false))
    #expect(driver.nextWake == 601 * second)
    driver.on(.foreground(true))
    // The server's wait holds here too.
    driver.on(.force)
    driver.finish(.success, poll: 2 * minute)
    #expect(driver.nextWake == 121 * second)
  }

  /// Logged in with the page shown since 0, and with a response.
  private func visited(_ page: UInt8) -> Driver {
    let driver = Driver(.unreadCount)
    driver.on(.logIn)
    driver.on(.pageShown(page))
    driver.finish(.success)
    return driver
  }
}
