import Dispatch
import Synchronization

/// A bar on a terminal, for work that takes longer than a second. It appears on standard error, and is removed when the
/// work is done. If nobody knows how much is done, a block moves back and forth.
///
/// Sendable, because the timer is only stored and cancelled.
final class Progress: @unchecked Sendable {
  private let words: String
  private let share: @Sendable () -> Double?
  private let timer: any DispatchSourceTimer
  private let start = nanoseconds()
  /// Whether a bar was drawn; nil: the work is done, and nothing may be drawn.
  private let isDrawn = Mutex<Bool?>(false)

  private static let width = 24

  private init(_ words: String, _ share: @escaping @Sendable () -> Double?) {
    self.words = words
    self.share = share
    timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { [unowned self] in draw() }
    timer.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(100))
    timer.resume()
  }

  /// Does some work, and shows a bar meanwhile.
  /// - Parameters:
  ///   - words: a description, such as "verifying badges.db".
  ///   - share: the share that is done, 0 to 1; nil: unknown.
  static func showing<Result>(
    _ words: String, _ output: OutputOptions, share: @escaping @Sendable () -> Double? = { nil },
    _ work: () throws -> Result
  ) rethrows -> Result {
    guard Output.error.isTerminal, !output.isQuiet else { return try work() }
    let progress = Progress(words, share)
    defer { progress.end() }
    return try work()
  }

  /// The same for asynchronous work.
  static func showing<Result: Sendable>(
    _ words: String, _ output: OutputOptions, _ work: @Sendable () async -> Result
  ) async -> Result {
    guard Output.error.isTerminal, !output.isQuiet else { return await work() }
    let progress = Progress(words) { nil }
    defer { progress.end() }
    return await work()
  }

  private func draw() {
    isDrawn.withLock { isDrawn in
      if isDrawn == nil { return }
      isDrawn = true
      let seconds = (nanoseconds() - start) / 1_000_000_000
      let part = share().map { min(max($0, 0), 1) }
      let end = part.map { " \(Int($0 * 100)) %" } ?? ""
      let columns = max(1, Output.error.size.columns - 1)
      let bar = " \(Self.bar(part, nanoseconds() - start))\(end) \(seconds) s"
      // A long name is cut, and not the bar behind it.
      let name = cut(printable(words), to: max(1, columns - bar.utf8.count))
      Output.error.write("\r\u{1B}[K" + cut(name + bar, to: columns))
    }
  }

  private static func bar(_ share: Double?, _ time: UInt64) -> String {
    let (before, full): (Int, Int)
    if let share {
      (before, full) = (0, Int((share * Double(width)).rounded()))
    } else {
      let room = width - 4
      let step = Int(time / 100_000_000) % (2 * room)
      (before, full) = (step < room ? step : 2 * room - step, 4)
    }
    func dots(_ count: Int) -> String { String(repeating: ".", count: count) }
    return "[" + dots(before) + String(repeating: "#", count: full) + dots(width - before - full) + "]"
  }

  private func end() {
    timer.cancel()
    isDrawn.withLock { isDrawn in
      if isDrawn == true { Output.error.write("\r\u{1B}[K") }
      isDrawn = nil
    }
  }
}
