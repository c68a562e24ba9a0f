import Foundation
import Tally

// Many accounts in one call: items, positions of logs, exports and imports.

extension Replay {
  static let manyAccounts: [String: Call] = [
    "engine_batch": { replay in
      let items = try (replay.step["items"]?.list ?? []).map { try item(replay, $0) }
      let options = replay.step["options"]
      let place = options?["source"]?.text.map { source in
        Batch.Position(
          source: source, epoch: UInt64(options?["epoch"]?.integer ?? 0),
          position: UInt64(options?["position"]?.integer ?? 0))
      }
      let result = try replay.engine.batch(items, at: place)
      let status = result.message == nil ? Status.ok : .partial
      return Answer(
        status: result.wasApplied ? status : .alreadyApplied, out: ["items": list(result.statuses)])
    },
    "engine_get_position": { replay in
      guard let place = try replay.engine.position(of: replay.word("source")) else {
        throw TallyError(code: .notFound)
      }
      return Answer(out: [
        "epoch": Value(place.epoch), "position": Value(place.position), "time": Value(place.time),
      ])
    },
    "engine_export_account": { $0.bytes(try $0.engine.exportAccount($0.word("name"))) },
    "engine_export_source": { $0.bytes(try $0.engine.exportSource($0.word("source"))) },
    "engine_import": { replay in
      let imports = try (replay.step["imports"]?.list ?? []).map { given in
        let bytes = try bytes(hexadecimal: given["bytes"]?.text ?? "")
        guard let account = given["account"]?.text else { return Engine.Import(source: bytes) }
        return Engine.Import(account: account, bytes: bytes)
      }
      let result = try replay.engine.importAll(imports, replacing: replay.flag("flags", 1))
      return Answer(status: result.message == nil ? .ok : .partial, out: ["imports": list(result.statuses)])
    },
  ]

  private static func list(_ statuses: [Batch.ItemStatus]) -> Value {
    .list(statuses.map { .object(["status": .text(Status($0).name)]) })
  }

  private static func item(_ replay: Replay, _ given: Value) throws -> Batch.Item {
    let operations = try (given["operations"]?.list ?? []).map { try operation(replay, $0) }
    return Batch.Item(
      account: given["account"]?.text ?? "", id: given["id"]?.text, time: date(given["time"]?.integer ?? 0),
      operations)
  }
}
