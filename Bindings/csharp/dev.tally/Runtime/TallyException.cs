using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>A failed call, which has changed nothing. It has a status and the library's message.</summary>
    public class TallyException : Exception
    {
        public TallyException(Status status, string message) : base(message)
        {
            Status = status;
        }

        public Status Status { get; }

        /// <summary>The name of the status in C, "TALLY_ERROR_PATH".</summary>
        public string StatusName => TallyLibrary.GetStatusName(Status);
    }

    /// <summary>
    /// An operation of <see cref="Account.Batch"/> was rejected, and its result says why. None of them was performed.
    /// </summary>
    public sealed class BatchException : TallyException
    {
        internal BatchException(Status status, string message, IReadOnlyList<OperationResult> results)
            : base(status, message)
        {
            Results = results;
        }

        /// <summary>One for each operation. In a batch, valid operations have NotApplied.</summary>
        public IReadOnlyList<OperationResult> Results { get; }
    }
}
