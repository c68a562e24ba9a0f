import TallyFailure
import TallyMemory

// The errors of trees as failures: a status and a description.

/// Runs tree operations that may fail.
/// - Parameter path: the path as the caller gave it, if there is one.
public func growingTree<Result>(
  _ path: UnsafeRawBufferPointer? = nil, _ body: () throws(TreeError) -> Result
) throws(Failure) -> Result {
  do throws(TreeError) { return try body() } catch { throw Failure(error, path: path) }
}

extension Failure {
  /// A tree's error.
  /// - Parameter path: the path as the caller gave it, if there is one.
  public init(_ error: TreeError, path: UnsafeRawBufferPointer?) {
    switch error {
    case .outOfMemory: self = .noMemory
    case .staleHandle: self.init(.staleHandle, "the node was released, or belongs to another tree")
    case .range: self.init(.range, "a count must be 0 to 4294967295", quoting: nil, ", also after adding")
    case .nodeLimit: self.init(.limit, "the tree has as many nodes as it may have")
    case .path(let problem, let offset):
      self.init(.path, "path ")
      if let path { Words.quote(path) }
      Words.add(": ")
      Words.add(Failure.words(problem))
      if problem != .empty {
        Words.add(", at byte ")
        Words.add(number: Int64(offset))
      }
    }
  }

  private static func words(_ problem: PathProblem) -> StaticString {
    switch problem {
    case .empty: return "a path must not be empty"
    case .emptyComponent: return "a component is empty"
    case .invalidUTF8: return "not valid UTF-8"
    case .controlCharacter: return "control characters are not allowed"
    case .danglingEscape: return "nothing follows the backslash"
    case .unknownEscape: return "a backslash may only stand before a dot or a backslash"
    case .componentTooLong: return "a component is longer than 255 bytes"
    case .tooDeep: return "it has more components than allowed"
    case .tooLong: return "it is longer than allowed"
    }
  }
}

// MARK: Snapshots and patches

extension Tree {
  /// Applies an encoded patch: see ``apply(_:at:force:)``. The failure of a patch that conflicts names the first place.
  public func apply(encoded bytes: UnsafeRawBufferPointer, at top: NodeIndex, force: Bool) throws(Failure) {
    var conflict = ByteBuffer()
    var isConflict = false
    do throws(SnapshotError) {
      let patch = try PatchReader(bytes)
      isConflict = try tryToApply(patch, at: top, force, &conflict)
    } catch {
      throw Failure(error)
    }
    if isConflict { throw Failure.conflict(at: conflict.bytes) }
  }

  /// - Returns: whether it conflicts with the tree. Then `path` has the first place.
  private func tryToApply(
    _ patch: borrowing PatchReader, at top: NodeIndex, _ force: Bool, _ path: inout ByteBuffer
  ) throws(SnapshotError) -> Bool {
    do throws(SnapshotError) {
      try apply(patch, at: top, force: force)
      return false
    } catch {
      guard case .conflict(let entry) = error else { throw error }
      return try patch.appendPath(ofEntry: entry, to: &path)
    }
  }
}

extension Failure {
  public init(_ error: SnapshotError) { self.init(error, from: 0) }

  /// - Parameter start: the offset of these bytes within others.
  public init(_ error: SnapshotError, from start: Int) {
    switch error {
    case .outOfMemory: self = .noMemory
    case .refused(let refused, _): self.init(refused, path: nil)
    case .conflict: self.init(.conflict, "what is there is not what the patch begins with")
    case .malformed(let problem, let offset):
      self.init(.malformed, Failure.words(problem))
      Words.add(", at byte ")
      Words.add(number: Int64(start + offset))
    }
  }

  static func conflict(at path: UnsafeRawBufferPointer) -> Failure {
    Failure(
      .conflict, "what is there is not what the patch begins with, first at ", quoting: path,
      " below the patch's path")
  }

  private static func words(_ problem: SnapshotProblem) -> StaticString {
    switch problem {
    case .truncated: return "the bytes end too early"
    case .magic: return "not a snapshot or patch of this library"
    case .version: return "an unknown version"
    case .flags: return "an unknown flag"
    case .checksum: return "the checksum is wrong: the bytes are damaged"
    case .count: return "the number of entries is wrong"
    case .number: return "a number is not in its shortest form"
    case .size: return "the paths, written out, are longer than 64 times the bytes and 64 MiB"
    case .sharing: return "a path shares more or less with the one before it than is said"
    case .order: return "paths are not in order"
    case .path: return "a path is malformed"
    case .state: return "a state that means nothing"
    case .range: return "a count is out of range"
    case .time: return "an end at time 0"
    case .redundant: return "an entry that says nothing"
    }
  }
}

// MARK: Styles and names

extension Presentation {
  /// How to draw a count without a tree.
  /// - Parameter text: receives the number's digits or the icon's name.
  public init(
    of shown: Visible, checking style: Style, icon: UnsafeRawBufferPointer, text: inout ByteBuffer
  ) throws(Failure) {
    try Failure.check(style)
    if !icon.isEmpty { try Failure.checkName(icon, "the name of an icon") }
    self.init(of: shown, style: style, hasIcon: !icon.isEmpty)
    do throws(OutOfMemory) { try appendText(icon: icon, to: &text) } catch { throw .noMemory }
  }
}

extension Failure {
  public static func checkName(_ name: UnsafeRawBufferPointer, _ what: StaticString) throws(Failure) {
    do throws(TreeError) {
      try Path.checkName(name)
    } catch {
      throw Failure(.argument, what, quoting: nil, " must be 1 to 255 bytes of UTF-8 without control characters")
    }
  }

  public static func check(_ style: Style) throws(Failure) {
    guard let problem = style.problem else { return }
    throw Failure(.range, words(problem))
  }

  private static func words(_ problem: StyleProblem) -> StaticString {
    switch problem {
    case .dotRadius: return "the radius of a dot must be a finite number of points, 0 or more"
    case .offset: return "an offset must be of finite numbers of points"
    case .fontSize: return "the size of a font must be a finite number of points, more than 0"
    case .fontWeight: return "the weight of a font must be 1 to 1000"
    case .maxCount: return "the largest count that is written out must be 1 or more"
    }
  }
}
