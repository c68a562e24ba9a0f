import TallyMemory

/// What the summary of a group depends on, gathered notification by notification, from the oldest to the newest.
///
/// A new notification is added in constant time (on average, and but for the number of categories), and a summary takes
/// time by what it says, not by how many notifications there are. Where one goes, or comes between others, the digest
/// is gathered anew: which argument is how new is known from all of them alone.
///
/// The newest notification is the leading one; all others are covered. Invariants: `covered` and `order` are in the
/// order of what is newest in them, the oldest first; each category is in `covered` once, each argument in `order`
/// once, but for places given up (-1), of which there are never more than the others and 16.
public struct GroupDigest: ~Copyable {
  /// The category of notifications without one, or with one without words.
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

  /// How many notifications there are.
  public private(set) var notifications = 0
  private var leading: Leading?
  private var coveredItems: UInt64 = 0
  private var covered = List<Tally>()
  private var texts = TextTable()
  /// The arguments of covered notifications.
  private var order = List<Int32>()
  /// By argument: its place in the order; -1: it has none.
  private var places = List<Int>()
  private var argumentCount = 0

  public init() {}

  /// The sum of the counts of all notifications. It ends at the greatest number that there is.
  public var items: UInt64 { sum(coveredItems, leading?.items ?? 0) }

  /// Adds a notification that is newer than all others. The former leading one is covered from then on.
  /// - Parameters:
  ///   - category: a number of ``Catalogue``'s, or ``noCategory``.
  ///   - argument: its summary argument; empty: it has none. Copied.
  ///   - count: its summary count; 0 counts as 1.
  /// - Throws: ``OutOfMemory``; then nothing was added.
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

  /// Forgets all notifications, and keeps most of the memory.
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

  /// There is room for what it adds.
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

/// What a summary reads.
extension GroupDigest {
  /// How many items a summary speaks of: those of the covered notifications, or, with previews hidden, of all.
  func items(isHidden: Bool) -> UInt64 { isHidden ? items : coveredItems }

  /// How many categories they have.
  func categoryCount(isHidden: Bool) -> Int {
    guard isHidden, let leading else { return covered.count }
    return covered.count + (place(of: leading.category) == nil ? 1 : 0)
  }

  /// A category of them and its items, in the order of their newest.
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

  /// How many arguments the covered notifications have.
  var arguments: Int { argumentCount }

  /// The arguments one by one, the newest first, from a cursor on that begins at 0.
  func nextArgument(_ cursor: inout Int) -> UnsafeRawBufferPointer? {
    while cursor < order.count {
      cursor += 1
      let argument = order[order.count - cursor]
      if argument >= 0 { return texts[argument] }
    }
    return nil
  }
}
