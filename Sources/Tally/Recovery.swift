internal import TallyEngine
internal import TallyFailure
internal import TallyStore

/// What was saved of a damaged file. `lost`: as far as anything in the file speaks of it.
public struct Recovery: Hashable, Codable, Sendable {
  /// Rows of one kind.
  public struct Rows: Hashable, Codable, Sendable {
    /// Those that are in the new file.
    public var saved: UInt64
    /// Those that are not.
    public var lost: UInt64

    init(_ rows: SalvageReport.Rows) {
      saved = rows.saved
      lost = rows.lost
    }
  }

  /// Pages of the damaged file.
  public var pages: UInt64
  /// Of them, those that are cut off, cannot be read, or whose checksum is wrong.
  public var damagedPages: UInt64
  /// Rows that were saved from damaged pages: well-formed, but they may not be what was stored.
  public var doubtfulRows: UInt64
  /// Those that are lost still have their badges and messages, under their name, where that was found, or
  /// "recovered-" and a number.
  public var accounts: Rows
  /// Badges that nodes own, and mutes.
  public var badges: Rows
  /// The messages of those that are lost are in a feed named "recovered-" and a number.
  public var feeds: Rows
  /// Messages.
  public var messages: Rows
  /// Rows of all other kinds: reminders, read marks, pending actions, how groups are worded.
  public var others: Rows

  /// Whether the new file has all that the damaged one had, as far as is known.
  public var isComplete: Bool {
    damagedPages + doubtfulRows + accounts.lost + badges.lost + feeds.lost + messages.lost + others.lost == 0
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
  }
}

extension Engine {
  /// Reads the whole file and compares it with what it should be, and what is in memory with it. What is wrong goes
  /// to the log, a hundred things at most, each with the page or the table and row; the error has the first one.
  /// - Throws: ``Status/corrupt`` where the file is damaged, ``Status/internalError`` where only what is in memory is
  ///   wrong.
  /// - Complexity: O(size of the file).
  public func verify() throws(TallyError) {
    try calling { () throws(Failure) in try core.verify() }
  }

  /// Salvages what can be read of a file into a new one, which appears when it is complete. The damaged one is only
  /// read. Neither may be open in an engine.
  /// - Parameters:
  ///   - damaged: the file that cannot be opened.
  ///   - fresh: where there is nothing yet.
  /// - Throws: ``Status/corrupt`` where nothing can be read, ``Status/notAStore``, ``Status/newer``,
  ///   ``Status/exists``, ``Status/locked``, and what keeps files from being read and written.
  /// - Complexity: O(size of the file).
  public static func recover(_ damaged: String, into fresh: String) throws(TallyError) -> Recovery {
    if damaged.utf8.contains(0) || fresh.utf8.contains(0) {
      throw TallyError(status: .argument, message: "the file's name must not have a NUL in it")
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
