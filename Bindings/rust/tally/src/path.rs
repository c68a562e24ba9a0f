//! Functions that need no engine.

use crate::ffi::{text, text_out, Optional};
use crate::status::{check, Result};
use crate::values::{Presentation, Style};
use tally_sys as sys;

/// Returns a name as a component of a path, with escapes.
pub fn path_escape(name: &str) -> Result<String> {
    let name = text(name)?;
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    text_out(|buffer, capacity, length| unsafe { sys::tally_path_escape(name.as_ptr(), buffer, capacity, length) })
}

/// Returns a path with a component below it, which it escapes.
///
/// ```
/// assert_eq!(tally::path_join("chat", "bo.b").unwrap(), r"root.chat.bo\.b");
/// ```
pub fn path_join(path: &str, name: &str) -> Result<String> {
    let (path, name) = (text(path)?, text(name)?);
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    text_out(|buffer, capacity, length| unsafe {
        sys::tally_path_join(path.as_ptr(), name.as_ptr(), buffer, capacity, length)
    })
}

/// Returns the parent of a path. NOT_FOUND: root has none.
pub fn path_parent(path: &str) -> Result<String> {
    let path = text(path)?;
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    text_out(|buffer, capacity, length| unsafe { sys::tally_path_parent(path.as_ptr(), buffer, capacity, length) })
}

/// Returns a component of a path, without escapes. index: from 0. NOT_FOUND: beyond the last one.
pub fn path_component(path: &str, index: usize) -> Result<String> {
    let path = text(path)?;
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    text_out(|buffer, capacity, length| unsafe {
        sys::tally_path_component(path.as_ptr(), index, buffer, capacity, length)
    })
}

/// Computes the partition of an account. It is the same on every machine and in every version.
pub fn account_hash(name: &str, partitions: u32) -> Result<u32> {
    let name = text(name)?;
    let mut result = 0;
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    check(unsafe { sys::tally_account_hash(name.as_ptr(), partitions, &mut result) })?;
    Ok(result)
}

/// Returns how to draw a count, without an account. kind: `TALLY_KIND_…`
///
/// ```
/// assert_eq!(tally::present(tally::sys::TALLY_KIND_NUMBER, 120, None).unwrap().text, "99+");
/// ```
pub fn present(kind: i32, count: u64, style: Option<&Style>) -> Result<Presentation> {
    let call = |style| {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        Presentation::read(|out, buffer, capacity, length| unsafe {
            sys::tally_present(kind, count, style, out, buffer, capacity, length)
        })
    };
    match style {
        Some(style) => style.with(call)?,
        None => call(std::ptr::null()),
    }
}

/// Returns what a mapping makes of a response: a page of the wire format. It is for authors of mappings.
pub fn mapping_try(preset: Option<&str>, mapping: Option<&str>, body: &[u8]) -> Result<String> {
    let (preset, mapping) = (Optional::new(preset)?, Optional::new(mapping)?);
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    text_out(|buffer, capacity, length| unsafe {
        sys::tally_mapping_try(
            preset.as_ptr(),
            mapping.as_ptr(),
            body.as_ptr().cast(),
            body.len(),
            buffer,
            capacity,
            length,
        )
    })
}
