// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{bytes_out, call, text};
use crate::status::done;

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

    /// Replaces the contents of `path` and its subtree with the snapshot.
    ///
    /// - `account`: an account of the same engine
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::CONFLICT`], [`Status::IO`], [`Status::FULL`].
    pub fn restore(&self, account: &Account, path: &str) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_snapshot_restore(self.as_ptr(), account.as_ptr(), path.as_ptr())))
    }
}
