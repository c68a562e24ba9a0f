internal import TallyEngine
internal import TallyFailure
internal import TallyStore

extension Engine {
  /// The result of salvaging a damaged file. `lost` counts as far as the file mentions the rows.
  public struct Recovery: Hashable, Sendable {
    /// Rows of one kind.
    public struct Rows: Hashable, Sendable {
      /// Rows in the new file.
      public var saved: UInt64
      /// Lost rows.
      public var lost: UInt64

      init(_ rows: SalvageReport.Rows) {
        saved = rows.saved
        lost = rows.lost
      }
    }

    /// Pages of the damaged file.
    public var pages: UInt64
    /// Pages that are cut off or unreadable, or whose checksum is wrong.
    public var damagedPages: UInt64
    /// Rows that were saved from damaged pages. They are well formed, but may differ from the stored ones.
    public var doubtfulRows: UInt64
    /// Accounts. A lost account still has its badges and messages, under its name if that was found, otherwise under
    /// "recovered-" and a number.
    public var accounts: Rows
    /// Own badges and mutes.
    public var badges: Rows
    /// Feeds. The messages of lost ones are in a feed named "recovered-" and a number.
    public var feeds: Rows
    /// Messages.
    public var messages: Rows
    /// Rows of all other kinds: reminders, read marks, pending actions, how groups are worded.
    public var others: Rows

    /// More may be lost than the numbers say, because a page that may have contained rows says nothing about them.
    public var isUncertain: Bool

    /// Whether the new file has everything, as far as is known.
    public var isComplete: Bool {
      let lost = accounts.lost + badges.lost + feeds.lost + messages.lost + others.lost
      return !isUncertain && damagedPages + doubtfulRows + lost == 0
    }

    init(_ report: SalvageReport) {
      pages = report.pages
      damagedPages = report.damagedPages
      doubtfulRows = report.doubtful
      accounts = Rows(report.accounts)
      badges = Rows(report.badges)
      feeds = Rows(report.feeds)
      messages = Rows(report.messages)
      others = Rows(report.others)
      isUncertain = report.isUncertain
    }
  }
}

extension Engine {
  /// Reads the whole file and checks it, and compares the memory with it. The log has up to a hundred errors, each with
  /// the page or the table and row. The thrown error has the first one.
  /// - Throws: ``TallyError/Code/corrupt`` if the file is damaged, ``TallyError/Code/internalError`` if only the memory
  ///   is wrong.
  /// - Complexity: O(size of the file).
  public func verify() throws(TallyError) {
    try calling { () throws(Failure) in try core.verify() }
  }

  /// Salvages the readable data of a file into a new one, which appears when it is complete. The damaged file is only
  /// read. Neither may be open in an engine.
  /// - Parameters:
  ///   - damaged: the file that cannot be opened.
  ///   - fresh: the new file, which must not exist.
  /// - Throws: ``TallyError/Code/corrupt`` if nothing can be read, ``TallyError/Code/notAStore``,
  ///   ``TallyError/Code/newer``, ``TallyError/Code/exists``, ``TallyError/Code/locked``, and errors of reading and
  ///   writing files.
  /// - Complexity: O(size of the file).
  public static func recover(_ damaged: String, into fresh: String) throws(TallyError) -> Engine.Recovery {
    if damaged.utf8.contains(0) || fresh.utf8.contains(0) {
      throw TallyError(code: .argument, message: "the file's name must not have a NUL in it")
    }
    let outcome = damaged.withCString { damaged in
      fresh.withCString { fresh -> Result<SalvageReport, TallyError> in
        do throws(Failure) {
          return .success(try TallyEngine.Engine.recover(damaged, into: fresh))
        } catch {
          return .failure(TallyError(error))
        }
      }
    }
    return Recovery(try outcome.get())
  }

  /// Rewrites a file without gaps, with checksums on every page. The file must exist, and no engine may have it open.
  /// The call needs room for two more copies. If it fails, nothing is lost.
  /// - Throws: ``TallyError/Code/io``, ``TallyError/Code/full``, ``TallyError/Code/locked``,
  ///   ``TallyError/Code/corrupt``, ``TallyError/Code/notAStore``, ``TallyError/Code/newer``,
  ///   ``TallyError/Code/readOnly``, ``TallyError/Code/permission``.
  /// - Complexity: O(size of the file).
  public static func vacuum(_ file: String) throws(TallyError) {
    if file.utf8.contains(0) {
      throw TallyError(code: .argument, message: "the file's name must not have a NUL in it")
    }
    let outcome = file.withCString { file -> Result<Void, TallyError> in
      do throws(Failure) {
        return .success(try TallyEngine.Engine.vacuum(file))
      } catch {
        return .failure(TallyError(error))
      }
    }
    try outcome.get()
  }

  /// Copies the engine's file into another one while the engine is used. The copy has all changes before the call, and
  /// those during it up to some moment. Blocks until the copy is on the disk.
  /// - Parameters:
  ///   - file: where the copy is written.
  ///   - replacing: whether the complete copy may replace an existing file. If not, the call fails with
  ///     ``TallyError/Code/exists``.
  public func backup(to file: String, replacing: Bool = false) throws(TallyError) {
    if file.utf8.contains(0) {
      throw TallyError(code: .argument, message: "the file's name must not have a NUL in it")
    }
    try calling(with: file) { (bytes) throws(Failure) in try core.backup(to: bytes, replaces: replacing) }
  }
}
