"""The objects of Go that own a handle of C: their types, their ends, and how a call borrows the handle."""

import faces
import go_words
from emit_go import comment
from generate import NOTICE

OUTPUT = "go/objects.go"
# The objects, with what they are, and what their end does.
OBJECTS = {
    "account": ("An Account has a tree of badges, feeds, messages and reminders. Closing it releases the handle; the account "
                "stays open in the engine. Nodes keep their account.", "Close releases the handle."),
    "feed": ("A Feed polls a server for messages. Closing it releases the handle; the feed continues.",
             "Close releases the handle."),
    "scope": ("A Scope holds observers, views and widgets, of any accounts. Closing it removes all of them. A scope that "
              "nothing refers to stays open until its engine is closed.",
              "Close removes the observers, views and widgets. If another goroutine is using the scope, they are removed when "
              "its call ends."),
    "snapshot": ("A Snapshot is what the nodes at and below a path owned: see Account.Snapshot. It never changes, and belongs "
                 "to no engine.", "Close releases the memory."),
}
RELEASES = {"scope": "tally_scope_close"}
OWN = """
func new{type}({parameter}raw *C.{c}, err error) (*{type}, error) {{
	if err != nil {{
		return nil, err
	}}
	made := &{type}{{{engine}handle: newHandle(unsafe.Pointer(raw), {owner}, func(raw unsafe.Pointer) {{
		C.{release}((*C.{c})(raw))
	}})}}
{collected}	return made, nil
}}

{close}
func ({me} *{type}) Close() {{
{kept}	{me}.handle.close()
}}

// enter lends the handle until leave.
func ({me} *{type}) enter() (*C.{c}, error) {{
	raw, err := {me}.handle.enter()
	return (*C.{c})(raw), err
}}

func ({me} *{type}) leave() {{ {me}.handle.leave() }}
"""
WITH = """
// with calls C with the handle.
func ({me} *{type}) with(call func(handle *C.{c}) C.tally_go_answer) (Status, error) {{
	handle, err := {me}.enter()
	if err != nil {{
		return StatusClosed, err
	}}
	defer {me}.leave()
	return answered(call(handle))
}}
"""
IF_ANY = """
// enterIfAny lends NULL for nil.
func ({me} *{type}) enterIfAny() (*C.{c}, error) {{
	if {me} == nil {{
		return nil, nil
	}}
	return {me}.enter()
}}

func ({me} *{type}) leaveIfAny() {{
	if {me} != nil {{
		{me}.leave()
	}}
}}
"""


def emit(header):
    lines = [f"// Code {NOTICE[0].lower()}{NOTICE[1:].split(':')[0]}; DO NOT EDIT.", "", "package tally", "", "/*",
             '#include "calls.h"', "*/", 'import "C"', "", "import (", '\t"runtime"', '\t"unsafe"', ")"]
    optional = {name for _, name in faces.optional_handles(header)}
    for name, (what, end) in OBJECTS.items():
        of_engine, is_collected = name != "snapshot", name != "scope"
        given = {"type": go_words.OWNERS[name], "c": f"tally_{name}", "me": name[0],
                 "release": RELEASES.get(name, f"tally_{name}_release"), "close": "\n".join(comment(end, "")),
                 "parameter": "e *Engine, " if of_engine else "", "engine": "engine: e, " if of_engine else "",
                 "owner": "e.core.handles" if of_engine else "nil",
                 "collected": f"\truntime.SetFinalizer(made, (*{go_words.OWNERS[name]}).Close)\n" if is_collected else "",
                 "kept": f"\truntime.SetFinalizer({name[0]}, nil)\n" if is_collected else ""}
        fields = ["\thandle *handle"] + (["\t// Kept as long as this is.", "\tengine *Engine"] if of_engine else [])
        lines += ["", *comment(what, ""), f"type {given['type']} struct {{", *fields, "}"]
        text = OWN + (WITH if name in ("account", "scope") else "") + (IF_ANY if name in optional else "")
        lines += text.format(**given).rstrip("\n").split("\n")
    return "\n".join(lines + [""])
