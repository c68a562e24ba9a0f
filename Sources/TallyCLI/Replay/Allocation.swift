#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

// A trace may be larger than the memory. Then the command ends with a message instead of a trap.

/// Returns zeroed memory for a number of elements. Release it with `deallocate`.
/// - Throws: the exit status, after reporting why.
func allocate<Element: BitwiseCopyable>(_ count: Int) throws -> UnsafeMutablePointer<Element> {
  guard let block = calloc(count, MemoryLayout<Element>.stride) else {
    throw Exit.failing(Exit.system, "out of memory")
  }
  return block.bindMemory(to: Element.self, capacity: count)
}

func deallocate(_ block: UnsafeMutableRawPointer) { free(block) }
