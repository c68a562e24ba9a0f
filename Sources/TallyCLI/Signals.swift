import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Waits for SIGINT or SIGTERM. Sendable because the sources are only kept, never used again.
final class Signals: @unchecked Sendable {
  private let arrived: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    arrived = stream
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  /// Returns when one has arrived, or the task was cancelled.
  func wait() async {
    for await _ in arrived { return }
  }
}
