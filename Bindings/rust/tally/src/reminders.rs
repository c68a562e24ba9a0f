use crate::ffi::{call, part_out, Numbers};
use crate::objects::Account;
use crate::status::Result;
use crate::values::*;
use tally_sys as sys;

impl Account {
    /// Plans the notifications that the system fires while the program is closed: what to disarm, then what to arm.
    /// Once they are carried out, pass the plan's token to [`Account::confirm_plan`]. The next call offers a plan again
    /// that was not confirmed.
    pub fn plan_reminders(&self, options: &PlanOptions) -> Result<Plan> {
        let mut raw = PlanSummary::room();
        let (page, _) = options.with(|options| {
            part_out(usize::MAX, |rows| call!(tally_reminder_plan(self.as_ptr(), options, rows, &mut raw)))
        })??;
        Ok(Plan { entries: page.entries, summary: PlanSummary::of(&raw) })
    }

    /// Imports the reminders of an iCalendar file: all usable ones, or none if the call fails. See
    /// `tally_reminder_import` in tally.h.
    pub fn import_reminders(&self, content: &[u8]) -> Result<ImportedReminders> {
        let (content, size) = (content.as_ptr().cast(), content.len());
        let mut raw = ImportReport::room();
        let (page, _) =
            part_out(usize::MAX, |rows| call!(tally_reminder_import(self.as_ptr(), content, size, rows, &mut raw)))?;
        Ok(ImportedReminders { report: ImportReport::of(&raw), skipped: page.entries })
    }
}
