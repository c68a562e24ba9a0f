"""The values of the Java binding: enumerations, sets of flags, statuses, and the records that come out. Each is a class
of its own; no type of JNA is public."""

import re

import documents
import java_words as java
import names
from emit_java import BY_HAND, Layout, camel, class_name
from generate import NOTICE, packed
from java_forms import IMPORTS, KINDS, component, singular

OUTPUT = "java/src/dev/tally"
RECORDS = {*names.RECORDS, "tally_request"}
# Records that show a badge, by the component that has its kind.
SHOWN = {"tally_badge": "kind", "tally_event": "badgeKind"}
# Enumerations of which a record may have none: 0 is null.
OPTIONAL = {"Unit", "SmartMode"}
# The flags that no method and no record has are members of options, with a method each.
OPTION_FLAGS = {"account_flags", "batch_flags", "engine_flags", "message_flags", "plan_flags", "credential_flags", "reminder_fields"}


def file(body):
    """A file of a class, with the imports that it needs."""
    code = "\n".join(line for line in body if not line.lstrip().startswith(("*", "/*")))
    imports = [f"import {path};" for name, path in IMPORTS.items() if re.search(rf"\b{name}\b", code)]
    return "\n".join([f"// {NOTICE}", "", "package dev.tally;", "", *imports, *([""] if imports else []), *body, ""])


def enumeration(name, about, rows, inner):
    """The file of an enumeration. rows: its constants, each with a number and a text. inner: what else is in it."""
    lines = [*java.comment([about], ""), f"public enum {name} implements Coded {{"]
    for short, value, text in rows:
        lines += java.comment([text], "    ") + [f"    {short}({value}){';' if short == rows[-1][0] else ','}"]
    return file([
        *lines, "", "    private final int value;", "", f"    {name}(int value) {{", "        this.value = value;",
        "    }", *inner, "", "    /** The number in tally.h. */", "    @Override", "    public int value() {",
        "        return value;", "    }", "}"])


IS_ERROR = ["", "    /**", "     * Whether it is an error: a negative number that this version knows.", "     *",
            "     * @return whether it is", "     */", "    public boolean isError() {",
            "        return value < 0 && this != UNKNOWN;", "    }"]


def kind(name, about, pairs, words):
    """An enumeration of which a newer library may have more."""
    rows = [(short, constant.value, documents.constant_text(constant, short, words)) for short, constant in pairs]
    rows.append(("UNKNOWN", "Integer.MIN_VALUE", "A number that this version does not know: the library is newer."))
    return enumeration(name, about, rows, [
        "", f"    static {name} of(int value) {{",
        f"        return {'value == 0 ? null : ' * (name in OPTIONAL)}Codes.find({name}.class, value, UNKNOWN);", "    }",
        *(IS_ERROR if name == "Status" else [])])


def flags(header, words):
    """The enumerations of flags that methods take, and that records have."""
    for name, about, pairs in names.flags(header):
        if name not in OPTION_FLAGS:
            yield singular(name), enumeration(singular(name), about, [
                (short, constant.value, documents.constant_text(constant, short, words)) for short, constant in pairs
                if constant.value], [])


# Methods of records, by structures.
ADDED = {"tally_badge": '''
    /** "dot", the number, or "nothing". */
    @Override
    public String toString() {
        return shown();
    }''', "tally_request": '''
    /** The request. If it has a credential, the URL and the headers are left out, so that no log has it. */
    @Override
    public String toString() {
        String where = flags.contains(RequestFlag.CREDENTIAL) ? "" : ", url=" + url + ", headers=" + headers;
        return "Request[kind=" + kind + ", id=" + id + ", method=" + method + where + ", flags=" + flags + "]";
    }'''}


def record(layout, struct, words):
    name = class_name(struct.name)
    places, size, _ = layout.of(struct)
    parts = [(member, made) for member, at in places if (made := component(layout, struct, member, at))]
    texts = java.component_texts(layout.header, struct, words)
    rows = [f"@param {made[1]} {texts[member.name]}" for member, made in parts]
    fields = [f"{kind} {each}{',' if at + 1 < len(parts) else ') {'}" for at, (_, (kind, each, _)) in enumerate(parts)]
    lines = java.comment([*java.paragraphs(layout.header, struct, words), *rows], "") + packed(
        fields, "    ", first=f"public record {name}(")
    lines += [f"    static final int SIZE = {size};", "", f"    static {name} read(Pointer at, byte[] text) {{"]
    reads = [f"{read}{',' if at + 1 < len(parts) else ');'}" for at, (_, (_, _, read)) in enumerate(parts)]
    lines += packed(reads, "            ", first=f"        return new {name}(") + ["    }"]
    if struct.name in SHOWN:
        lines += ["", "    /**", '     * The badge in words: "dot", its number, or "nothing".', "     *",
                  "     * @return the words", "     */", "    public String shown() {",
                  f"        return Raw.shown({SHOWN[struct.name]}, count);", "    }"]
    return file([*lines, *(ADDED[struct.name].split("\n") if struct.name in ADDED else []), "}"])


def emit_files(header):
    layout, words, made = Layout(header), java.Words(header), {}
    for short, pairs in names.kinds(header, KINDS):
        made[camel(short, True)] = kind(camel(short, True), java.about(short, pairs, words), pairs, words)
    statuses = [(each.name.removeprefix("TALLY_").removeprefix("ERROR_"), each) for each in names.statuses(header)]
    about = "The result of a call or of a request. A negative number is an error."
    made["Status"] = kind("Status", about, statuses, words)
    made.update(flags(header, words))
    for struct in header.structs:
        if struct.name in RECORDS - BY_HAND:
            made[class_name(struct.name)] = record(layout, struct, words)
    return {f"{name}.java": text for name, text in made.items()}
