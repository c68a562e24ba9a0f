import TallyFailure

/// Which partition an account belongs to: FNV-1a of 32 bits over the bytes of its name, modulo the number of
/// partitions. docs/account-hash.md has the same for other languages; it never changes.
public enum AccountHash {
  public static func partition(of name: UnsafeRawBufferPointer, among partitions: UInt32) throws(Failure) -> UInt32 {
    try Failure.checkName(name, "the name of an account")
    if partitions == 0 { throw Failure(.argument, "there must be at least one partition") }
    return hash(name) % partitions
  }

  static func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
  }
}
