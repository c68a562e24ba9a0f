import CFiles
import CPlatform
import CSQLite
import TallyMemory

/// The lock on a database: held while this exists, by this process, whatever becomes of it.
///
/// It lies in a file beside the database, by the name without symbolic links, so that two names of one file are one
/// lock; and a copy of the database elsewhere has nothing to do with it.
final class FileLock {
  private var descriptor: Int32 = -1
  private var path = ByteBuffer()

  /// The name of the database. Borrowed while the lock exists.
  var file: UnsafeRawBufferPointer? {
    // Behind it stand "-lock" and a NUL.
    path.count < 6 ? nil : path.bytes(at: 0, count: path.count - 6)
  }

  deinit {
    // The name was ended by a NUL when the lock was taken, so this needs no memory.
    guard descriptor >= 0, let path = path.bytes.baseAddress else { return }
    ctally_lock_release(path.assumingMemoryBound(to: CChar.self), descriptor)
  }

  /// - Parameters:
  ///   - file: without symbolic links.
  ///   - holder: who has it, where the answer is 1; 0: not known.
  /// - Returns: 0: it is held; 1: another one holds it; -EINVAL: there is something else by its name; -errno.
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
