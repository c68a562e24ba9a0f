import Tally
import Testing

@Suite struct ObservationTests {
  @Test func anObserverIsToldOfWhatChanged() async throws {
    let account = try memoryAccount()
    let told = Collected<Badge.Change>()
    let observation = try account.observe(at: "chat", includingDescendants: true) { told.append($0) }
    try account.set(3, at: "chat.bo")
    #expect(await eventually { told.all.count == 2 })
    #expect(told.all.map(\.path) == ["root.chat.bo", "root.chat"])
    #expect(told.all.map(\.count) == [3, 3])
    #expect(try told.all[0].revision == account.revision())
    // Without a visible change there is no event. Other paths cause none.
    try account.set(3, at: "chat.bo")
    try account.set(3, at: "mail")
    try account.dot(at: "chat.bo")
    #expect(await eventually { told.all.count == 4 })
    #expect(told.all.last?.path == "root.chat" && told.all.last?.shows == true && told.all.last?.count == 0)
    observation.cancel()
  }

  @Test func cancellingAndLettingGoEndIt() async throws {
    let account = try memoryAccount()
    let told = Collected<Int>()
    let first = try account.observe(at: "a", initial: true) { told.append($0.count) }
    #expect(await eventually { told.all == [0] })
    first.cancel()
    first.cancel()
    try account.set(1, at: "a")
    var second: Subscription? = try account.observe(at: "a") { told.append($0.count + 100) }
    try account.set(2, at: "a")
    #expect(await eventually { told.all == [0, 102] })
    _ = second
    second = nil
    try account.set(3, at: "a")
    let third = try account.observe(at: "a") { told.append($0.count + 200) }
    try account.set(4, at: "a")
    #expect(await eventually { told.all.count == 3 })
    #expect(told.all == [0, 102, 204])
    third.cancel()
  }

  @Test func aCallbackMayChangeBadgesAndCancelItself() async throws {
    let account = try memoryAccount()
    let told = Collected<Int>()
    let own = Collected<Subscription>()
    own.append(
      try account.observe(at: "a") { change in
        told.append(change.count)
        if change.count < 3 { try? account.add(1, at: "a") } else { own.all.first?.cancel() }
      })
    try account.set(1, at: "a")
    #expect(await eventually { told.all == [1, 2, 3] })
    // Events come in their order: one of "a" would come before that of "later".
    let later = Collected<Int>()
    let fence = try account.observe(at: "later") { later.append($0.count) }
    try account.set(9, at: "a")
    try account.set(1, at: "later")
    #expect(await eventually { later.all == [1] })
    #expect(told.all == [1, 2, 3])
    fence.cancel()
  }

  @Test func closuresAreLetGoOf() async throws {
    final class Witness: Sendable {}
    let account = try memoryAccount()
    weak var observed: Witness?
    weak var refused: Witness?
    func use() throws -> Subscription {
      let (one, two) = (Witness(), Witness())
      (observed, refused) = (one, two)
      #expect(throws: TallyError.self) { try account.observe(at: "a..b") { _ in _ = two } }
      return try account.observe(at: "a") { _ in _ = one }
    }
    var observation: Subscription? = try use()
    #expect(refused == nil)
    #expect(observed != nil)
    observation?.cancel()
    #expect(observed == nil)
    observation = nil
  }

  @Test func aStreamTellsTheLatest() async throws {
    let account = try memoryAccount()
    var changes = try account.badgeChanges(includingDescendants: true, initial: true).makeAsyncIterator()
    #expect(try await changes.next() == Badge.Change(path: "root", shows: false, count: 0, revision: 0))
    try account.set(2, at: "a")
    #expect(try await changes.next()?.path == "root.a")
    #expect(try await changes.next()?.count == 2)
    // Unread changes merge.
    for count in 1...500 { try account.set(count + 10, at: "a.b") }
    var last: [String: Int] = [:]
    var read = 0
    while last["root"] != 510, let change = try await changes.next() {
      last[change.path] = change.count
      read += 1
    }
    #expect(last == ["root": 510, "root.a": 510, "root.a.b": 510])
    #expect(read <= 1500)
  }

  @Test func aStreamBeginsWithItsSubtree() async throws {
    let account = try memoryAccount()
    try account.set(2, at: "a.b.c")
    try account.dot(at: "a.d")
    try account.set(1, at: "else")
    try account.mute(.all, at: "a.muted")
    var changes = try account.badgeChanges(at: "a", includingDescendants: true, initial: true).makeAsyncIterator()
    var told: [String] = []
    while told.count < 4, let change = try await changes.next() { told.append(change.description) }
    #expect(told == ["root.a 2", "root.a.b 2", "root.a.b.c 2", "root.a.d dot"])
    // A path beside the observed one, and a muted one that shows nothing, are left out.
    try account.set(5, at: "a.d")
    #expect(try await changes.next()?.description == "root.a.d 5")
    #expect(try await changes.next()?.description == "root.a 7")
  }

  @Test func noChangeIsLostWhileAStreamBegins() async throws {
    let account = try memoryAccount()
    for round in 1...20 {
      let writer = Task.detached {
        for number in 1...200 { try account.set(round * 1000 + number, at: "a.\(number % 7)") }
      }
      var last: [String: Int] = [:]
      let changes = try account.badgeChanges(includingDescendants: true, initial: true)
      try await writer.value
      try account.set(round, at: "end")
      for await change in changes {
        last[change.path] = change.count
        if change.path == "root.end", change.count == round { break }
      }
      // The root's own change may come behind the one that ends the loop.
      let shown = try account.badges().entries.filter { $0.path != "root" }
      #expect(shown.count == 9)
      for entry in shown { #expect(last[entry.path] == entry.badge.count, "\(entry.path) in round \(round)") }
    }
  }

  @Test func messagesAndGroupsHaveStreams() async throws {
    let account = try memoryAccount()
    func post(_ id: String, thread: String) throws {
      var message = Message.Draft(id: id, title: id)
      message.thread = thread
      try account.post(message, at: "in")
    }
    try post("1", thread: "tea")
    var counts = try account.messageChanges(at: "in").makeAsyncIterator()
    var groups = try account.groupChanges(initial: true).makeAsyncIterator()
    #expect(try await counts.next() == Message.Counts(total: 1, unread: 1, unseen: 1))
    #expect(try await groups.next() == .group(thread: "tea"))
    try post("2", thread: "cake")
    #expect(try await counts.next() == Message.Counts(total: 2, unread: 2, unseen: 2))
    #expect(try await groups.next() == .group(thread: "cake"))
    try account.engine.close()
    #expect(try await counts.next() == nil)
    #expect(try await groups.next() == nil)
    #expect(throws: TallyError.self) { try account.messageChanges() }
  }

  @Test func streamsEndWithTheirReader() async throws {
    var configuration = Engine.Configuration()
    configuration.maxObservers = 1
    let account = try Engine(configuration).openAccount("ann")
    func read() async throws {
      try account.dot(at: "a")
      for await change in try account.badgeChanges(at: "a", initial: true) {
        #expect(change.path == "root.a")
        break
      }
    }
    // The limit allows only one, so each must be released.
    for _ in 0..<20 { try await read() }
    let changes = try account.badgeChanges(at: "a")
    let limit = #expect(throws: TallyError.self) { try account.badgeChanges(at: "a") }
    #expect(limit?.code == .limit)
    let reader = Task { for await _ in changes {} }
    reader.cancel()
    await reader.value
  }

  @Test func manyThreadsTogether() async throws {
    let account = try memoryAccount()
    let told = Collected<Badge.Change>()
    let observation = try account.observe(at: "root") { told.append($0) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for count in 1...500 {
            try? account.set(count, at: "t\(task).x")
            _ = try? account.badge()
            if count % 50 == 0 { _ = try? account.observe(at: "t\(task)") { _ in } }
          }
        }
      }
    }
    #expect(try account.badge().count == 4000)
    #expect(await eventually { told.all.last?.count == 4000 })
    observation.cancel()
  }
}
