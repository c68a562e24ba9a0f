#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

// A trace may be longer than the memory is large: then the command ends with a message, and not with a trap.

/// Zeroed memory for so many elements; give it back with `deallocate`.
/// - Throws: the exit status, after saying why.
func allocate<Element: BitwiseCopyable>(_ count: Int) throws -> UnsafeMutablePointer<Element> {
  guard let block = calloc(count, MemoryLayout<Element>.stride) else {
    throw Exit.failing(Exit.system, "out of memory")
  }
  return block.bindMemory(to: Element.self, capacity: count)
}

func deallocate(_ block: UnsafeMutableRawPointer) { free(block) }
