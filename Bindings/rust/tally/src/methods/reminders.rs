// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, call, document_out, list_out, pair_out, row_out, text};
use crate::page::all;
use crate::status::{check, done};
use crate::times::timestamp;
use std::time::SystemTime;

impl Account {
    /// Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::ARGUMENT`] (the message names what is missing or wrong, also about a zone),
    /// [`Status::RANGE`] (time_of_day), [`Status::PATH`], [`Status::NOT_FOUND`] (the zone), [`Status::EXISTS`],
    /// [`Status::LIMIT`] (100,000 reminders), [`Status::TOO_LARGE`], [`Status::IO`], [`Status::FULL`].
    /// Cost: O(log reminders); the first call reads all of the account.
    pub fn put_reminder(&self, id: &str, options: &ReminderOptions) -> Result<()> {
        let id = text(id)?;
        options.with(|options| done(call!(tally_reminder_put(self.as_ptr(), id.as_ptr(), options))))?
    }

    /// Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
    /// they were.
    ///
    /// - `id`: its identifier
    ///
    /// Past occurrences are unchanged, and none is missed because of the new members.
    ///
    /// Errors: [`Status::ARGUMENT`] (as in [`Account::put_reminder`]), [`Status::RANGE`], [`Status::PATH`],
    /// [`Status::NOT_FOUND`] (reminder or zone), [`Status::LIMIT`], [`Status::TOO_LARGE`], [`Status::IO`],
    /// [`Status::FULL`].
    pub fn edit_reminder(&self, id: &str, options: &ReminderOptions) -> Result<()> {
        let id = text(id)?;
        options.with(|options| done(call!(tally_reminder_edit(self.as_ptr(), id.as_ptr(), options))))?
    }

    /// Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::LIMIT`] (its revision is 4,294,967,295), [`Status::IO`],
    /// [`Status::FULL`].
    pub fn reminder_done(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_reminder_mark_done(self.as_ptr(), id.as_ptr(), 0)))
    }

    /// Reverts [`Account::reminder_done`], as if it had never been called.
    ///
    /// - `id`: its identifier
    ///
    /// If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records
    /// the newest as missed, without an event; for a logged-out account the next log-in reports it.
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::LIMIT`] (its revision is 4,294,967,295), [`Status::IO`],
    /// [`Status::FULL`].
    pub fn reminder_undone(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_reminder_mark_undone(self.as_ptr(), id.as_ptr())))
    }

    /// Removes a reminder; its log stays.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    pub fn remove_reminder(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_reminder_remove(self.as_ptr(), id.as_ptr())))
    }

    /// Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was
    /// moved before, else the next one.
    ///
    /// - `id`: its identifier
    /// - `until`: the new time of the occurrence
    ///
    /// One occurrence can be moved at a time.
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::RANGE`] (past, or after the end), [`Status::CONFLICT`] (it is done,
    /// or does not fire any more), [`Status::IO`], [`Status::FULL`].
    pub fn snooze_reminder(&self, id: &str, until: SystemTime) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_reminder_snooze(self.as_ptr(), id.as_ptr(), timestamp(until))))
    }

    /// Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    pub fn acknowledge_reminder(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_reminder_acknowledge(self.as_ptr(), id.as_ptr())))
    }

    /// Lists reminders, sorted by the bytes of their identifiers.
    ///
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    pub fn reminders(&self, after: Option<&str>, limit: usize) -> Result<Page<Reminder>> {
        let after = Optional::new(after)?;
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_reminder_list(self.as_ptr(), 0, after, rows)))
    }

    /// All rows of [`Account::reminders`], page by page.
    pub fn all_reminders<'a>(&'a self) -> impl Iterator<Item = Result<Reminder>> + 'a {
        all(move |after| self.reminders(after, 1000))
    }

    /// Reads one reminder.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn reminder(&self, id: &str) -> Result<Reminder> {
        let id = text(id)?;
        row_out(|rows| call!(tally_reminder_get(self.as_ptr(), id.as_ptr(), rows)))
    }

    /// Plans the notifications that the system fires while the program is closed: the soonest ones, but each
    /// reminder's next one first.
    ///
    /// The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host
    /// carries them out, and confirms them with [`Account::confirm_plan`]. The library stores nothing of the plan
    /// before that, so the next call offers an unconfirmed plan again, also in a later run.
    ///
    /// Plan after log-in, log-out, each change, an event REMINDER and [`Engine::set_zone`], and when the program
    /// comes to the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything.
    /// The host must ignore notifications of what fires in the program as well. options and plan may be None.
    ///
    /// The next call offers a plan again that was not confirmed.
    ///
    /// Errors: [`Status::RANGE`], [`Status::IO`], [`Status::FULL`].
    /// Cost: O(entries times log reminders).
    pub fn plan_reminders(&self, options: &PlanOptions) -> Result<Plan> {
        options.with(|options| pair_out(|rows, out| call!(tally_reminder_plan(
            self.as_ptr(), options, rows, out,
        ))))?.map(|(entries, summary)| Plan { entries, summary })
    }

    /// Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and
    /// CANCELLED.
    ///
    /// - `token`: that of the account's last `Plan`
    ///
    /// A plan is out of date after a later [`Account::plan_reminders`], log-in or log-out, and in a later run. A
    /// change of reminders does not matter: the next plan contains it. If a host has carried out a part of a plan
    /// that it cannot confirm, it disarms everything, and plans with [`PlanFlags::FROM_SCRATCH`].
    ///
    /// Returns [`Status::OK`], or [`Status::ALREADY_APPLIED`] if this plan is confirmed.
    /// Errors: [`Status::ARGUMENT`] (0), [`Status::CONFLICT`] (the plan is out of date: plan again), [`Status::IO`],
    /// [`Status::FULL`].
    /// Cost: O(entries).
    pub fn confirm_plan(&self, token: u64) -> Result<Status> {
        check(call!(tally_reminder_confirm_plan(self.as_ptr(), token)))
    }

    /// Lists the log by the identifiers of its notes. The last max_reminder_log are kept.
    ///
    /// - [`ListFlags::FOLLOW`]: whether `next` is also set at the end of the list, to continue with rows that are
    ///   added later
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    pub fn reminder_log(&self, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<Page<ReminderNote>> {
        let after = Optional::new(after)?;
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_reminder_list_notes(
            self.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Account::reminder_log`], page by page.
    pub fn all_reminder_log<'a>(&'a self, flags: ListFlags) -> impl Iterator<Item = Result<ReminderNote>> + 'a {
        all(move |after| self.reminder_log(flags, after, 1000))
    }

    /// Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
    ///
    /// DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of
    /// production of a smart reminder, at the time of day.
    ///
    /// Errors: [`Status::NOT_FOUND`] (a zone is not available), [`Status::IO`].
    pub fn export_reminders(&self) -> Result<String> {
        document_out(|out| call!(tally_reminder_export(self.as_ptr(), out)))
    }

    /// Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
    ///
    /// An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the
    /// nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its
    /// UID, path or zone is invalid or not available. A [`LogLevel::WARNING`] has its line and the reason, and those
    /// of a part of an entry that is ignored.
    ///
    /// Returns the number of imported reminders, and of skipped entries.
    /// Errors: [`Status::MALFORMED`], [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`].
    pub fn import_reminders(&self, content: &[u8]) -> Result<ImportedReminders> {
        pair_out(|rows, out| call!(tally_reminder_import(
            self.as_ptr(), content.as_ptr().cast(), content.len(), rows, out,
        ))).map(|(skipped, report)| ImportedReminders { skipped, report })
    }
}
