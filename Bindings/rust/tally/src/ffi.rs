//! Texts, bytes and lists on their way in and out.

use crate::status::{check, Error, Result, Status};
use crate::values::Page;
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_void};
use std::ptr;
use tally_sys as sys;

/// A text that C keeps for ever.
pub(crate) fn borrowed(text: *const c_char) -> &'static str {
    // SAFETY: The library keeps the text for ever, ended by NUL.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default()
}

/// A text that C lends.
pub(crate) unsafe fn lent(text: *const c_char) -> String {
    if text.is_null() {
        String::new()
    } else {
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

pub(crate) fn last_message() -> String {
    let mut words = [0u8; 1024];
    let mut length = 0;
    // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
    let answer = unsafe { sys::tally_error_message(words.as_mut_ptr().cast(), words.len(), &mut length) };
    let length = if answer < 0 { 0 } else { length };
    String::from_utf8_lossy(&words[..length]).into_owned()
}

pub(crate) fn text(value: &str) -> Result<CString> {
    CString::new(value)
        .map_err(|error| Error::new(Status::ARGUMENT, format!("a text holds U+0000, at byte {}", error.nul_position())))
}

/// A text, or NULL.
pub(crate) struct Optional(Option<CString>);

impl Optional {
    pub(crate) fn new(value: Option<&str>) -> Result<Optional> {
        Ok(Optional(value.map(text).transpose()?))
    }

    pub(crate) fn as_ptr(&self) -> *const c_char {
        self.0.as_ref().map_or(ptr::null(), |text| text.as_ptr())
    }
}

/// Bytes out: `call(buffer, capacity, out_size)` until they fit. `nul`: bytes beside those that are reported.
fn grown(nul: usize, mut call: impl FnMut(*mut u8, usize, &mut usize) -> i32) -> Result<Vec<u8>> {
    let mut buffer = vec![0u8; 256];
    loop {
        let mut size = 0;
        let answer = call(buffer.as_mut_ptr(), buffer.len(), &mut size);
        if answer != sys::TALLY_ERROR_BUFFER_TOO_SMALL {
            check(answer)?;
            buffer.truncate(size);
            return Ok(buffer);
        }
        buffer.resize(size + nul, 0);
    }
}

pub(crate) fn text_out(mut call: impl FnMut(*mut c_char, usize, *mut usize) -> i32) -> Result<String> {
    let bytes = grown(1, |buffer, capacity, size| call(buffer.cast(), capacity, size))?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

pub(crate) fn bytes_out(mut call: impl FnMut(*mut c_void, usize, *mut usize) -> i32) -> Result<Vec<u8>> {
    grown(0, |buffer, capacity, size| call(buffer.cast(), capacity, size))
}

/// A structure out, of the size that it has here.
///
/// # Safety
/// As of [`sys::sized`].
pub(crate) unsafe fn filled<T>(call: impl FnOnce(*mut T) -> i32) -> Result<T> {
    let mut raw: T = sys::sized();
    check(call(&mut raw))?;
    Ok(raw)
}

/// The size that a list needs.
#[derive(Default)]
pub(crate) struct Size {
    pub(crate) count: usize,
    pub(crate) text: usize,
}

/// A structure with texts in a buffer that others share.
pub(crate) trait Record: Sized {
    type Raw: Copy;
    fn read(raw: &Self::Raw, text: &[u8]) -> Self;
}

/// A list out: `call(entries, capacity, text, text_capacity, size)` until it fits.
pub(crate) fn list_out<T: Record>(
    mut call: impl FnMut(*mut T::Raw, usize, *mut c_char, usize, &mut Size) -> i32,
) -> Result<Page<T>> {
    let mut entries: Vec<T::Raw> = Vec::with_capacity(128);
    let mut text = vec![0u8; 8192];
    loop {
        let mut size = Size::default();
        let capacity = entries.capacity();
        let answer = call(entries.as_mut_ptr(), capacity, text.as_mut_ptr().cast(), text.len(), &mut size);
        if answer != sys::TALLY_ERROR_BUFFER_TOO_SMALL {
            let more = check(answer)? == Status::MORE;
            // SAFETY: The library has written so many entries, which it never reports beyond the capacity.
            unsafe { entries.set_len(size.count.min(capacity)) };
            return Ok(Page { entries: entries.iter().map(|raw| T::read(raw, &text)).collect(), more });
        }
        entries.reserve(size.count);
        if size.text > text.len() {
            text.resize(size.text, 0);
        }
    }
}

pub(crate) fn at(text: &[u8], offset: u32, length: u32) -> String {
    let bytes = text.get(offset as usize..offset as usize + length as usize).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}
