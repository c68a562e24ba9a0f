using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Outbox
    {
        /// <summary>Gives out rows that are due, in order. Nobody else gets them for a time.</summary>
        /// <param name="duration">How long nobody else gets the rows: 1 ms to 86,400,000 ms.</param>
        /// <param name="limit">The most rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Range"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Page<OutboxEntry> Lease(TimeSpan duration, int limit = 100)
        {
            var leased = new List<OutboxEntry>();
            var hasMore = true;
            while (hasMore && (leased.Count == 0 || leased.Count < limit))
            {
                try
                {
                    Page<OutboxEntry> some = Lists.Once(limit - leased.Count, (ref NativeRows rows) =>
                        Native.tally_outbox_lease(account.Handle, Times.Milliseconds(duration), ref rows),
                        (NativeOutboxEntry at, byte[] text) => new OutboxEntry(at, text));
                    leased.AddRange(some);
                    hasMore = some.HasMore;
                }
                catch (TallyException) when (leased.Count > 0)
                {
                    // The caller keeps the leased rows, and gets the error from the next call.
                    break;
                }
            }
            return new Page<OutboxEntry>(leased, hasMore, null);
        }
    }
}
