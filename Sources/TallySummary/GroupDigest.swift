import TallyMemory

/// The data that a group's summary depends on, collected from the oldest notification to the newest.
///
/// Adding a notification takes constant time on average, apart from the number of categories. A summary takes time in
/// proportion to its text, not to the number of notifications. If a notification is removed, or inserted between
/// others, the digest is built again from all of them.
///
/// The newest notification is the leading one. All others are covered. Invariants: `covered` and `order` are sorted by
/// the newest notification of each member, oldest first. Each category occurs once in `covered`, each argument once in
/// `order`. `order` also has free places (-1), at most as many as used ones and 16.
public struct GroupDigest: ~Copyable {
  /// The category of notifications without a category, or without formats.
  public static let noCategory: Int32 = -1

  struct Tally: BitwiseCopyable {
    var category: Int32
    var items: UInt64
  }

  private struct Leading: BitwiseCopyable {
    var category: Int32
    var argument: Int32
    var items: UInt64
  }

  /// The number of notifications.
  public private(set) var notifications = 0
  private var leading: Leading?
  private var coveredItems: UInt64 = 0
  private var covered = List<Tally>()
  private var texts = TextTable()
  /// The arguments of covered notifications.
  private var order = List<Int32>()
  /// The place of each argument in the order; -1: none.
  private var places = List<Int>()
  private var argumentCount = 0

  public init() {}

  /// The sum of the counts of all notifications, or the greatest number.
  public var items: UInt64 { sum(coveredItems, leading?.items ?? 0) }

  /// Adds a notification that is newer than all others. The former leading one becomes covered.
  /// - Parameters:
  ///   - category: a number from ``Catalogue``, or ``noCategory``.
  ///   - argument: its summary argument; empty: none. Copied.
  ///   - count: its summary count; 0 counts as 1.
  /// - Throws: ``OutOfMemory``. The digest is then unchanged.
  public mutating func append(category: Int32, argument: UnsafeRawBufferPointer, count: UInt64) throws(OutOfMemory) {
    try covered.reserve(covered.count + 1)
    try order.reserve(order.count + 1)
    try places.reserve(texts.count + 1)
    var number: Int32 = -1
    if !argument.isEmpty {
      number = try texts.add(argument)
      if texts.count > places.count { try places.append(-1) }
    }
    coverLeading()
    leading = Leading(category: category, argument: number, items: max(count, 1))
    notifications += 1
  }

  /// Removes all notifications and keeps most of the memory.
  public mutating func removeAll() {
    notifications = 0
    leading = nil
    coveredItems = 0
    argumentCount = 0
    covered.removeAll()
    texts.removeAll()
    order.removeAll()
    places.removeAll()
  }

  /// There is room for the additions.
  private mutating func coverLeading() {
    guard let former = leading else { return }
    coveredItems = sum(coveredItems, former.items)
    var tally = Tally(category: former.category, items: former.items)
    if let place = place(of: former.category) {
      tally.items = sum(covered[place].items, former.items)
      for index in place..<(covered.count - 1) { covered[index] = covered[index + 1] }
      covered.truncate(to: covered.count - 1)
    }
    covered.appendWithinCapacity(tally)
    if former.argument >= 0 { moveToEnd(former.argument) }
  }

  private mutating func moveToEnd(_ argument: Int32) {
    let former = places[Int(argument)]
    if former == order.count - 1, former >= 0 { return }
    if former >= 0 { order[former] = -1 } else { argumentCount += 1 }
    places[Int(argument)] = order.count
    order.appendWithinCapacity(argument)
    if order.count > 2 * argumentCount + 16 { closeUp() }
  }

  private mutating func closeUp() {
    var end = 0
    for index in 0..<order.count where order[index] >= 0 {
      order[end] = order[index]
      places[Int(order[end])] = end
      end += 1
    }
    order.truncate(to: end)
  }

  @inline(never)
  private func place(of category: Int32) -> Int? {
    for index in 0..<covered.count where covered[index].category == category { return index }
    return nil
  }

  @inline(never)
  private func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

/// The inputs of a summary.
extension GroupDigest {
  /// The number of items in a summary: those of the covered notifications or, with hidden previews, of all.
  func items(isHidden: Bool) -> UInt64 { isHidden ? items : coveredItems }

  /// The number of their categories.
  func categoryCount(isHidden: Bool) -> Int {
    guard isHidden, let leading else { return covered.count }
    return covered.count + (place(of: leading.category) == nil ? 1 : 0)
  }

  /// One of their categories and its items, ordered by the newest notification.
  @inline(never)
  func tally(_ index: Int, isHidden: Bool) -> Tally {
    guard isHidden, let leading else { return covered[covered.count - 1 - index] }
    let place = place(of: leading.category)
    if index == 0 {
      return Tally(category: leading.category, items: sum(place.map { covered[$0].items } ?? 0, leading.items))
    }
    let other = covered.count - index
    return covered[place.map { other <= $0 ? other - 1 : other } ?? other]
  }

  /// The number of arguments of the covered notifications.
  var arguments: Int { argumentCount }

  /// Iterates over the arguments, newest first. The cursor begins at 0.
  func nextArgument(_ cursor: inout Int) -> UnsafeRawBufferPointer? {
    while cursor < order.count {
      cursor += 1
      let argument = order[order.count - cursor]
      if argument >= 0 { return texts[argument] }
    }
    return nil
  }
}

extension GroupDigest {
  /// Whether it makes the same summaries, whatever the order in which its notifications were added. - Complexity: O(n)
  /// in the number of categories and arguments.
  public func isSame(as other: borrowing GroupDigest) -> Bool {
    if notifications != other.notifications || coveredItems != other.coveredItems { return false }
    if covered.count != other.covered.count || argumentCount != other.argumentCount { return false }
    for index in 0..<covered.count {
      let (own, others) = (covered[index], other.covered[index])
      if own.category != others.category || own.items != others.items { return false }
    }
    var (cursor, otherCursor) = (0, 0)
    while let argument = nextArgument(&cursor) {
      guard let others = other.nextArgument(&otherCursor), isEqual(argument, others) else { return false }
    }
    return isLeadingSame(as: other)
  }

  private func isLeadingSame(as other: borrowing GroupDigest) -> Bool {
    guard let own = leading, let others = other.leading else { return leading == nil && other.leading == nil }
    if own.category != others.category || own.items != others.items { return false }
    if own.argument < 0 || others.argument < 0 { return own.argument < 0 && others.argument < 0 }
    return isEqual(texts[own.argument], other.texts[others.argument])
  }
}
