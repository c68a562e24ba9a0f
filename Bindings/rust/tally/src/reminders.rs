use crate::account::Account;
use crate::ffi::{call, list_out, Numbers};
use crate::status::Result;
use crate::values::*;
use tally_sys as sys;

impl Account {
    /// Plans the notifications that the system fires while the program is closed: what to disarm, then what to arm. The
    /// rows count as carried out.
    pub fn plan_reminders(&self, options: &PlanOptions) -> Result<Plan> {
        let mut raw = PlanSummary::room();
        let page = options.with(|options| {
            list_out(usize::MAX, |rows| call!(tally_reminder_plan(self.as_ptr(), options, rows, &mut raw)))
        })??;
        Ok(Plan { entries: page.entries, summary: PlanSummary::of(&raw) })
    }
}
