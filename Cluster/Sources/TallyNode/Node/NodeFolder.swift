import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A node's folder, which one process has at a time: two nodes that apply logs to the same files would destroy them.
/// Others may not read it, because the files have the badges and messages of all accounts.
///
/// The lock is that of `flock`: the kernel ends it with the process, however that ends.
final class NodeFolder: Sendable {
  static let lockName = "lock"
  private let lock: Int32

  /// Creates the folder if it does not exist, restricts it and its files to their owner, and locks it.
  init(_ path: String) throws {
    // For the files that the engine creates later.
    umask(0o077)
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw NodeError.configuration("folder", "\(path) cannot be created: \(error.localizedDescription)")
    }
    let file = path + "/" + NodeFolder.lockName
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw NodeError.configuration("folder", "\(file) cannot be opened: \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let problem = errno
      var buffer = [UInt8](repeating: 0, count: 20)
      let count = max(read(descriptor, &buffer, buffer.count), 0)
      close(descriptor)
      if problem != EWOULDBLOCK {
        throw NodeError.configuration("folder", "\(file) cannot be locked: \(String(cString: strerror(problem)))")
      }
      let process = Int(String(decoding: buffer[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
      let other = process.map { " (process \($0))" } ?? ""
      throw NodeError.configuration(
        "folder", "\(path) is in use by another node\(other); each node needs a folder of its own")
    }
    lock = descriptor
    ftruncate(descriptor, 0)
    let line = Array("\(getpid())\n".utf8)
    _ = pwrite(descriptor, line, line.count, 0)
    try NodeFolder.restrict(path)
  }

  deinit { close(lock) }

  /// Takes the permissions of a group and of others away, also from what an earlier version has created.
  private static func restrict(_ path: String) throws {
    guard chmod(path, 0o700) == 0 else {
      throw NodeError.configuration(
        "folder", "\(path) must belong to the node's user: \(String(cString: strerror(errno)))")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      var state = stat()
      let file = path + "/" + name
      guard lstat(file, &state) == 0, state.st_mode & S_IFMT == S_IFREG, state.st_mode & 0o077 != 0 else { continue }
      chmod(file, 0o600)
    }
  }
}
