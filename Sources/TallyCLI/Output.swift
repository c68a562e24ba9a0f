/// A descriptor that text is written to immediately.
struct Output {
  let descriptor: Int32

  /// Only to see whether somebody can be asked.
  static let input = Output(descriptor: 0)
  static let standard = Output(descriptor: 1)
  static let error = Output(descriptor: 2)

  /// Replaces characters that terminals act on by spaces, if `printable` has not done so yet. Line feeds and colours
  /// stay.
  func write(_ text: String) {
    var text = text
    let isSafe = text.unicodeScalars.allSatisfy { $0.value < 0x7F || !$0.isUnsafe }
    if !isSafe {
      var safe = ""
      for scalar in text.unicodeScalars {
        safe.unicodeScalars.append(scalar.value >= 0x7F && scalar.isUnsafe ? " " : scalar)
      }
      text = safe
    }
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, start, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, start, rest.count)
      #else
        let count = Glibc.write(descriptor, start, rest.count)
      #endif
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        // There is nowhere left to report this error.
        if descriptor == 1 { exit(Exit.inputOutput) }
        return
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes a file that must not exist yet; - is standard output.
  /// - Throws: the exit status, after reporting why. The file does not exist then.
  static func save(_ bytes: [UInt8], _ name: String) throws {
    if name == "-" { return bytes.withUnsafeBytes { standard.write($0) } }
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      let advice = errno == EEXIST ? "; name another file, or remove this one" : ""
      throw Exit.failing(Exit.cannotCreate, "\(name): \(String(cString: strerror(errno)))\(advice)")
    }
    bytes.withUnsafeBytes { Output(descriptor: descriptor).write($0) }
    var state = stat()
    let isWhole = fsync(descriptor) == 0 && fstat(descriptor, &state) == 0 && Int(state.st_size) == bytes.count
    let words = String(cString: strerror(errno))
    _ = close(descriptor)
    if isWhole { return }
    unlink(name)
    throw Exit.failing(Exit.inputOutput, "\(name): \(words)")
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether to print colours: on a terminal that has them, unless NO_COLOR is set.
  var isColoured: Bool {
    guard isTerminal else { return false }
    if let wish = getenv("NO_COLOR"), wish.pointee != 0 { return false }
    guard let kind = getenv("TERM") else { return false }
    return strcmp(kind, "dumb") != 0
  }

  /// Rows and columns of the terminal.
  var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }
}

func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

func exists(file: String) -> Bool { access(file, F_OK) == 0 }

/// The size of a file in bytes; nil: it does not exist.
func size(ofFile file: String) -> Int? {
  var state = stat()
  return stat(file, &state) == 0 ? Int(state.st_size) : nil
}

/// Values that change when a file is written; nil: it does not exist.
struct FileStamp: Equatable {
  private let numbers: [Int]

  init?(_ file: String) {
    var state = stat()
    guard stat(file, &state) == 0 else { return nil }
    #if canImport(Darwin)
      let time = state.st_mtimespec
    #else
      let time = state.st_mtim
    #endif
    numbers = [Int(state.st_ino), Int(state.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
  }
}

/// Nanoseconds on a clock that never goes back.
func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Today's date in the device's zone. (FoundationEssentials knows no zone but UTC.)
func localDay() -> (year: Int, month: Int, day: Int) {
  var now = time(nil)
  var parts = tm()
  localtime_r(&now, &parts)
  return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
}

/// Calls the system's `read`. Where it is needed, another function has that name.
func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
