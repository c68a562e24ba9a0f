"""The objects of Rust that own a handle of C: their types, how they are made, and how they are released."""

from emit_rust_kinds import comment
from generate import NOTICE

OUTPUT = "rust/tally/src/objects.rs"
# The objects, with what they are.
OBJECTS = {
    "account": "An account, with its own tree of badges, feeds, messages and reminders. A clone is the same account. "
               "Dropping the last one releases the handle; the account stays open in the engine.",
    "feed": "A feed, which polls a server for messages. Dropping it releases the handle; the feed continues.",
    "scope": "Holds observers, views and widgets of any accounts. Dropping it removes all of them.",
    "snapshot": "The state of the nodes at and below a path. [`crate::Account::snapshot`] takes one. It never changes, and "
                "belongs to no engine.",
}
# Those whose handle is shared by clones.
SHARED = {"account"}
RELEASES = {"scope": "tally_scope_close"}
OBJECT = """
#[derive(Debug)]
pub struct {type} {{
    raw: NonNull<sys::{c}>,
{field}}}

// SAFETY: tally.h allows every call with it on any thread.
unsafe impl Send for {type} {{}}
// SAFETY: As of `Send`.
unsafe impl Sync for {type} {{}}

impl Drop for {type} {{
    fn drop(&mut self) {{
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe {{ sys::{release}(self.raw.as_ptr()) }};
{after}    }}
}}
"""
METHODS = """
impl {type} {{
    pub(crate) fn made({parameter}call: impl FnOnce(*mut *mut sys::{c}) -> i32) -> Result<{type}> {{
        let mut raw = std::ptr::null_mut();
        done(call(&mut raw))?;
        let raw = NonNull::new(raw).expect("a handle");
        Ok({value})
    }}

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *mut sys::{c} {{
        {me}.raw.as_ptr()
    }}
"""
SHARES = """
    pub(crate) fn shared(&self) -> &Arc<Shared> {{
        &{me}.shared
    }}
"""


def emit(header):
    lines = [f"// {NOTICE}", "", "use crate::callbacks::Shared;", "use crate::status::done;", "use crate::*;",
             "use std::ptr::NonNull;", "use std::sync::Arc;"]
    for name, what in OBJECTS.items():
        of_engine, is_shared = name != "snapshot", name in SHARED
        type_ = name.capitalize()
        inner = f"{type_}Handle" if is_shared else type_
        fields = "raw, shared: shared.clone()" if of_engine else "raw"
        value = f"{type_}(Arc::new({inner} {{ {fields} }}))" if is_shared else f"{inner} {{ {fields} }}"
        given = {"type": type_, "c": f"tally_{name}", "release": RELEASES.get(name, f"tally_{name}_release"),
                 "field": "    shared: Arc<Shared>,\n" if of_engine else "", "value": value,
                 "after": "        self.shared.bury();\n" if name == "scope" else "",
                 "parameter": "shared: &Arc<Shared>, " if of_engine else "", "me": "self.0" if is_shared else "self"}
        text = OBJECT.format(**{**given, "type": inner})
        if is_shared:
            text = text.replace(f"pub struct {inner}", f"struct {inner}")
            text += "\n" + "\n".join(comment(what, "")) + f"\n#[derive(Clone, Debug)]\npub struct {type_}(Arc<{inner}>);\n"
        else:
            text = "\n" + "\n".join(comment(what, "")) + text
        lines += (text + METHODS.format(**given) + (SHARES.format(**given) if of_engine else "") + "}").split("\n")
    return "\n".join(lines + [""])
