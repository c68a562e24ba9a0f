using System;
using System.Collections.Generic;
using System.Linq;

namespace Tally
{
    /// <summary>The results of a batch, and the revision afterwards.</summary>
    public sealed class BatchResult
    {
        internal BatchResult(IReadOnlyList<OperationResult> results, ulong revision, bool isRepeated, string message)
        {
            Results = results;
            Revision = revision;
            IsRepeated = isRepeated;
            Message = message;
        }

        public IReadOnlyList<OperationResult> Results { get; }

        public ulong Revision { get; }

        /// <summary>The batch had been applied before, and changed nothing now.</summary>
        public bool IsRepeated { get; }

        /// <summary>Why the first rejected operation was rejected; null: none was.</summary>
        public string Message { get; }
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
        private readonly List<Operation> operations = new List<Operation>();
        private NativeOperation[] rows = new NativeOperation[0];

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
        public IReadOnlyList<OperationResult> Results { get; private set; } = new OperationResult[0];

        /// <summary>Appends an operation; of a badge by its path.</summary>
        public Item Append(Operation operation)
        {
            operations.Add(Calls.Given(operation, nameof(operation)));
            return this;
        }

        internal NativeItem Write(Memory memory)
        {
            rows = operations.Select(each => each.Write(memory)).ToArray();
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
            Results = rows.Select(each => new OperationResult(each)).ToArray();
        }
    }

    /// <summary>An account, or how far a source was applied, for <see cref="Engine.ImportAll"/>.</summary>
    public sealed class Import
    {
        private readonly string account;
        private readonly byte[] bytes;

        /// <summary>Makes one from exported bytes. account: its name; null: a source.</summary>
        public Import(string account, byte[] bytes)
        {
            this.account = account;
            this.bytes = Calls.Given(bytes, nameof(bytes));
        }

        internal NativeImport Write(Memory memory)
        {
            return new NativeImport
            {
                account = memory.Text(account), bytes = memory.AddBytes(bytes), size = Text.Size(bytes),
            };
        }
    }
}
