// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::options::setters;
use crate::rows::{filled, read_rows, Lent, Row, Target};
use crate::times::Member;
use crate::*;
use std::time::SystemTime;

/// One operation of a batch or of an item. Its kind ignores members that do not name it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Operation {
    /// What it does.
    pub kind: OperationKind,
    /// Out: the operation's own status.
    pub status: Status,
    /// READ: `SUBTREE`, or 0. All others: 0.
    pub flags: MessagesFlags,
    /// Out, GET: what the node shows as of this operation.
    pub badge_kind: BadgeKind,
    /// The node; 0: `path` names it. Items: 0.
    pub node: u64,
    /// SET: the count. ADD: the delta. MUTE: the mode.
    pub value: i64,
    /// SET, DOT, MUTE: the expiry, or None: never. SNOOZE: the new time.
    pub until: Option<SystemTime>,
    /// Out, GET: the count as of this operation.
    pub count: u64,
    /// The badge if `node` is 0, or where the message is.
    pub path: String,
    /// The id of the message to remove, or of the reminder.
    pub id: String,
    /// Out, POST: the message's key.
    pub key: i64,
    /// Out, READ: messages that were not read before.
    pub changed: u64,
    /// POST. None: all defaults.
    pub message: Option<MessageOptions>,
    /// REMINDER_PUT, REMINDER_EDIT.
    pub reminder: Option<ReminderOptions>,
}

setters! {
    Operation {
        message: MessageOptions,
        reminder: ReminderOptions,
    } {
        kind: OperationKind,
        flags: MessagesFlags,
        node: u64,
        value: i64,
        until: impl Into<Option<SystemTime>>,
        path: impl Into<String>,
        id: impl Into<String>,
    }
}

impl Row for Operation {
    type Raw = sys::tally_operation;
    const NAME: &'static str = "operation";
    fn raw(&self, lent: &mut Lent) -> Result<sys::tally_operation> {
        // SAFETY: Zeroes are a value of this structure.
        let mut raw: sys::tally_operation = unsafe { std::mem::zeroed() };
        raw.kind = Member::raw(self.kind);
        raw.flags = Member::raw(self.flags);
        raw.node = Member::raw(self.node);
        raw.value = Member::raw(self.value);
        raw.until = Member::raw(self.until);
        raw.path = lent.text(Some(&self.path))?;
        raw.id = lent.text(Some(&self.id))?;
        raw.message = lent.structure(self.message.as_ref().map(MessageOptions::own))?;
        raw.reminder = lent.structure(self.reminder.as_ref().map(ReminderOptions::own))?;
        Ok(raw)
    }
    fn read(&mut self, raw: &sys::tally_operation) {
        self.status = Member::of(raw.status);
        self.badge_kind = Member::of(raw.badge_kind);
        self.count = Member::of(raw.count);
        self.key = Member::of(raw.key);
        self.changed = Member::of(raw.changed);
    }
}

/// Operations on one account, all or none. An item with only a time lets time pass.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Item {
    /// Its name; created if it does not exist. Empty: the item has only a time.
    pub account: String,
    /// 1 to 255 bytes, as an account's name. None: none. Needs a source.
    pub id: Option<String>,
    /// When it happened, to the year 9999. None: not given. Needs a source.
    pub time: Option<SystemTime>,
    /// In their order; all kinds but GET.
    pub operations: Vec<Operation>,
    /// Out: OK, ALREADY_APPLIED, or why it was rejected.
    pub status: Status,
}

setters! {
    Item {
        id: impl Into<String>,
    } {
        account: impl Into<String>,
        time: impl Into<Option<SystemTime>>,
        operations: Vec<Operation>,
    }
}

impl Row for Item {
    type Raw = sys::tally_item;
    const NAME: &'static str = "item";
    fn raw(&self, lent: &mut Lent) -> Result<sys::tally_item> {
        // SAFETY: Zeroes are a value of this structure.
        let mut raw: sys::tally_item = unsafe { std::mem::zeroed() };
        raw.account = lent.text(filled(&self.account))?;
        raw.id = lent.text(self.id.as_deref())?;
        raw.time = Member::raw(self.time);
        raw.operations = lent.rows(&self.operations)?;
        raw.count = self.operations.len();
        Ok(raw)
    }
    fn read(&mut self, raw: &sys::tally_item) {
        self.status = Member::of(raw.status);
        // SAFETY: `raw` has as many operations as this.
        unsafe { read_rows(raw.operations, &mut self.operations) };
    }
}

/// One account, or how far one source was applied.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Import {
    /// Its name. None: a source, whose name is in the bytes.
    pub account: Option<String>,
    /// From [`Engine::export_account`], [`Engine::export_source`] or [`Account::export_account`].
    pub bytes: Vec<u8>,
    /// Out: OK, or why it was rejected.
    pub status: Status,
}

setters! {
    Import {
        account: impl Into<String>,
    } {
        bytes: impl Into<Vec<u8>>,
    }
}

impl Row for Import {
    type Raw = sys::tally_import;
    const NAME: &'static str = "import";
    fn raw(&self, lent: &mut Lent) -> Result<sys::tally_import> {
        // SAFETY: Zeroes are a value of this structure.
        let mut raw: sys::tally_import = unsafe { std::mem::zeroed() };
        raw.account = lent.text(self.account.as_deref())?;
        raw.bytes = self.bytes.as_ptr().cast();
        raw.size = self.bytes.len();
        Ok(raw)
    }
    fn read(&mut self, raw: &sys::tally_import) {
        self.status = Member::of(raw.status);
    }
}

impl Operation {
    /// An operation that does what [`Account::set`] does.
    pub fn set(target: impl Into<Target>, count: i64) -> Operation {
        Operation { kind: OperationKind::SET, value: count, ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::dot`] does.
    pub fn dot(target: impl Into<Target>) -> Operation {
        Operation { kind: OperationKind::DOT, ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::add`] does.
    pub fn add(target: impl Into<Target>, delta: i64) -> Operation {
        Operation { kind: OperationKind::ADD, value: delta, ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::clear`] does.
    pub fn clear(target: impl Into<Target>) -> Operation {
        Operation { kind: OperationKind::CLEAR, ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::clear_tree`] does.
    pub fn clear_tree(target: impl Into<Target>) -> Operation {
        Operation { kind: OperationKind::CLEAR_TREE, ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::mute`] does.
    pub fn mute(target: impl Into<Target>, mode: MuteMode, until: impl Into<Option<SystemTime>>) -> Operation {
        Operation { kind: OperationKind::MUTE, value: mode.0.into(), until: until.into(), ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::get`] does.
    pub fn get(target: impl Into<Target>) -> Operation {
        Operation { kind: OperationKind::GET, ..Operation::default().on(target) }
    }

    /// An operation that does what [`Account::post`] does.
    pub fn post(path: impl Into<String>, message: MessageOptions) -> Operation {
        Operation { kind: OperationKind::POST, path: path.into(), message: Some(message), ..Operation::default() }
    }

    /// An operation that does what [`Account::withdraw`] does.
    pub fn withdraw(id: impl Into<String>) -> Operation {
        Operation { kind: OperationKind::WITHDRAW, id: id.into(), ..Operation::default() }
    }

    /// An operation that does what [`Account::read_path`] does.
    pub fn read(path: impl Into<String>) -> Operation {
        Operation { kind: OperationKind::READ, path: path.into(), ..Operation::default() }
    }

    /// An operation that does what [`Account::put_reminder`] does.
    pub fn put_reminder(id: impl Into<String>, reminder: ReminderOptions) -> Operation {
        Operation { kind: OperationKind::REMINDER_PUT, id: id.into(), reminder: Some(reminder), ..Operation::default() }
    }

    /// An operation that does what [`Account::edit_reminder`] does.
    pub fn edit_reminder(id: impl Into<String>, reminder: ReminderOptions) -> Operation {
        Operation { kind: OperationKind::REMINDER_EDIT, id: id.into(), reminder: Some(reminder), ..Operation::default() }
    }

    /// An operation that does what [`Account::reminder_done`] does.
    pub fn reminder_done(id: impl Into<String>) -> Operation {
        Operation { kind: OperationKind::REMINDER_DONE, id: id.into(), ..Operation::default() }
    }

    /// An operation that does what [`Account::reminder_undone`] does.
    pub fn reminder_undone(id: impl Into<String>) -> Operation {
        Operation { kind: OperationKind::REMINDER_UNDONE, id: id.into(), ..Operation::default() }
    }

    /// An operation that does what [`Account::remove_reminder`] does.
    pub fn remove_reminder(id: impl Into<String>) -> Operation {
        Operation { kind: OperationKind::REMINDER_REMOVE, id: id.into(), ..Operation::default() }
    }

    /// An operation that does what [`Account::snooze_reminder`] does.
    pub fn snooze_reminder(id: impl Into<String>, until: impl Into<Option<SystemTime>>) -> Operation {
        Operation { kind: OperationKind::REMINDER_SNOOZE, id: id.into(), until: until.into(), ..Operation::default() }
    }

    /// An operation that does what [`Account::acknowledge_reminder`] does.
    pub fn acknowledge_reminder(id: impl Into<String>) -> Operation {
        Operation { kind: OperationKind::REMINDER_ACKNOWLEDGE, id: id.into(), ..Operation::default() }
    }
}
