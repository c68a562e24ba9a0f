#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// A descriptor that text is written to at once.
struct Output {
  let descriptor: Int32

  static let standard = Output(descriptor: 1)
  static let error = Output(descriptor: 2)

  func write(_ text: String) {
    var text = text
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
        // Nobody can be told that nothing can be told.
        if descriptor == 1 { exit(Exit.inputOutput) }
        return
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes a file that must not exist yet; - is standard output.
  /// - Throws: the exit status, after saying why; then there is no such file.
  static func save(_ bytes: [UInt8], _ name: String) throws {
    if name == "-" { return bytes.withUnsafeBytes { standard.write($0) } }
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw Exit.failing(Exit.cannotCreate, "\(name): \(String(cString: strerror(errno)))") }
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

  /// Whether colours are wanted: on a terminal that has them, unless NO_COLOR says no.
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

/// Nanoseconds on a clock that never goes back.
func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// `read`, whose name is taken where it is needed.
func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
