// Two objects are equal if they stand for the same thing, for example after opening an account twice.

extension Engine: Hashable {
  /// Whether both are the same engine.
  public static func == (left: Engine, right: Engine) -> Bool { left === right }

  /// Hashes the engine's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Account: Hashable, CustomStringConvertible {
  /// Whether both are the same account of the same engine.
  public static func == (left: Account, right: Account) -> Bool { left.id == right.id && left.engine == right.engine }

  /// Hashes ``id``.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The same as ``name``.
  public var description: String { name }
}

extension Feed: Hashable, CustomStringConvertible {
  /// Whether both are the same feed of the same engine.
  public static func == (left: Feed, right: Feed) -> Bool { left.id == right.id && left.account == right.account }

  /// Hashes ``id``.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The same as ``name``.
  public var description: String { name }
}
