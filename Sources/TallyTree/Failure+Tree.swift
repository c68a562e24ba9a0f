import TallyFailure
import TallyMemory

// The failures of trees. They are rare, and the places that throw them are many, so none of these is inlined.

extension Failure {
  /// The resulting count would be outside 0 to 2^32 - 1.
  public static var countRange: Failure {
    @inline(never) get { Failure(.range, "a count must be 0 to 4294967295, also after adding") }
  }

  /// The tree has the most nodes allowed.
  static var nodeLimit: Failure {
    @inline(never) get { Failure(.limit, "the tree has as many nodes as it may have") }
  }

  /// The node has the most links allowed.
  static var linkLimit: Failure {
    @inline(never) get { Failure(.limit, "a node can be linked under at most 16 others") }
  }

  /// The handle was released, or belongs to another tree.
  static var staleNode: Failure {
    @inline(never) get { Failure(.staleHandle, "the node was released, or belongs to another tree") }
  }

  /// - Parameter path: as the caller wrote it.
  @inline(never)
  static func path(_ path: UnsafeRawBufferPointer, _ fault: PathFault) -> Failure {
    let failure = Failure(.path, "path ", quoting: path, ": ")
    Words.add(words(fault.problem))
    if fault.problem != .empty {
      Words.add(", at byte ")
      Words.add(number: Int64(fault.offset))
    }
    return failure
  }

  static func words(_ problem: PathProblem) -> StaticString {
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

extension Failure {
  /// - Parameter offset: the wrong byte's.
  @inline(never)
  static func malformed(_ problem: SnapshotProblem, at offset: Int) -> Failure {
    let failure = Failure(.malformed, words(problem))
    Words.add(", at byte ")
    Words.add(number: Int64(offset))
    return failure
  }

  /// The tree does not have the state that a patch begins with.
  /// - Parameter path: the first such path.
  @inline(never)
  static func conflict(at path: UnsafeRawBufferPointer) -> Failure {
    Failure(
      .conflict, "what is there is not what the patch begins with, first at ", quoting: path,
      " below the patch's path")
  }

  static func words(_ problem: SnapshotProblem) -> StaticString {
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
    of shown: Visible, checking style: Style, icon: UnsafeRawBufferPointer, level: Level = .normal,
    text: inout ByteBuffer
  ) throws(Failure) {
    try Failure.check(style)
    if !icon.isEmpty { try Failure.checkName(icon, "the name of an icon") }
    self.init(of: shown, style: style, hasIcon: !icon.isEmpty, level: level)
    do throws(OutOfMemory) { try appendText(icon: icon, to: &text) } catch { throw .noMemory }
  }
}

extension Failure {
  public static func checkName(_ name: UnsafeRawBufferPointer, _ what: StaticString) throws(Failure) {
    do throws(Failure) {
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
