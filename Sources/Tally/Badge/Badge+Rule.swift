internal import TallyEngine
internal import TallyFailure
internal import TallyStore

extension Badge {
  /// How a path's number comes from its children.
  public enum Counting: Int32, Hashable, Codable, Sendable, CaseIterable {
    /// The number of children, also linked ones, that contribute a number. Dots light it, and do not count.
    case lit = 1
  }

  /// How a path counts.
  public struct Rule: Hashable, Codable, Sendable {
    /// Which messages feed the badge. It holds at the path, and below it until another path has its own. nil: as above
    /// the path, and above the root as ``Account/Settings/feeding`` says.
    public var feeding: Feeding?
    /// How the number comes from the children of this path alone. nil: as the account's aggregation says.
    public var counting: Counting?

    /// Creates a rule.
    /// - Parameters:
    ///   - feeding: which messages feed the badge; nil: as above the path.
    ///   - counting: how the number comes from the children; nil: as the account's aggregation says.
    public init(feeding: Feeding? = nil, counting: Counting? = nil) {
      self.feeding = feeding
      self.counting = counting
    }
  }
}

extension Account {
  /// Sets the rule of a path, for example ``Badge/Feeding/unread`` for mail in an account whose news are
  /// ``Badge/Feeding/unseen``, or ``Badge/Counting/lit`` for a tab that counts conversations.
  ///
  /// The badges that exist already follow the rule: one revision. The messages stay unseen, seen or read.
  /// The rule is on the disk when the call returns. It is part of exported accounts, and not of badge snapshots.
  /// - Parameters:
  ///   - rule: nil, or without any member: the path has no rule of its own any more.
  ///   - path: it need not exist.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit`` (65,536 rules, or nodes), ``TallyError/Code/io``,
  ///   ``TallyError/Code/full``.
  /// - Complexity: O(messages at the path and below it, and children).
  public func setRule(_ rule: Badge.Rule?, at path: some BadgePathConvertible) throws(TallyError) {
    let rule = PathRule(feeding: rule?.feeding?.rawValue ?? 0, counting: rule?.counting?.rawValue ?? 0)
    try calling(with: path) { (bytes) throws(Failure) in try core.setRule(bytes, rule) }
  }

  /// The rule that a path has of its own. Without one it has no members.
  /// - Complexity: O(length of the path).
  public func rule(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> Badge.Rule {
    try rule(at: path, isEffective: false)
  }

  /// The rule that holds at a path, with its feeding in any case.
  /// - Complexity: O(depth of the path).
  public func effectiveRule(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> Badge.Rule {
    try rule(at: path, isEffective: true)
  }

  private func rule(at path: some BadgePathConvertible, isEffective: Bool) throws(TallyError) -> Badge.Rule {
    let rule = try calling(with: path) { (bytes) throws(Failure) in
      try core.readRule(bytes, isEffective: isEffective)
    }
    return Badge.Rule(
      feeding: Badge.Feeding(rawValue: rule.feeding), counting: Badge.Counting(rawValue: rule.counting))
  }
}
