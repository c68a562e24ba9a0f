"""The declarations of the Go binding: constants, statuses and errors, structures and options."""

import re
import textwrap

import documents
import methods
import names
import roles
from generate import NOTICE, packed

OUTPUT = "go/declarations.go"
INITIALISMS = {"ok": "OK", "id": "ID", "ids": "IDs", "uid": "UID", "url": "URL", "io": "IO", "tls": "TLS", "ca": "CA", "http": "HTTP"}
SCALARS = {"int32_t": "int32", "uint32_t": "uint32", "int64_t": "int64", "uint64_t": "uint64", "float": "float32",
           "intptr_t": "int"}
# Structures by their names in Go; the others are written by hand.
RECORDS = {struct: name for struct, (name, _) in names.RECORDS.items()}
# A list of names is one of texts.
RECORDS["tally_account_entry"] = "string"
RECORDS["tally_plan"] = "PlanSummary"
OPTIONS = {struct: name for struct, (name, _) in names.OPTIONS.items()}
RECORDS["tally_style"] = OPTIONS["tally_style"] = "Style"
OPTIONS["tally_badge"] = "Badge"
OPTIONS["tally_engine_options"], OPTIONS["tally_engine_batch_options"] = "EngineOptions", "ItemsOptions"
# The functions of options. callbacks.c sets them.
CALLBACKS = {"clock": ("func() (wall time.Time, elapsed time.Duration)", "The time of day, and the time since any moment, "
                       "which never goes back. For tests. nil: the system's clocks."),
             "log": ("func(level LogLevel, text string)", "Called with each line of the log. nil: nothing is logged."),
             "zone_file": ("func(name string) []byte", "The file of a zone (TZif); nil: there is none. nil: the system's.")}
# Members that say how large the structures of this program are.
SIZES = {"operation_size": "tally_operation", "item_size": "tally_item"}
# Members for which NULL and an empty text differ.
POINTERS = {("tally_feed_options", "memo"), ("tally_account_settings", "language"),
            ("tally_account_settings", "outbox_url"), ("tally_account_settings", "push_path")}
# Structures of which all members are pointers: nil is not given. The fields of members that are not called as theirs.
GIVEN = "tally_reminder_options"
FIELDS = {"shelf_unit": "SHELF_LIFE", "repeat_unit": "REPEAT", "repeat_every": "REPEAT", "overdue_unit": "OVERDUE",
          "overdue_every": "OVERDUE", "overdue_limit": "OVERDUE"}
# Kinds that names.KINDS lacks, since other languages have the structures of tally.h there.
KINDS = {**names.KINDS, **names.RAW_KINDS}
# Structures that have a text beside them: what it is called, and what it is.
TEXTS = {"tally_presentation": ("Text", "The number, capped, or the icon's name."),
         "tally_feed_state": ("Title", "The last one that the server sent, or that of the options."),
         "tally_event": ("Text", "The path, the name or the words that it is about, by its kind."),
         "tally_account_state": ("Name", "The name that it was opened by.")}
# Sentences about a structure besides its members.
MORE = {"tally_engine_options": ["Clock, Log and ZoneFile are called on any thread. Clock and ZoneFile are called with locks "
                                 "held: they must return soon, and must not use the engine."]}
BOOLEANS = {("tally_account_state", "logged_in"), ("tally_event", "missed"), ("tally_feed_state", "in_flight"),
            ("tally_page_info", "first"), ("tally_page_info", "requested"),
            ("tally_reminder", "is_smart")}
HIDDEN = {"struct_size", "text_length", "data_length", *SIZES}


def camel(name):
    return "".join(INITIALISMS.get(word, word[:1].upper() + word[1:]) for word in name.lower().split("_"))


def member(name):
    """A member as cgo calls it."""
    return "_" + name if name in {"type", "range", "func", "map", "select"} else name


def constants(header, words):
    lines, flags, statuses = [], [], []
    # TALLY_SUBTREE is a flag of several types: without one of its own it fits all of them.
    types = {constant.name: camel(kind) for kind, _, pairs in names.flags(header) for _, constant in pairs
             if constant.name != "TALLY_SUBTREE"}
    kinds = {constant.name: camel(kind) for kind, pairs in names.kinds(header, KINDS) for _, constant in pairs}
    for constant in header.constants:
        name = constant.name[len("TALLY_"):]
        if name == "FOREVER":  # The zero time.Time.
            continue
        if constant.section == "Version, status, errors" and not name.startswith("VERSION"):
            statuses.append((name, constant))
            continue
        value = f'"{constant.value}"' if isinstance(constant.value, str) else constant.value
        kind = types.get(constant.name) or kinds.get(constant.name)
        into = flags if kind else lines
        # gofmt aligns types and values of a block; an empty line ends one.
        into += [""] if kind and flags and not flags[-1][1].startswith(f"{kind} ") else []
        into += comment(spoken(words, constant.comment), "\t") + [(camel(name), f"{kind} = {value}" if kind else f"= {value}")]
    result = ["// Flags, which are combined with |.", "type ("]
    for kind, documentation, _ in names.flags(header):
        result += [f"\t// {camel(kind)}: {documentation[0].lower()}{documentation[1:]}", f"\t{camel(kind)} uint32"]
    result += [")", "", "// Kinds: each value is one of the constants of its type.", "type ("]
    for kind in sorted(KINDS):
        result += [f"\t// {camel(kind)} is one of {camel(KINDS[kind][0].lower())}….", f"\t{camel(kind)} int32"]
    result += [")", "", "// Flags and kinds of tally.h.", "const ("] + aligned(flags) + [")", ""]
    result += ["// Constants of tally.h.", "const ("] + aligned(lines) + [")", "", "// The statuses of calls.", "const ("]
    result += aligned([(f"Status{camel(name.replace('ERROR_', ''))}", f"Status = {constant.value}")
                       for name, constant in statuses])
    result += [")", "", "// Errors, for errors.Is.", "var ("]
    errors = []
    for name, constant in statuses:
        if constant.value < 0:
            short = camel(name.replace("ERROR_", ""))
            errors += comment(spoken(words, constant.comment), "\t")
            errors.append((f"Err{short}", f"= &Error{{Status: Status{short}}}"))
    return result + aligned(errors) + [")"]


def comment(text, indent):
    return [f"{indent}// {line}" for line in textwrap.wrap(text, 112, break_on_hyphens=False)]


def duration_comment(text):
    """The header's comment on a duration, whose numbers are milliseconds, in the units of time.Duration."""
    text = re.sub(r"^Milliseconds (that|after|without|since)", r"The time \1", text)
    text = text.replace("; -1: ", "; negative: ").replace(": -1 is off", ": negative is off")
    text = re.sub(r"^Milliseconds\.$", "The duration in force.", text)
    text = documents.option_values(text, "0", "Negative")
    return re.sub(r"(?<![\w.-])(\d{1,3}(?:,\d{3})+|\d+)(?![\w,]*\d)", lambda found: in_units(found[1]), text)


def spoken(words, text):
    """A text of the header in the words of Go, in which members have their names there."""
    text = re.sub(r"TALLY_([A-Z_]+)_…", lambda found: camel(found[1]) + "…", text)
    text = re.sub(documents.WHOSE.pattern + "(.)", lambda found: found[1].upper(), text)
    return re.sub(r"\b[A-Za-z][a-z]*(?:_[a-z]+)+\b", lambda found: camel(found[0]), words.text(text))


def field_comment(words, struct, each):
    """The header's comment on a member, in the words of Go."""
    if (struct.name, each.name) == ("tally_style", "fields"):
        return "StyleField… of members that are given although they are zero. Those that are not zero are given anyway."
    text = documents.whole(words.header, struct.name, each, each.comment, words)
    text = duration_comment(text) if (struct.name, each.name) in names.DURATIONS else text
    if (struct.name, each.name) in names.TIMES:
        text = re.sub(r"\b(?:TALLY_FOREVER|FOREVER|0)(?=: )", "zero", text)
    if (struct.name, each.name) in BOOLEANS:
        text = documents.whether(text).replace("1 or 0.", "").replace(" 0 also ", " False also ")
    if each.type.pointers and (struct.name, each.name) not in POINTERS:
        text = re.sub(r"NULL(?: or empty)?", "empty", text)
    text = re.sub(r"^(?=\w+…(?:$|\. ))", "Any of " if names.flag_type(struct.name, each.name) else "One of ",
                  spoken(words, text))
    return re.sub(r"(?:^|(?<=\. ))(?:zero|empty|whether)\b", lambda found: found[0].capitalize(), text)


def in_units(text):
    number = int(text.replace(",", ""))
    for size, unit in ((3_600_000, "time.Hour"), (60_000, "time.Minute"), (1000, "time.Second"), (1, "time.Millisecond")):
        if number and number % size == 0:
            return unit if number == size else f"{number // size}*{unit}"
    return text


def aligned(lines):
    """Lines of (name, rest), whose rests gofmt puts below each other; a comment begins a new block."""
    result, block = [], []

    def flush():
        width = max((len(name) for name, _ in block), default=0)
        result.extend(f"\t{name:<{width}} {rest}" for name, rest in block)
        block.clear()

    for line in lines:
        if isinstance(line, str):
            flush()
            result.append(line)
        else:
            block.append(line)
    flush()
    return result


def kept(struct):
    return [each for each in struct.members if not each.name.startswith("reserved") and each.name not in HIDDEN
            and not each.name.endswith("user_data")]


def kind_of(header, struct, each):
    chosen = names.flag_type(struct.name, each.name) or methods.enumeration(header, each.type.name, KINDS)
    return camel(chosen) if chosen else SCALARS[roles.scalar(header, each.type.name)]


def plain_type(header, struct, each):
    """The type of a number, a timestamp or a duration."""
    pair = struct.name, each.name
    return "time.Time" if pair in names.TIMES else "time.Duration" if pair in names.DURATIONS else kind_of(
        header, struct, each)


def record(header, words, struct, name):
    fields, reads = [], []
    for each in kept(struct):
        fields += comment(field_comment(words, struct, each), "\t")
        raw = f"raw.{member(each.name)}"
        if each.type.name == "tally_text":
            fields.append((camel(each.name), "string"))
            reads.append((camel(each.name), f"at(text, {raw}.offset, {raw}.length)"))
        elif each.type.name == "char":
            fields.append((camel(each.name), "string"))
            reads.append((camel(each.name), "string(text)"))
        elif each.type.name == "tally_badge":
            fields.append((camel(each.name), "Badge"))
            reads.append((camel(each.name), f"readBadge(&{raw}, text)"))
        elif each.type.name == "tally_status":
            fields.append((camel(each.name), "Status"))
            reads.append((camel(each.name), f"Status({raw})"))
        elif (struct.name, each.name) in BOOLEANS:
            fields.append((camel(each.name), "bool"))
            reads.append((camel(each.name), f"{raw} != 0"))
        elif (struct.name, each.name) in names.TIMES:
            fields.append((camel(each.name), "time.Time"))
            reads.append((camel(each.name), f"timeOf({raw})"))
        elif (struct.name, each.name) in names.DURATIONS:
            fields.append((camel(each.name), "time.Duration"))
            reads.append((camel(each.name), f"durationOf({raw})"))
        else:
            kind = kind_of(header, struct, each)
            fields.append((camel(each.name), kind))
            reads.append((camel(each.name), f"{kind}({raw})"))
    if struct.name in TEXTS:
        text, documentation = TEXTS[struct.name]
        fields += comment(documentation, "\t") + [(text, "string")]
        reads.append((text, "string(text)"))
    lines = ["", f"// {name} is {struct.name}.", f"type {name} struct {{"] + aligned(fields) + ["}", ""]
    lines += [f"func read{name}(raw *C.{struct.name}, text []byte) {name} {{", f"\treturn {name}{{"]
    return lines + literal(reads) + ["\t}", "}"]


def literal(reads):
    """Several members in a line. gofmt puts the first one of a line below that of the line before, in columns, if that
    line has one member."""
    lines, block = [], []
    for line in packed([f"{field}: {value}," for field, value in reads], "\t\t", 110) + [""]:
        if line:
            block.append(line.split(": ", 1))
        if line.count(": ") != 1:
            width = max((len(field) for field, _ in block), default=0) + 1
            lines += [f"{field + ':':<{width if len(block) > 1 else 0}} {value}" for field, value in block]
            block = []
    return lines


def given(header, words, struct, name):
    fields, sets = [], []
    for each in kept(struct):
        if each.name == "fields":
            continue
        fields += comment(field_comment(words, struct, each), "\t")
        field, is_text = camel(each.name), each.type.name == "char"
        fields.append((field, "*string" if is_text else f"*{kind_of(header, struct, each)}"))
        value = f"texts.text(*o.{field})" if is_text else f"C.{each.type.name}(*o.{field})"
        bit = f"ReminderField{camel(FIELDS.get(each.name, each.name))}"
        sets += [f"\tif o.{field} != nil {{", f"\t\traw.fields |= C.uint32_t({bit})",
                 f"\t\traw.{member(each.name)} = {value}", "\t}"]
    lines = ["", f"// {name} is {struct.name}. Members that are nil are not set.", f"type {name} struct {{"]
    return lines + aligned(fields) + ["}"] + raw_of(struct, name, sets)


def raw_of(struct, name, sets):
    """The function that makes the structure of C. Without options it is NULL."""
    sized = [each.name for each in struct.members if each.name in ("struct_size", *SIZES)]
    sizes = ", ".join(f"{each}: C.sizeof_{SIZES.get(each, struct.name)}" for each in sized)
    return ["", f"func (o *{name}) raw(texts *texts) *C.{struct.name} {{", "\tif o == nil {", "\t\treturn nil", "\t}",
            f"\traw := &C.{struct.name}{{{sizes}}}"] + sets + ["\treturn raw", "}"]


def style_bits(struct):
    """A member of a style that is not zero is given, without a bit of the caller's."""
    for each in kept(struct):
        if each.name != "fields":
            zero = '""' if each.type.name == "char" else "0"
            yield from [f"\tif o.{camel(each.name)} != {zero} {{",
                        f"\t\traw.fields |= StyleField{camel(re.sub('_[xy]$', '', each.name))}", "\t}"]


def options(header, words, struct, name):
    if struct.name == GIVEN:
        return given(header, words, struct, name)
    fields, sets = [], []
    for each in kept(struct):
        fields += comment(CALLBACKS[each.name][1] if each.name in CALLBACKS else field_comment(words, struct, each), "\t")
        field, target = camel(each.name), f"raw.{member(each.name)}"
        if each.name in CALLBACKS:
            fields.append((field, CALLBACKS[each.name][0]))
        elif each.type.name == "char":
            pointer = (struct.name, each.name) in POINTERS
            fields.append((field, "*string" if pointer else "string"))
            sets.append(f"\t{target} = texts.{'pointer' if pointer else 'optional'}(o.{field})")
        elif (struct.name, each.name) in names.TIMES:
            fields.append((field, "time.Time"))
            sets.append(f"\t{target} = timestamp(o.{field})")
        elif (struct.name, each.name) in names.DURATIONS:
            fields.append((field, "time.Duration"))
            sets.append(f"\t{target} = exactly(o.{field})")
        else:
            fields.append((field, kind_of(header, struct, each)))
            sets.append(f"\t{target} = C.{each.type.name}(o.{field})")
    if struct.name in RECORDS:  # The record is their type.
        return raw_of(struct, name, [*sets, *(style_bits(struct) if struct.name == "tally_style" else [])])
    more = " ".join(["", *MORE.get(struct.name, [])])
    lines = ["", *comment(f"{name} is {struct.name}. Members that are left out have their defaults.{more}", ""),
             f"type {name} struct {{"]
    return lines + aligned(fields) + ["}"] + raw_of(struct, name, sets)


def emit(header):
    import go_words  # It takes the case of names from here.
    words = go_words.Words(header)
    lines = [f"// Code {NOTICE[0].lower()}{NOTICE[1:].split(':')[0]}; DO NOT EDIT.", "", "package tally", "",
             "/*", '#include "calls.h"', "*/", 'import "C"', "", 'import "time"', ""] + constants(header, words)
    for struct in header.structs:
        if struct.name in RECORDS and RECORDS[struct.name] != "string":
            lines += record(header, words, struct, RECORDS[struct.name])
        if struct.name in OPTIONS:
            lines += options(header, words, struct, OPTIONS[struct.name])
    return "\n".join(re.sub(r"\s+$", "", line) for line in lines) + "\n"
