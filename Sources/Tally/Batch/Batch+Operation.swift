internal import TallyEngine
internal import TallyFailure
internal import TallyTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Batch {
  /// One operation of a batch: of ``Account/batch(_:at:id:)``, ``Account/batchEach(_:)``, or of a ``Batch/Item``. Each
  /// is the function of ``Account`` or ``Node`` with the same name.
  ///
  ///     try account.batch([.set(3, at: "chat.bo"), .dot(on: node)])
  public struct Operation: Hashable, Sendable {
    /// The effect of an operation, without its place.
    public enum Action: Hashable, Sendable {
      /// Sets a badge to a number.
      case set(Int, until: Date?)
      /// Sets a badge to a dot.
      case dot(until: Date?)
      /// Adds to a number.
      case add(Int)
      /// Clears a badge.
      case clear
      /// Clears the badges of a subtree.
      case clearTree
      /// Sets what a path contributes to its parent.
      case mute(Badge.Mute, until: Date?)
      /// Reads a badge. Not in items.
      case get
      /// Posts a message; this and the following ones are only in items.
      case post(Message.Draft)
      /// Removes a posted message by its identifier.
      case withdrawMessage(String)
      /// Marks the messages at a path read, or also those below it.
      case markRead(subtree: Bool)
      /// Creates or replaces a reminder.
      case putReminder(String, Reminder.Terms)
      /// Changes members of a reminder.
      case editReminder(String, Reminder.Terms)
      /// Marks a reminder done.
      case markReminderDone(String)
      /// Takes that back.
      case markReminderUndone(String)
      /// Removes a reminder.
      case removeReminder(String)
      /// Lets a reminder fire later.
      case snoozeReminder(String, until: Date)
      /// Ends the repetition of a reminder that has fired.
      case acknowledgeReminder(String)
    }

    /// Its effect.
    public let action: Action
    /// The path of the badge or the messages; nil: a node has it, or an identifier says what is changed.
    public let path: String?
    /// The node of the badge; nil: it has a path.
    public let node: Node?

    private init(_ action: Action, at path: String? = nil, on node: Node? = nil) {
      (self.action, self.path, self.node) = (action, path, node)
    }
  }
}

// MARK: Badges

extension Batch.Operation {
  /// ``Account/set(_:at:until:)``.
  public static func set(_ count: Int, at path: String, until: Date? = nil) -> Batch.Operation {
    Batch.Operation(.set(count, until: until), at: path)
  }

  /// ``Node/set(_:until:)``.
  public static func set(_ count: Int, on node: Node, until: Date? = nil) -> Batch.Operation {
    Batch.Operation(.set(count, until: until), on: node)
  }

  /// ``Account/dot(at:until:)``.
  public static func dot(at path: String, until: Date? = nil) -> Batch.Operation {
    Batch.Operation(.dot(until: until), at: path)
  }

  /// ``Node/dot(until:)``.
  public static func dot(on node: Node, until: Date? = nil) -> Batch.Operation {
    Batch.Operation(.dot(until: until), on: node)
  }

  /// ``Account/add(_:at:)``.
  public static func add(_ delta: Int, at path: String) -> Batch.Operation { Batch.Operation(.add(delta), at: path) }

  /// ``Node/add(_:)``.
  public static func add(_ delta: Int, on node: Node) -> Batch.Operation { Batch.Operation(.add(delta), on: node) }

  /// ``Account/clear(at:)``; ``Batch/Result/Outcome/isHeld`` says whether a badge remains.
  public static func clear(at path: String) -> Batch.Operation { Batch.Operation(.clear, at: path) }

  /// ``Node/clear()``; ``Batch/Result/Outcome/isHeld`` says whether a badge remains.
  public static func clear(on node: Node) -> Batch.Operation { Batch.Operation(.clear, on: node) }

  /// ``Account/clearTree(at:)``.
  public static func clearTree(at path: String) -> Batch.Operation { Batch.Operation(.clearTree, at: path) }

  /// ``Node/clearTree()``.
  public static func clearTree(on node: Node) -> Batch.Operation { Batch.Operation(.clearTree, on: node) }

  /// ``Account/mute(_:at:until:)``.
  public static func mute(_ mute: Badge.Mute, at path: String, until: Date? = nil) -> Batch.Operation {
    Batch.Operation(.mute(mute, until: until), at: path)
  }

  /// ``Node/mute(_:until:)``.
  public static func mute(_ mute: Badge.Mute, on node: Node, until: Date? = nil) -> Batch.Operation {
    Batch.Operation(.mute(mute, until: until), on: node)
  }

  /// Reads the badge of the path, after the operations before it. Not in items.
  public static func get(at path: String) -> Batch.Operation { Batch.Operation(.get, at: path) }

  /// Reads the badge of the node, after the operations before it. Not in items.
  public static func get(on node: Node) -> Batch.Operation { Batch.Operation(.get, on: node) }
}

// MARK: In items alone

extension Batch.Operation {
  /// ``Account/post(_:at:)``.
  public static func post(_ message: Message.Draft, at path: String) -> Batch.Operation {
    Batch.Operation(.post(message), at: path)
  }

  /// ``Account/withdrawMessage(_:)``.
  public static func withdrawMessage(_ id: String) -> Batch.Operation { Batch.Operation(.withdrawMessage(id)) }

  /// Marks the messages at a path read, or also those below it.
  public static func markRead(at path: String, subtree: Bool = false) -> Batch.Operation {
    Batch.Operation(.markRead(subtree: subtree), at: path)
  }

  /// ``Account/putReminder(_:terms:)``.
  public static func putReminder(_ id: String, _ terms: Reminder.Terms) -> Batch.Operation {
    Batch.Operation(.putReminder(id, terms))
  }

  /// ``Account/editReminder(_:terms:)``.
  public static func editReminder(_ id: String, _ terms: Reminder.Terms) -> Batch.Operation {
    Batch.Operation(.editReminder(id, terms))
  }

  /// ``Account/markReminderDone(_:)``.
  public static func markReminderDone(_ id: String) -> Batch.Operation { Batch.Operation(.markReminderDone(id)) }

  /// ``Account/markReminderUndone(_:)``.
  public static func markReminderUndone(_ id: String) -> Batch.Operation { Batch.Operation(.markReminderUndone(id)) }

  /// ``Account/removeReminder(_:)``.
  public static func removeReminder(_ id: String) -> Batch.Operation { Batch.Operation(.removeReminder(id)) }

  /// ``Account/snoozeReminder(_:until:)``.
  public static func snoozeReminder(_ id: String, until: Date) -> Batch.Operation {
    Batch.Operation(.snoozeReminder(id, until: until))
  }

  /// ``Account/acknowledgeReminder(_:)``.
  public static func acknowledgeReminder(_ id: String) -> Batch.Operation { Batch.Operation(.acknowledgeReminder(id)) }
}

// MARK: For the engine

extension Batch.Operation.Action {
  /// The change of a badge, or its reading; nil: it is for items alone.
  var forEngine: TallyEngine.Operation? {
    switch self {
    case .set(let count, let until): .set(Int64(count), until: until.forEngine)
    case .dot(let until): .dot(until: until.forEngine)
    case .add(let delta): .add(Int64(delta))
    case .clear: .clear
    case .clearTree: .clearTree
    case .mute(let mute, let until): .mute(mute.rawValue, until: until.forEngine)
    case .get: .get
    default: nil
    }
  }
}

extension OperationRow {
  /// The row of an operation on a node, for the tree. It ignores the others.
  init(_ operation: Batch.Operation) {
    let node = operation.node?.handle ?? 0
    switch operation.action {
    case .set(let count, let until):
      self.init(kind: OperationRow.set, node: node, value: Int64(count), until: until.forEngine)
    case .dot(let until): self.init(kind: OperationRow.dot, node: node, value: 0, until: until.forEngine)
    case .add(let delta): self.init(kind: OperationRow.add, node: node, value: Int64(delta), until: 0)
    case .clear: self.init(kind: OperationRow.clear, node: node, value: 0, until: 0)
    case .get: self.init(kind: OperationRow.get, node: node, value: 0, until: 0)
    default: self.init(kind: 0, node: 0, value: 0, until: 0)
    }
  }
}
