import CPlatform
import CUV

/// A descriptor for poll, epoll and select that is readable while the signal is set.
///
/// Invariant: both ends are open until the object is released. A second `set` changes nothing. Sendable because the
/// state is the kernel's.
public final class Signal: @unchecked Sendable {
  /// Borrowed until the signal is released. The host must not read from it or close it.
  public let descriptor: Int32
  private let writeEnd: Int32

  private init(descriptor: Int32, writeEnd: Int32) {
    self.descriptor = descriptor
    self.writeEnd = writeEnd
  }

  deinit {
    ctally_signal_close(descriptor, writeEnd)
  }

  public static func make() throws(LoopError) -> Signal {
    var readEnd: Int32 = -1
    var writeEnd: Int32 = -1
    try check(ctally_signal_open(&readEnd, &writeEnd))
    return Signal(descriptor: readEnd, writeEnd: writeEnd)
  }

  /// Any thread.
  public func set() {
    ctally_thread_shield()
    ctally_signal_set(writeEnd)
    ctally_thread_unshield()
  }

  /// Any thread.
  public func clear() {
    ctally_thread_shield()
    ctally_signal_clear(descriptor)
    ctally_thread_unshield()
  }
}
