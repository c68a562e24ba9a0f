use crate::batches::{Import, Item};
use crate::engine::Engine;
use crate::ffi::call;
use crate::rows::with_rows;
use crate::status::{check, Result, Status};
use crate::values::{ImportFlags, ItemsOptions};
use tally_sys as sys;

/// Many accounts, for servers.
impl Engine {
    /// Applies items to many accounts, in one transaction. Returns OK, PARTIAL (some were rejected) or ALREADY_APPLIED.
    /// Their outputs are set, also after an error.
    ///
    /// ```
    /// # use tally::{Item, ItemsOptions, Operation, Status};
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// let item = Item::new().account("ann").id("1").operations(vec![Operation::add("chat", 1)]);
    /// let options = ItemsOptions::new().source("log").position(7);
    /// let mut items = [item.clone(), item];
    /// engine.batch(&mut items, &options)?;
    /// assert_eq!(items[1].status, Status::ALREADY_APPLIED);
    /// assert_eq!(engine.position("log")?.position, 7);
    /// # Ok(())
    /// # }
    /// ```
    pub fn batch(&self, items: &mut [Item], options: &ItemsOptions) -> Result<Status> {
        options.with(|options| {
            with_rows(items, |rows, count| {
                check(self.shared.catching(|| call!(tally_engine_batch(self.raw, rows, count, options))))
            })
        })?
    }

    /// Imports accounts and sources, in one transaction. Returns OK or PARTIAL (some were rejected). The status of each
    /// import is set. Messages keep their keys, and revisions their epoch.
    pub fn import(&self, imports: &mut [Import], flags: ImportFlags) -> Result<Status> {
        with_rows(imports, |rows, count| {
            check(self.shared.catching(|| call!(tally_engine_import(self.raw, rows, count, flags.bits()))))
        })
    }
}
