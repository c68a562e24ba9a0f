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

/// A structure of numbers, and a text that belongs to them.
pub(crate) trait WithText: Sized {
    type Numbers: Numbers;
    fn of(numbers: Self::Numbers, text: String) -> Self;
}

pub(crate) fn numbers_out<N: Numbers>(call: impl FnOnce(*mut N::Raw) -> i32) -> Result<N> {
    let mut raw = N::room();
    check(call(&mut raw))?;
    Ok(N::of(&raw))
}

pub(crate) fn words_out<W: WithText>(
    mut call: impl FnMut(*mut <W::Numbers as Numbers>::Raw, *mut c_char, usize, *mut usize) -> i32,
) -> Result<W> {
    let mut raw = W::Numbers::room();
    let text = text_out(|buffer, capacity, length| call(&mut raw, buffer, capacity, length))?;
    Ok(W::of(W::Numbers::of(&raw), text))
}

/// A structure with texts in a buffer that others share.
pub(crate) trait Record: Sized {
    type Raw: Copy;
    fn read(raw: &Self::Raw, text: &[u8]) -> Self;
}

/// The buffers of a list, and what the last call has written to them.
struct Buffers<T: Record> {
    entries: Vec<T::Raw>,
    text: Vec<u8>,
    /// The rows that the last call has written, or, if nothing fits, those that need room.
    count: usize,
    text_size: usize,
    /// The text that continues the list, if the last call has left out rows.
    next: Option<String>,
}

impl<T: Record> Buffers<T> {
    fn new(limit: usize) -> Buffers<T> {
        let (entries, text) = (Vec::with_capacity(limit.min(128)), vec![0u8; 16384]);
        Buffers { entries, text, count: 0, text_size: 0, next: None }
    }

    fn fill(&mut self, limit: usize, call: &mut impl FnMut(*mut sys::tally_rows) -> i32) -> i32 {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut rows: sys::tally_rows = unsafe { sys::sized() };
        rows.entry_size = std::mem::size_of::<T::Raw>() as u32;
        self.entries.clear();
        rows.entries = self.entries.as_mut_ptr().cast();
        rows.capacity = self.entries.capacity().min(limit);
        rows.text = self.text.as_mut_ptr().cast();
        rows.text_capacity = self.text.len();
        let answer = call(&mut rows);
        (self.count, self.text_size) = (rows.count, rows.text_size);
        // SAFETY: The library has written the text into `text`, ended by NUL.
        self.next = (!rows.next.is_null()).then(|| unsafe { lent(rows.next) });
        if answer >= 0 {
            // SAFETY: The library has written so many entries, which it never reports beyond the capacity.
            unsafe { self.entries.set_len(rows.count.min(rows.capacity)) };
        }
        answer
    }

    /// Makes room for `factor` times as much, and for what the last call asked for.
    fn grow(&mut self, limit: usize, factor: usize) {
        let wanted = self.entries.capacity().saturating_mul(factor).max(self.count).min(limit);
        self.entries.clear();
        self.entries.reserve(wanted);
        self.text.resize((self.text.len() * factor).max(self.text_size), 0);
    }

    fn read(&self) -> Vec<T> {
        self.entries.iter().map(|raw| T::read(raw, &self.text)).collect()
    }
}

/// The rows of one call, `limit` at most, with its status: at least one row, if there are any.
pub(crate) fn some_out<T: Record>(
    limit: usize,
    mut call: impl FnMut(*mut sys::tally_rows) -> i32,
) -> Result<(Vec<T>, Status)> {
    let mut buffers = Buffers::new(limit);
    loop {
        let answer = buffers.fill(limit, &mut call);
        // With a limit of 0 no room suffices.
        if answer != sys::TALLY_ERROR_BUFFER_TOO_SMALL || limit == 0 {
            let status = check(answer)?;
            return Ok((buffers.read(), status));
        }
        buffers.grow(limit, 2);
    }
}

/// A list out, of one moment: repeats the call with more room until there are `limit` rows, or all.
pub(crate) fn list_out<T: Record>(limit: usize, mut call: impl FnMut(*mut sys::tally_rows) -> i32) -> Result<Page<T>> {
    let mut buffers = Buffers::new(limit);
    loop {
        let answer = buffers.fill(limit, &mut call);
        let is_cut = answer == sys::TALLY_MORE && buffers.count < limit;
        if limit == 0 || (answer != sys::TALLY_ERROR_BUFFER_TOO_SMALL && !is_cut) {
            let more = check(answer)? == Status::MORE;
            return Ok(Page { entries: buffers.read(), more, next: buffers.next });
        }
        buffers.grow(limit, (limit / buffers.count.max(1)).clamp(2, 8));
    }
}

/// The only row of a list.
pub(crate) fn row_out<T: Record>(call: impl FnMut(*mut sys::tally_rows) -> i32) -> Result<T> {
    let first = list_out(1, call)?.entries.into_iter().next();
    first.ok_or_else(|| Error::new(Status::INTERNAL, "the library has written no row"))
}

pub(crate) fn at(text: &[u8], offset: u32, length: u32) -> String {
    let bytes = text.get(offset as usize..offset as usize + length as usize).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}
