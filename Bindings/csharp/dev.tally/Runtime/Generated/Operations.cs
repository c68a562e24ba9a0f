// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;

namespace Tally
{
    public sealed partial class Operation
    {
        /// <summary>Makes an operation that does what <see cref="Account.Set"/> does.</summary>
        public static Operation Set(string path, long count, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Set, path: path, value: count, until: Times.Milliseconds(until));
        }

        /// <summary>Makes an operation that does what <see cref="Account.Set"/> does.</summary>
        public static Operation Set(Node node, long count, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Set, node: node, value: count, until: Times.Milliseconds(until));
        }

        /// <summary>Makes an operation that does what <see cref="Account.Dot"/> does.</summary>
        public static Operation Dot(string path, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Dot, path: path, until: Times.Milliseconds(until));
        }

        /// <summary>Makes an operation that does what <see cref="Account.Dot"/> does.</summary>
        public static Operation Dot(Node node, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Dot, node: node, until: Times.Milliseconds(until));
        }

        /// <summary>Makes an operation that does what <see cref="Account.Add"/> does.</summary>
        public static Operation Add(string path, long delta)
        {
            return new Operation(OperationKind.Add, path: path, value: delta);
        }

        /// <summary>Makes an operation that does what <see cref="Account.Add"/> does.</summary>
        public static Operation Add(Node node, long delta)
        {
            return new Operation(OperationKind.Add, node: node, value: delta);
        }

        /// <summary>Makes an operation that does what <see cref="Account.Clear"/> does.</summary>
        public static Operation Clear(string path)
        {
            return new Operation(OperationKind.Clear, path: path);
        }

        /// <summary>Makes an operation that does what <see cref="Account.Clear"/> does.</summary>
        public static Operation Clear(Node node)
        {
            return new Operation(OperationKind.Clear, node: node);
        }

        /// <summary>Makes an operation that does what <see cref="Account.ClearTree"/> does.</summary>
        public static Operation ClearTree(string path)
        {
            return new Operation(OperationKind.ClearTree, path: path);
        }

        /// <summary>Makes an operation that does what <see cref="Account.ClearTree"/> does.</summary>
        public static Operation ClearTree(Node node)
        {
            return new Operation(OperationKind.ClearTree, node: node);
        }

        /// <summary>Makes an operation that does what <see cref="Account.Mute"/> does.</summary>
        public static Operation Mute(string path, MuteMode mode, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Mute, path: path, value: (long)mode,
                until: Times.Milliseconds(until));
        }

        /// <summary>Makes an operation that does what <see cref="Account.Mute"/> does.</summary>
        public static Operation Mute(Node node, MuteMode mode, DateTimeOffset? until = null)
        {
            return new Operation(OperationKind.Mute, node: node, value: (long)mode,
                until: Times.Milliseconds(until));
        }

        /// <summary>Makes an operation that does what <see cref="Account.Get"/> does.</summary>
        public static Operation Get(string path)
        {
            return new Operation(OperationKind.Get, path: path);
        }

        /// <summary>Makes an operation that does what <see cref="Account.Get"/> does.</summary>
        public static Operation Get(Node node)
        {
            return new Operation(OperationKind.Get, node: node);
        }
    }

    public sealed partial class Item
    {
        /// <summary>Appends an operation that does what <see cref="Account.Set"/> does.</summary>
        public Item Set(string path, long count, DateTimeOffset? until = null)
        {
            return Append(OperationKind.Set, path: path, value: count, until: Times.Milliseconds(until));
        }

        /// <summary>Appends an operation that does what <see cref="Account.Dot"/> does.</summary>
        public Item Dot(string path, DateTimeOffset? until = null)
        {
            return Append(OperationKind.Dot, path: path, until: Times.Milliseconds(until));
        }

        /// <summary>Appends an operation that does what <see cref="Account.Add"/> does.</summary>
        public Item Add(string path, long delta)
        {
            return Append(OperationKind.Add, path: path, value: delta);
        }

        /// <summary>Appends an operation that does what <see cref="Account.Clear"/> does.</summary>
        public Item Clear(string path)
        {
            return Append(OperationKind.Clear, path: path);
        }

        /// <summary>Appends an operation that does what <see cref="Account.ClearTree"/> does.</summary>
        public Item ClearTree(string path)
        {
            return Append(OperationKind.ClearTree, path: path);
        }

        /// <summary>Appends an operation that does what <see cref="Account.Mute"/> does.</summary>
        public Item Mute(string path, MuteMode mode, DateTimeOffset? until = null)
        {
            return Append(OperationKind.Mute, path: path, value: (long)mode, until: Times.Milliseconds(until));
        }

        /// <summary>Appends an operation that does what <see cref="Messages.Post"/> does.</summary>
        public Item Post(string path, MessageOptions options = null)
        {
            return Append(OperationKind.Post, path: path, message: options);
        }

        /// <summary>Appends an operation that does what <see cref="Messages.Withdraw"/> does.</summary>
        public Item Withdraw(string id)
        {
            return Append(OperationKind.Withdraw, id: id);
        }

        /// <summary>Appends an operation that does what <see cref="Messages.ReadPath"/> does.</summary>
        public Item Read(string path, bool subtree = false)
        {
            return Append(OperationKind.Read, path: path, flags: (subtree ? 1u : 0u));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Put"/> does.</summary>
        public Item PutReminder(string id, ReminderOptions options)
        {
            return Append(OperationKind.ReminderPut, id: id, reminder: options);
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Edit"/> does.</summary>
        public Item EditReminder(string id, ReminderOptions options)
        {
            return Append(OperationKind.ReminderEdit, id: id, reminder: options);
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Done"/> does.</summary>
        public Item ReminderDone(string id)
        {
            return Append(OperationKind.ReminderDone, id: id);
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Undone"/> does.</summary>
        public Item ReminderUndone(string id)
        {
            return Append(OperationKind.ReminderUndone, id: id);
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Remove"/> does.</summary>
        public Item RemoveReminder(string id)
        {
            return Append(OperationKind.ReminderRemove, id: id);
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Snooze"/> does.</summary>
        public Item SnoozeReminder(string id, DateTimeOffset? until)
        {
            return Append(OperationKind.ReminderSnooze, id: id, until: Times.Milliseconds(until));
        }

        /// <summary>Appends an operation that does what <see cref="Reminders.Acknowledge"/> does.</summary>
        public Item AcknowledgeReminder(string id)
        {
            return Append(OperationKind.ReminderAcknowledge, id: id);
        }
    }
}
