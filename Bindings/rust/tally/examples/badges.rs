//! Watches badges on a thread of its own, and sets some.
//!     cargo run --example badges

use std::sync::Arc;
use std::time::Duration;
use tally::{Engine, ObserveFlags, Status};

fn main() -> tally::Result<()> {
    let engine = Arc::new(Engine::in_memory()?); // With EngineOptions::new().file(…) it is stored.
    let account = engine.open_account("ann")?;
    let scope = engine.open_scope()?;
    scope.watch(&account, "root", ObserveFlags::SUBTREE, None)?; // The events are had from the engine.

    let events = engine.clone();
    let watching = std::thread::spawn(move || -> tally::Result<()> {
        for event in events.events(Some(Duration::from_secs(1))).take(4) {
            let event = event?;
            println!("{} shows {}", event.text, event.shown());
        }
        Ok(())
    });
    account.set("chat.bo", 3)?;
    account.dot("promo")?;
    watching.join().expect("the thread has panicked")?;

    if account.clear("root")? == Status::HELD {
        println!("root is held by:");
        for reason in account.explain("root", None, 10)? {
            println!("  {}", reason.path);
        }
    }
    account.clear_tree("root")?;
    assert_eq!(account.get("root")?.to_string(), "nothing");
    Ok(())
}
