internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

/// Joins and splits paths within the default limits (64 components, 4,096 bytes).
public enum BadgePath {
  /// The root of the tree.
  public static let root = "root"

  /// Returns the canonical form of a path, which begins with `root`.
  public static func canonical(_ path: String) throws(TallyError) -> String {
    let parsed = try parse(path)
    return String(decoding: parsed.bytes.bytes, as: UTF8.self)
  }

  /// Returns the components without escapes; none for the root.
  public static func components(of path: String) throws(TallyError) -> [String] {
    let parsed = try parse(path)
    var names: [String] = []
    var name = ByteBuffer()
    for index in 0..<parsed.depth {
      name.removeAll()
      try growing { () throws(OutOfMemory) in _ = try parsed.appendComponent(index, to: &name) }
      names.append(String(decoding: name.bytes, as: UTF8.self))
    }
    return names
  }

  /// Returns the parent's path; nil for the root.
  public static func parent(of path: String) throws(TallyError) -> String? {
    let parsed = try parse(path)
    return parsed.parent.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends a name as a component and escapes its dots and backslashes.
  public static func joining(_ path: String, _ name: String) throws(TallyError) -> String {
    try canonical("\(try canonical(path)).\(try escaping(name))")
  }

  /// Escapes the dots and backslashes of a name, so that it is one component.
  public static func escaping(_ name: String) throws(TallyError) -> String {
    var escaped = ByteBuffer()
    try calling(with: name) { (bytes) throws(Failure) in
      try Path.checkName(bytes)
      do throws(OutOfMemory) { try Path.appendEscaped(bytes, to: &escaped) } catch { throw Failure.noMemory }
    }
    return String(decoding: escaped.bytes, as: UTF8.self)
  }

  private static func parse(_ path: String) throws(TallyError) -> Path {
    var parsed = Path()
    try calling(with: path) { (bytes) throws(Failure) in
      try parsed.parse(bytes, limits: PathLimits())
    }
    return parsed
  }

  private static func growing(_ body: () throws(OutOfMemory) -> Void) throws(TallyError) {
    do throws(OutOfMemory) { try body() } catch { throw TallyError(status: .noMemory) }
  }
}
