//! The host's functions on their way through C.

use crate::ffi::WithText;
use crate::times::since_1970;
use crate::values::{Callback, Clock, Event, Log, LogLevel, ZoneFile};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::CStr;
use std::fmt;
use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};
use tally_sys as sys;

type Payload = Box<dyn Any + Send>;

/// The value is whole, also after a panic.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The functions that an engine borrows of its host, and the state that its handles share.
pub(crate) struct Shared {
    /// For those who answer requests: NULL when the engine is closed.
    pub(crate) engine: RwLock<*mut sys::tally_engine>,
    clock: Option<Clock>,
    log: Option<Log>,
    zone_file: Option<ZoneFile>,
    /// Held by who steps.
    pub(crate) stepping: Mutex<()>,
    last_time: Mutex<(i64, i64)>,
    /// The first panic that no call of the host's was there for.
    panic: Mutex<Option<Payload>>,
    /// Callbacks that the library has released: what they own may call the library when it is dropped, so they are
    /// dropped behind the library's back.
    released: Mutex<Vec<Payload>>,
}

// SAFETY: The pointer is for any thread; what the host gave is `Send` and `Sync`, or behind a mutex.
unsafe impl Send for Shared {}
// SAFETY: As of `Send`.
unsafe impl Sync for Shared {}

impl fmt::Debug for Shared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Shared")
    }
}

thread_local! {
    /// The panics of callbacks in the current calls of this thread, the innermost last.
    static CAUGHT: RefCell<Vec<Option<Payload>>> = RefCell::new(Vec::new());
    /// Its address is the thread's name.
    static MARK: u8 = const { 0 };
}

impl Shared {
    pub(crate) fn new(clock: Option<Clock>, log: Option<Log>, zone_file: Option<ZoneFile>) -> Arc<Shared> {
        Arc::new(Shared {
            engine: RwLock::new(ptr::null_mut()),
            clock,
            log,
            zone_file,
            stepping: Mutex::new(()),
            last_time: Mutex::new((0, 0)),
            panic: Mutex::new(None),
            released: Mutex::new(Vec::new()),
        })
    }

    pub(crate) fn set_options(self: &Arc<Self>, raw: &mut sys::tally_engine_options) {
        let user_data = Arc::as_ptr(self) as *mut c_void;
        raw.clock_user_data = user_data;
        raw.log_user_data = user_data;
        raw.zone_user_data = user_data;
        if self.clock.is_some() {
            raw.clock = Some(on_clock);
        }
        if self.log.is_some() {
            raw.log = Some(on_log);
        }
        if self.zone_file.is_some() {
            raw.zone_file = Some(on_zone);
        }
    }

    pub(crate) fn keep(&self, payload: Payload) {
        lock(&self.panic).get_or_insert(payload);
    }

    /// Drops what was released.
    pub(crate) fn bury(&self) {
        loop {
            let released = std::mem::take(&mut *lock(&self.released));
            if released.is_empty() {
                return;
            }
            drop(released);
        }
    }

    /// A call in which callbacks may be called, or released: their panics go on from here.
    pub(crate) fn catching<R>(&self, call: impl FnOnce() -> R) -> R {
        CAUGHT.with(|caught| caught.borrow_mut().push(None));
        let result = call();
        let caught = CAUGHT.with(|caught| caught.borrow_mut().pop()).flatten();
        self.bury();
        if let Some(payload) = caught {
            resume_unwind(payload);
        }
        result
    }

    /// The same where also what nobody was there for goes on.
    pub(crate) fn delivering<R>(&self, call: impl FnOnce() -> R) -> R {
        let result = self.catching(call);
        let kept = lock(&self.panic).take();
        if let Some(payload) = kept {
            resume_unwind(payload);
        }
        result
    }
}

/// Something that one caller has at a time. A callback that is called within itself (by a dispatch in it) panics.
pub(crate) struct Exclusive<T> {
    value: Mutex<T>,
    owner: AtomicUsize,
}

impl<T> Exclusive<T> {
    pub(crate) fn new(value: T) -> Exclusive<T> {
        Exclusive { value: Mutex::new(value), owner: AtomicUsize::new(0) }
    }

    pub(crate) fn with<R>(&self, call: impl FnOnce(&mut T) -> R) -> R {
        struct Owned<'a>(&'a AtomicUsize);
        impl Drop for Owned<'_> {
            fn drop(&mut self) {
                self.0.store(0, Ordering::Relaxed);
            }
        }
        let me = MARK.with(|mark| mark as *const u8 as usize);
        // Only this thread writes its own name there.
        if self.owner.load(Ordering::Relaxed) == me {
            panic!("a callback was called within itself");
        }
        let mut value = lock(&self.value);
        self.owner.store(me, Ordering::Relaxed);
        let _owned = Owned(&self.owner);
        call(&mut value)
    }
}

/// A callback that the library has, with `release` for its end.
pub(crate) struct Boxed<T> {
    callback: Exclusive<T>,
    pub(crate) shared: Arc<Shared>,
}

impl<T: Send + 'static> Boxed<T> {
    pub(crate) fn user_data(callback: T, shared: &Arc<Shared>) -> *mut c_void {
        let boxed = Boxed { callback: Exclusive::new(callback), shared: shared.clone() };
        Box::into_raw(Box::new(boxed)).cast()
    }

    /// # Safety
    /// user_data is of this type, and was not released.
    pub(crate) unsafe fn of<'a>(user_data: *mut c_void) -> &'a Boxed<T> {
        &*user_data.cast()
    }

    pub(crate) fn with<R>(&self, call: impl FnOnce(&mut T) -> R) -> R {
        self.callback.with(call)
    }

    pub(crate) unsafe extern "C" fn release(user_data: *mut c_void) {
        let Boxed { callback, shared } = *Box::from_raw(user_data.cast::<Boxed<T>>());
        lock(&shared.released).push(Box::new(callback.value));
    }
}

/// A callback's body, in a call of the host's that waits for what it panics with.
pub(crate) fn guarded(body: impl FnOnce()) {
    let payload = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(()) => return,
        Err(payload) => payload,
    };
    CAUGHT.with(|caught| match caught.borrow_mut().last_mut() {
        Some(first) => {
            first.get_or_insert(payload);
        }
        // Somebody has called C's dispatch, which must not be unwound.
        None => std::process::abort(),
    })
}

pub(crate) unsafe extern "C" fn on_event(user_data: *mut c_void, raw: *const sys::tally_event, text: *const c_char) {
    guarded(|| {
        let event = Event::of(&*raw, crate::ffi::lent(text));
        Boxed::<Callback>::of(user_data).with(|callback| callback(&event));
    })
}

unsafe extern "C" fn on_clock(user_data: *mut c_void, out_wall: *mut i64, out_elapsed: *mut i64) {
    let shared = &*user_data.cast::<Shared>();
    let mut now = *lock(&shared.last_time);
    if let Some(clock) = &shared.clock {
        match catch_unwind(AssertUnwindSafe(clock)) {
            Ok((wall, elapsed)) => now = (since_1970(wall), i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)),
            Err(payload) => shared.keep(payload),
        }
    }
    *lock(&shared.last_time) = now;
    *out_wall = now.0;
    *out_elapsed = now.1;
}

unsafe extern "C" fn on_log(user_data: *mut c_void, level: i32, text: *const c_char) {
    let shared = &*user_data.cast::<Shared>();
    if let Some(log) = &shared.log {
        let text = crate::ffi::lent(text);
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| log(LogLevel(level), &text))) {
            shared.keep(payload);
        }
    }
}

unsafe extern "C" fn on_zone(
    user_data: *mut c_void,
    name: *const c_char,
    bytes: *mut c_void,
    capacity: usize,
) -> usize {
    let shared = &*user_data.cast::<Shared>();
    let name = CStr::from_ptr(name).to_string_lossy();
    let file = match &shared.zone_file {
        Some(zone_file) => catch_unwind(AssertUnwindSafe(|| zone_file(&name))),
        None => Ok(None),
    };
    match file {
        Ok(Some(file)) if file.len() <= capacity => {
            ptr::copy_nonoverlapping(file.as_ptr(), bytes.cast(), file.len());
            file.len()
        }
        Ok(_) => 0,
        Err(payload) => {
            shared.keep(payload);
            0
        }
    }
}
