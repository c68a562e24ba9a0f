// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, bytes_out, call, list_out, text};
use crate::page::all;

impl Snapshot {
    /// Decodes the bytes of a snapshot.
    ///
    /// Errors: [`Status::MALFORMED`].
    /// Cost: O(size).
    pub fn decode(content: &[u8]) -> Result<Snapshot> {
        Snapshot::made(|out| call!(tally_snapshot_decode(content.as_ptr().cast(), content.len(), out)))
    }

    /// Returns the bytes of a snapshot.
    ///
    /// Cost: O(size).
    pub fn encode(&self) -> Result<Vec<u8>> {
        bytes_out(|out| call!(tally_snapshot_encode(self.as_ptr(), out)))
    }

    /// Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
    ///
    /// Cost: O(bytes), at the speed of comparing memory where they are equal.
    pub fn diff(&self, to: &Snapshot) -> Result<Vec<u8>> {
        bytes_out(|out| call!(tally_snapshot_diff(self.as_ptr(), to.as_ptr(), out)))
    }

    /// Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No
    /// engine is needed.
    ///
    /// - `path`: relative to the top of the snapshot; `root`, "" or None: the top
    /// - [`ListFlags::SUBTREE`]: the path itself and everything below it
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// A badge that has ended is listed too.
    ///
    /// Errors: [`Status::PATH`].
    /// Cost: O(nodes of the snapshot), with little work for those that are not listed.
    pub fn list(&self, path: &str, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<Page<SnapshotEntry>> {
        let (path, after) = (text(path)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_snapshot_list(
            self.as_ptr(), path.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Snapshot::list`], page by page.
    pub fn all_list<'a>(&'a self, path: &'a str, flags: ListFlags) -> impl Iterator<Item = Result<SnapshotEntry>> + 'a {
        all(move |after| self.list(path, flags, after, 1000))
    }
}
