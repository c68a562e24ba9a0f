import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

extension Engine {
  /// Copies the file, as it is at the end, while other threads continue. A thread that needs the disk waits for a piece
  /// at most.
  /// - Parameter replaces: replaces a file of that name after the copy is complete.
  public func backup(to file: UnsafeRawBufferPointer, replaces: Bool) throws(Failure) {
    if file.isEmpty { throw Failure(.argument, "the name of the file is empty") }
    if !configuration.isPersistent { throw Failure(.unsupported, "the engine has no file") }
    // Includes the latest changes.
    try flush()
    let hold = try enter()
    state.beginBackup()
    hold.release()
    defer { endBackup() }
    let copy = try withStore { (storeHold) throws(Failure) in
      try Backup.open(store, to: file, replaces: replaces)
    }
    do throws(Failure) {
      while try !step(copy) {
        copy.settle()
        // Threads that wait for the store come first.
        ctally_clock_pause(1)
      }
      try copy.publish()
    } catch {
      close(copy)
      throw error
    }
    close(copy)
  }

  /// - Returns: whether the copy is complete.
  private func step(_ copy: Backup) throws(Failure) -> Bool {
    try withStore { (storeHold) throws(Failure) in
      // A transaction that a failed write left open would prevent the step.
      abandonTransaction(storeHold)
      if try !copy.step() { return false }
      try copy.finishCopy()
      return true
    }
  }

  /// Sets no message, because the error, if there was one, has been reported.
  private func close(_ copy: Backup) {
    let storeHold = takeStore()
    copy.close()
    storeHold.release()
  }

  private func endBackup() {
    let hold = lock.lock()
    state.endBackup()
    signalEnd(hold)
  }

  /// Salvages the readable data of a file into a new one.
  /// - Parameter seed: the source of the new file's epoch; 0: the system's random numbers.
  public static func recover(
    _ damaged: UnsafePointer<CChar>, into fresh: UnsafePointer<CChar>, seed: UInt64 = 0
  ) throws(Failure) -> SalvageReport {
    try Store.recover(
      damaged, into: fresh, .engine, seed: seed == 0 ? ctally_random_seed() | 1 : seed, now: Clock.system.wall)
  }

  /// Rewrites a file that no engine has open, without gaps and with checksums.
  public static func vacuum(_ file: UnsafePointer<CChar>) throws(Failure) {
    try Store.vacuum(file, seed: ctally_random_seed() | 1, now: Clock.system.wall)
  }
}
