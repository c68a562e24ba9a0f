/// Why a node cannot start or go on.
enum NodeError: Error, CustomStringConvertible {
  /// A value of the configuration: what it is called, and what is wrong.
  case configuration(String, String)
  /// Another node of the cluster is configured otherwise.
  case mismatch(String)
  /// The node or the partition stops.
  case stopping
  /// The log does not fit the file: another file is needed.
  case log(String)
  /// A file or a folder.
  case file(String, String)

  var description: String {
    switch self {
    case .configuration(let name, let problem): "\(name): \(problem)"
    case .mismatch(let text), .log(let text): text
    case .stopping: "it is being stopped"
    case .file(let name, let problem): "\(name): \(problem)"
    }
  }
}
