//! Tally keeps trees of unread badges, carries every change up, tells exactly what changed, and stores all of it. This
//! is its library for Rust, over the C library `libtally`.
//!
//! ```
//! # fn main() -> tally::Result<()> {
//! let engine = tally::Engine::in_memory()?; // or Engine::open(EngineOptions::new().file(…))
//! let account = engine.open_account("ann")?;
//! account.set("root.chat.bo", 3)?;
//! account.dot("root.promo")?;
//! let badge = account.get("root")?;
//! assert_eq!(badge.to_string(), "3");
//! assert_eq!(account.get("promo")?.to_string(), "dot");
//! assert_eq!(account.clear("root")?, tally::Status::HELD);
//! # Ok(())
//! # }
//! ```
//!
//! Points in time are milliseconds since 1970-01-01 00:00 UTC, durations milliseconds. Flags have types of their own
//! ([`ObserveFlags`] and such); other constants are those of `tally.h`, in [`sys`], which says what everything means.
//! Structures may grow: options are made by `new`, and methods that are called as their members.
//!
//! # Ownership
//! [`Engine`], [`Account`], [`Feed`], [`Scope`], [`Node`] and [`Snapshot`] release what they own when they are dropped,
//! in any order; an account or a thread that outlives its engine gets [`Status::CLOSED`]. Dropping an engine closes it;
//! [`Engine::close`] also says whether all could be written.
//!
//! # Threads
//! All of them are `Send` and `Sync`, and every call may be made on any thread. A thread that waits for events keeps
//! the engine by an `Arc`, and is woken by [`Engine::interrupt`].
//!
//! # Callbacks
//! They are called inside [`Engine::dispatch`], [`Engine::next_event`] and [`Engine::step`]. A panic in one is caught
//! before it reaches the library, and goes on from the call that made it; of several, the first. Panics of notify, log,
//! clock, zone and transport functions go on from the next of these calls. A callback is dropped in a call of the
//! host's, never inside the library, so it may own whatever it likes.
//!
//! # Fork
//! In the child every call answers [`Status::FORKED`]; dropping is fine.

#![deny(missing_docs, clippy::undocumented_unsafe_blocks)]

mod account;
mod badges;
mod callbacks;
mod engine;
mod feed;
#[macro_use]
mod flags;
mod ffi;
mod groups;
mod messages;
mod outbox;
mod path;
mod reminders;
mod scope;
mod snapshot;
mod status;
mod transport;
mod values;

pub use account::Account;
pub use badges::{Node, NodeOperation, Operation, Target};
pub use engine::{CloseError, Engine, Events};
pub use feed::Feed;
pub use path::*;
pub use scope::{Scope, Token, Widget};
pub use snapshot::*;
pub use status::{Error, Result, Status};
/// The declarations of `tally.h`, and its constants.
pub use tally_sys as sys;
pub use transport::{Request, Responder, Transport};
pub use values::*;

/// The version of the library at run time: major * 1,000,000 + minor * 1,000 + patch.
pub fn version() -> u32 {
    // SAFETY: The function has no conditions.
    unsafe { sys::tally_version() }
}

/// The same as text.
pub fn version_text() -> &'static str {
    // SAFETY: The function has no conditions.
    ffi::borrowed(unsafe { sys::tally_version_text() })
}
