import Dispatch

/// The descriptor that the handler writes to. It is set once, before the handler is installed.
nonisolated(unsafe) private var pipeEnd: Int32 = -1

/// Waits for SIGINT, SIGTERM or the key q. It misses no signal that comes after `init`, because a handler writes into a
/// pipe. (A dispatch source misses signals that come before the main thread is parked.)
///
/// Sendable, because the source is only stored.
final class Signals: @unchecked Sendable {
  private let arrived: AsyncStream<Void>
  private let source: any DispatchSourceRead
  private let keys: (any DispatchSourceRead)?

  /// nil: the system has no more descriptors.
  init?() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    arrived = stream
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { return nil }
    pipeEnd = ends[1]
    source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .global())
    let readEnd = ends[0]
    source.setEventHandler {
      var byte: UInt8 = 0
      _ = read(readEnd, &byte, 1)
      continuation.yield()
    }
    source.resume()
    keys = Keys.watch { continuation.yield() }
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        var byte: UInt8 = 0
        _ = write(pipeEnd, &byte, 1)
      }
    }
  }

  /// Returns when a signal or q has arrived, or the task was cancelled.
  func wait() async {
    for await _ in arrived { return }
  }
}
