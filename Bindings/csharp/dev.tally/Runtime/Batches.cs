using System;
using System.Collections.Generic;
using System.Linq;

namespace Tally
{
    /// <summary>One operation of a batch, on a path or on a resolved node.</summary>
    public sealed partial class Operation
    {
        internal readonly OperationKind Kind;
        private readonly string path;
        private readonly Node node;
        private readonly long value;
        private readonly long until;

        private Operation(OperationKind kind, string path = null, Node node = null, long value = 0, long until = 0)
        {
            Kind = kind;
            this.path = path;
            this.node = node;
            this.value = value;
            this.until = until;
        }

        internal NativeOperation Write(Memory memory)
        {
            return new NativeOperation
            {
                kind = (int)Kind, path = memory.Text(path), node = node?.Number ?? 0, value = value, until = until,
            };
        }

        internal NativeNodeOperation WriteNode()
        {
            if (node == null || until != 0) throw new ArgumentException("an operation on a node, without an end, is due");
            return new NativeNodeOperation { kind = (int)Kind, node = node.Number, value = value };
        }
    }

    /// <summary>The result of an operation. Count and BadgeKind: of a Get, as of this operation.</summary>
    public sealed class OperationResult
    {
        internal OperationResult(Status status, ulong count, BadgeKind kind)
        {
            Status = status;
            Count = count;
            BadgeKind = kind;
        }

        public Status Status { get; }

        public ulong Count { get; }

        public BadgeKind BadgeKind { get; }

        /// <summary>The badge in words: "dot", its number, or "nothing".</summary>
        public string Shown => Drawing.InWords(BadgeKind, Count);

        /// <summary>The result of an operation on a node: only a Get that succeeded has a badge.</summary>
        internal static OperationResult OfNode(Operation operation, NativeNodeOperation row)
        {
            bool isRead = operation.Kind == OperationKind.Get && row.status == (int)Status.Ok;
            long shown = isRead ? row.value : -1;
            BadgeKind kind = shown > 0 ? BadgeKind.Number : shown == 0 ? BadgeKind.Dot : BadgeKind.None;
            return new OperationResult((Status)row.status, (ulong)Math.Max(shown, 0), kind);
        }
    }

    /// <summary>The results of a batch, and the revision afterwards.</summary>
    public sealed class BatchResult
    {
        internal BatchResult(IReadOnlyList<OperationResult> results, ulong revision, bool isRepeated)
        {
            Results = results;
            Revision = revision;
            IsRepeated = isRepeated;
        }

        public IReadOnlyList<OperationResult> Results { get; }

        public ulong Revision { get; }

        /// <summary>The batch had been applied before, and changed nothing now.</summary>
        public bool IsRepeated { get; }
    }

    /// <summary>
    /// Operations on one account, all or none, for <see cref="Engine.Batch"/>. An item without an account lets time
    /// pass. An item can be applied again.
    /// </summary>
    public sealed partial class Item
    {
        private readonly string account;
        private readonly string id;
        private readonly DateTimeOffset? time;
        private readonly List<Func<Memory, NativeItemOperation>> operations =
            new List<Func<Memory, NativeItemOperation>>();
        private NativeItemOperation[] rows = new NativeItemOperation[0];

        /// <summary>Makes an item.</summary>
        /// <param name="account">The name of the account; null: none.</param>
        /// <param name="id">The item's own name, so that it is applied once.</param>
        /// <param name="time">When it happened.</param>
        public Item(string account, string id = null, DateTimeOffset? time = null)
        {
            this.account = account;
            this.id = id;
            this.time = time;
        }

        /// <summary>Ok, AlreadyApplied, or why the item was rejected.</summary>
        public Status Status { get; private set; } = Status.NotApplied;

        /// <summary>One for each operation.</summary>
        public IReadOnlyList<ItemResult> Results { get; private set; } = new ItemResult[0];

        private Item Append(OperationKind kind, string path = null, string id = null, long value = 0, long until = 0,
            uint flags = 0, MessageOptions message = null, ReminderOptions reminder = null)
        {
            operations.Add(memory => new NativeItemOperation
            {
                kind = (int)kind, status = (int)Status.NotApplied, flags = flags, value = value, until = until,
                path = memory.Text(path), id = memory.Text(id), message = memory.Add(message),
                reminder = memory.Add(reminder),
            });
            return this;
        }

        internal NativeItem Write(Memory memory)
        {
            rows = operations.Select(each => each(memory)).ToArray();
            return new NativeItem
            {
                account = memory.Text(account), id = memory.Text(id), time = Times.Milliseconds(time),
                operations = memory.Pin(rows), count = (UIntPtr)rows.Length, status = (int)Status.NotApplied,
            };
        }

        /// <summary>Takes what the library has written to the row of this item, and to its operations.</summary>
        internal void Take(NativeItem row)
        {
            Status = (Status)row.status;
            Results = rows.Select(each => new ItemResult((Status)each.status, each.key, each.changed)).ToArray();
        }
    }

    /// <summary>The result of an operation of an item.</summary>
    public sealed class ItemResult
    {
        internal ItemResult(Status status, ulong key, uint changed)
        {
            Status = status;
            Key = key;
            Changed = changed;
        }

        public Status Status { get; }

        /// <summary>The key of the message that it posted.</summary>
        public ulong Key { get; }

        /// <summary>The messages that it marked as read.</summary>
        public uint Changed { get; }
    }

    /// <summary>An account, or how far a source was applied, for <see cref="Engine.ImportAll"/>.</summary>
    public sealed class Import
    {
        private readonly string account;
        private readonly byte[] snapshot;

        /// <summary>Makes one from exported bytes. account: its name; null: a source.</summary>
        public Import(string account, byte[] snapshot)
        {
            this.account = account;
            this.snapshot = Calls.Given(snapshot, nameof(snapshot));
        }

        internal NativeImport Write(Memory memory)
        {
            return new NativeImport
            {
                account = memory.Text(account), snapshot = memory.AddBytes(snapshot), size = Text.Size(snapshot),
            };
        }
    }
}
