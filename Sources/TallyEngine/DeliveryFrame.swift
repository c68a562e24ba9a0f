import CPlatform

/// The callbacks that a thread is in, innermost first.
struct DeliveryFrame {
  var engine: UnsafeRawPointer
  var token: UInt64
  var previous: UnsafeMutableRawPointer?
}

extension DeliveryFrame {
  /// How many callbacks of a token, or of the engine at all (nil), this thread is in.
  @_optimize(speed)
  static func depth(of token: UInt64?, in engine: Engine) -> UInt32 {
    let identity = UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque())
    var depth: UInt32 = 0
    var frame = ctally_thread_frame()
    while let current = frame {
      let entry = current.assumingMemoryBound(to: DeliveryFrame.self).pointee
      if entry.engine == identity, token == nil || entry.token == token { depth += 1 }
      frame = entry.previous
    }
    return depth
  }

  /// Calls `body` as a callback of `token`.
  @_optimize(speed)
  static func call(_ token: UInt64, in engine: Engine, _ body: () -> Void) {
    var frame = DeliveryFrame(
      engine: UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque()), token: token,
      previous: ctally_thread_frame())
    withUnsafeMutablePointer(to: &frame) { pointer in
      ctally_thread_set_frame(UnsafeMutableRawPointer(pointer))
      body()
      ctally_thread_set_frame(pointer.pointee.previous)
    }
  }
}
