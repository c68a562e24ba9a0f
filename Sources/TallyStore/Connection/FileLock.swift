import CFiles
import CPlatform
import CSQLite
import TallyMemory

/// The lock on a database. This process holds it as long as this object exists.
///
/// The lock is a file beside the database, by the name without symbolic links. So two names of one file share a lock,
/// and a copy of the database elsewhere has its own.
final class FileLock {
  /// The descriptor of the lock file, which also has the mark of the log.
  private(set) var descriptor: Int32 = -1
  private var path = ByteBuffer()

  /// The name of the database. Borrowed while the lock exists.
  var file: UnsafeRawBufferPointer? {
    // "-lock" and a NUL follow it.
    path.count < 6 ? nil : path.bytes(at: 0, count: path.count - 6)
  }

  deinit {
    // The name got its NUL when the lock was taken, so this needs no memory.
    guard descriptor >= 0, let path = path.bytes.baseAddress else { return }
    ctally_lock_release(path.assumingMemoryBound(to: CChar.self), descriptor)
  }

  /// - Parameters:
  ///   - file: without symbolic links.
  ///   - holder: receives the holder's process if the result is 1; 0: unknown.
  /// - Returns: 0: the lock is held; 1: another process holds it; -EINVAL: its name belongs to something else; -errno.
  func take(_ file: UnsafePointer<CChar>, _ holder: inout Int64) -> Int32 {
    do throws(OutOfMemory) {
      try path.append(UnsafeRawBufferPointer(start: file, count: ctally_text_length(file)))
      try path.append("-lock")
      try path.append(byte: 0)
    } catch {
      return -ctally_errno_enomem
    }
    return ctally_lock_acquire(path.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), &descriptor, &holder)
  }
}
