// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;

namespace Tally
{
    /// <summary>An operation of a batch on an account, or of an item.</summary>
    /// <remarks>
    /// <para>Badges are named by a path or by a node.</para>
    /// </remarks>
    public sealed class Operation
    {
        private readonly OperationKind kind;
        private uint flags;
        private Node node;
        private long value;
        private long until;
        private string path;
        private string id;
        private MessageOptions message;
        private ReminderOptions reminder;

        private Operation(OperationKind kind) => this.kind = kind;

        /// <summary>Makes an operation that does what <see cref="Account.Set"/> does.</summary>
        public static Operation Set(string path, long count, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Set) { path = path, value = count,
                until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Set"/> does.</summary>
        public static Operation Set(Node node, long count, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Set) { node = Calls.Given(node, nameof(node)), value = count,
                until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Dot"/> does.</summary>
        public static Operation Dot(string path, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Dot) { path = path, until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Dot"/> does.</summary>
        public static Operation Dot(Node node, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Dot) { node = Calls.Given(node, nameof(node)),
                until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Add"/> does.</summary>
        public static Operation Add(string path, long delta)
        {
            return new Operation(OperationKind.Add) { path = path, value = delta };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Add"/> does.</summary>
        public static Operation Add(Node node, long delta)
        {
            return new Operation(OperationKind.Add) { node = Calls.Given(node, nameof(node)), value = delta };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Clear"/> does.</summary>
        public static Operation Clear(string path)
        {
            return new Operation(OperationKind.Clear) { path = path };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Clear"/> does.</summary>
        public static Operation Clear(Node node)
        {
            return new Operation(OperationKind.Clear) { node = Calls.Given(node, nameof(node)) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.ClearTree"/> does.</summary>
        public static Operation ClearTree(string path)
        {
            return new Operation(OperationKind.ClearTree) { path = path };
        }

        /// <summary>Makes an operation that does what <see cref="Account.ClearTree"/> does.</summary>
        public static Operation ClearTree(Node node)
        {
            return new Operation(OperationKind.ClearTree) { node = Calls.Given(node, nameof(node)) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Mute"/> does.</summary>
        public static Operation Mute(string path, MuteMode mode, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Mute) { path = path, value = (long)mode,
                until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Mute"/> does.</summary>
        public static Operation Mute(Node node, MuteMode mode, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Mute) { node = Calls.Given(node, nameof(node)), value = (long)mode,
                until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Get"/> does.</summary>
        public static Operation Get(string path)
        {
            return new Operation(OperationKind.Get) { path = path };
        }

        /// <summary>Makes an operation that does what <see cref="Account.Get"/> does.</summary>
        public static Operation Get(Node node)
        {
            return new Operation(OperationKind.Get) { node = Calls.Given(node, nameof(node)) };
        }

        /// <summary>Makes an operation that does what <see cref="Messages.Post"/> does.</summary>
        public static Operation Post(string path, MessageOptions options = null)
        {
            return new Operation(OperationKind.Post) { path = path, message = options };
        }

        /// <summary>Makes an operation that does what <see cref="Messages.Withdraw"/> does.</summary>
        public static Operation Withdraw(string id)
        {
            return new Operation(OperationKind.Withdraw) { id = id };
        }

        /// <summary>Makes an operation that does what <see cref="Messages.ReadPath"/> does.</summary>
        public static Operation Read(string path, bool subtree = false)
        {
            return new Operation(OperationKind.Read) { path = path, flags = (subtree ? 1u : 0u) };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Put"/> does.</summary>
        public static Operation PutReminder(string id, ReminderOptions options)
        {
            return new Operation(OperationKind.ReminderPut) { id = id, reminder = options };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Edit"/> does.</summary>
        public static Operation EditReminder(string id, ReminderOptions options)
        {
            return new Operation(OperationKind.ReminderEdit) { id = id, reminder = options };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Done"/> does.</summary>
        public static Operation ReminderDone(string id)
        {
            return new Operation(OperationKind.ReminderDone) { id = id };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Undone"/> does.</summary>
        public static Operation ReminderUndone(string id)
        {
            return new Operation(OperationKind.ReminderUndone) { id = id };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Remove"/> does.</summary>
        public static Operation RemoveReminder(string id)
        {
            return new Operation(OperationKind.ReminderRemove) { id = id };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Snooze"/> does.</summary>
        public static Operation SnoozeReminder(string id, DateTimeOffset? until)
        {
            return new Operation(OperationKind.ReminderSnooze) { id = id, until = Times.Milliseconds(until) };
        }

        /// <summary>Makes an operation that does what <see cref="Reminders.Acknowledge"/> does.</summary>
        public static Operation AcknowledgeReminder(string id)
        {
            return new Operation(OperationKind.ReminderAcknowledge) { id = id };
        }

        internal NativeOperation Write(Memory memory)
        {
            return new NativeOperation
            {
                kind = (int)kind, flags = flags, node = node?.Number ?? 0, value = value, until = until,
                path = memory.Text(path), id = memory.Text(id), message = memory.Add(message),
                reminder = memory.Add(reminder),
            };
        }
    }

    /// <summary>The result of an operation.</summary>
    public sealed class OperationResult
    {
        /// <summary>The operation's own status.</summary>
        public Status Status { get; }

        /// <summary><see cref="OperationKind.Get"/>: what the node shows as of this operation.</summary>
        public BadgeKind BadgeKind { get; }

        /// <summary><see cref="OperationKind.Get"/>: the count as of this operation.</summary>
        public ulong Count { get; }

        /// <summary><see cref="OperationKind.Post"/>: the message's key.</summary>
        public long Key { get; }

        /// <summary><see cref="OperationKind.Read"/>: messages that were not read before.</summary>
        public ulong Changed { get; }

        /// <summary>Whether the operation was rejected: its status is an error.</summary>
        public bool IsRejected => Status < 0;

        /// <summary>The badge that a Get read, in words: "dot", its number, or "nothing".</summary>
        public string Shown => Calls.InWords(BadgeKind, Count);

        internal OperationResult(NativeOperation at)
        {
            Status = (Status)at.status;
            BadgeKind = (BadgeKind)at.badge_kind;
            Count = at.count;
            Key = at.key;
            Changed = at.changed;
        }
    }

    public sealed partial class Item
    {

        /// <summary>Appends an operation that does what <see cref="Account.Set"/> does.</summary>
        public Item Set(string path, long count, DateTimeOffset? until = null)
        {
            return Append(Operation.Set(path, count, until));
        }

        /// <summary>Appends an operation that does what <see cref="Account.Dot"/> does.</summary>
        public Item Dot(string path, DateTimeOffset? until = null)
        {
            return Append(Operation.Dot(path, until));
        }

        /// <summary>Appends an operation that does what <see cref="Account.Add"/> does.</summary>
        public Item Add(string path, long delta)
        {
            return Append(Operation.Add(path, delta));
        }

        /// <summary>Appends an operation that does what <see cref="Account.Clear"/> does.</summary>
        public Item Clear(string path)
        {
            return Append(Operation.Clear(path));
        }

        /// <summary>Appends an operation that does what <see cref="Account.ClearTree"/> does.</summary>
        public Item ClearTree(string path)
        {
            return Append(Operation.ClearTree(path));
        }

        /// <summary>Appends an operation that does what <see cref="Account.Mute"/> does.</summary>
        public Item Mute(string path, MuteMode mode, DateTimeOffset? until = null)
        {
            return Append(Operation.Mute(path, mode, until));
        }

        /// <summary>Appends an operation that does what <see cref="Messages.Post"/> does.</summary>
        public Item Post(string path, MessageOptions options = null)
        {
            return Append(Operation.Post(path, options));
        }

        /// <summary>Appends an operation that does what <see cref="Messages.Withdraw"/> does.</summary>
        public Item Withdraw(string id)
        {
            return Append(Operation.Withdraw(id));
        }

        /// <summary>Appends an operation that does what <see cref="Messages.ReadPath"/> does.</summary>
        public Item Read(string path, bool subtree = false)
        {
            return Append(Operation.Read(path, subtree));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Put"/> does.</summary>
        public Item PutReminder(string id, ReminderOptions options)
        {
            return Append(Operation.PutReminder(id, options));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Edit"/> does.</summary>
        public Item EditReminder(string id, ReminderOptions options)
        {
            return Append(Operation.EditReminder(id, options));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Done"/> does.</summary>
        public Item ReminderDone(string id)
        {
            return Append(Operation.ReminderDone(id));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Undone"/> does.</summary>
        public Item ReminderUndone(string id)
        {
            return Append(Operation.ReminderUndone(id));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Remove"/> does.</summary>
        public Item RemoveReminder(string id)
        {
            return Append(Operation.RemoveReminder(id));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Snooze"/> does.</summary>
        public Item SnoozeReminder(string id, DateTimeOffset? until)
        {
            return Append(Operation.SnoozeReminder(id, until));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Acknowledge"/> does.</summary>
        public Item AcknowledgeReminder(string id)
        {
            return Append(Operation.AcknowledgeReminder(id));
        }
    }
}
