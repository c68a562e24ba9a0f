use crate::callbacks::{Boxed, Shared};
use crate::engine::Engine;
use crate::ffi::Optional;
use crate::status::{check, Error, Result, Status};
use crate::values::Request;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;
use std::sync::Arc;
use tally_sys as sys;

/// Reports the response to a request, once, on any thread. CLOSED: the engine was closed.
#[derive(Clone, Debug)]
pub struct Responder {
    shared: Arc<Shared>,
    id: i64,
}

impl Responder {
    /// Reports a response. status: of HTTP, after redirects. NOT_FOUND: the request has ended.
    pub fn respond(&self, status: i32, headers: Option<&str>, body: &[u8]) -> Result<()> {
        let headers = Optional::new(headers)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        self.with(|engine| unsafe {
            sys::tally_transport_respond(engine, self.id, status, headers.as_ptr(), body.as_ptr().cast(), body.len())
        })
    }

    /// Reports that there is no response: NETWORK, TLS, TIMEOUT, PROTOCOL or TOO_LARGE, with a description.
    pub fn fail(&self, status: Status, why: &str) -> Result<()> {
        self.respond(status.0, None, why.as_bytes())
    }

    /// Reports that a part of the response has come.
    pub fn progress(&self) -> Result<()> {
        // SAFETY: Texts and buffers live until the call returns, and are as large as the call says.
        self.with(|engine| unsafe { sys::tally_transport_progress(engine, self.id) })
    }

    fn with(&self, call: impl FnOnce(*mut sys::tally_engine) -> i32) -> Result<()> {
        // Closing waits for this.
        let engine = self.shared.engine.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        if engine.is_null() {
            return Err(Error::new(Status::CLOSED, "the engine was closed"));
        }
        check(call(*engine)).map(drop)
    }
}

/// Sends requests, or passes them on.
pub type Transport = Box<dyn FnMut(&Request) + Send>;

unsafe extern "C" fn on_request(user_data: *mut c_void, raw: *const sys::tally_request) {
    let boxed = Boxed::<Transport>::of(user_data);
    let raw = &*raw;
    let responder = Responder { shared: boxed.shared.clone(), id: raw.id };
    let sent = catch_unwind(AssertUnwindSafe(|| {
        let request = Request::lent(raw, responder.clone());
        boxed.with(|transport| transport(&request));
    }));
    if let Err(payload) = sent {
        boxed.shared.keep(payload);
        if raw.kind == sys::TALLY_REQUEST_KIND_SEND {
            let _ = responder.fail(Status::NETWORK, "the host's transport panicked");
        }
    }
}

impl Engine {
    /// Sends requests through a function of the host; None: libcurl sends them again. The function is called on the
    /// loop thread, one call at a time. If it panics, the request fails with NETWORK.
    ///
    /// ```
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// engine.set_transport(Some(Box::new(|request| {
    ///     if request.kind == tally::RequestKind::SEND {
    ///         let responder = request.responder.clone(); // may go to another thread
    ///         let _ = responder.respond(304, None, b"");
    ///     }
    /// })))?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_transport(&self, transport: Option<Transport>) -> Result<()> {
        let answer = match transport {
            // SAFETY: The engine is open as long as `self`. `release` gets what `user_data` points to, once.
            None => unsafe { sys::tally_engine_set_transport(self.as_ptr(), None, ptr::null_mut(), None) },
            // SAFETY: The engine is open as long as `self`. `release` gets what `user_data` points to, once.
            Some(transport) => unsafe {
                let user_data = Boxed::user_data(transport, self.shared());
                sys::tally_engine_set_transport(
                    self.as_ptr(),
                    Some(on_request),
                    user_data,
                    Some(Boxed::<Transport>::release),
                )
            },
        };
        let answer = check(answer);
        self.shared().bury();
        answer.map(drop)
    }
}
