use crate::engine::Engine;
use crate::ffi::{bytes_out, Optional};
use crate::status::{check, Result, Status};
use crate::times::timestamp;
use crate::values::{setters, Aggregation, Feeding, ImportFlags, MessageOptions, OperationKind, ReminderOptions};
use std::mem::size_of;
use std::ptr;
use std::time::SystemTime;
use tally_sys as sys;

/// One operation of an item; each kind uses the members that `tally_item_operation` names for it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ItemOperation {
    /// All but GET.
    pub kind: OperationKind,
    /// The badge, or where the message is.
    pub path: String,
    /// The id of a posted message, or of a reminder.
    pub id: String,
    /// A count, a delta or a mode, by its kind.
    pub value: i64,
    /// When the badge or the mute ends; None: no end. SNOOZE: the new time.
    pub until: Option<SystemTime>,
    /// READ: also below the path.
    pub subtree: bool,
    /// POST; None: all defaults.
    pub message: Option<MessageOptions>,
    /// REMINDER_PUT and REMINDER_EDIT.
    pub reminder: Option<ReminderOptions>,
    /// Out: the operation's own status.
    pub status: Status,
    /// Out, of POST: the message's key.
    pub key: u64,
    /// Out, of READ: messages that were not read before.
    pub changed: u32,
}

/// Operations on one account, all or none. An item with a time alone lets time pass.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Item {
    /// The account's name; it is created if it does not exist.
    pub account: String,
    /// An id, with which the item is applied once.
    pub id: Option<String>,
    /// When it happened; None: not given.
    pub time: Option<SystemTime>,
    /// The operations, in order.
    pub operations: Vec<ItemOperation>,
    /// Out: OK, ALREADY_APPLIED, or why it was rejected.
    pub status: Status,
}

/// The source of items, and the options of accounts that they create.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemsOptions {
    /// The log.
    pub source: Option<String>,
    /// The epoch of the log's owner.
    pub epoch: u64,
    /// The place of the last item in the log.
    pub position: u64,
    /// The aggregation of accounts that are created.
    pub aggregation: Aggregation,
    /// The feeding of accounts that are created.
    pub feeding: Feeding,
}

/// One account, or how far one source was applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Import {
    /// The account's name; None: a source, whose name is in the bytes.
    pub account: Option<String>,
    /// From [`Engine::export_account`], [`Engine::export_source`] or [`Account::export_account`].
    ///
    /// [`Account::export_account`]: crate::Account::export_account
    pub snapshot: Vec<u8>,
    /// Out: OK, or why it was rejected.
    pub status: Status,
}

setters! {
    ItemOperation { message: MessageOptions, reminder: ReminderOptions } {
        kind: OperationKind, path: impl Into<String>, id: impl Into<String>, value: i64,
        until: impl Into<Option<SystemTime>>, subtree: bool,
    }
}
setters! {
    Item { id: impl Into<String> } {
        account: impl Into<String>, time: impl Into<Option<SystemTime>>, operations: Vec<ItemOperation>,
    }
}
setters! {
    ItemsOptions { source: impl Into<String> } { epoch: u64, position: u64, aggregation: Aggregation, feeding: Feeding }
}
setters! {
    Import { account: impl Into<String> } { snapshot: impl Into<Vec<u8>> }
}

/// An item as C has it, and what it points to.
#[derive(Default)]
struct Row {
    account: Option<Optional>,
    id: Option<Optional>,
    operations: Vec<sys::tally_item_operation>,
    texts: Vec<Optional>,
    // Operations point to them, so they stay where they are.
    #[allow(clippy::vec_box)]
    messages: Vec<Box<sys::tally_message_options>>,
    #[allow(clippy::vec_box)]
    reminders: Vec<Box<sys::tally_reminder_options>>,
}

impl Row {
    fn new(item: &Item) -> Result<Row> {
        let mut row = Row {
            account: Some(Optional::new(Some(&item.account).filter(|name| !name.is_empty()).map(|name| &name[..]))?),
            id: Some(Optional::new(item.id.as_deref())?),
            ..Row::default()
        };
        for operation in &item.operations {
            let raw = row.operation(operation)?;
            row.operations.push(raw);
        }
        Ok(row)
    }

    fn operation(&mut self, from: &ItemOperation) -> Result<sys::tally_item_operation> {
        let (path, id) = (Optional::new(Some(&from.path))?, Optional::new(Some(&from.id))?);
        let mut raw = sys::tally_item_operation {
            kind: from.kind.0,
            status: 0,
            flags: if from.subtree { sys::TALLY_SUBTREE } else { 0 },
            changed: 0,
            value: from.value,
            until: timestamp(from.until),
            key: 0,
            path: path.as_ptr(),
            id: id.as_ptr(),
            message: ptr::null(),
            reminder: ptr::null(),
            reserved: [ptr::null_mut(); 2],
        };
        self.texts.extend([path, id]);
        if let Some(message) = &from.message {
            let (options, texts) = message.own()?;
            self.messages.push(Box::new(options));
            self.texts.extend(texts);
            raw.message = &**self.messages.last().expect("it was pushed");
        }
        if let Some(reminder) = &from.reminder {
            let (options, texts) = reminder.own()?;
            self.reminders.push(Box::new(options));
            self.texts.extend(texts);
            raw.reminder = &**self.reminders.last().expect("it was pushed");
        }
        Ok(raw)
    }
}

/// Many accounts, for servers.
impl Engine {
    /// Applies items to many accounts, in one transaction. Returns OK, PARTIAL (some were rejected) or ALREADY_APPLIED.
    /// Their outputs are set, also after an error.
    ///
    /// ```
    /// # use tally::{Item, ItemOperation, ItemsOptions, Status};
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// let add = ItemOperation::new().kind(tally::OperationKind::ADD).path("chat").value(1);
    /// let item = Item::new().account("ann").id("1").operations(vec![add]);
    /// let options = ItemsOptions::new().source("log").position(7);
    /// let mut items = [item.clone(), item];
    /// engine.batch(&mut items, &options)?;
    /// assert_eq!(items[1].status, Status::ALREADY_APPLIED);
    /// assert_eq!(engine.position("log")?.position, 7);
    /// # Ok(())
    /// # }
    /// ```
    pub fn batch(&self, items: &mut [Item], options: &ItemsOptions) -> Result<Status> {
        let mut owned: Vec<Row> = items.iter().map(Row::new).collect::<Result<_>>()?;
        let mut rows: Vec<sys::tally_item> = owned
            .iter_mut()
            .zip(items.iter())
            .map(|(row, item)| sys::tally_item {
                account: row.account.as_ref().map_or(ptr::null(), Optional::as_ptr),
                id: row.id.as_ref().map_or(ptr::null(), Optional::as_ptr),
                time: timestamp(item.time),
                operations: row.operations.as_mut_ptr(),
                count: row.operations.len(),
                status: 0,
                flags: 0,
                reserved: [ptr::null_mut(); 2],
            })
            .collect();
        let source = Optional::new(options.source.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_engine_batch_options = unsafe { sys::sized() };
        raw.item_size = size_of::<sys::tally_item>() as u32;
        raw.operation_size = size_of::<sys::tally_item_operation>() as u32;
        raw.source = source.as_ptr();
        raw.epoch = options.epoch;
        raw.position = options.position;
        raw.aggregation = options.aggregation.0;
        raw.feeding = options.feeding.0;
        // SAFETY: Handles are open as long as their owners. Texts and rows live until the call returns.
        let answer = check(
            self.shared.catching(|| unsafe { sys::tally_engine_batch(self.raw, rows.as_mut_ptr(), rows.len(), &raw) }),
        );
        for ((item, row), owned) in items.iter_mut().zip(&rows).zip(&owned) {
            item.status = Status(row.status);
            for (operation, raw) in item.operations.iter_mut().zip(&owned.operations) {
                operation.status = Status(raw.status);
                operation.key = raw.key;
                operation.changed = raw.changed;
            }
        }
        answer
    }

    /// Returns an account for [`Engine::import`]: the bytes of [`Account::export_account`] with the keys of its
    /// messages and its epoch.
    ///
    /// [`Account::export_account`]: crate::Account::export_account
    pub fn export_account(&self, name: &str) -> Result<Vec<u8>> {
        self.exported(Some(name), None)
    }

    /// Returns how far [`Engine::batch`] has applied a source, for [`Engine::import`].
    pub fn export_source(&self, source: &str) -> Result<Vec<u8>> {
        self.exported(None, Some(source))
    }

    fn exported(&self, account: Option<&str>, source: Option<&str>) -> Result<Vec<u8>> {
        let (account, source) = (Optional::new(account)?, Optional::new(source)?);
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        bytes_out(|out| unsafe { sys::tally_engine_export(self.raw, account.as_ptr(), source.as_ptr(), out) })
    }

    /// Imports accounts and sources, in one transaction. Returns OK or PARTIAL (some were rejected). The status of each
    /// import is set. Messages keep their keys, and revisions their epoch.
    pub fn import(&self, imports: &mut [Import], flags: ImportFlags) -> Result<Status> {
        let names: Vec<Optional> =
            imports.iter().map(|each| Optional::new(each.account.as_deref())).collect::<Result<_>>()?;
        let mut rows: Vec<sys::tally_import> = imports
            .iter()
            .zip(&names)
            .map(|(import, name)| sys::tally_import {
                account: name.as_ptr(),
                snapshot: import.snapshot.as_ptr().cast(),
                size: import.snapshot.len(),
                status: 0,
                flags: 0,
                reserved: [ptr::null_mut(); 2],
            })
            .collect();
        let (first, count) = (rows.as_mut_ptr(), rows.len());
        // SAFETY: Handles are open as long as their owners. Texts and rows live until the call returns.
        let answer =
            check(self.shared.catching(|| unsafe { sys::tally_engine_import(self.raw, first, count, flags.bits()) }));
        for (import, row) in imports.iter_mut().zip(&rows) {
            import.status = Status(row.status);
        }
        answer
    }
}
