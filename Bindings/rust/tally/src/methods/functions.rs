// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, bytes_out, call, document_out, list_out, numbers_out, text, text_out, words_out};
use crate::page::all;
use crate::status::done;

impl Engine {
    /// Saves the readable parts of a damaged file in a new one.
    ///
    /// - `damaged`: only read, as is its log; no engine may have it open
    /// - `fresh`: must not exist; appears when it is complete and verified
    ///
    /// Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory
    /// rows are left out and counted. If anything was lost, feeds request everything from scratch.
    ///
    /// Returns the result.
    /// Errors: [`Status::EXISTS`] (fresh, or `<fresh>.recovering` of a killed run), [`Status::CONFLICT`] (a log of an
    /// earlier file lies beside fresh), [`Status::NOT_A_STORE`], [`Status::NEWER`], [`Status::LOCKED`],
    /// [`Status::CORRUPT`] (nothing can be read), [`Status::IO`], [`Status::FULL`], [`Status::READ_ONLY`],
    /// [`Status::PERMISSION`].
    /// Cost: O(size of the file).
    pub fn recover(damaged: &str, fresh: &str) -> Result<Recovery> {
        let (damaged, fresh) = (text(damaged)?, text(fresh)?);
        numbers_out(|out| call!(tally_file_recover(damaged.as_ptr(), fresh.as_ptr(), out)))
    }

    /// Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it
    /// fails, nothing is lost.
    ///
    /// Errors: [`Status::IO`] (also: there is no such file), [`Status::FULL`], [`Status::LOCKED`],
    /// [`Status::CORRUPT`], [`Status::NOT_A_STORE`], [`Status::NEWER`], [`Status::READ_ONLY`],
    /// [`Status::PERMISSION`].
    /// Cost: O(size of the file).
    pub fn vacuum(file: &str) -> Result<()> {
        let file = text(file)?;
        done(call!(tally_file_vacuum(file.as_ptr())))
    }
}

/// Computes the partition of an account, for hosts that divide accounts among machines.
///
/// The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is
/// the same on every machine and in every version. No engine is needed.
///
/// Errors: [`Status::ARGUMENT`] (an invalid name; partitions is 0).
pub fn account_hash(name: &str, partitions: u32) -> Result<u32> {
    let name = text(name)?;
    let mut result = 0;
    done(call!(tally_account_hash(name.as_ptr(), partitions, &mut result))).map(|()| result)
}

/// Shows what a mapping makes of a response, as a page of the wire format.
///
/// The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of
/// {"index", "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have
/// "total" instead of "count". preset and mapping are as mapping_preset and mapping of `FeedOptions`; one is
/// required.
///
/// Errors: [`Status::ARGUMENT`] (also: an unknown preset), [`Status::MALFORMED`] (the mapping),
/// [`Status::PROTOCOL`] (the response).
/// Cost: O(response, times texts of the mapping).
pub fn mapping_try(preset: Option<&str>, mapping: Option<&str>, body: &[u8]) -> Result<String> {
    let (preset, mapping) = (Optional::new(preset)?, Optional::new(mapping)?);
    document_out(|out| call!(tally_mapping_try(
        preset.as_ptr(), mapping.as_ptr(), body.as_ptr().cast(), body.len(), out,
    )))
}

/// Returns the patch that undoes a patch. No engine is needed.
///
/// Errors: [`Status::MALFORMED`].
/// Cost: O(size).
pub fn patch_inverse(patch: &[u8]) -> Result<Vec<u8>> {
    bytes_out(|out| call!(tally_patch_inverse(patch.as_ptr().cast(), patch.len(), out)))
}

/// Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
///
/// - `path`: relative to the top of the patch; `root`, "" or None: the top
/// - [`ListFlags::SUBTREE`]: the path itself and everything below it
/// - `after`: the `next` of the page before; None: the first page
/// - `limit`: the largest number of rows
///
/// Each call checks the bytes again.
///
/// Errors: [`Status::MALFORMED`], [`Status::PATH`].
/// Cost: O(size).
pub fn patch_list(
    patch: &[u8],
    path: &str,
    flags: ListFlags,
    after: Option<&str>,
    limit: usize,
) -> Result<Page<PatchEntry>> {
    let (path, after) = (text(path)?, Optional::new(after)?);
    list_out(limit, after.as_ptr(), |rows, after| call!(tally_patch_list(
        patch.as_ptr().cast(), patch.len(), path.as_ptr(), flags.bits(), after, rows,
    )))
}

/// All rows of [`patch_list`], page by page.
pub fn all_patch_list<'a>(
    patch: &'a [u8],
    path: &'a str,
    flags: ListFlags,
) -> impl Iterator<Item = Result<PatchEntry>> + 'a {
    all(move |after| patch_list(patch, path, flags, after, 1000))
}

/// Reads how to draw any other badge, such as the total over the accounts. No engine is needed.
///
/// - `badge`: a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
/// - `style`: None means all defaults
///
/// Errors: [`Status::ARGUMENT`] (the badge, or the style), [`Status::RANGE`] (of the style).
///
/// ```
/// assert_eq!(tally::present(&tally::Badge::new(tally::BadgeKind::NUMBER, 120), None).unwrap().text, "99+");
/// ```
pub fn present(badge: &Badge, style: Option<&Style>) -> Result<Presentation> {
    Style::lend(style, |style| words_out(|out, buffer, capacity, length| call!(tally_present(
        &badge.raw(), style, out, buffer, capacity, length,
    ))))?
}

/// Returns a name as a component of a path, with `\.` and `\\`.
///
/// Errors: [`Status::PATH`] (not a component).
pub fn path_escape(name: &str) -> Result<String> {
    let name = text(name)?;
    text_out(|buffer, capacity, length| call!(tally_path_escape(name.as_ptr(), buffer, capacity, length)))
}

/// Returns a path and a component below it, `name`, which it escapes.
///
/// - `path`: `root`, or components separated by dots
///
/// Errors: [`Status::PATH`].
///
/// ```
/// assert_eq!(tally::path_join("chat", "bo.b").unwrap(), r"root.chat.bo\.b");
/// ```
pub fn path_join(path: &str, name: &str) -> Result<String> {
    let (path, name) = (text(path)?, text(name)?);
    text_out(|buffer, capacity, length| call!(tally_path_join(
        path.as_ptr(), name.as_ptr(), buffer, capacity, length,
    )))
}

/// Returns the parent of a path.
///
/// - `path`: `root`, or components separated by dots
///
/// Errors: [`Status::PATH`], [`Status::NOT_FOUND`] (`root` has none).
pub fn path_parent(path: &str) -> Result<String> {
    let path = text(path)?;
    text_out(|buffer, capacity, length| call!(tally_path_parent(path.as_ptr(), buffer, capacity, length)))
}

/// Returns a component of a path, without escapes.
///
/// - `path`: `root`, or components separated by dots
/// - `index`: from 0; `root` is not counted
///
/// Errors: [`Status::PATH`], [`Status::NOT_FOUND`] (beyond the last one).
pub fn path_component(path: &str, index: usize) -> Result<String> {
    let path = text(path)?;
    text_out(|buffer, capacity, length| call!(tally_path_component(
        path.as_ptr(), index, buffer, capacity, length,
    )))
}
