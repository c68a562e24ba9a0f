import TallyWire

/// The partitions of a cluster, from what its nodes say.
public enum StatusTable {
  /// A line for each partition; one without an owner says so.
  public static func lines(_ answers: [[UInt8]], partitions: Int) -> [String] {
    var rows: [Int: [String]] = [:]
    for answer in answers {
      answer.withUnsafeBytes { bytes in
        guard let document = JSONElement(bytes), let node = document.member("id")?.text,
          let endpoints = document.member("endpoints")
        else { return }
        for endpoint in endpoints.elements {
          guard let name = endpoint.member("name")?.text, let number = Int(name.dropFirst()) else { continue }
          func value(_ member: String, _ owner: JSONElement?) -> String {
            owner?.member(member)?.integer(in: 0...Int64.max).map { "\($0)" } ?? "-"
          }
          let data = endpoint.member("data")
          rows[number] = [
            "\(number)", node, value("epoch", data), value("position", data), value("lag", data),
            value("num_requests", endpoint),
          ]
        }
      }
    }
    let head = ["PARTITION", "OWNER", "EPOCH", "POSITION", "LAG", "REQUESTS"]
    let table = [head] + (0..<partitions).map { rows[$0] ?? ["\($0)", "nobody", "-", "-", "-", "-"] }
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
    }
  }
}

/// A text as a string of JSON.
public func jsonString(_ text: String) -> String {
  var json = JSONText()
  json.put(text)
  return json.text
}
