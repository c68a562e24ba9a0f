/// When a call must do something before it uses an account's tree. It is a number, because each call compares it.
struct Deadline: Equatable {
  /// On the wall clock.
  let time: Int64

  /// Nothing in the tree ends.
  static var nothing: Deadline { Deadline(time: Int64.max) }

  /// In the past: no call uses the tree before `Account.settle()`. It is not in memory, or a candidate to be freed.
  static var unsettled: Deadline { Deadline(time: Int64.min) }
}

/// The things that a call about an account must wait for, or do first.
///
/// Invariants: `isPlain` follows from the rest. No count falls below 0.
struct Gate {
  /// Whether every change is on the disk when its call returns.
  private let isSynchronous: Bool
  /// When something in the tree ends.
  var deadline = Deadline.unsettled {
    didSet { update() }
  }
  /// Changes of its badges on their way to the disk. Meanwhile nobody else changes badges.
  private(set) var claims = 0
  /// The number of viewed paths.
  private(set) var views = 0
  /// Whether a trace records the transactions.
  var isTraced = false {
    didSet { update() }
  }
  /// Whether feeds have claims on its badges. Then removed badges are noted.
  var isClaimed = false {
    didSet { update() }
  }
  /// Whether an operation may change the tree immediately: nothing expires, and the store may follow later.
  private(set) var isPlain = false

  init(isSynchronous: Bool) { self.isSynchronous = isSynchronous }

  mutating func claim() {
    claims += 1
    update()
  }

  mutating func release() {
    claims -= 1
    update()
  }

  mutating func beginView() {
    views += 1
    update()
  }

  mutating func endView() {
    views -= 1
    update()
  }

  private var mayBePlain: Bool {
    deadline == .nothing && !isSynchronous && !isTraced && !isClaimed && views == 0 && claims == 0
  }

  private mutating func update() { isPlain = mayBePlain }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool { isPlain == mayBePlain && claims >= 0 && views >= 0 }
}
