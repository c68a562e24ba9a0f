import ArgumentParser
import Tally

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two subtrees of badges.",
    discussion: """
      It compares what paths own: their badges, mutes, snoozes and expiry times. A line has the path and its state before and \
      after. The second subtree is a path of the same account, or of the account, database or file that an option names.
      """)

  @Argument(help: "Begin with this path.", completion: .stored(.paths)) var path = BadgePath.root.description
  @Argument(
    help: ArgumentHelp("Compare with this path instead of the same one.", valueName: "other-path"),
    completion: .stored(.paths))
  var otherPath: String?
  @Option(
    name: .customLong("to-account"), help: ArgumentHelp("Compare with this account.", valueName: "name"),
    completion: .stored(.accounts))
  var otherAccount: String?
  @Option(
    name: .customLong("to-db"), help: ArgumentHelp("Compare with this database.", valueName: "file"),
    completion: .file())
  var otherFile: String?
  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Compare with a file of snapshot.", valueName: "file"), completion: .file())
  var saved: String?
  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("Write a patch for apply to this new file.", valueName: "file"), completion: .file())
  var patchFile: String?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if otherPath == nil, otherAccount == nil, otherFile == nil, saved == nil {
      throw ValidationError("Give a second path, --to-account, --to-db or --to.")
    }
    if saved != nil, otherPath != nil || otherAccount != nil || otherFile != nil {
      throw ValidationError("--to takes no second path, --to-account or --to-db.")
    }
  }

  func run() throws {
    var before: BadgeSnapshot?
    var after: BadgeSnapshot?
    try store.run(mustExist: true) { account in
      before = try reporting { () throws(TallyError) in try account.badgeSnapshot(at: path) }
      if saved != nil || otherFile != nil { return }
      var other = store
      if let otherAccount { other.account = otherAccount }
      let target = try other.open(in: account.engine, try store.database.place().file, mustExist: true)
      after = try reporting { () throws(TallyError) in try target.badgeSnapshot(at: otherPath ?? path) }
    }
    if let saved {
      let bytes = try Input.bytes(saved)
      after = try reporting { () throws(TallyError) in try BadgeSnapshot(decoding: bytes) }
    } else if let otherFile {
      var other = store
      other.database.given = otherFile
      if let otherAccount { other.account = otherAccount }
      try other.run(mustExist: true) { account in
        after = try reporting { () throws(TallyError) in try account.badgeSnapshot(at: otherPath ?? path) }
      }
    }
    guard let before, let after else { return }
    let patch = try reporting { () throws(TallyError) in try before.patch(to: after) }
    if let patchFile { try Output.save(patch.bytes, patchFile) }
    try store.output.write(patch, at: path)
  }
}

struct ApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Apply a patch that diff wrote.",
    discussion: """
      If a path does not own what the patch begins with, nothing changes and the status is 65. --overwrite applies it \
      anyway. The command prints how many paths it changed.
      """)

  @Argument(help: "Read this patch; - is standard input.", completion: .file()) var patch: String
  @Argument(help: "Apply it at this path.", completion: .stored(.paths)) var path = BadgePath.root.description
  @Flag(name: .customLong("inverse"), help: "Undo the patch instead.") var isInverse = false
  @Flag(name: .customLong("overwrite"), help: "Ignore what the paths own now.") var overwrites = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    let bytes = try Input.bytes(patch)
    try store.run { account in
      do throws(TallyError) {
        var patch = try BadgePatch(decoding: bytes)
        if isInverse { patch = try patch.inverse() }
        try account.apply(patch, at: path, overwriting: overwrites)
        let count = patch.count
        store.output.confirm("\(count)", saying: "changed \(counted(count, "path"))") { $0.put("changed", count) }
      } catch {
        if error.code != .conflict { throw Exit.failing(error) }
        throw Exit.failing(Exit.data, "\(error.message); add --overwrite to apply the patch anyway")
      }
    }
  }
}

extension OutputOptions {
  /// Prints what a patch changes.
  fileprivate func write(_ patch: BadgePatch, at path: String) throws {
    let (top, entries) = try reporting { () throws(TallyError) in
      (try BadgePath(path).description, try patch.entries())
    }
    func full(_ path: String) -> String { path.isEmpty ? top : "\(top).\(path)" }
    let columns: [Column<BadgePatch.Entry>] = [
      Column("PATH", .flexible) { Cell(full($0.path)) }, Column("BEFORE") { Cell($0.before.words) },
      Column("AFTER") { Cell($0.after.words) },
    ]
    write(entries, columns) { entry in
      var object = JSONObject()
      object.put("path", full(entry.path))
      object.put("before", JSONObject(entry.before))
      object.put("after", JSONObject(entry.after))
      return object
    }
  }
}

extension Badge.Own {
  fileprivate var words: String {
    var parts: [String] = []
    switch value {
    case .none: break
    case .dot: parts.append("dot" + (end == nil ? "" : " that expires"))
    case .count(let number): parts.append("count \(number)" + (end == nil ? "" : " that expires"))
    }
    if mute != .none {
      parts.append((mute.mode == .all ? "muted" : "number muted") + (muteEnd == nil ? "" : " for a time"))
    }
    if snoozeEnd != nil { parts.append("snoozed") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension JSONObject {
  fileprivate init(_ own: Badge.Own) {
    put(own.value)
    put("until", own.end)
    put("mute", "\(own.mute.mode)")
    put("passes_highlights", own.mute.passesHighlights)
    put("mute_until", own.muteEnd)
    put("snoozed_until", own.snoozeEnd)
  }
}
