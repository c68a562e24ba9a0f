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

    public sealed partial class Reminders
    {
        /// <summary>
        /// Plans the notifications that the system fires while the program is closed, as the difference from the last
        /// confirmed plan. Carry the difference out, and pass the token of the plan to <see cref="ConfirmPlan"/>. A
        /// plan that was not confirmed is offered again.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Range"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public PlanChanges Plan(PlanOptions options = null)
        {
            using (var memory = new Memory())
            {
                IntPtr written = memory.Add(options);
                var plan = new NativePlan();
                IReadOnlyList<PlanEntry> entries = Lists.Whole((ref NativeRows rows) =>
                {
                    plan = new NativePlan { struct_size = Memory.SizeOf<NativePlan>() };
                    return Native.tally_reminder_plan(account.Handle, written, ref rows, ref plan);
                }, (NativePlanEntry at, byte[] text) => new PlanEntry(at, text));
                return new PlanChanges(entries, new Plan(plan, null));
            }
        }
    }

    public sealed partial class Reminders
    {
        /// <summary>
        /// Imports the reminders of an iCalendar file: all usable ones, or none if this throws. An entry whose UID is
        /// a reminder's identifier replaces that reminder. An entry is skipped if no reminder can express it, or if
        /// its UID, path or zone is invalid or not available.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public ReminderImport Import(byte[] content)
        {
            var report = new NativeImportReport();
            IReadOnlyList<SkippedEntry> skipped = Lists.Whole((ref NativeRows rows) =>
            {
                report = new NativeImportReport { struct_size = Memory.SizeOf<NativeImportReport>() };
                return Native.tally_reminder_import(
                    account.Handle, content, Text.Size(content), ref rows, ref report);
            }, (NativeSkippedEntry at, byte[] text) => new SkippedEntry(at, text));
            return new ReminderImport(report.taken, skipped);
        }
    }

    /// <summary>The result of an import of reminders.</summary>
    public sealed class ReminderImport
    {
        internal ReminderImport(ulong taken, IReadOnlyList<SkippedEntry> skipped)
        {
            Taken = taken;
            Skipped = skipped;
        }

        /// <summary>The number of imported reminders.</summary>
        public ulong Taken { get; }

        /// <summary>The entries that were left out, in the order of the file.</summary>
        public IReadOnlyList<SkippedEntry> Skipped { get; }
    }

    /// <summary>The notifications that the system must disarm, then arm.</summary>
    public sealed class PlanChanges
    {
        internal PlanChanges(IReadOnlyList<PlanEntry> entries, Plan plan)
        {
            Entries = entries;
            Plan = plan;
        }

        public IReadOnlyList<PlanEntry> Entries { get; }

        public Plan Plan { get; }
    }
}
