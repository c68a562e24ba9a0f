import TallyWire

/// The partitions of a cluster, from what its nodes say.
public enum StatusTable {
  /// A line for each partition; one without an owner says so. Then a line for each node.
  public static func lines(_ answers: [[UInt8]], partitions: Int) -> [String] {
    var rows: [Int: [String]] = [:]
    var nodes: [[String]] = []
    for answer in answers {
      answer.withUnsafeBytes { bytes in
        guard let document = JSONElement(bytes), let node = document.member("id")?.text,
          let endpoints = document.member("endpoints")
        else { return }
        func value(_ member: String, _ owner: JSONElement?) -> String {
          owner?.member(member)?.integer(in: 0...Int64.max).map { "\($0)" } ?? "-"
        }
        if let data = document.member("data") {
          let memory = data.member("memory")?.integer(in: 0...Int64.max).map { "\($0 / 1_000_000)" } ?? "-"
          nodes.append([node, value("partitions", data), value("loaded_accounts", data), memory])
        }
        for endpoint in endpoints.elements {
          guard let name = endpoint.member("name")?.text, let number = Int(name.dropFirst()) else { continue }
          let data = endpoint.member("data")
          rows[number] = [
            "\(number)", node, value("epoch", data), value("position", data), value("lag", data),
            value("num_requests", endpoint), value("loaded_accounts", data), value("snapshot_age", data),
          ]
        }
      }
    }
    let head = ["PARTITION", "OWNER", "EPOCH", "POSITION", "LAG", "REQUESTS", "LOADED", "SNAPSHOT_SECONDS"]
    let table = [head] + (0..<partitions).map { rows[$0] ?? ["\($0)", "nobody", "-", "-", "-", "-", "-", "-"] }
    let found = [["NODE", "HOLDS", "LOADED", "MEMORY_MB"]] + nodes.sorted { $0[0] < $1[0] }
    return TextTable.lines(table) + (nodes.isEmpty ? [] : [""] + TextTable.lines(found))
  }
}

/// Columns of text.
public enum TextTable {
  /// The last column is not padded, since it may be long.
  public static func lines(_ table: [[String]]) -> [String] {
    guard let head = table.first else { return [] }
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return (padded.dropLast() + row.suffix(1)).joined(separator: "  ")
    }
  }
}

/// A text as a string of JSON.
public func jsonString(_ text: String) -> String {
  var json = JSONText()
  json.put(text)
  return json.text
}
