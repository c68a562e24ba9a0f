use crate::callbacks::{Boxed, Shared};
use crate::ffi::{call, WithText};
use crate::objects::{Account, Scope};
use crate::status::{check, Error, Result, Status};
use crate::times::milliseconds;
use crate::values::*;
use std::fmt;
use std::mem::ManuallyDrop;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;
use std::sync::{Arc, MutexGuard, TryLockError};
use std::time::Duration;
use tally_sys as sys;

/// An engine: one file, or memory, with its accounts and their events. See the crate's documentation.
#[derive(Debug)]
pub struct Engine {
    /// NULL: it was closed.
    pub(crate) raw: *mut sys::tally_engine,
    pub(crate) shared: Arc<Shared>,
    set_aside: Option<String>,
}

// SAFETY: tally.h allows every call with an engine on any thread, but tally_engine_step and
// tally_engine_get_timeout, which take `stepping`, and tally_engine_close, which needs the engine itself.
unsafe impl Send for Engine {}
// SAFETY: As of `Send`.
unsafe impl Sync for Engine {}

impl Engine {
    /// Opens an engine that stores nothing, with all defaults.
    pub fn in_memory() -> Result<Engine> {
        Engine::open(EngineOptions::default())
    }

    /// Opens an engine.
    pub fn open(options: EngineOptions) -> Result<Engine> {
        let (mut raw, _texts) = options.own()?;
        let shared = Shared::new(options.clock, options.log, options.zone_file);
        shared.set_options(&mut raw);
        let mut engine = ptr::null_mut();
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        let answer = check(unsafe { sys::tally_engine_open(&raw, &mut engine) })?;
        let set_aside = (answer == Status::SET_ASIDE).then(crate::ffi::last_message);
        *shared.engine.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = engine;
        Ok(Engine { raw: engine, shared, set_aside })
    }

    /// Closes the engine, and reports whether everything was written. timeout: how long writing may take; None: no
    /// limit.
    ///
    /// After IO, FULL and TIMEOUT it is closed. After THREAD (inside a callback) it is still open, and
    /// [`CloseError::into_engine`] returns it.
    pub fn close(mut self, timeout: impl Into<Option<Duration>>) -> Result<(), CloseError> {
        self.shut(milliseconds(timeout))
            .map_err(|error| CloseError { error, engine: (!self.raw.is_null()).then_some(self) })
    }

    /// Closes it. `raw` is NULL afterwards, unless the library has left it open.
    fn shut(&mut self, timeout: i64) -> Result<()> {
        let raw = self.raw;
        *self.shared.engine.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = ptr::null_mut();
        // SAFETY: `raw` is open, and is released at most once: `self` is not shared here.
        let answer = check(unsafe { sys::tally_engine_close(raw, timeout) });
        if matches!(&answer, Err(error) if error.status() == Status::THREAD) {
            *self.shared.engine.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = raw;
        } else {
            self.raw = ptr::null_mut();
        }
        self.shared.bury();
        answer.map(drop)
    }

    /// The problem of a damaged file that was renamed, and its new name.
    pub fn set_aside(&self) -> Option<&str> {
        self.set_aside.as_deref()
    }

    /// Reads a limit of the engine, as [`EngineOptions`] has it. See [`Engine::set_limit`].
    pub fn limit(&self, limit: Limit) -> Result<i64> {
        self.set_limit(limit, sys::TALLY_LIMIT_KEEP.into())
    }

    /// Opens an account, and creates it if it does not exist.
    pub fn open_account(&self, name: &str) -> Result<Account> {
        self.open_account_with(name, &AccountOptions::default())
    }

    /// Opens a scope, which holds observers, views and widgets.
    pub fn open_scope(&self) -> Result<Scope> {
        Scope::made(&self.shared, |out| call!(tally_scope_open(self.raw, out)))
    }

    /// Waits for an event, and calls its callback. timeout: None: no limit. Returns None if the time passed, or
    /// [`Engine::interrupt`] was called.
    pub fn next_event(&self, timeout: impl Into<Option<Duration>>) -> Result<Option<Event>> {
        let timeout = milliseconds(timeout);
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_event = unsafe { sys::sized() };
        let mut text = vec![0u8; 512];
        let answer = self.shared.delivering(|| loop {
            let (words, room) = (text.as_mut_ptr().cast(), text.len());
            // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
            let answer = unsafe { sys::tally_engine_next_event(self.raw, timeout, &mut raw, words, room) };
            if answer != sys::TALLY_ERROR_BUFFER_TOO_SMALL {
                return check(answer);
            }
            text.resize(raw.text_length as usize + 1, 0);
        })?;
        if answer == Status::EMPTY {
            return Ok(None);
        }
        let text = crate::ffi::at(&text, 0, raw.text_length);
        Ok(Some(Event::of(&raw, text)))
    }

    /// Returns an iterator over the events. It waits `timeout` for each, and ends when none comes.
    pub fn events(&self, timeout: impl Into<Option<Duration>>) -> Events<'_> {
        Events { engine: self, timeout: timeout.into() }
    }

    /// Calls the callbacks of pending events, at most `limit` (0: all).
    pub fn dispatch(&self, limit: usize) -> Result<Dispatched> {
        let mut count = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let answer =
            self.shared.delivering(|| check(unsafe { sys::tally_engine_dispatch(self.raw, limit, &mut count) }))?;
        Ok(Dispatched { count, more: answer == Status::MORE })
    }

    /// Does what is due and calls callbacks, in an engine that the host drives ([`EngineFlags::HOST_DRIVEN`]). THREAD:
    /// another thread is stepping, or this is a callback.
    pub fn step(&self) -> Result<()> {
        let _stepping = self.stepping()?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        self.shared.delivering(|| check(unsafe { sys::tally_engine_step(self.raw) })).map(drop)
    }

    /// Returns how long the host may wait before [`Engine::step`] has work; None: no limit. THREAD: a thread is
    /// stepping, which includes the callbacks of the step.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        let _stepping = self.stepping()?;
        let mut result = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_engine_get_timeout(self.raw, &mut result) })?;
        Ok(u64::try_from(result).ok().map(Duration::from_millis))
    }

    /// Keeps others from stepping.
    fn stepping(&self) -> Result<MutexGuard<'_, ()>> {
        match self.shared.stepping.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Error::new(Status::THREAD, "somebody is stepping")),
        }
    }

    /// Wakes one [`Engine::next_event`] that waits, or the next one that would.
    pub fn interrupt(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_engine_interrupt(self.raw) }).map(drop)
    }

    /// Sets the function that wakes the host's loop; None removes it. It is called on any thread, without a lock. It
    /// must not close the engine.
    pub fn set_notify(&self, notify: Option<Notify>) -> Result<()> {
        unsafe extern "C" fn on_notify(user_data: *mut c_void) {
            let boxed = Boxed::<Notify>::of(user_data);
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| boxed.with(|notify| notify()))) {
                boxed.shared.keep(payload);
            }
        }
        let answer = match notify {
            // SAFETY: The engine is open as long as `self`. `release` gets what `user_data` points to, once.
            None => unsafe { sys::tally_engine_set_notify(self.raw, None, ptr::null_mut(), None) },
            // SAFETY: The engine is open as long as `self`. `release` gets what `user_data` points to, once.
            Some(notify) => unsafe {
                let user_data = Boxed::user_data(notify, &self.shared);
                sys::tally_engine_set_notify(self.raw, Some(on_notify), user_data, Some(Boxed::<Notify>::release))
            },
        };
        let answer = check(answer);
        self.shared.bury();
        answer.map(drop)
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as the engine.
    pub fn as_ptr(&self) -> *mut sys::tally_engine {
        self.raw
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

impl Drop for Engine {
    /// Inside a callback the library leaves it open. Then a thread of its own closes it.
    fn drop(&mut self) {
        if self.raw.is_null() || self.shut(-1).is_ok() || self.raw.is_null() {
            return;
        }
        let raw = std::mem::replace(&mut self.raw, ptr::null_mut());
        // If no thread can be started, it stays open, with what it borrows.
        let left = ManuallyDrop::new(Engine { raw, shared: self.shared.clone(), set_aside: None });
        let _ = std::thread::Builder::new().name("tally-close".into()).spawn(|| drop(ManuallyDrop::into_inner(left)));
    }
}

/// Why an engine could not be closed as asked, with the engine if it is still open.
#[derive(Debug)]
pub struct CloseError {
    error: Error,
    engine: Option<Engine>,
}

impl CloseError {
    /// The error.
    pub fn error(&self) -> &Error {
        &self.error
    }

    /// The engine, open and usable, if the library has not closed it.
    pub fn into_engine(self) -> Option<Engine> {
        self.engine
    }
}

impl fmt::Display for CloseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl std::error::Error for CloseError {}

impl From<CloseError> for Error {
    fn from(failed: CloseError) -> Error {
        failed.error
    }
}

#[cfg(unix)]
impl std::os::unix::io::AsRawFd for Engine {
    /// See [`Engine::descriptor`]; -1 in a child after fork.
    fn as_raw_fd(&self) -> std::os::unix::io::RawFd {
        self.descriptor().map_or(-1, |descriptor| descriptor as std::os::unix::io::RawFd)
    }
}

/// See [`Engine::events`].
#[derive(Debug)]
pub struct Events<'a> {
    engine: &'a Engine,
    timeout: Option<Duration>,
}

impl Iterator for Events<'_> {
    type Item = Result<Event>;

    fn next(&mut self) -> Option<Result<Event>> {
        self.engine.next_event(self.timeout).transpose()
    }
}
