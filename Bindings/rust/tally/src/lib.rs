//! Tally keeps trees of unread badges, carries every change up, reports exactly what changed, and stores all of it.
//! This is the Rust crate over the C library `libtally`.
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
//! Points in time are `SystemTime`, and durations are `Duration`; options have a [`Period`], which may also be their
//! default, or off. A [`Day`] has no zone. Flags and enumerations have types of their own, such as [`ObserveFlags`] and
//! [`MuteMode`]. Other constants are those of `tally.h`, in [`sys`], which says what they mean.
//! Structures may grow, so make options with `new` and the methods that have the names of their members.
//!
//! # Ownership
//! [`Engine`], [`Account`], [`Feed`], [`Scope`], [`Node`] and [`Snapshot`] release what they own when they are dropped,
//! in any order. An account or a thread that outlives its engine gets [`Status::CLOSED`]. Dropping an engine closes it.
//! Only [`Engine::close`] reports whether everything was written.
//!
//! # Threads
//! All of them are `Send` and `Sync`, and any thread may call every function. A thread that waits for events keeps the
//! engine in an `Arc`. [`Engine::interrupt`] wakes it.
//!
//! # Callbacks
//! Callbacks run inside [`Engine::dispatch`], [`Engine::next_event`] and [`Engine::step`]. If a callback panics, the
//! call that ran it panics, with the first panic. A panic of a notify, log, clock, zone or transport function is raised
//! by the next of these calls. A callback is dropped in a call of the host, never inside the library, so it may own any
//! value.
//!
//! # Fork
//! In the child every call returns [`Status::FORKED`]. Dropping is allowed.

#![deny(missing_docs, clippy::undocumented_unsafe_blocks, clippy::exhaustive_structs, clippy::exhaustive_enums)]

mod badges;
#[rustfmt::skip]
mod batches;
mod callbacks;
mod day;
mod engine;
mod ffi;
#[rustfmt::skip]
mod generated;
mod items;
#[rustfmt::skip]
mod kinds;
#[rustfmt::skip]
mod methods;
#[rustfmt::skip]
mod objects;
mod options;
mod outbox;
mod page;
mod rows;
mod scope;
mod status;
mod times;
mod transport;
mod values;

pub use badges::Node;
pub use batches::{Import, Item, Operation};
pub use day::Day;
pub use engine::{CloseError, Engine, Events};
pub use methods::*;
pub use objects::{Account, Feed, Scope, Snapshot};
pub use rows::Target;
pub use scope::{Token, Widget};
pub use status::{Error, Result, Status};
/// The declarations of `tally.h`, and its constants.
pub use tally_sys as sys;
pub use transport::{Responder, Transport};
pub use values::*;

/// The version of the library at run time: major * 1,000,000 + minor * 1,000 + patch.
pub fn version() -> u32 {
    // SAFETY: The function has no conditions.
    unsafe { sys::tally_version() }
}

/// Returns the version as text.
pub fn version_text() -> &'static str {
    // SAFETY: The function has no conditions.
    ffi::borrowed(unsafe { sys::tally_version_text() })
}
