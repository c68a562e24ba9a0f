import TallyFailure
import TallyMemory
import TallyTree

// The links of accounts. `TallyTree` says what a link does.

/// Which links a list has.
public struct LinkScope: BitwiseCopyable {
  /// Those that lead to the path, in the order of their ends. Otherwise those of the path.
  public var isIncoming: Bool
  /// Also those of the paths below.
  public var isSubtree: Bool

  public init(isIncoming: Bool, isSubtree: Bool) {
    self.isIncoming = isIncoming
    self.isSubtree = isSubtree
  }
}

extension Store {
  /// Stores a link that the account does not have.
  public func addLink(
    account: Int64, path: UnsafeRawBufferPointer, under target: UnsafeRawBufferPointer
  ) throws(Failure) { try runLink(.add, account, path, target) }

  public func removeLink(
    account: Int64, path: UnsafeRawBufferPointer, under target: UnsafeRawBufferPointer
  ) throws(Failure) { try runLink(.remove, account, path, target) }

  private func runLink(
    _ query: LinkQuery, _ account: Int64, _ path: UnsafeRawBufferPointer, _ target: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(.link(query), account, text: path)
    statement.bind(3, text: target)
    try finish(statement)
  }

  /// Visits all links of an account.
  public func forEachLink(
    account: Int64, visit: (_ path: UnsafeRawBufferPointer, _ target: UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let all = try statement(.link(.all), account)
    while try step(all) { try visit(all.bytes(0), all.bytes(1)) }
  }

  /// Visits links sorted by the bytes of their paths, or by those of their ends, until `visit` returns false.
  /// - Parameter after: the former page ended with it. Its `name` is what sorts first.
  public func listLinks(
    account: Int64, of path: UnsafeRawBufferPointer, _ scope: LinkScope, after: ListPlace?,
    visit: (_ path: UnsafeRawBufferPointer, _ target: UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) {
    let query: LinkQuery =
      scope.isIncoming
      ? (scope.isSubtree ? .listInBelow : .listIn) : (scope.isSubtree ? .listOutBelow : .listOut)
    var list = try statement(.link(query), account, text: path)
    list.bind(3, text: after?.name ?? path)
    list.bind(4, text: after?.id ?? UnsafeRawBufferPointer(start: nil, count: 0))
    while try step(list) {
      if !visit(list.bytes(0), list.bytes(1)) { return }
    }
  }

  /// Visits the links of all accounts that no tree takes, because they would close a circle or are too many. The others
  /// come in the order of their numbers.
  func visitImpossibleLinks(
    _ visit: (_ account: Int64, _ number: Int64, _ path: UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let rows = try statement(.link(.ofAll))
    var account: Int64 = 0
    var tree: Tree?
    while try step(rows) {
      if tree == nil || account != rows.number(1) {
        account = rows.number(1)
        tree = try Tree.make(limits: PathLimits(depth: Int(UInt16.max), bytes: Int(UInt16.max)))
      }
      guard let tree else { continue }
      do throws(Failure) {
        tree.begin(.single)
        defer { tree.commit() }
        let (at, under) = try tree.findOrCreate(rows.bytes(2), and: rows.bytes(3))
        _ = try tree.addLink(at, under: under)
      } catch {
        if error.status == .noMemory { throw error }
        try visit(account, rows.number(0), rows.bytes(2))
      }
    }
  }

  /// Removes those links.
  /// - Returns: how many they were.
  func removeImpossibleLinks() throws(Failure) -> UInt64 {
    var numbers = List<Int64>()
    try visitImpossibleLinks { (_, number, _) throws(Failure) in
      try growing { () throws(OutOfMemory) in try numbers.append(number) }
    }
    for position in 0..<numbers.count { try run(.link(.removeRow), numbers[position]) }
    return UInt64(numbers.count)
  }
}
