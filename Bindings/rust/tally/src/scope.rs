use crate::callbacks::{guarded, on_event, Boxed, Shared};
use crate::ffi::{lent, text, WithText};
use crate::objects::{Account, Feed, Scope};
use crate::status::{check, Result, Status};
use crate::values::{Callback, Event, ObserveFlags, Presentation, ViewFlags};
use std::os::raw::{c_char, c_void};
use std::ptr;
use std::sync::Arc;
use tally_sys as sys;

/// Identifies an observer, a view, a widget or a completion in events, and for [`Scope::unobserve`].
pub type Token = u64;

/// The functions of a host that draw a badge.
pub trait Widget: Send {
    /// Shows a dot.
    fn show_dot(&mut self, path: &str, presentation: &Presentation);
    /// Shows a number.
    fn show_number(&mut self, path: &str, presentation: &Presentation);
    /// Shows an icon.
    fn show_icon(&mut self, path: &str, presentation: &Presentation);
    /// Shows nothing.
    fn hide(&mut self, path: &str, presentation: &Presentation);
}

pub(crate) type Release = Option<unsafe extern "C" fn(*mut c_void)>;

/// Hands a callback over: `call(callback or NULL, user_data, release, out_token)`.
pub(crate) fn hand_over(
    shared: &Arc<Shared>,
    callback: Option<Callback>,
    call: impl FnOnce(sys::tally_event_callback, *mut c_void, Release, *mut u64) -> i32,
) -> Result<Token> {
    let mut token = 0;
    let answer = match callback {
        None => call(None, ptr::null_mut(), None, &mut token),
        Some(callback) => {
            let user_data = Boxed::user_data(callback, shared);
            call(Some(on_event), user_data, Some(Boxed::<Callback>::release), &mut token)
        }
    };
    let answer = check(answer);
    shared.bury();
    answer.map(|_| token)
}

type Drawing = Box<dyn Widget>;

unsafe fn draw(
    user_data: *mut c_void,
    path: *const c_char,
    raw: *const sys::tally_presentation,
    text: *const c_char,
    function: fn(&mut dyn Widget, &str, &Presentation),
) {
    guarded(|| {
        let presentation = Presentation::of(&*raw, lent(text));
        Boxed::<Drawing>::of(user_data).with(|widget| function(widget.as_mut(), &lent(path), &presentation));
    })
}

macro_rules! drawing {
    ($($name:ident => $method:ident),*) => {
        $(unsafe extern "C" fn $name(
            user_data: *mut c_void,
            path: *const c_char,
            raw: *const sys::tally_presentation,
            text: *const c_char,
        ) {
            draw(user_data, path, raw, text, |widget, path, presentation| widget.$method(path, presentation));
        })*
    };
}

drawing! { on_dot => show_dot, on_number => show_number, on_icon => show_icon, on_hide => hide }

impl Scope {
    /// Observes a path. The callback is called at most once a transaction, if what the path shows changed. A callback
    /// that dispatches itself panics.
    ///
    /// ```
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// # let account = engine.open_account("ann")?;
    /// let scope = engine.open_scope()?;
    /// let none = tally::ObserveFlags::NONE;
    /// scope.observe(&account, "root", none, |event| println!("{} shows {}", event.text, event.shown()))?;
    /// account.set("chat", 3)?;
    /// assert_eq!(engine.dispatch(0)?.count, 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn observe(
        &self,
        account: &Account,
        path: &str,
        flags: ObserveFlags,
        callback: impl FnMut(&Event) + Send + 'static,
    ) -> Result<Token> {
        self.watch(account, path, flags, Some(Box::new(callback)))
    }

    /// Observes the requests of a feed, and the pages that the host delivers.
    pub fn observe_feed(&self, feed: &Feed, callback: impl FnMut(&Event) + Send + 'static) -> Result<Token> {
        self.watch_feed(feed, Some(Box::new(callback)))
    }

    /// Removes an observer, or unbinds a widget. When it returns, the callback is never called again. Inside a callback
    /// it does not wait for calls that could not return before it does: see `tally_unobserve` in tally.h. A token that
    /// the scope does not have is accepted.
    pub fn unobserve(&self, token: Token) {
        // SAFETY: The handle is open as long as its owner.
        unsafe { sys::tally_unobserve(self.as_ptr(), token) };
        self.shared().bury();
    }

    /// Binds a widget to a path. It is called with the current state, and whenever that changes.
    pub fn bind(&self, account: &Account, path: &str, widget: impl Widget + 'static) -> Result<Token> {
        let path = text(path)?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_widget = unsafe { sys::sized() };
        raw.show_dot = Some(on_dot);
        raw.show_number = Some(on_number);
        raw.show_icon = Some(on_icon);
        raw.hide = Some(on_hide);
        let user_data = Boxed::<Drawing>::user_data(Box::new(widget), self.shared());
        let mut token = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let answer = check(unsafe {
            sys::tally_widget_bind(
                self.as_ptr(),
                account.as_ptr(),
                path.as_ptr(),
                &raw,
                user_data,
                Some(Boxed::<Drawing>::release),
                &mut token,
            )
        });
        self.shared().bury();
        answer.map(|_| token)
    }

    /// Reports that the user looks at a path, until [`Scope::end_view`]; with `SUBTREE`, at everything below it too.
    /// With `READ`, messages are marked read, not only seen. The status is OK, or HELD: a child contributes a badge.
    pub fn begin_view(&self, account: &Account, path: &str, flags: ViewFlags) -> Result<(Token, Status)> {
        let path = text(path)?;
        let mut token = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let status = check(unsafe {
            sys::tally_view_begin(self.as_ptr(), account.as_ptr(), path.as_ptr(), flags.bits(), &mut token)
        })?;
        Ok((token, status))
    }

    /// Reports that the user no longer looks. It accepts the tokens that [`Scope::unobserve`] accepts.
    pub fn end_view(&self, token: Token) {
        // SAFETY: The handle is open as long as its owner.
        unsafe { sys::tally_view_end(self.as_ptr(), token) };
        self.shared().bury();
    }
}
