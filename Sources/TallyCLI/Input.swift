enum Input {
  /// Reads a file as a whole; - is standard input. A file may be larger than the memory: then the command ends with a
  /// message, where an array that grows would trap.
  /// - Throws: the exit status, after reporting why.
  static func bytes(_ name: String) throws -> [UInt8] {
    let descriptor = name == "-" ? 0 : open(name, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Exit.failing(Exit.noInput, "\(name): \(String(cString: strerror(errno)))") }
    defer { if descriptor != 0 { _ = close(descriptor) } }
    var state = stat()
    let isFile = fstat(descriptor, &state) == 0 && (state.st_mode & S_IFMT) == S_IFREG
    // One byte more, so that the end is found without growing.
    var capacity = isFile ? max(Int(state.st_size), 0) + 1 : 1 << 16
    var start = try grow(nil, to: capacity)
    defer { free(start) }
    var count = 0
    while true {
      if count == capacity {
        capacity *= 2
        start = try grow(start, to: capacity)
      }
      let got = readSome(descriptor, start + count, capacity - count)
      if got == 0 { return [UInt8](UnsafeRawBufferPointer(start: start, count: count)) }
      if got < 0 {
        if errno == EINTR { continue }
        let status = errno == EISDIR ? Exit.noInput : Exit.inputOutput
        throw Exit.failing(status, "\(name): \(String(cString: strerror(errno)))")
      }
      count += got
    }
  }

  private static func grow(_ block: UnsafeMutableRawPointer?, to size: Int) throws -> UnsafeMutableRawPointer {
    guard let larger = realloc(block, size) else { throw Exit.failing(Exit.system, "out of memory") }
    return larger
  }
}
