// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

mod badges;
mod engine;
mod feeds;
mod functions;
mod groups;
mod messages;
mod outbox;
mod reminders;
mod scope;
mod snapshot;

pub use functions::*;
