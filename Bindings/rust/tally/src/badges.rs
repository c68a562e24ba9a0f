use crate::account::Account;
use crate::ffi::{call, part_out, text, text_out, Optional};
use crate::status::{check, done, Result, Status};
use crate::times::timestamp;
use crate::values::*;
use std::ffi::CString;
use std::ptr;
use std::time::SystemTime;
use tally_sys as sys;

/// Badges.
impl Account {
    /// Lists the nodes that show a badge or are muted.
    pub fn list(&self, path: &str, flags: ListFlags) -> Result<BadgeList> {
        let mut list = self.list_page(path, flags, None, usize::MAX)?;
        while list.more {
            let rest = self.list_page(path, flags, list.next.as_deref(), usize::MAX)?;
            list.entries.extend(rest.entries);
            (list.more, list.next) = (rest.more, rest.next);
        }
        Ok(list)
    }

    /// Lists at most `limit` rows of [`Account::list`], and at most 10,000, behind the `next` of the page before. A
    /// page may be shorter, with more behind it. Pages with the same revision are of one moment.
    pub fn list_page(&self, path: &str, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<BadgeList> {
        let path = text(path)?;
        let after = Optional::new(after)?;
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let (page, _) = part_out(limit, |rows| unsafe {
            sys::tally_badge_list(self.as_ptr(), path.as_ptr(), flags.bits(), after.as_ptr(), rows, &mut revision)
        })?;
        Ok(BadgeList { entries: page.entries, revision, more: page.more, next: page.next })
    }

    /// Lists the badges that changed after a revision. epoch: from [`Account::state`]; 0: not compared.
    pub fn changes(&self, since: u64, epoch: u64) -> Result<Changes> {
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let (page, status) = part_out(usize::MAX, |rows| unsafe {
            sys::tally_badge_changes(self.as_ptr(), since, epoch, rows, &mut revision)
        })?;
        Ok(Changes { entries: page.entries, revision, status })
    }

    /// Applies operations in one transaction, all or none. Their outputs are set, also after an error.
    ///
    /// ```
    /// # use tally::{BatchOptions, Operation, Status};
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// # let account = engine.open_account("ann")?;
    /// let mut operations = [Operation::add("chat", 2), Operation::get("root")];
    /// let options = BatchOptions::new().id("order-17");
    /// account.batch(&mut operations, &options)?;
    /// assert_eq!(operations[1].count, 2);
    /// assert_eq!(account.batch(&mut operations, &options)?.status, Status::ALREADY_APPLIED);
    /// # Ok(())
    /// # }
    /// ```
    pub fn batch(&self, operations: &mut [Operation], options: &BatchOptions) -> Result<BatchResult> {
        let paths: Vec<Option<CString>> = operations
            .iter()
            .map(|operation| match &operation.target {
                Target::Path(path) => text(path).map(Some),
                Target::Node(_) => Ok(None),
            })
            .collect::<Result<_>>()?;
        let mut rows: Vec<sys::tally_operation> = operations
            .iter()
            .zip(&paths)
            .map(|(operation, path)| sys::tally_operation {
                kind: operation.kind.0,
                status: 0,
                path: path.as_ref().map_or(ptr::null(), |path| path.as_ptr()),
                node: if let Target::Node(node) = operation.target { node } else { 0 },
                value: operation.value,
                until: timestamp(operation.until),
                badge_kind: 0,
                flags: 0,
                count: 0,
                reserved: ptr::null_mut(),
            })
            .collect();
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let answer = check(options.with(|options| unsafe {
            sys::tally_badge_batch(self.as_ptr(), rows.as_mut_ptr(), rows.len(), options, &mut revision)
        })?);
        for (operation, row) in operations.iter_mut().zip(&rows) {
            operation.status = Status(row.status);
            operation.count = row.count;
            operation.badge_kind = row.badge_kind.into();
        }
        answer.map(|status| BatchResult { status, revision })
    }

    /// Performs operations on nodes, each on its own. The error is that of the first rejected one; the others are
    /// performed. Their outputs are set, also after an error.
    ///
    /// ```
    /// # use tally::NodeOperation;
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// # let account = engine.open_account("ann")?;
    /// let chat = account.resolve("chat")?;
    /// let mut operations = [NodeOperation::set(&chat, 2), NodeOperation::add(&chat, 3), NodeOperation::get(&chat)];
    /// account.apply_nodes(&mut operations)?;
    /// assert_eq!(operations[2].value, 5);
    /// # Ok(())
    /// # }
    /// ```
    pub fn apply_nodes(&self, operations: &mut [NodeOperation]) -> Result<()> {
        let mut rows: Vec<sys::tally_node_operation> = operations
            .iter()
            .map(|o| sys::tally_node_operation { node: o.node, value: o.value, kind: o.kind.0, status: 0 })
            .collect();
        // SAFETY: Handles are open as long as their owners. The rows live until the call returns.
        let answer = check(unsafe { sys::tally_node_apply(self.as_ptr(), rows.as_mut_ptr(), rows.len()) });
        for (operation, row) in operations.iter_mut().zip(&rows) {
            operation.status = Status(row.status);
            operation.value = row.value;
        }
        answer.map(drop)
    }

    /// Resolves a path, so that operations need not look it up again.
    pub fn resolve(&self, path: &str) -> Result<Node> {
        let path = text(path)?;
        let mut raw = 0;
        done(call!(tally_node_resolve(self.as_ptr(), path.as_ptr(), &mut raw)))?;
        Ok(Node { account: self.clone(), raw })
    }

    /// Reads the style of the path itself, without what it inherits.
    pub fn style(&self, path: &str) -> Result<Style> {
        let path = text(path)?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_style = unsafe { sys::sized() };
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let icon = text_out(|buffer, capacity, length| unsafe {
            sys::tally_style_get(self.as_ptr(), path.as_ptr(), &mut raw, buffer, capacity, length)
        })?;
        Ok(Style::from_raw(&raw, icon))
    }
}

/// A resolved path. It keeps its account, and is released when it is dropped.
#[derive(Debug)]
pub struct Node {
    pub(crate) account: Account,
    raw: sys::tally_node,
}

impl Node {
    /// The handle of C.
    pub fn as_raw(&self) -> sys::tally_node {
        self.raw
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_node_release(self.account.as_ptr(), self.raw) };
    }
}

/// The node of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A path.
    Path(String),
    /// From [`Node::as_raw`]. A node that was released fails with STALE_HANDLE.
    Node(u64),
}

impl From<&str> for Target {
    fn from(path: &str) -> Target {
        Target::Path(path.into())
    }
}

impl From<String> for Target {
    fn from(path: String) -> Target {
        Target::Path(path)
    }
}

impl From<&Node> for Target {
    fn from(node: &Node) -> Target {
        Target::Node(node.raw)
    }
}

/// One operation of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The kind of operation.
    pub kind: OperationKind,
    /// The node.
    pub target: Target,
    /// A count, a delta or a mode, by its kind.
    pub value: i64,
    /// When the badge or the mute ends; None: no end.
    pub until: Option<SystemTime>,
    /// Out: the operation's own status.
    pub status: Status,
    /// Out, GET: the count as of this operation.
    pub count: u64,
    /// Out, GET: the kind of badge as of this operation.
    pub badge_kind: BadgeKind,
}

impl Operation {
    /// An operation of any kind.
    pub fn new(
        kind: OperationKind,
        target: impl Into<Target>,
        value: i64,
        until: impl Into<Option<SystemTime>>,
    ) -> Operation {
        let (target, until) = (target.into(), until.into());
        Operation { kind, target, value, until, status: Status::OK, count: 0, badge_kind: BadgeKind::NONE }
    }

    /// Sets the node's own badge to a count. 0 removes the badge.
    pub fn set(target: impl Into<Target>, count: i64) -> Operation {
        Operation::new(OperationKind::SET, target, count, None)
    }

    /// Sets the own badge to a dot.
    pub fn dot(target: impl Into<Target>) -> Operation {
        Operation::new(OperationKind::DOT, target, 0, None)
    }

    /// Adds to the own count. The result must not be negative.
    pub fn add(target: impl Into<Target>, delta: i64) -> Operation {
        Operation::new(OperationKind::ADD, target, delta, None)
    }

    /// Clears the badge, as when the user has looked: OK, or HELD if a child still lights it.
    pub fn clear(target: impl Into<Target>) -> Operation {
        Operation::new(OperationKind::CLEAR, target, 0, None)
    }

    /// Clears the badges of the path and of everything below it.
    pub fn clear_tree(target: impl Into<Target>) -> Operation {
        Operation::new(OperationKind::CLEAR_TREE, target, 0, None)
    }

    /// Limits what the path contributes to its parent. until: when the mute ends; None: no end.
    pub fn mute(target: impl Into<Target>, mode: MuteMode, until: impl Into<Option<SystemTime>>) -> Operation {
        Operation::new(OperationKind::MUTE, target, mode.0.into(), until)
    }

    /// Reads what the path shows.
    pub fn get(target: impl Into<Target>) -> Operation {
        Operation::new(OperationKind::GET, target, 0, None)
    }
}

/// One operation of [`Account::apply_nodes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeOperation {
    /// The kind of operation.
    pub kind: OperationKind,
    /// From [`Node::as_raw`]. A node that was released fails with STALE_HANDLE.
    pub node: u64,
    /// A count, a delta or a mode, by its kind. Out, GET: the count, or -1 if the node shows no badge.
    pub value: i64,
    /// Out: the operation's own status.
    pub status: Status,
}

impl NodeOperation {
    /// An operation of any kind.
    pub fn new(kind: OperationKind, node: &Node, value: i64) -> NodeOperation {
        NodeOperation { kind, node: node.raw, value, status: Status::OK }
    }

    /// Sets the node's own badge to a count. 0 removes the badge.
    pub fn set(node: &Node, count: i64) -> NodeOperation {
        NodeOperation::new(OperationKind::SET, node, count)
    }

    /// Adds to the own count. The result must not be negative.
    pub fn add(node: &Node, delta: i64) -> NodeOperation {
        NodeOperation::new(OperationKind::ADD, node, delta)
    }

    /// Clears the badge, as when the user has looked: OK, or HELD if a child still lights it.
    pub fn clear(node: &Node) -> NodeOperation {
        NodeOperation::new(OperationKind::CLEAR, node, 0)
    }

    /// Reads the number that the node shows.
    pub fn get(node: &Node) -> NodeOperation {
        NodeOperation::new(OperationKind::GET, node, 0)
    }
}
