import TallyFailure

internal import TallyEngine

extension Engine {
  /// Copies the engine's file into another one, while the engine is used: what was applied before the call, and of what
  /// is applied during it all up to some moment. It blocks until the copy is on the disk.
  /// - Parameters:
  ///   - file: where the copy is to be.
  ///   - replacing: whether a file that is there is replaced, once the copy is complete; else it is an error,
  ///     ``Status/exists``.
  public func backup(to file: String, replacing: Bool = false) throws(TallyError) {
    if file.utf8.contains(0) {
      throw TallyError(status: .argument, message: "the file's name must not have a NUL in it")
    }
    try calling(with: file) { (bytes) throws(Failure) in try core.backup(to: bytes, replaces: replacing) }
  }
}
