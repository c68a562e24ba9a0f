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

/// Bytes that C lends.
pub(crate) unsafe fn lent_bytes(bytes: *const c_void, size: usize) -> Vec<u8> {
    if size == 0 {
        return Vec::new();
    }
    std::slice::from_raw_parts(bytes.cast::<u8>(), size).to_vec()
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

/// The text that `call(buffer, capacity, out_length)` writes.
pub(crate) fn text_out(mut call: impl FnMut(*mut c_char, usize, *mut usize) -> i32) -> Result<String> {
    let mut buffer = vec![0u8; 256];
    loop {
        let mut length = 0;
        let answer = call(buffer.as_mut_ptr().cast(), buffer.len(), &mut length);
        if answer != sys::TALLY_ERROR_BUFFER_TOO_SMALL {
            check(answer)?;
            buffer.truncate(length);
            return Ok(whole(buffer));
        }
        buffer.resize(length + 1, 0);
    }
}

fn whole(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Bytes that the library has allocated. Dropping releases them.
struct Owned(sys::tally_bytes);

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: The library has filled the structure, or it is empty.
        unsafe { sys::tally_bytes_release(&mut self.0) }
    }
}

/// A copy of the bytes that `call(out)` allocates.
pub(crate) fn bytes_out(call: impl FnOnce(*mut sys::tally_bytes) -> i32) -> Result<Vec<u8>> {
    let mut out = Owned(sys::tally_bytes { data: ptr::null(), size: 0 });
    check(call(&mut out.0))?;
    if out.0.data.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: The library has allocated so many bytes, which are released behind this copy.
    Ok(unsafe { std::slice::from_raw_parts(out.0.data.cast(), out.0.size) }.to_vec())
}

/// The same of bytes that are a text.
pub(crate) fn document_out(call: impl FnOnce(*mut sys::tally_bytes) -> i32) -> Result<String> {
    bytes_out(call).map(whole)
}

/// Calls a function of the library.
macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns, and are as
        // large as the call says.
        unsafe { sys::$function($($argument),*) }
    };
}
pub(crate) use call;

/// A structure of numbers.
pub(crate) trait Numbers: Sized {
    type Raw;
    /// For the library to fill: with its size, if it has one.
    fn room() -> Self::Raw;
    fn of(raw: &Self::Raw) -> Self;
}

/// A structure, and a text that belongs to it.
pub(crate) trait WithText: Sized {
    type Raw;
    /// As of Numbers.
    fn room() -> Self::Raw;
    fn of(raw: &Self::Raw, text: String) -> Self;
}

pub(crate) fn numbers_out<N: Numbers>(call: impl FnOnce(*mut N::Raw) -> i32) -> Result<N> {
    let mut raw = N::room();
    check(call(&mut raw))?;
    Ok(N::of(&raw))
}

pub(crate) fn words_out<W: WithText>(
    mut call: impl FnMut(*mut W::Raw, *mut c_char, usize, *mut usize) -> i32,
) -> Result<W> {
    let mut raw = W::room();
    let text = text_out(|buffer, capacity, length| call(&mut raw, buffer, capacity, length))?;
    Ok(W::of(&raw, text))
}

/// A structure with texts in a buffer that others share.
pub(crate) trait Record: Sized {
    type Raw: Copy;
    fn read(raw: &Self::Raw, text: &[u8]) -> Self;
}

/// The rows that one call asks for at most. A longer list is made of several calls.
const MOST_ROWS: usize = 10_000;

/// The buffers of a list, and what the last call has written to them.
struct Buffers<T: Record> {
    entries: Vec<T::Raw>,
    text: Vec<u8>,
    /// The text that continues the list, if the last call has left out rows.
    next: Option<CString>,
}

impl<T: Record> Buffers<T> {
    fn new(limit: usize) -> Buffers<T> {
        let rows = limit.min(MOST_ROWS);
        Buffers { entries: Vec::with_capacity(rows), text: vec![0u8; 4096 + 64 * rows], next: None }
    }

    /// Calls `call(rows)` for at most `limit` rows. If not even one fits, makes room and calls again.
    fn fill(&mut self, limit: usize, mut call: impl FnMut(*mut sys::tally_rows) -> i32) -> Result<Status> {
        loop {
            self.entries.clear();
            // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
            let mut rows: sys::tally_rows = unsafe { sys::sized() };
            rows.entry_size = std::mem::size_of::<T::Raw>() as u32;
            rows.entries = self.entries.as_mut_ptr().cast();
            rows.capacity = self.entries.capacity().min(limit);
            rows.text = self.text.as_mut_ptr().cast();
            rows.text_capacity = self.text.len();
            let answer = call(&mut rows);
            // With a limit of 0 no room suffices.
            if answer == sys::TALLY_ERROR_BUFFER_TOO_SMALL && limit > 0 {
                self.grow(rows.count, rows.text_size);
                continue;
            }
            let status = check(answer)?;
            // SAFETY: The library has written the text into `text`, ended by NUL.
            self.next = (!rows.next.is_null()).then(|| unsafe { CStr::from_ptr(rows.next) }.to_owned());
            // SAFETY: The library has written so many entries, which it never reports beyond the capacity.
            unsafe { self.entries.set_len(rows.count.min(rows.capacity)) };
            return Ok(status);
        }
    }

    /// Makes the room that a call needs. Some calls do not say what they need: they get twice as much.
    fn grow(&mut self, rows: usize, text: usize) {
        let (rows, text) = match rows > self.entries.capacity() || text > self.text.len() {
            true => (rows.max(self.entries.capacity()), text.max(self.text.len())),
            false => (2 * self.entries.capacity(), 2 * self.text.len()),
        };
        self.entries.reserve(rows);
        self.text.resize(text, 0);
    }

    fn read(&self) -> impl Iterator<Item = T> + '_ {
        self.entries.iter().map(|raw| T::read(raw, &self.text))
    }

    fn next(&self) -> Option<String> {
        self.next.as_ref().map(|next| next.to_string_lossy().into_owned())
    }
}

/// The rows of one call, `limit` at most, with its status: at least one row, if there are any.
pub(crate) fn part_out<T: Record>(
    limit: usize,
    call: impl FnMut(*mut sys::tally_rows) -> i32,
) -> Result<(Page<T>, Status)> {
    let mut buffers = Buffers::new(limit);
    let status = buffers.fill(limit, call)?;
    Ok((Page { entries: buffers.read().collect(), more: status == Status::MORE, next: buffers.next() }, status))
}

/// At most `limit` rows behind `after`, by as many calls of `call(rows, after)` as they take.
pub(crate) fn list_out<T: Record>(
    limit: usize,
    after: *const c_char,
    mut call: impl FnMut(*mut sys::tally_rows, *const c_char) -> i32,
) -> Result<Page<T>> {
    let mut buffers = Buffers::new(limit);
    let mut entries = Vec::new();
    loop {
        // The call must not read what it writes to, so the text is a copy.
        let behind = buffers.next.take();
        let from = behind.as_ref().map_or(after, |text| text.as_ptr());
        let more = buffers.fill(limit - entries.len(), |rows| call(rows, from))? == Status::MORE;
        entries.extend(buffers.read());
        if !more || entries.len() >= limit {
            return Ok(Page { entries, more, next: buffers.next() });
        }
    }
}

/// A list that comes in one call, and a structure beside it.
pub(crate) fn pair_out<T: Record, N: Numbers>(
    mut call: impl FnMut(*mut sys::tally_rows, *mut N::Raw) -> i32,
) -> Result<(Vec<T>, N)> {
    let mut raw = N::room();
    let (page, _) = part_out(usize::MAX, |rows| call(rows, &mut raw))?;
    Ok((page.entries, N::of(&raw)))
}

/// The only row of a list.
pub(crate) fn row_out<T: Record>(call: impl FnMut(*mut sys::tally_rows) -> i32) -> Result<T> {
    let first = part_out(1, call)?.0.entries.into_iter().next();
    first.ok_or_else(|| Error::new(Status::INTERNAL, "the library has written no row"))
}

pub(crate) fn at(text: &[u8], offset: u32, length: u32) -> String {
    let bytes = text.get(offset as usize..offset as usize + length as usize).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}
