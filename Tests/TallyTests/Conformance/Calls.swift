import Foundation
import Tally

// Each call of the conformance data in the Swift face.

extension Replay {
  typealias Call = @Sendable (Replay) throws -> Answer

  static let calls: [String: Call] = [
    clocks, engines, badges, batches, nodesAndPaths, snapshots, looks, watching, feedCalls, messages, groups, outbox,
    reminders, hosts, manyAccounts,
  ].reduce(into: [:]) { $0.merge($1) { $1 } }

  /// A call without outputs.
  private static func plain(_ body: @escaping @Sendable (Replay) throws -> Void) -> Call {
    { replay in
      try body(replay)
      return .ok
    }
  }

  private static func giving(_ body: @escaping @Sendable (Replay) throws -> [String: Value]) -> Call {
    { replay in Answer(out: try body(replay)) }
  }

  private static func cleared(_ result: Badge.ClearResult) -> Answer { Answer(status: result == .held ? .held : .ok) }

  // MARK: Engine, accounts

  private static let clocks: [String: Call] = [
    "go": { try $0.go(elapses: true) },
    "wall": { try $0.go(elapses: false) },
    "step": plain { try $0.driven.step() },
    "events": { try $0.events() },
  ]

  private static let engines: [String: Call] = [
    "engine_get_total": giving { replay in
      let total = try replay.engine.total()
      return [
        "kind": kind(total.kind), "count": Value(total.count), "flags": 0, "highlights": Value(total.highlights),
        "level": .integer(Int64(total.level.rawValue)),
      ]
    },
    "engine_get_total_of_all": giving { replay in
      let total = try replay.engine.totalOfAll()
      return [
        "kind": kind(total.kind), "count": Value(total.count), "flags": 0,
        "highlights": Value(total.highlights), "level": .integer(Int64(total.level.rawValue)),
        "revision": Value(total.revision),
      ]
    },
    "engine_verify": plain { try $0.engine.verify() },
    "account_open": plain { replay in
      let name = replay.word("account")
      let options = replay.step["options"]
      replay.accounts[name] = try replay.engine.openAccount(
        name, aggregation: options?["aggregation"]?.integer.flatMap { Account.Aggregation(rawValue: Int32($0)) },
        feeding: options?["feeding"]?.integer.flatMap { Badge.Feeding(rawValue: Int32($0)) })
    },
    "account_find": plain { replay in
      let id = try replay.account().id
      replay.accounts[replay.word("account")] = try replay.engine.account(id: id)
    },
    "account_log_in": plain { try $0.account().logIn() },
    "account_set_credential": plain { try $0.account().setCredential(try $0.credential(), for: $0.word("url")) },
    "account_remove_credential": plain { try $0.account().removeCredential(for: $0.word("url")) },
    "feed_set_credential": plain { try $0.feed.setCredential(try $0.credential()) },
    "feed_remove_credential": plain { try $0.feed.removeCredential() },
    "account_log_out": plain { try $0.account().logOut() },
    "account_get": giving { replay in
      let account = try replay.account()
      return [
        "text": .text(account.name), "revision": Value(try account.revision()),
        "logged_in": Value(try account.isLoggedIn()), "aggregation": .integer(Int64(account.aggregation.rawValue)),
        "feeding": .integer(Int64(account.feeding.rawValue)),
      ]
    },
    "account_list": { replay in
      try replay.listing {
        try replay.engine.accountNames(after: replay.continues ? replay.last.name : nil, limit: $0)
      } _: {
        ["name": .text($0)]
      }
    },
    "account_remove": plain { try $0.engine.removeAccount($0.word("name")) },
    "account_hash": giving { replay in
      let partitions = UInt32(clamping: replay.number("partitions"))
      return ["partition": Value(Int(try Account.partition(of: replay.word("name"), among: partitions)))]
    },
    "account_configure": plain { try $0.account().configure(try $0.settings()) },
    "account_get_settings": giving { replay in
      let settings = try replay.account().settings()
      return [
        "grouping": .integer(Int64(settings.grouping?.rawValue ?? 0)),
        "outbox": .integer(Int64(settings.outbox?.rawValue ?? 0)),
        "feeding": .integer(Int64(settings.feeding?.rawValue ?? 0)),
        "outbox_request_timeout": Value(settings.outboxRequestTimeout),
        "outbox_kinds": .integer(Int64(settings.outboxKinds?.rawValue ?? 0)),
        "outbox_idle_timeout": Value(settings.outboxIdleTimeout), "language": .text(settings.language ?? ""),
        "outbox_url": .text(settings.outboxURL ?? ""), "push_path": .text(settings.pushPath ?? ""),
      ]
    },
    "account_export": { $0.bytes(try $0.account().export()) },
    "account_import": plain { try $0.engine.importAccount($0.word("name"), from: $0.bytes("bytes")) },
    "account_verify": plain { try $0.account().verify() },
  ]

  // MARK: Badges

  static func value(_ badge: Badge) -> [String: Value] {
    var flags: Int64 = 0
    switch badge.own {
    case .none: break
    case .count: flags = 1
    case .dot: flags = 2
    }
    if badge.isFed { flags += 4 }
    if badge.isLitFromBelow { flags += 8 }
    flags += 16 * Int64(badge.mute.rawValue) + (badge.isSnoozed ? 128 : 0)
    return [
      "kind": kind(badge.kind), "count": Value(badge.count), "revision": Value(badge.revision),
      "flags": .integer(flags), "highlights": Value(badge.highlights), "level": .integer(Int64(badge.level.rawValue)),
    ]
  }

  static func value(_ own: Badge.Own) -> [String: Value] {
    let (kind, count): (Badge.Kind, Int) =
      switch own.value {
      case .none: (.none, 0)
      case .count(let count): (.number, count)
      case .dot: (.dot, 0)
      }
    return [
      "kind": self.kind(kind), "count": Value(count), "until": Value(own.end), "mute": Value(Int(own.mute.rawValue)),
      "mute_until": Value(own.muteEnd), "flags": own.isFlagged ? 1 : 0, "snoozed_until": Value(own.snoozeEnd),
    ]
  }

  /// The members of a row of a snapshot or a patch.
  private static func owned(_ own: Badge.Own, _ prefix: String) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: value(own).filter { $0.key != "flags" }.map { (prefix + $0.key, $0.value) })
  }

  /// As the header numbers them.
  static func kind(_ kind: Badge.Kind) -> Value {
    switch kind {
    case .none: 0
    case .dot: 1
    case .number: 3
    }
  }

  private static func value(_ entry: Badge.Entry) -> [String: Value] {
    value(entry.badge).merging(["path": .text(entry.path)]) { $1 }
  }

  private static func setBadge(_ replay: Replay) throws {
    try replay.account().set(Int(replay.number("count")), at: replay.path, until: replay.date("until"))
  }

  private static func setDot(_ replay: Replay) throws {
    try replay.account().dot(at: replay.path, until: replay.date("until"))
  }

  private static func mute(_ replay: Replay) throws -> Badge.Mute {
    try replay.found(Badge.Mute(rawValue: Int32(replay.number("mode"))))
  }

  /// The rule of a step; nil: none. The face cannot say an unknown feeding or counting.
  private static func rule(_ replay: Replay) throws -> Badge.Rule? {
    guard let given = replay.step["rule"] else { return nil }
    var rule = Badge.Rule()
    if let number = given["feeding"]?.integer, number != 0 {
      guard let feeding = Badge.Feeding(rawValue: Int32(number)) else { throw TallyError(code: .argument) }
      rule.feeding = feeding
    }
    if let number = given["counting"]?.integer, number != 0 {
      guard let counting = Badge.Counting(rawValue: Int32(number)) else { throw TallyError(code: .argument) }
      rule.counting = counting
    }
    return rule
  }

  /// The links of a step. The face cannot say unknown flags.
  private static func links(_ replay: Replay) throws -> [Badge.Link] {
    if replay.number("flags") > 3 { throw TallyError(code: .argument) }
    let (account, subtree) = (try replay.account(), replay.flag("flags", 1))
    return replay.flag("flags", 2)
      ? try account.links(under: replay.path, includingDescendants: subtree)
      : try account.links(of: replay.path, includingDescendants: subtree)
  }

  private static let badges: [String: Call] = [
    "badge_set": plain(setBadge), "badge_set_until": plain(setBadge),
    "badge_dot": plain(setDot), "badge_dot_until": plain(setDot),
    "badge_add": plain { try $0.account().add(Int($0.number("delta")), at: $0.path) },
    "badge_clear": { cleared(try $0.account().clear(at: $0.path)) },
    "badge_clear_tree": { cleared(try $0.account().clearTree(at: $0.path)) },
    "badge_flag": plain { replay in
      let on = replay.number("on")
      if on != 0 && on != 1 { throw TallyError(code: .argument) }
      try replay.account().setFlag(on == 1, at: replay.path)
    },
    "badge_snooze": plain { try $0.account().snooze(at: $0.path, until: $0.date("until")) },
    "badge_mute": plain { try $0.account().mute(mute($0), at: $0.path, until: $0.date("until")) },
    "badge_get": giving { value(try $0.account().badge(at: $0.path)) },
    "badge_set_rule": plain { try $0.account().setRule(try rule($0), at: $0.path) },
    "badge_get_rule": giving { replay in
      let account = try replay.account()
      let isEffective = replay.flag("flags", 1)
      let rule = isEffective ? try account.effectiveRule(at: replay.path) : try account.rule(at: replay.path)
      return [
        "feeding": .integer(Int64(rule.feeding?.rawValue ?? 0)), "flags": 0,
        "counting": .integer(Int64(rule.counting?.rawValue ?? 0)),
      ]
    },
    "link_add": plain { try $0.account().link($0.path, under: try $0.found($0.text("under"))) },
    "link_remove": plain { try $0.account().unlink($0.path, under: try $0.found($0.text("under"))) },
    "link_list": giving { replay in
      ["entries": .list(try links(replay).map { .object(["path": .text($0.path), "under": .text($0.under)]) })]
    },
    "drift_list": giving { replay in
      let drifts = try replay.account().drifts(at: replay.path, includingDescendants: replay.flag("flags", 1))
      return [
        "entries": .list(
          drifts.map {
            .object([
              "path": .text($0.path), "ours": Value($0.ours), "theirs": Value($0.theirs),
              "our_highlights": Value($0.ourHighlights), "their_highlights": Value($0.theirHighlights),
            ])
          })
      ]
    },
    "badge_get_own": giving { value(try $0.account().ownBadge(at: $0.path)) },
    "badge_list": giving { replay in
      let list = try replay.account().badges(at: replay.path, includingDescendants: replay.flag("flags", 1))
      return ["revision": Value(list.revision), "entries": .list(list.entries.map { .object(value($0)) })]
    },
    "badge_changes": { replay in
      let epoch = replay.step["epoch"]?.integer.map { UInt64($0) }
      switch try replay.account().changes(since: UInt64(replay.number("since")), epoch: epoch) {
      case .resync: return Answer(status: .resync)
      case .changes(let changed, let revision):
        let entries = changed.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
        var answer = replay.page(entries, false, value)
        answer.out["revision"] = Value(revision)
        return answer
      }
    },
    "badge_explain": giving { replay in
      ["entries": .list(try replay.account().explain(at: replay.path).flatMap(reasons))]
    },
  ]

  /// The entry of a reason, and those of its messages.
  private static func reasons(_ reason: Badge.Reason) -> [Value] {
    var flags: Int64 = 0
    var ownCount: Int64 = 0
    switch reason.own {
    case .none: break
    case .count(let count): (flags, ownCount) = (1, Int64(count))
    case .dot: flags = 2
    }
    let reach: Int64 =
      (reason.lights ? 64 : 0) + (reason.isMuted ? 128 : 0) + (reason.isLinked ? 512 : 0)
      + (reason.isCounting ? 1024 : 0)
    flags += reach + (reason.isFed ? 4 : 0) + (reason.isOverridden ? 8 : 0)
    flags += 16 * Int64(reason.mute.mode.rawValue) + (reason.isSnoozed ? 4096 : 0)
    let first = Value.object([
      "path": .text(reason.path), "flags": .integer(flags), "contributed": Value(reason.contributed),
      "fed_count": Value(reason.fedCount), "kept_count": Value(reason.keptCount), "own_count": .integer(ownCount),
      "highlights": Value(reason.highlights), "level": .integer(Int64(reason.level.rawValue)),
    ])
    let flag: [String: Value] = [
      "path": .text(reason.path), "flags": .integer(2048 + (reason.lights ? 64 : 0) + (reason.isMuted ? 128 : 0)),
      "fed_count": 0, "contributed": 0,
    ]
    return [first] + (reason.isFlagged ? [.object(flag)] : [])
      + reason.messages.map {
        .object([
          "path": .text(reason.path), "id": .text($0.serverID), "fed_count": Value($0.count),
          "flags": .integer(256 + ($0.lights ? 64 : 0) + ($0.isMuted ? 128 : 0) + (reason.isLinked ? 512 : 0)),
          "highlights": Value($0.highlights), "level": .integer(Int64($0.level.rawValue)),
        ])
      }
  }

  // MARK: Batches

  private static let batches: [String: Call] = [
    "badge_batch": { replay in
      let operations = try (replay.step["operations"]?.list ?? []).map { try operation(replay, $0) }
      let options = replay.step["options"]
      let place = options?["source"]?.text.map { source in
        Batch.Position(
          source: source, epoch: UInt64(options?["epoch"]?.integer ?? 0),
          position: UInt64(options?["position"]?.integer ?? 0))
      }
      let id = options?["id"]?.text
      // The face has a function of its own for these, which takes neither.
      let isEach = options?["flags"]?.integer == 1
      if isEach, place != nil || id != nil { throw TallyError(code: .argument) }
      let account = try replay.account()
      let result = try isEach ? account.batchEach(operations) : account.batch(operations, at: place, id: id)
      let outcomes = result.outcomes.map { outcome in
        Value.object([
          "status": .text(status(of: outcome, result).name), "badge_kind": kind(outcome.kind),
          "count": Value(outcome.count),
        ])
      }
      let rejected = result.outcomes.lazy.compactMap(\.error).first.map(Status.init)
      return Answer(
        status: result.wasApplied ? rejected ?? .ok : .alreadyApplied,
        out: ["revision": Value(result.revision), "operations": .list(outcomes)])
    },
    "account_get_position": giving { replay in
      guard let place = try replay.account().position(of: replay.word("source")) else {
        throw TallyError(code: .notFound)
      }
      return ["epoch": Value(place.epoch), "position": Value(place.position)]
    },
  ]

  private static func status(of outcome: Batch.Result.Outcome, _ result: Batch.Result) -> Status {
    if let error = outcome.error { return Status(error) }
    if !result.wasApplied { return .alreadyApplied }
    return outcome.isHeld ? .held : .ok
  }

  static func operation(_ replay: Replay, _ given: Value) throws -> Batch.Operation {
    let path = given["path"]?.text ?? ""
    let value = Int(given["value"]?.integer ?? 0)
    let until = date(given["until"]?.integer ?? 0)
    let mute = Int32(exactly: value).flatMap(Badge.Mute.init)
    let node = try given["node"]?.text.map { try replay.found(replay.nodes[$0]) }
    switch (given["kind"]?.integer, node) {
    case (1, let node?): return .set(value, on: node, until: until)
    case (1, nil): return .set(value, at: path, until: until)
    case (2, let node?): return .dot(on: node, until: until)
    case (2, nil): return .dot(at: path, until: until)
    case (3, let node?): return .add(value, on: node)
    case (3, nil): return .add(value, at: path)
    case (4, let node?): return .clear(on: node)
    case (4, nil): return .clear(at: path)
    case (5, let node?): return .clearTree(on: node)
    case (5, nil): return .clearTree(at: path)
    case (6, let node?): return .mute(try replay.found(mute), on: node, until: until)
    case (6, nil): return .mute(try replay.found(mute), at: path, until: until)
    case (7, let node?): return .get(on: node)
    case (7, nil): return .get(at: path)
    case (8, nil): return .post(Message.Draft(), at: path)
    case (10, nil): return .markRead(at: path)
    default: throw Mismatch("no such operation")
    }
  }

  // MARK: Nodes, paths

  private static let nodesAndPaths: [String: Call] = [
    "node_resolve": plain { $0.nodes[$0.word("node")] = try $0.account().node(at: $0.path) },
    "node_release": plain { try $0.node.release() },
    "node_get_path": giving { ["text": .text(try $0.node.path())] },
    "node_set": plain { try $0.node.set(Int($0.number("count"))) },
    "node_dot": plain { try $0.node.dot() },
    "node_set_until": plain { try $0.node.set(Int($0.number("count")), until: $0.date("until")) },
    "node_dot_until": plain { try $0.node.dot(until: $0.date("until")) },
    "node_add": plain { try $0.node.add(Int($0.number("delta"))) },
    "node_clear": { cleared(try $0.node.clear()) },
    "node_clear_tree": { cleared(try $0.node.clearTree()) },
    "node_mute": plain { try $0.node.mute(mute($0), until: $0.date("until")) },
    "node_get": giving { value(try $0.node.badge()) },
    "path_escape": giving { ["text": .text(try BadgePath.escaping($0.word("name")))] },
    "path_join": giving { ["text": .text(try BadgePath($0.path).appending($0.word("name")).description)] },
    "path_parent": giving { replay in
      guard let parent = try BadgePath(replay.path).parent else { throw TallyError(code: .notFound) }
      return ["text": .text(parent.description)]
    },
    "path_component": giving { replay in
      let components = try BadgePath(replay.path).components
      let index = Int(replay.number("index"))
      if index >= components.count { throw TallyError(code: .notFound) }
      return ["text": .text(components[index])]
    },
  ]

  // MARK: Snapshots

  private static let snapshots: [String: Call] = [
    "snapshot_take": { $0.bytes(try $0.account().badgeSnapshot(at: $0.path).bytes) },
    "badge_restore": plain { replay in
      try replay.account().restore(BadgeSnapshot(decoding: replay.bytes("snapshot")), at: replay.path)
    },
    "badge_digest": giving { ["digest": Value(try $0.account().digest(at: $0.path))] },
    "badge_diff": { replay in
      let patch = try replay.account("from").patch(
        from: replay.word("from_path"), to: replay.account("to"), at: replay.word("to_path"))
      return replay.bytes(patch.bytes)
    },
    "badge_apply": plain { replay in
      let patch = try BadgePatch(decoding: replay.bytes("patch"))
      try replay.account().apply(patch, at: replay.path, overwriting: replay.flag("flags", 1))
    },
    "snapshot_diff": { replay in
      let from = try BadgeSnapshot(decoding: replay.bytes("from"))
      return replay.bytes(try from.patch(to: BadgeSnapshot(decoding: replay.bytes("to"))).bytes)
    },
    "snapshot_list": { replay in
      let entries = try BadgeSnapshot(decoding: replay.bytes("snapshot")).entries()
      return Answer(out: [
        "entries": .list(
          entries.map { entry in .object(owned(entry.own, "").merging(["path": .text(entry.path)]) { $1 }) })
      ])
    },
    "patch_list": { replay in
      let entries = try BadgePatch(decoding: replay.bytes("patch")).entries()
      return Answer(out: [
        "entries": .list(
          entries.map { entry in
            let states = owned(entry.before, "before_").merging(owned(entry.after, "after_")) { $1 }
            return .object(states.merging(["path": .text(entry.path)]) { $1 })
          })
      ])
    },
    "patch_inverse": { $0.bytes(try BadgePatch(decoding: $0.bytes("patch")).inverse().bytes) },
  ]
}
