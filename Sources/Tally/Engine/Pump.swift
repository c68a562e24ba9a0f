internal import TallyEngine
internal import TallyFailure
internal import TallyMemory

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// A Swift closure in the form of a callback's user data.
final class CallbackBox: Sendable {
  let body: @Sendable (TallyEngine.Event, UnsafePointer<CChar>) -> Void
  /// The same for a widget.
  let show: @Sendable (ViewCall) -> Void
  /// Called when the engine has released the callback and never calls it again.
  let end: @Sendable () -> Void

  init(
    _ body: @escaping @Sendable (TallyEngine.Event, UnsafePointer<CChar>) -> Void,
    end: @escaping @Sendable () -> Void = {}
  ) {
    self.body = body
    show = { _ in }
    self.end = end
  }

  init(showing show: @escaping @Sendable (ViewCall) -> Void) {
    body = { _, _ in }
    self.show = show
    end = {}
  }

  /// Passes a box to a function of the engine. If that fails, the box is released here.
  static func passing<Result>(
    _ box: CallbackBox, to body: (Callback) throws(Failure) -> Result
  ) throws(TallyError) -> Result {
    let pointer = Unmanaged.passRetained(box).toOpaque()
    // The function only says that there is one: `deliver` reads only the user data.
    let callback = Callback(function: UnsafeRawPointer(pointer), userData: pointer)
    do throws(Failure) {
      return try body(callback)
    } catch {
      let refusal = TallyError(error)
      // The engine never took it, so `end` is not called.
      Unmanaged<CallbackBox>.fromOpaque(pointer).release()
      throw refusal
    }
  }

  static func deliver(
    _ callback: Callback, _ event: TallyEngine.Event, _ text: UnsafePointer<CChar>, _ length: Int
  ) {
    guard let pointer = callback.userData else { return }
    Unmanaged<CallbackBox>.fromOpaque(pointer).takeUnretainedValue().body(event, text)
  }

  static func show(_ call: ViewCall) {
    guard let pointer = call.callback.userData else { return }
    Unmanaged<CallbackBox>.fromOpaque(pointer).takeUnretainedValue().show(call)
  }

  static func release(_ callback: Callback) {
    guard let pointer = callback.userData else { return }
    Unmanaged<CallbackBox>.fromOpaque(pointer).takeRetainedValue().end()
  }
}

/// Drains an engine's queue: one thread that waits for events until the engine is closed. It calls the callbacks of
/// observers and completions, and passes events without a callback (SYNCED, AUTH, REMINDER) to the streams of events.
///
/// It keeps the engine's core, never its face, so that releasing the face ends it.
final class Pump: Sendable {
  let events: EventStreams
  private let core: TallyEngine.Engine

  init(_ core: TallyEngine.Engine, _ options: EngineOptions) {
    self.core = core
    // As much room as the queue of a new engine has: reminders, and an AUTH and a SYNCED of each feed or outbox.
    let limits = options.limits
    let limit = limits[.events] + 2 * limits[.feeds] + limits[.accounts]
    events = EventStreams(limit: Int(limit), isKeeping: !options.isHostDriven)
  }

  func start() throws(TallyError) {
    let own = self
    guard startThread({ own.run() }) else {
      throw TallyError(code: .noMemory, message: "a thread for events could not be started")
    }
  }

  private func run() {
    var text = ByteBuffer()
    while true {
      do throws(Failure) {
        let found = try core.nextEvent(timeout: -1, capacity: Int.max, text: &text)
        if let found, let event = Engine.Event(found.event, text.bytes) { events.send(event) }
      } catch {
        if error.status == .closed || error.status == .forked { break }
        // Memory ran out. The undelivered events are still there.
        usleep(10_000)
      }
    }
    events.finish()
  }
}

/// Starts a thread that nobody waits for.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let start = Unmanaged.passRetained(Start(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, start.toOpaque())
    if let thread, result == 0 { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    if result == 0 { pthread_detach(thread) }
  #endif
  if result != 0 { start.release() }
  return result == 0
}
