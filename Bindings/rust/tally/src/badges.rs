use crate::account::Account;
use crate::ffi::{bytes_out, list_out, some_out, text, text_out, Optional};
use crate::snapshot::Snapshot;
use crate::status::{check, Result, Status};
use crate::values::*;
use std::ffi::CString;
use std::os::raw::c_char;
use std::ptr;
use tally_sys as sys;

/// Badges.
impl Account {
    fn on_path(&self, path: &str, call: impl FnOnce(*mut sys::tally_account, *const c_char) -> i32) -> Result<Status> {
        let path = text(path)?;
        check(call(self.as_ptr(), path.as_ptr()))
    }

    /// Sets the path's own badge to a count. 0 removes the badge.
    pub fn set(&self, path: &str, count: i64) -> Result<()> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_set(account, path, count) }).map(drop)
    }

    /// Sets the own badge to a dot.
    pub fn dot(&self, path: &str) -> Result<()> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_dot(account, path) }).map(drop)
    }

    /// Sets the own badge to a count, with an end. until: a timestamp; 0: no end.
    pub fn set_until(&self, path: &str, count: i64, until: i64) -> Result<()> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_set_until(account, path, count, until) }).map(drop)
    }

    /// Sets the own badge to a dot, with an end. until: a timestamp; 0: no end.
    pub fn dot_until(&self, path: &str, until: i64) -> Result<()> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_dot_until(account, path, until) }).map(drop)
    }

    /// Adds to the own count. The result must not be negative.
    pub fn add(&self, path: &str, delta: i64) -> Result<()> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_add(account, path, delta) }).map(drop)
    }

    /// Clears the badge, as when the user has looked. Returns OK, or HELD if a child still lights the path.
    pub fn clear(&self, path: &str) -> Result<Status> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_clear(account, path) })
    }

    /// Clears the badges of the path and of everything below it.
    pub fn clear_tree(&self, path: &str) -> Result<Status> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_clear_tree(account, path) })
    }

    /// Limits what the path contributes to its parent. mode: `TALLY_MUTE_…`. until: a timestamp; 0: no end.
    pub fn mute(&self, path: &str, mode: i32, until: i64) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_mute(account, path, mode, until) }).map(drop)
    }

    /// Reads what the path shows.
    pub fn get(&self, path: &str) -> Result<Badge> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        Badge::read(|out| unsafe { sys::tally_badge_get(self.as_ptr(), path.as_ptr(), out) })
    }

    /// Lists the nodes that show a badge or are muted.
    pub fn list(&self, path: &str, flags: ListFlags) -> Result<BadgeList> {
        self.list_page(path, flags, None, usize::MAX)
    }

    /// Lists at most `limit` rows of [`Account::list`], after a path. Pages with the same revision are of one moment.
    pub fn list_page(&self, path: &str, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<BadgeList> {
        let path = text(path)?;
        let after = Optional::new(after)?;
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let page = list_out(limit, |rows| unsafe {
            sys::tally_badge_list(self.as_ptr(), path.as_ptr(), flags.bits(), after.as_ptr(), rows, &mut revision)
        })?;
        Ok(BadgeList { entries: page.entries, revision, more: page.more })
    }

    /// Lists the badges that changed after a revision. epoch: from [`Account::state`]; 0: not compared.
    pub fn changes(&self, since: u64, epoch: u64) -> Result<Changes> {
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let (entries, status) = some_out(usize::MAX, |rows| unsafe {
            sys::tally_badge_changes(self.as_ptr(), since, epoch, rows, &mut revision)
        })?;
        Ok(Changes { entries, revision, status })
    }

    /// Lists the reasons why a path shows what it shows.
    pub fn explain(&self, path: &str) -> Result<Vec<Reason>> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let page =
            list_out(usize::MAX, |rows| unsafe { sys::tally_badge_explain(self.as_ptr(), path.as_ptr(), 0, rows) })?;
        Ok(page.entries)
    }

    /// Takes a snapshot of what the path and its subtree own.
    pub fn snapshot(&self, path: &str) -> Result<Snapshot> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        Snapshot::made(|out| unsafe { sys::tally_snapshot_take(self.as_ptr(), path.as_ptr(), out) })
    }

    /// Computes a number that is equal for equal subtrees, and hardly ever for others.
    pub fn digest(&self, path: &str) -> Result<u64> {
        let mut result = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        self.on_path(path, |account, path| unsafe { sys::tally_badge_digest(account, path, &mut result) })?;
        Ok(result)
    }

    /// Computes the patch from a subtree to a subtree of another account, or of this one.
    pub fn diff(&self, path: &str, to: &Account, to_path: &str) -> Result<Vec<u8>> {
        let (path, to_path) = (text(path)?, text(to_path)?);
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        bytes_out(|buffer, capacity, size| unsafe {
            sys::tally_badge_diff(self.as_ptr(), path.as_ptr(), to.as_ptr(), to_path.as_ptr(), buffer, capacity, size)
        })
    }

    /// Applies a patch. CONFLICT: the nodes are not in the state that the patch begins with.
    pub fn apply(&self, path: &str, patch: &[u8], flags: ApplyFlags) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        self.on_path(path, |account, path| unsafe {
            sys::tally_badge_apply(account, path, patch.as_ptr().cast(), patch.len(), flags.bits())
        })
        .map(drop)
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
                kind: operation.kind,
                status: 0,
                path: path.as_ref().map_or(ptr::null(), |path| path.as_ptr()),
                node: if let Target::Node(node) = operation.target { node } else { 0 },
                value: operation.value,
                until: operation.until,
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
            operation.badge_kind = row.badge_kind;
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
            .map(|o| sys::tally_node_operation { node: o.node, value: o.value, kind: o.kind, status: 0 })
            .collect();
        // SAFETY: Handles are open as long as their owners. The rows live until the call returns.
        let answer = check(unsafe { sys::tally_node_apply(self.as_ptr(), rows.as_mut_ptr(), rows.len()) });
        for (operation, row) in operations.iter_mut().zip(&rows) {
            operation.status = Status(row.status);
            operation.value = row.value;
        }
        answer.map(drop)
    }

    /// How far a source was applied.
    pub fn batch_position(&self, source: &str) -> Result<BatchPosition> {
        let mut result = BatchPosition::default();
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.on_path(source, |account, source| unsafe {
            sys::tally_batch_position(account, source, &mut result.epoch, &mut result.position)
        })?;
        Ok(result)
    }

    /// Resolves a path, so that operations need not look it up again.
    pub fn resolve(&self, path: &str) -> Result<Node> {
        let mut raw = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        self.on_path(path, |account, path| unsafe { sys::tally_node_resolve(account, path, &mut raw) })?;
        Ok(Node { account: self.clone(), raw })
    }

    /// Reads how to draw a path.
    pub fn present(&self, path: &str) -> Result<Presentation> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        Presentation::read(|out, buffer, capacity, length| unsafe {
            sys::tally_badge_present(self.as_ptr(), path.as_ptr(), out, buffer, capacity, length)
        })
    }

    /// Replaces the style of a path. None removes it.
    pub fn set_style(&self, path: &str, style: Option<&Style>) -> Result<()> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let call = |style| unsafe { sys::tally_style_set(self.as_ptr(), path.as_ptr(), style) };
        check(match style {
            Some(style) => style.with(call)?,
            None => call(ptr::null()),
        })
        .map(drop)
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
    account: Account,
    raw: sys::tally_node,
}

impl Node {
    /// The path.
    pub fn path(&self) -> Result<String> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        text_out(|buffer, capacity, length| unsafe {
            sys::tally_node_path(self.account.as_ptr(), self.raw, buffer, capacity, length)
        })
    }

    /// Sets the node's own badge to a count. 0 removes the badge.
    pub fn set(&self, count: i64) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_set(self.account.as_ptr(), self.raw, count) }).map(drop)
    }

    /// Sets the own badge to a dot.
    pub fn dot(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_dot(self.account.as_ptr(), self.raw) }).map(drop)
    }

    /// Sets the own badge to a count, with an end. until: a timestamp; 0: no end.
    pub fn set_until(&self, count: i64, until: i64) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_set_until(self.account.as_ptr(), self.raw, count, until) }).map(drop)
    }

    /// Sets the own badge to a dot, with an end. until: a timestamp; 0: no end.
    pub fn dot_until(&self, until: i64) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_dot_until(self.account.as_ptr(), self.raw, until) }).map(drop)
    }

    /// Adds to the own count. The result must not be negative.
    pub fn add(&self, delta: i64) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_add(self.account.as_ptr(), self.raw, delta) }).map(drop)
    }

    /// Clears the badge, as when the user has looked: OK, or HELD if a child still lights it.
    pub fn clear(&self) -> Result<Status> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_clear(self.account.as_ptr(), self.raw) })
    }

    /// Clears the badges of the path and of everything below it.
    pub fn clear_tree(&self) -> Result<Status> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_clear_tree(self.account.as_ptr(), self.raw) })
    }

    /// Limits what the path contributes to its parent. mode: `TALLY_MUTE_…`. until: a timestamp; 0: no end.
    pub fn mute(&self, mode: i32, until: i64) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_node_mute(self.account.as_ptr(), self.raw, mode, until) }).map(drop)
    }

    /// Reads what the path shows.
    pub fn get(&self) -> Result<Badge> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        Badge::read(|out| unsafe { sys::tally_node_get(self.account.as_ptr(), self.raw, out) })
    }

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
    /// `TALLY_OP_…`
    pub kind: i32,
    /// The node.
    pub target: Target,
    /// A count, a delta or a mode, by its kind.
    pub value: i64,
    /// When the badge or the mute ends; 0: no end.
    pub until: i64,
    /// Out: the operation's own status.
    pub status: Status,
    /// Out, GET: the count as of this operation.
    pub count: u64,
    /// Out, GET: `TALLY_KIND_…`
    pub badge_kind: i32,
}

impl Operation {
    /// An operation of any kind.
    pub fn new(kind: i32, target: impl Into<Target>, value: i64, until: i64) -> Operation {
        Operation { kind, target: target.into(), value, until, status: Status::OK, count: 0, badge_kind: 0 }
    }

    /// Sets the node's own badge to a count. 0 removes the badge.
    pub fn set(target: impl Into<Target>, count: i64) -> Operation {
        Operation::new(sys::TALLY_OP_SET, target, count, 0)
    }

    /// Sets the own badge to a dot.
    pub fn dot(target: impl Into<Target>) -> Operation {
        Operation::new(sys::TALLY_OP_DOT, target, 0, 0)
    }

    /// Adds to the own count. The result must not be negative.
    pub fn add(target: impl Into<Target>, delta: i64) -> Operation {
        Operation::new(sys::TALLY_OP_ADD, target, delta, 0)
    }

    /// Clears the badge, as when the user has looked: OK, or HELD if a child still lights it.
    pub fn clear(target: impl Into<Target>) -> Operation {
        Operation::new(sys::TALLY_OP_CLEAR, target, 0, 0)
    }

    /// Clears the badges of the path and of everything below it.
    pub fn clear_tree(target: impl Into<Target>) -> Operation {
        Operation::new(sys::TALLY_OP_CLEAR_TREE, target, 0, 0)
    }

    /// Limits what the path contributes to its parent. mode: `TALLY_MUTE_…`. until: a timestamp; 0: no end.
    pub fn mute(target: impl Into<Target>, mode: i32, until: i64) -> Operation {
        Operation::new(sys::TALLY_OP_MUTE, target, mode.into(), until)
    }

    /// Reads what the path shows.
    pub fn get(target: impl Into<Target>) -> Operation {
        Operation::new(sys::TALLY_OP_GET, target, 0, 0)
    }
}

/// One operation of [`Account::apply_nodes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeOperation {
    /// `TALLY_OP_…`
    pub kind: i32,
    /// From [`Node::as_raw`]. A node that was released fails with STALE_HANDLE.
    pub node: u64,
    /// A count, a delta or a mode, by its kind. Out, GET: the count, or -1 if the node shows no badge.
    pub value: i64,
    /// Out: the operation's own status.
    pub status: Status,
}

impl NodeOperation {
    /// An operation of any kind.
    pub fn new(kind: i32, node: &Node, value: i64) -> NodeOperation {
        NodeOperation { kind, node: node.raw, value, status: Status::OK }
    }

    /// Sets the node's own badge to a count. 0 removes the badge.
    pub fn set(node: &Node, count: i64) -> NodeOperation {
        NodeOperation::new(sys::TALLY_OP_SET, node, count)
    }

    /// Adds to the own count. The result must not be negative.
    pub fn add(node: &Node, delta: i64) -> NodeOperation {
        NodeOperation::new(sys::TALLY_OP_ADD, node, delta)
    }

    /// Clears the badge, as when the user has looked: OK, or HELD if a child still lights it.
    pub fn clear(node: &Node) -> NodeOperation {
        NodeOperation::new(sys::TALLY_OP_CLEAR, node, 0)
    }

    /// Reads the number that the node shows.
    pub fn get(node: &Node) -> NodeOperation {
        NodeOperation::new(sys::TALLY_OP_GET, node, 0)
    }
}
