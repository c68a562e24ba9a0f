use crate::account::Account;
use crate::ffi::{list_out, text, text_out, Optional};
use crate::status::{check, Result};
use crate::values::*;
use tally_sys as sys;

/// Reminders, about things that expire.
impl Account {
    /// Enters a reminder.
    pub fn put_reminder(&self, id: &str, options: &ReminderOptions) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(options.with(|options| unsafe { sys::tally_reminder_put(self.as_ptr(), id.as_ptr(), options) })?)
            .map(drop)
    }

    /// Changes the given members of a reminder.
    pub fn edit_reminder(&self, id: &str, options: &ReminderOptions) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(options.with(|options| unsafe { sys::tally_reminder_edit(self.as_ptr(), id.as_ptr(), options) })?)
            .map(drop)
    }

    /// Marks a reminder as done: it no longer fires.
    pub fn reminder_done(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_reminder_done(self.as_ptr(), id.as_ptr()) }).map(drop)
    }

    /// Reverts [`Account::reminder_done`].
    pub fn reminder_undone(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_reminder_undone(self.as_ptr(), id.as_ptr()) }).map(drop)
    }

    /// Removes a reminder; its log stays.
    pub fn remove_reminder(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_reminder_remove(self.as_ptr(), id.as_ptr()) }).map(drop)
    }

    /// Acknowledges what has fired: its badge is removed.
    pub fn acknowledge_reminder(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_reminder_acknowledge(self.as_ptr(), id.as_ptr()) }).map(drop)
    }

    /// Moves one occurrence to a timestamp in the future.
    pub fn snooze_reminder(&self, id: &str, until: i64) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_reminder_snooze(self.as_ptr(), id.as_ptr(), until) }).map(drop)
    }

    /// Lists the reminders by their identifiers, those after one.
    pub fn reminders(&self, after: Option<&str>, limit: usize) -> Result<Page<Reminder>> {
        let after = Optional::new(after)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe { sys::tally_reminder_list(self.as_ptr(), after.as_ptr(), rows) })
    }

    /// All of them, page by page.
    pub fn all_reminders<'a>(&'a self) -> impl Iterator<Item = Result<Reminder>> + 'a {
        all(move |after: Option<String>| {
            let page = self.reminders(after.as_deref(), 1000)?;
            let last = page.last().map(|entry| entry.id.clone());
            Ok((page, last))
        })
    }

    /// Plans the notifications that the system fires while the program is closed: what to disarm, then what to arm. The
    /// rows count as carried out.
    pub fn plan_reminders(&self, options: &PlanOptions) -> Result<Plan> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_plan = unsafe { sys::sized() };
        let page = list_out(usize::MAX, |rows| {
            options
                // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
                .with(|options| unsafe { sys::tally_reminder_plan(self.as_ptr(), options, rows, &mut raw) })
                .unwrap_or_else(|error| error.status().0)
        })?;
        Ok(Plan { entries: page.entries, summary: PlanSummary::from_raw(&raw) })
    }

    /// Lists the notes in the log of reminders after a number.
    pub fn reminder_log(&self, after: i64, limit: usize) -> Result<Page<ReminderNote>> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe { sys::tally_reminder_log(self.as_ptr(), after, rows) })
    }

    /// All of it, page by page.
    pub fn all_reminder_log<'a>(&'a self) -> impl Iterator<Item = Result<ReminderNote>> + 'a {
        all(move |after: Option<i64>| {
            let page = self.reminder_log(after.unwrap_or(0), 1000)?;
            let last = page.last().map(|entry| entry.number);
            Ok((page, last))
        })
    }

    /// Returns all reminders as iCalendar.
    pub fn export_reminders(&self) -> Result<String> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        text_out(|buffer, capacity, length| unsafe {
            sys::tally_reminder_export(self.as_ptr(), buffer, capacity, length)
        })
    }

    /// Imports the usable reminders of an iCalendar file, or none if it is malformed.
    pub fn import_reminders(&self, calendar: &[u8]) -> Result<Imported> {
        let mut result = Imported::default();
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe {
            sys::tally_reminder_import(
                self.as_ptr(),
                calendar.as_ptr().cast(),
                calendar.len(),
                &mut result.taken,
                &mut result.skipped,
            )
        })?;
        Ok(result)
    }
}
