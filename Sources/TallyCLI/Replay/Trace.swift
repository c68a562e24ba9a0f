import ArgumentParser
import CTally

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// One operation of a trace.
struct TraceOperation: BitwiseCopyable {
  /// The address of its path as a C string. Once resolved: its node.
  var target: UInt64
  var value: Int64
  /// The number of its path among the distinct paths.
  var path: UInt32
  /// TALLY_OP_…
  var kind: Int32
}

/// A trace, read and checked as a whole: the i-th operation is that of line i + 1.
///
/// The distinct paths are consecutive C strings in `text`. It has room for all of them from the start, so their
/// addresses never change.
struct Trace {
  let operations: UnsafeMutablePointer<TraceOperation>
  let count: Int
  let paths: UnsafeMutablePointer<UnsafePointer<CChar>>
  let pathCount: Int
  private let text: UnsafeMutablePointer<UInt8>

  /// - Throws: the exit status, after saying why.
  static func read(_ name: String) throws -> Trace {
    let input = try Input(name)
    defer { input.free() }
    var parser = try TraceParser(input.bytes)
    do throws(MalformedLine) {
      try parser.parse()
    } catch {
      let place = name == "-" ? "standard input" : name
      throw Exit.failing(Exit.data, "\(place): line \(error.line): \(error.words)")
    }
    let index = parser.index
    index.freeTable()
    return Trace(
      operations: parser.operations, count: parser.count, paths: index.paths, pathCount: index.count,
      text: index.text)
  }

  func free() {
    deallocate(operations)
    deallocate(paths)
    deallocate(text)
  }
}

struct MalformedLine: Error {
  let line: Int
  let words: String
}

/// The whole input, in one piece of memory.
struct Input {
  private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  func free() { deallocate(start) }

  init(_ name: String) throws {
    let descriptor = name == "-" ? 0 : open(name, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Exit.failing(Exit.noInput, "\(name): \(String(cString: strerror(errno)))") }
    defer { if descriptor != 0 { _ = close(descriptor) } }
    var state = stat()
    let isFile = fstat(descriptor, &state) == 0 && (state.st_mode & S_IFMT) == S_IFREG
    // One byte more, so that the end is found without growing.
    var capacity = isFile ? max(Int(state.st_size), 0) + 1 : 1 << 16
    start = try allocate(capacity)
    while true {
      if count == capacity {
        let larger: UnsafeMutablePointer<UInt8> = try allocate(capacity * 2)
        larger.update(from: start, count: count)
        deallocate(start)
        start = larger
        capacity *= 2
      }
      let got = readSome(descriptor, start + count, capacity - count)
      if got < 0 {
        if errno == EINTR { continue }
        let status = errno == EISDIR ? Exit.noInput : Exit.inputOutput
        let words = "\(name): \(String(cString: strerror(errno)))"
        deallocate(start)
        throw Exit.failing(status, words)
      }
      if got == 0 { return }
      count += got
    }
  }
}
