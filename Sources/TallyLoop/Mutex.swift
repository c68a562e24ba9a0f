import CUV

/// A lock that is not recursive. On the path of every call, so it is no more than a pointer.
///
/// Invariant: `handle` is initialised from `make` on until the object goes, and nobody holds it then.
/// Sendable because the lock itself is what protects.
public final class Mutex: @unchecked Sendable {
  @usableFromInline
  let handle: UnsafeMutablePointer<uv_mutex_t>

  private init(_ handle: UnsafeMutablePointer<uv_mutex_t>) {
    self.handle = handle
  }

  deinit {
    uv_mutex_destroy(handle)
    ctally_uv_free(handle)
  }

  public static func make() throws(LoopError) -> Mutex {
    guard let block = ctally_uv_allocate(MemoryLayout<uv_mutex_t>.size) else { throw LoopError.outOfMemory }
    let handle = block.bindMemory(to: uv_mutex_t.self, capacity: 1)
    let status = uv_mutex_init(handle)
    if status != 0 { ctally_uv_free(block) }
    try check(status)
    return Mutex(handle)
  }

  @inlinable
  @inline(__always)
  public func lock() {
    uv_mutex_lock(handle)
  }

  @inlinable
  @inline(__always)
  public func unlock() {
    uv_mutex_unlock(handle)
  }
}
