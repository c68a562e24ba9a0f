import CMemory
import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory

public import CTally

// Large outputs, which the library allocates and the host releases.

/// Runs the body of a function that returns bytes, and gives them to the host without another copy.
func answerBytes(
  _ outBytes: UnsafeMutablePointer<tally_bytes>?, _ body: () throws(Failure) -> ByteBuffer
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outBytes, "out_bytes")
    target.pointee = tally_bytes()
    var made = try body()
    let size = made.count
    do throws(OutOfMemory) {
      target.pointee = tally_bytes(data: UnsafeRawPointer(try made.take()), size: size)
    } catch { throw .noMemory }
    return .ok
  }
}

@c @implementation
public func tally_bytes_release(_ bytes: UnsafeMutablePointer<tally_bytes>?) {
  guard let bytes else { return }
  ctally_memory_free(UnsafeMutableRawPointer(mutating: bytes.pointee.data))
  bytes.pointee = tally_bytes()
}
