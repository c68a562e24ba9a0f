import Dispatch

/// The modes of the terminal before the command, and while it runs. They are set once, before the handlers are
/// installed.
nonisolated(unsafe) private var before = termios()
nonisolated(unsafe) private var during = termios()

/// Reads single keys of the terminal, which passes on whole lines otherwise.
enum Keys {
  /// Calls a function when the user presses q. The terminal is as before when the process ends, unless it is killed.
  /// - Returns: nil: nobody can press keys, because the command is in a pipe or in the background.
  static func watch(_ pressed: @escaping @Sendable () -> Void) -> (any DispatchSourceRead)? {
    guard Output.input.isTerminal, Output.standard.isTerminal, isInForeground, tcgetattr(0, &before) == 0 else {
      return nil
    }
    during = before
    during.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(0, TCSANOW, &during) == 0 else { return nil }
    atexit { if Keys.isInForeground { tcsetattr(0, TCSANOW, &before) } }
    // A shell resets the modes while the command is stopped.
    signal(SIGCONT) { _ in if Keys.isInForeground { tcsetattr(0, TCSANOW, &during) } }
    let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .global())
    source.setEventHandler {
      var key: UInt8 = 0
      // In the background, reading would stop the process.
      guard isInForeground else {
        usleep(100_000)
        return
      }
      let count = readSome(0, &key, 1)
      if count == 0 { source.cancel() }
      if count == 1, key == UInt8(ascii: "q") { pressed() }
    }
    source.resume()
    return source
  }

  private static var isInForeground: Bool { tcgetpgrp(0) == getpgrp() }
}
