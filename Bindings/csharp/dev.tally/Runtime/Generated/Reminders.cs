// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>The methods of an account about its reminders.</summary>
    public sealed partial class Reminders
    {
        private readonly Account account;

        internal Reminders(Account account)
        {
            this.account = account;
        }

        /// <summary>
        /// Enters a reminder, also while the account is logged out. With an outbox this and every change become
        /// rows.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(log reminders); the first call reads all of the account.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <param name="options">The members that are set.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (the message names what is missing or
        /// wrong, also about a zone), <see cref="Status.Range"/> (TimeOfDay), <see cref="Status.Path"/>, <see
        /// cref="Status.NotFound"/> (the zone), <see cref="Status.Exists"/>, <see cref="Status.Limit"/> (100,000
        /// reminders), <see cref="Status.TooLarge"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Put(string id, ReminderOptions options)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_reminder_put(account.Handle, Text.Utf8(id), memory.Add(options)));
            }
        }

        /// <summary>
        /// Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all
        /// are as they were.
        /// </summary>
        /// <remarks>
        /// <para>Past occurrences are unchanged, and none is missed because of the new members.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <param name="options">The members that are set.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (as in <see cref="Reminders.Put"/>), <see
        /// cref="Status.Range"/>, <see cref="Status.Path"/>, <see cref="Status.NotFound"/> (reminder or zone), <see
        /// cref="Status.Limit"/>, <see cref="Status.TooLarge"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Edit(string id, ReminderOptions options)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_reminder_edit(account.Handle, Text.Utf8(id), memory.Add(options)));
            }
        }

        /// <summary>
        /// Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an
        /// error.
        /// </summary>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Limit"/> (its revision
        /// is 4,294,967,295), <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Done(string id)
        {
            Calls.Check(Native.tally_reminder_mark_done(account.Handle, Text.Utf8(id), 0));
        }

        /// <summary>Reverts <see cref="Reminders.Done"/>, as if it had never been called.</summary>
        /// <remarks>
        /// <para>If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The
        /// log records the newest as missed, without an event; for a logged-out account the next log-in reports
        /// it.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Limit"/> (its revision
        /// is 4,294,967,295), <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Undone(string id)
        {
            Calls.Check(Native.tally_reminder_mark_undone(account.Handle, Text.Utf8(id)));
        }

        /// <summary>Removes a reminder; its log stays.</summary>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Remove(string id)
        {
            Calls.Check(Native.tally_reminder_remove(account.Handle, Text.Utf8(id)));
        }

        /// <summary>
        /// Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that
        /// was moved before, else the next one.
        /// </summary>
        /// <remarks>
        /// <para>One occurrence can be moved at a time.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <param name="until">The new time of the occurrence.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Range"/> (past, or
        /// after the end), <see cref="Status.Conflict"/> (it is done, or does not fire any more), <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Snooze(string id, DateTimeOffset? until)
        {
            Calls.Check(Native.tally_reminder_snooze(account.Handle, Text.Utf8(id), Times.Milliseconds(until)));
        }

        /// <summary>
        /// Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
        /// </summary>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Acknowledge(string id)
        {
            Calls.Check(Native.tally_reminder_acknowledge(account.Handle, Text.Utf8(id)));
        }

        /// <summary>Lists reminders, sorted by the bytes of their identifiers.</summary>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Reminder> List()
        {
            return Lists.All(after => Page(after: after));
        }

        /// <summary>Returns a page of <c>List</c>.</summary>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<Reminder> Page(string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_reminder_list(account.Handle, 0, from, ref rows), (NativeReminder at, byte[] text) =>
                new Reminder(at, text));
        }

        /// <summary>Reads one reminder.</summary>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Reminder Get(string id)
        {
            return Lists.One((ref NativeRows rows) => Native.tally_reminder_get(account.Handle, Text.Utf8(id),
                ref rows), (NativeReminder at, byte[] text) => new Reminder(at, text));
        }

        /// <summary>
        /// Plans the notifications that the system fires while the program is closed: the soonest ones, but each
        /// reminder's next one first.
        /// </summary>
        /// <remarks>
        /// <para>The rows are the difference from the last confirmed plan: first what to disarm, then what to arm.
        /// The host carries them out, and confirms them with <see cref="Reminders.ConfirmPlan"/>. The library
        /// stores nothing of the plan before that, so the next call offers an unconfirmed plan again, also in a
        /// later run.</para>
        /// <para>Plan after log-in, log-out, each change, an event <see cref="EventKind.Reminder"/> and <see
        /// cref="Engine.SetZone"/>, and when the program comes to the foreground. The plan of an account that is
        /// not logged in is empty, so its rows disarm everything. The host must ignore notifications of what fires
        /// in the program as well. options and plan may be null.</para>
        /// <para>Cost: O(entries times log reminders).</para>
        /// </remarks>
        /// <param name="options">Null: all defaults.</param>
        /// <exception cref="TallyException"><see cref="Status.Range"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public PlanChanges Plan(PlanOptions options = null)
        {
            using (var memory = new Memory())
            {
                var result = new NativePlan();
                IReadOnlyList<PlanEntry> found = Lists.Whole((ref NativeRows rows) =>
                {
                    result = new NativePlan { struct_size = Memory.SizeOf<NativePlan>() };
                    return Native.tally_reminder_plan(account.Handle, memory.Add(options), ref rows, ref result);
                }, (NativePlanEntry at, byte[] text) => new PlanEntry(at, text));
                return new PlanChanges(found, new Plan(result, null));
            }
        }

        /// <summary>
        /// Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and
        /// CANCELLED.
        /// </summary>
        /// <remarks>
        /// <para>A plan is out of date after a later <see cref="Reminders.Plan"/>, log-in or log-out, and in a
        /// later run. A change of reminders does not matter: the next plan contains it. If a host has carried out a
        /// part of a plan that it cannot confirm, it disarms everything, and plans with <see
        /// cref="PlanFlags.FromScratch"/>.</para>
        /// <para>Cost: O(entries).</para>
        /// </remarks>
        /// <param name="token">That of the account's last Plan.</param>
        /// <returns><see cref="Status.Ok"/>, or <see cref="Status.AlreadyApplied"/> if this plan is
        /// confirmed.</returns>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (0), <see cref="Status.Conflict"/> (the
        /// plan is out of date: plan again), <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public Status ConfirmPlan(ulong token)
        {
            return Calls.Check(Native.tally_reminder_confirm_plan(account.Handle, token));
        }

        /// <summary>Lists the log by the identifiers of its notes. The last MaxReminderLog are kept.</summary>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<ReminderNote> ListLog()
        {
            return Lists.All(after => LogPage(after: after));
        }

        /// <summary>Returns a page of <c>ListLog</c>.</summary>
        /// <param name="follow">Whether <c>next</c> is also set at the end of the list, to continue with rows that
        /// are added later.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<ReminderNote> LogPage(bool follow = false, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_reminder_list_notes(account.Handle, (follow ? 256u : 0u), from, ref rows),
                (NativeReminderNote at, byte[] text) => new ReminderNote(at, text));
        }

        /// <summary>Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).</summary>
        /// <remarks>
        /// <para>DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day
        /// of production of a smart reminder, at the time of day.</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (a zone is not available), <see
        /// cref="Status.Io"/>.</exception>
        public string Export()
        {
            return Calls.LongString((ref NativeBytes bytes) => Native.tally_reminder_export(account.Handle,
                ref bytes));
        }

        /// <summary>
        /// Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
        /// </summary>
        /// <remarks>
        /// <para>An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program
        /// becomes the nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can
        /// express it, or if its UID, path or zone is invalid or not available. A <see cref="LogLevel.Warning"/>
        /// has its line and the reason, and those of a part of an entry that is ignored.</para>
        /// </remarks>
        /// <returns>The number of imported reminders, and of skipped entries.</returns>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public ReminderImport Import(byte[] content)
        {
            var result = new NativeImportReport();
            IReadOnlyList<SkippedEntry> found = Lists.Whole((ref NativeRows rows) =>
            {
                result = new NativeImportReport { struct_size = Memory.SizeOf<NativeImportReport>() };
            return Native.tally_reminder_import(account.Handle, content, Text.Size(content), ref rows,
                ref result);
            }, (NativeSkippedEntry at, byte[] text) => new SkippedEntry(at, text));
            return new ReminderImport(result.taken, found);
        }
    }
}
