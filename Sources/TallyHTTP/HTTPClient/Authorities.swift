import CCurl
import CPlatform
import TallyFailure
import TallyMemory

/// The certificate authorities that a client trusts: a file and a directory of certificates in PEM form. The host names
/// the file. Without it, they come from the environment (`SSL_CERT_FILE` and `SSL_CERT_DIR`), or from the place where
/// the system has them.
///
/// Invariant: `file` and `directory` end with NUL, or are empty.
final class Authorities {
  /// The file replaces libcurl's. Otherwise libcurl uses its own, which is the file here, as far as it is known.
  let replacesFile: Bool
  /// The same for the directory. A file of the host's leaves libcurl its directory.
  let replacesDirectory: Bool
  private let file: ByteBuffer
  private let directory: ByteBuffer

  private init(
    replacesFile: Bool, replacesDirectory: Bool, file: consuming ByteBuffer, directory: consuming ByteBuffer
  ) {
    self.replacesFile = replacesFile
    self.replacesDirectory = replacesDirectory
    self.file = file
    self.directory = directory
  }

  static func make(file given: UnsafeRawBufferPointer?) throws(Failure) -> Authorities {
    var file = ByteBuffer()
    var directory = ByteBuffer()
    var areOwn: Int32 = 1
    try growing { () throws(OutOfMemory) in
      if let given {
        try file.append(given)
        try file.append(byte: 0)
      } else {
        var fileText: UnsafePointer<CChar>?
        var directoryText: UnsafePointer<CChar>?
        ctally_curl_find_authorities(&fileText, &directoryText, &areOwn)
        try append(fileText, to: &file)
        try append(directoryText, to: &directory)
      }
    }
    return Authorities(
      replacesFile: areOwn != 0, replacesDirectory: areOwn != 0 && given == nil, file: file, directory: directory)
  }

  var fileText: UnsafePointer<CChar>? { text(file.bytes) }
  var directoryText: UnsafePointer<CChar>? { text(directory.bytes) }

  /// Names the places in the message about a server whose certificate was rejected.
  func appendWords(to output: inout ByteBuffer) throws(OutOfMemory) {
    try appendWord(file.bytes, behind: "; certificate authorities: ", to: &output)
    try appendWord(directory.bytes, behind: file.isEmpty ? "; certificate authorities: " : ", ", to: &output)
  }

  /// A name of a file can be any bytes, but a message is text.
  private func appendWord(
    _ name: UnsafeRawBufferPointer, behind words: StaticString, to output: inout ByteBuffer
  ) throws(OutOfMemory) {
    if name.isEmpty { return }
    let name = UnsafeRawBufferPointer(rebasing: name[..<(name.count - 1)])
    if !isText(name) { return }
    try output.append(words)
    try output.append(name)
  }

  private static func append(_ text: UnsafePointer<CChar>?, to output: inout ByteBuffer) throws(OutOfMemory) {
    guard let text else { return }
    try output.append(UnsafeRawBufferPointer(start: text, count: ctally_text_length(text) + 1))
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    bytes.isEmpty ? nil : bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
  }
}
