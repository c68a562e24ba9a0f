import Foundation
import Synchronization
import Tally
import Testing

/// Runs tasks on a thread of its own, in their order.
private final class OneThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob?]>([])
  private let count = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) { put(UnownedJob(job)) }

  func finish() { put(nil) }

  private func put(_ job: UnownedJob?) {
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private func next() -> UnownedJob? {
    count.wait()
    return jobs.withLock { $0.removeFirst() }
  }
}

/// The calls of tasks that wait.
@Suite struct WaitingTests {
  @Test func flushBackupAndVerifyWaitWithoutBlocking() async throws {
    let scratch = try Scratch()
    let engine = try Engine(file: scratch.file("badges.db"))
    try engine.openAccount("ann").set(3, at: "a")
    try await engine.async.flush()
    try await engine.async.verify()
    try await engine.async.backup(to: scratch.file("copy.db"))
    let exists = await #expect(throws: TallyError.self) { try await engine.async.backup(to: scratch.file("copy.db")) }
    #expect(exists?.code == .exists)
    try await engine.async.backup(to: scratch.file("copy.db"), replacing: true)
    #expect(try Engine(file: scratch.file("copy.db")).openAccount("ann").badge().count == 3)
    let recovery = try await Engine.Async.recover(scratch.file("copy.db"), into: scratch.file("fresh.db"))
    #expect(recovery.isComplete && recovery.badges.saved == 1)
    try engine.close()
    let closed = await #expect(throws: TallyError.self) { try await engine.async.flush() }
    #expect(closed?.code == .closed && closed?.message.isEmpty == false)
  }

  /// In a task, both forms of a call are available, and do the same.
  @Test func bothFormsOfACallAreReachableInATask() async throws {
    let scratch = try Scratch()
    let engine = try await Engine.Async.open(Engine.Configuration(file: scratch.file("badges.db")))
    let account = try await engine.async.openAccount("ann")
    try await account.async.logIn()
    let key = try await account.async.post(Message.Draft(title: "Hello"), at: "chat")
    #expect(try account.post(Message.Draft(title: "Again"), at: "chat") > key)
    #expect(try await account.async.markRead([key]) == 1)
    #expect(try await account.async.batch([.set(3, at: "a")], id: "once").wasApplied)
    #expect(try !account.batch([.set(4, at: "a")], id: "once").wasApplied)
    #expect(try await account.async.clear(at: "root") == .held)
    #expect(try await account.async.messages().entries.map(\.title) == ["Again", "Hello"])
    #expect(try await account.async.messages(at: "chat", limit: 1) == account.messages(at: "chat", limit: 1))
    #expect(try await engine.async.accountNames() == ["ann"])
    let feed = try await account.async.addFeed("inbox", configuration: Feed.Configuration())
    try await feed.async.deliver(Array(#"{"cursor":"1","items":[{"id":"1","path":"in"}]}"#.utf8))
    try await account.node(at: "in.own").async.set(2)
    #expect(try account.badge().count == 7)
    let copy = try await account.async.export()
    try await engine.async.importAccount("bo", from: copy)
    #expect(try engine.openAccount("bo").badge().count == 7)
    // An error comes with its details, although another thread has made it.
    let rejected = await #expect(throws: TallyError.self) { try await account.async.set(1, at: "a..b") }
    #expect(rejected?.code == .path && rejected?.message.contains("a..b") == true)
    try engine.flush()
    try await engine.async.close()
    let closed = await #expect(throws: TallyError.self) { try await feed.async.remove() }
    #expect(closed?.code == .closed)
  }

  /// The engine is busy until another task has run, and all tasks share one thread. If the one that waits for the
  /// engine held that thread, the other one would never run.
  @Test func aTaskThatWaitsLeavesItsThreadToOthers() async throws {
    let (busy, engineIsBusy) = AsyncStream.makeStream(of: Void.self)
    let (released, wasReleased) = (DispatchSemaphore(value: 0), Collected<Bool>())
    var configuration = Engine.Configuration()
    configuration.zoneFile = { name in
      if name == "Test/Slow" {
        engineIsBusy.finish()
        // The time limit only ends a test that has failed.
        wasReleased.append(released.wait(timeout: .now() + 600) == .success)
      }
      return nil
    }
    let engine = try Engine(configuration)
    Thread.detachNewThread { try? engine.setZone("Test/Slow") }
    for await _ in busy {}
    let thread = OneThread()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: thread) { try await engine.async.flush() }
      group.addTask(executorPreference: thread) { _ = released.signal() }
      try await group.waitForAll()
    }
    thread.finish()
    #expect(wasReleased.all == [true])
  }

  /// An engine whose requests get a response when `gate` ends.
  private func slowFeed(_ gate: AsyncStream<Void>) throws -> Feed {
    var configuration = Engine.Configuration()
    configuration.maxCompletions = 1
    let engine = try Engine(configuration)
    try engine.setTransport { _ in
      for await _ in gate {}
      return TransportResponse(status: 200, body: Array(#"{"cursor":"1","items":[{"id":"m","path":"a"}]}"#.utf8))
    }
    let account = try engine.openAccount("ann")
    try account.logIn()
    return try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "http://example.org/", initialDelay: nil, interval: nil))
  }

  @Test(.timeLimit(.minutes(5))) func cancellingARefreshEndsTheWaitAlone() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let feed = try slowFeed(gate)
    let refresh = Task { await feed.refreshResult() }
    #expect(await eventually { (try? feed.state().isRequesting) == true })
    refresh.cancel()
    // Nothing has come from the server, so only the cancellation can have ended it.
    #expect(await refresh.value == .failure(TallyError(code: .cancelled)))
    #expect(try feed.state().isRequesting)
    opener.finish()
    // The request continues, and its completion, of which the limit allows one, is released.
    #expect(await waitForRefresh(of: feed) == .success(.synced))
    #expect(try feed.account.badge(at: "a").count == 1 && feed.state().requests == 2)
  }

  /// Refreshes until there is room for the completion. Between its calls others get the few threads that all tasks
  /// share.
  private func waitForRefresh(of feed: Feed) async -> Result<Feed.RefreshOutcome, TallyError> {
    while true {
      let outcome = await feed.refreshResult()
      guard case .failure(let error) = outcome, error.code == .limit else { return outcome }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test func aTaskThatIsCancelledAlreadySendsNothing() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    opener.finish()
    let feed = try slowFeed(gate)
    let refresh = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await feed.refreshResult()
    }
    #expect(await refresh.value == .failure(TallyError(code: .cancelled)))
    #expect(try feed.state().requests == 0 && !feed.state().isRequesting)
  }

  @Test(.timeLimit(.minutes(5))) func cancellingWhileItEndsGivesOneOutcome() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    opener.finish()
    let feed = try slowFeed(gate)
    for _ in 0..<50 {
      let refresh = Task { await waitForRefresh(of: feed) }
      let canceller = Task { refresh.cancel() }
      let result = await refresh.value
      #expect(result == .success(.synced) || result == .failure(TallyError(code: .cancelled)))
      await canceller.value
    }
    #expect(await waitForRefresh(of: feed) == .success(.synced))
  }
}
