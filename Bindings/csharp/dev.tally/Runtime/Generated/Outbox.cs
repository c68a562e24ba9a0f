// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>The methods of an account about its outbox.</summary>
    public sealed partial class Outbox
    {
        private readonly Account account;

        internal Outbox(Account account)
        {
            this.account = account;
        }

        /// <summary>Gives out rows that are due, in order, as many as fit.</summary>
        /// <remarks>
        /// <para>Nobody else gets them for <c>duration</c> milliseconds (1 to 86,400,000). A row whose result is
        /// not reported by then goes to the next caller. The account may be logged out. The host chooses the
        /// credential.</para>
        /// </remarks>
        /// <param name="duration">How long nobody else gets the rows: 1 ms to 86,400,000 ms.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Range"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Page<OutboxEntry> Lease(TimeSpan duration, int limit = 100)
        {
            return Lists.Lease(limit, (ref NativeRows rows) => Native.tally_outbox_lease(account.Handle,
                Times.Milliseconds(duration), ref rows), (NativeOutboxEntry at, byte[] text) => new OutboxEntry(at,
                text));
        }

        /// <summary>Reports that the server has taken a row, and removes it, also if its lease has ended.</summary>
        /// <remarks>
        /// <para>If it is a page, its states of known messages are merged; it adds and removes none. Other bodies
        /// are ignored.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <param name="response">Its body.</param>
        /// <returns><see cref="Status.Ok"/>, or <see cref="Status.AlreadyApplied"/> if the row was already
        /// removed.</returns>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (there was never such a row), <see
        /// cref="Status.Conflict"/> (it was never given out), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Status Ack(long id, byte[] response = null)
        {
            return Calls.Check(Native.tally_outbox_ack(account.Handle, id, response, Text.Size(response)));
        }

        /// <summary>Reports that the server has not taken a row.</summary>
        /// <param name="id">Its identifier.</param>
        /// <param name="attempt">As it was given out.</param>
        /// <param name="retryAfter">The time until it may be given out again, 0 ms to 86,400,000 ms; -1: it has
        /// failed for good.</param>
        /// <returns><see cref="Status.Ok"/>, or <see cref="Status.AlreadyApplied"/> if the row was already
        /// removed.</returns>
        /// <exception cref="TallyException"><see cref="Status.Range"/>, <see cref="Status.NotFound"/>, <see
        /// cref="Status.Conflict"/> (this is not its last attempt), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Status Fail(long id, long attempt, TimeSpan? retryAfter = null)
        {
            return Calls.Check(Native.tally_outbox_fail(account.Handle, id, attempt, Times.Milliseconds(retryAfter,
                -1)));
        }

        /// <summary>
        /// Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out
        /// again.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<OutboxEntry> List()
        {
            return Lists.All(after => Page(after: after));
        }

        /// <summary>Returns a page of <c>List</c>.</summary>
        /// <param name="follow">Whether <c>next</c> is also set at the end of the list, to continue with rows that
        /// are added later.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<OutboxEntry> Page(bool follow = false, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_outbox_list(account.Handle, (follow ? 256u : 0u), from, ref rows),
                (NativeOutboxEntry at, byte[] text) => new OutboxEntry(at, text));
        }

        /// <summary>Counts the rows.</summary>
        /// <remarks>
        /// <para>Cost: O(rows).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public OutboxCounts GetCounts()
        {
            var result = new NativeOutboxCounts { struct_size = Memory.SizeOf<NativeOutboxCounts>() };
            Calls.Check(Native.tally_outbox_get_counts(account.Handle, ref result));
            return new OutboxCounts(result, null);
        }

        /// <summary>
        /// Makes a row that waits or has failed for good due immediately. The library's own wait after failures
        /// ends too, but not a server's.
        /// </summary>
        /// <param name="id">Its identifier.</param>
        /// <returns>1, or 0 if it is another row.</returns>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (id is not positive), <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public long Retry(long id)
        {
            Calls.Check(Native.tally_outbox_retry(account.Handle, id, out UIntPtr countOut));
            return (long)countOut;
        }

        /// <summary>
        /// Makes every row that waits or has failed for good due immediately, as <see cref="Outbox.Retry"/> does
        /// for one.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(rows).</para>
        /// </remarks>
        /// <returns>How many rows.</returns>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public long RetryAll()
        {
            Calls.Check(Native.tally_outbox_retry_all(account.Handle, out UIntPtr countOut));
            return (long)countOut;
        }

        /// <summary>Removes a row that has failed for good.</summary>
        /// <param name="id">Its identifier.</param>
        /// <returns>1, or 0 if it is another row.</returns>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (id is not positive), <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public long Remove(long id)
        {
            Calls.Check(Native.tally_outbox_remove(account.Handle, id, out UIntPtr countOut));
            return (long)countOut;
        }

        /// <summary>Removes every row that has failed for good.</summary>
        /// <remarks>
        /// <para>Cost: O(rows).</para>
        /// </remarks>
        /// <returns>How many.</returns>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public long RemoveFailed()
        {
            Calls.Check(Native.tally_outbox_remove_failed(account.Handle, out UIntPtr countOut));
            return (long)countOut;
        }
    }
}
