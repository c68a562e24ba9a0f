"""The documentation of a method, from the comment of its function in the header, in a language's words.

`Words` is a language's part: how it spells functions, constants, errors, records and NULL. `of(method, words)` returns
a Documentation, whose parts the language lays out as its readers are used to. Out parameters become results, sizes of
buffers vanish, and milliseconds get their unit.
"""

import dataclasses
import re

import contract
import methods
import names

# Parameters that need the same words everywhere, where the header's comment has none for them.
GENERIC = {
    "path": "`root`, or components separated by dots",
    "until": "when it ends; NULL: it does not",
    "limit": "the largest number of rows",
    "language": "of the summaries; NULL: the account's",
    "thread": 'the thread of the group; NULL or "": messages without a thread',
    "keys": "the keys of messages",
    "callback": "called with each event; NULL: only tally_engine_next_event returns the events",
    "account": "an account of the same engine",
    "id": "its identifier",
    "follow": "whether `next` is also set at the end of the list, to continue with rows that are added later",
}
# The same for a parameter whose name means something else in one method.
SPECIAL = {
    ("reminder_snooze", "until"): "the new time of the occurrence",
    ("badge_snooze", "until"): "when the snooze ends; NULL: it ends now",
    ("message_snooze", "until"): "when the snooze ends; NULL: it ends now",
}
# The greatest numbers of C's types, which other languages name otherwise, or not at all.
GREATEST = {"UINT32_MAX": "4,294,967,295", "UINT64_MAX": "2^64 - 1"}
# The same for members of options.
MEMBERS = {
    "title": "the title", "body": "the text below the title", "kind": "the kind of thing, a word of the host's",
    "thread": "the thread: messages with the same one are a group", "category": "the category, whose format summaries have",
    "argument": "the name in place of `%@` in the format of a summary",
    "argument_count": "added to the number in place of `%u` in the format of a summary; 0 counts as 1",
    **{form: f"the form for the plural category `{form}`" for form in ("zero", "one", "two", "few", "many", "other")},
}
# Members that languages with types for times and truth have otherwise than C.
TYPED = {
    ("tally_event", "kind"): "what happened",
    ("tally_event", "missed"): "REMINDER: whether it was missed; otherwise it fired",
    ("tally_event", "text_length"): "the path, the name or the error that it is about, by its kind",
    ("tally_reminder", "is_smart"): "whether it picks its own days now",
}
# Constants that have no comment, and whose names say nothing.
CONSTANTS = {"OK": "success", "GROUP": "badges are written in groups, within about 50 ms",
             "FULL": "each call waits for the disk"}
# Errors that no method of a language has: its buffers grow.
HIDDEN = r"BUFFER_TOO_SMALL(?: \([^()]*\))?"
# Sentences about memory and pointers, which a language manages itself.
SILENT = re.compile(r"BUFFER_TOO_SMALL|always suffices?\b|^[\w ]+ may be NULL\.$|^Borrowed |release_user_data"
                    r"|ended by NUL|[Hh]andles? must (?:still )?be released|same handle|->")
# Parts of the comments of members that each language shows by types, or knows.
OBVIOUS = re.compile(r"\bRequired\.|^(?:These|The texts) are UTF-8(?:; NULL: none)?\.")
# The parts of an output's description that are about its pointer.
NO_RESULT = re.compile(r"(?:^|[;,.] ?)(?:it )?may be NULL\b[.;,]? ?")
# The beginning of a flag's comment, which says whose it is.
WHOSE = re.compile(r"^(?:For|Of) [^:]*\btally_[^:]*: ")


@dataclasses.dataclass
class Documentation:
    summary: str
    parameters: list  # Pairs of an Argument and a text; only those that have one.
    returns: str      # A sentence, or "".
    errors: str       # "PathError, RangeError (count)", or "".
    threads: str
    cost: str
    details: list     # Paragraphs. Those that begin with "- " or four spaces keep their lines.


class Words:
    """How a language spells what the header names. A language has a class of its own that inherits this one."""
    null = "NULL"
    # Whether a text of a member names constants as the language does, where the header has the end of a name.
    has_whole_names = False
    # The value of an option that stands for its default, and the duration that turns off what it is for.
    default, off = "0", "-1"
    # Pairs of an expression and its replacement, for what the language says otherwise. They come last.
    sentences = []
    # Texts of a language's own: what is added to the details, by functions; parameters, by functions and names.
    more = {}
    parameters = {}

    def __init__(self, header):
        self.header = header
        self.methods = {method.short: method for method in methods.all(header)}
        self.constants = {constant.name: constant for constant in header.constants}
        self.statuses = {each.name[len("TALLY_"):].removeprefix("ERROR_"): each for each in names.statuses(header)}
        self.flag_names = {constant.name: short.lower() for _, _, pairs in names.flags(header)
                           for short, constant in pairs}
        self.kinds = {constant.name: (kind, short) for table in (names.KINDS, names.RAW_KINDS)
                      for kind, pairs in names.kinds(header, table) for short, constant in pairs}

    def function(self, short):
        """A function of the header, by its name without tally_, as a text calls it."""
        raise NotImplementedError

    def constant(self, kind, short, name):
        """A constant: its enumeration in names.py ("" for none), its name there, and its name in the header."""
        return short

    def flag(self, name):
        """A flag, by its name in the header."""
        return f"`{self.flag_names.get(name, name)}`"

    def status(self, name):
        """A qualified success or OK: "HELD"."""
        return name

    def error(self, name):
        """An error: "PATH"."""
        return name

    def record(self, struct):
        """A structure of the header, by its name there."""
        return (names.RECORDS.get(struct) or names.OPTIONS.get(struct) or (struct,))[0]

    def argument(self, short, name):
        """The name of an argument of a method here."""
        return name

    # --- The header's text in these words ---

    def text(self, text, short=""):
        """A paragraph, or the lines of a list."""
        text = re.sub(r" ?\(may be NULL\)", "", text)
        text = re.sub(r"\b(TALLY_([A-Z]+)_[A-Z_]*[A-Z])((?:(?:, | or | and )_[A-Z_]+)+)", self._series, text)
        if self.has_whole_names:
            text = re.sub(r"(?<=\bevent )[A-Z]+\b", lambda found: f"TALLY_EVENT_{found[0]}"
                          if f"TALLY_EVENT_{found[0]}" in self.constants else found[0], text)
        text = re.sub(r"\bTALLY_(\w+?)_?…\.? ?", "", text)
        text = re.sub(r"\bTALLY_[A-Z0-9_]*[A-Z0-9]\b", lambda found: self._constant(found[0]), text)
        text = re.sub(r"\bresult is [^.]*", self._bare_statuses, text)
        text = re.sub(r"\b(with|get|gets|error|is) ([A-Z_]{2,})\b", self._bare_status, text)
        text = re.sub(r"\btally_\w+", lambda found: self._name(found[0]), text)
        text = re.sub(r"\bNULL\b", self.null, text)
        text = re.sub(r"(?<=that it leaves out are )0\b", self.null, text)
        text = re.sub(r"`out_(\w+)`|\bout_(\w+)\b", lambda found: found[1] or found[2], text)
        method = self.methods.get(short)
        for each in method.arguments if method else []:
            spelled = self.argument(short, each.name)
            if spelled != each.name:
                text = re.sub(rf"`{each.name}`", f"`{spelled}`", text)
        for pattern, replacement in self.sentences:
            text = re.sub(pattern, replacement, text)
        return re.sub(r"\bUINT(?:32|64)_MAX\b", lambda found: GREATEST[found[0]], text).rstrip()

    def _series(self, found):
        """The constants in full: each suffix follows the longest beginning that makes one."""
        parts, known = found[1].split("_"), set(self.constants)
        return found[1] + re.sub(r"(?<=\s)_([A-Z_]+)", lambda suffix: next(
            name for name in ("_".join(parts[:count] + [suffix[1]]) for count in range(len(parts), 0, -1))
            if name in known), found[3])

    def _constant(self, name):
        if name in ("TALLY_DEFAULT", "TALLY_OFF"):
            return self.default if name == "TALLY_DEFAULT" else self.off
        if name.startswith("TALLY_ERROR_"):
            return self.error(name[len("TALLY_ERROR_"):])
        if name[len("TALLY_"):] in self.statuses:
            return self.status(name[len("TALLY_"):])
        if name in self.flag_names and self.constants[name].is_flag:
            return self.flag(name)
        return self.constant(*self.kinds.get(name, ("", name[len("TALLY_"):])), name)

    def _bare_status(self, found):
        return f"{found[1]} {self._status(found[2])}"

    def _bare_statuses(self, found):
        return re.sub(r"(?<![\w.:`\[])[A-Z_]{2,}\b", lambda each: self._status(each[0]), found[0])

    def _status(self, name):
        if name not in self.statuses:
            return name
        return self.error(name) if self.statuses[name].value < 0 else self.status(name)

    def _name(self, name):
        short = name.removeprefix("tally_")
        if short in self.methods:
            return self.function(short)
        if name in self.header.opaque:
            return short
        return self.record(name)


def lines(document, rows, wrap, first=""):
    """The lines of a documentation: the summary, the rows of the parameters, the details, then results, errors and
    costs. wrap: makes lines of a paragraph. first: the summary of a method for a page, whose details are those of the
    method for all rows."""
    ends = [document.returns, *[f"{label} {text}." for label, text in [
        ("Raises", document.errors), ("Threads:", document.threads), ("Cost:", document.cost)] if text]]
    details = [each.split("\n") if contract.is_kept(each) else wrap(each) for each in document.details if not first]
    paragraphs = [wrap(first or document.summary), rows, *details, [row for each in ends if each for row in wrap(each)]]
    return "\n\n".join("\n".join(each) for each in paragraphs if each).split("\n")


def milliseconds(text):
    """The words about a duration, with the unit at each number."""
    text = re.sub(r"\b(?:the )?milliseconds (that|until)\b", r"the time \1", text)
    text = re.sub(r"\b(?:in )?milliseconds[;,] ?", "", text)
    return re.sub(r"(?<![\w,-])(\d+(?:,\d{3})*)(?!:|\d|,\d| if )", r"\1 ms", text)


def option_values(text, default, off):
    """The words about a duration in options, which say what the default and the value that turns it off mean."""
    text = re.sub(r"Profile: (.+?); (.+?)\.$", rf"{default}: \1 with TALLY_POLLING_MESSAGE_CENTER, \2 with "
                  rf"TALLY_POLLING_UNREAD_COUNT. {off}: off.", text)
    return re.sub(r"\b0: (?=\d|no limit)", f"{default}: ", text)


def parameter_texts(function):
    """The words of the header's comment about each parameter, and the paragraphs without these."""
    found = {}
    known = [parameter.name for parameter in function.parameters]
    for row, text in function.contract.parameters:
        found.update(dict.fromkeys(row.split(", "), text))
    details = []
    for paragraph in function.contract.details:
        if contract.is_kept(paragraph):
            details.append(paragraph)
            continue
        kept = []
        for sentence in contract.sentences(paragraph):
            match = re.match(r"(\w+(?:(?:, | and )\w+)*)(?: \(may be NULL\))?: (.+)", sentence)
            listed = re.split(", | and ", match[1]) if match else []
            if match and all(name in known for name in listed):
                found.update(dict.fromkeys(listed, match[2]))
            elif not SILENT.search(sentence):
                kept.append(sentence)
        details += [" ".join(kept)] if kept else []
    return found, details


def slot_text(method, slot, words):
    """The words about a structure that goes in, or "": most have none."""
    return words.text(parameter_texts(method.function)[0].get(slot.name, ""), method.short)


def of(method, words):
    """The documentation of a method."""
    short, function = method.short, method.function
    texts, details = parameter_texts(function)
    if method.until:
        until_texts, until_details = parameter_texts(method.until)
        texts.setdefault("until", until_texts.get("until", "when the badge ends; NULL: it does not"))
        details = details + until_details
    parameters = []
    for each in method.arguments:
        text = parameter_text(method, each, texts, words)
        if text:
            parameters.append((each, text))
    details = [words.text(each, short) for each in details] + ([words.more[short]] if short in words.more else [])
    summary = re.sub(", (?:ended by NUL|and copies them)", "", function.summary)
    if method.result.kind in ("text", "bytes"):
        summary = re.sub("^Writes ", "Returns ", summary)
    # A short detail stands with the summary.
    if details and not contract.is_kept(details[0]) and len(summary) + len(details[0]) < 160:
        summary += " " + details.pop(0)
    return Documentation(words.text(summary, short), parameters, returns_of(method, texts, words),
                         errors_of(function, words, short), words.text(function.threads, short),
                         words.text(function.cost, short), [each for each in details if each])


def whole(header, struct, member, text, words):
    """The text of a member, in which each constant has its whole name: its comment says BADGE of TALLY_EVENT_BADGE. A
    constant is of the member's own enumeration, or else of another member's."""
    found, listed = {}, {}
    for name, (kind, short) in words.kinds.items():
        listed.setdefault(kind, {})[short] = name
    for each in [*reversed(header.struct(struct).members), member]:
        found.update(listed.get(methods.enumeration(header, each.type.name, {**names.KINDS, **names.RAW_KINDS}), {}))
    if member.type.name == "tally_status":
        found.update({short: each.name for short, each in words.statuses.items()})

    def name_of(word):
        ends = [name for short, name in found.items() if short.endswith(f"_{word}")]
        is_constant = "_" in word and f"TALLY_{word}" in words.constants
        return found.get(word) or (f"TALLY_{word}" if is_constant else ends[0] if len(ends) == 1 else word)
    return re.sub(r"(?<![\w\[])[A-Z][A-Z_]+\b", lambda word: name_of(word[0]), text)


def whether(text):
    """The text of a member that is 1 or 0, for a type of truth."""
    return re.sub(r"\b1, ([^;]+); 0, [^.]*", r"whether \1", re.sub("^1: ", "whether ", text))


def members(header, struct, words):
    """Pairs of the name and the text of each member of a structure that has a comment: for records, and for options of
    languages that have them as a structure."""
    for member in header.struct(struct).members:
        kind, _ = methods.member_kind(header, struct, member)
        comment = whole(header, struct, member, member.comment, words) if words.has_whole_names else member.comment
        text = said(OBVIOUS.sub("", comment), kind, words)
        if text and member.name != "struct_size" and not member.name.startswith("reserved"):
            yield member.name, text


def all_members(header, struct, words):
    """The texts of all members of a structure and of those within it, by their names in the header. An enumeration
    without a text gets its constants."""
    found = {}
    for member in header.struct(struct).members:
        kind, type_ = methods.member_kind(header, struct, member)
        if header.struct(member.type.name):
            found.update(all_members(header, member.type.name, words))
        elif kind == "enum":
            constants = [constant.name for _, constant in dict(names.kinds(header))[type_]]
            found[member.name] = "one of " + ", ".join(words.text(each) for each in constants)
        elif struct in names.OPTIONS and member.name in MEMBERS:
            found[member.name] = MEMBERS[member.name]
    return {**found, **dict(members(header, struct, words))}


def typed_members(header, struct, words, own=(), plain=()):
    """A text for each member of a structure, in a language with types for times, durations and truth. own: texts of the
    language's own, by pairs of a structure and a member. plain: those of members without one, by their names."""
    found, own = dict(members(header, struct.name, words)), {**TYPED, **dict(own)}
    for member in struct.members:
        kind, type_ = methods.member_kind(header, struct.name, member)
        text = own.get((struct.name, member.name)) or found.get(member.name, "")
        if text in ("", "1 or 0"):
            text = undescribed(struct.name, member.name, kind, type_, dict(plain))
        if kind == "time":
            text = re.sub(r"\b0: ", f"{words.null}: ", text)
        elif kind == "duration":
            text = re.sub("^[Mm]illiseconds (?=that|after|since|without)", "the time ", text)
            if struct.name not in names.OPTIONS:
                text = text.replace(f"or {words.off}. All are 0 if", f"or {words.null}. All are zero if")
        found[member.name] = whether(text)
    return found


def undescribed(struct, name, kind, type_, plain):
    """A text for a member that has none in the header."""
    flags = names.flag_type(struct, name)
    if flags:
        return names.FLAGS[flags][1][:1].lower() + names.FLAGS[flags][1][1:].rstrip(".")
    if name in plain or kind == "text" and name in MEMBERS:
        return plain.get(name) or MEMBERS[name]
    return "the " + (type_ if kind == "enum" else name).replace("_", " ")


def capital(text):
    """A text as a sentence."""
    is_name = text.startswith(("http:", "null")) or re.search("[_A-Z]", text.split(" ")[0][1:])
    text = text if is_name else text[:1].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def constant_text(constant, name, words):
    """The comment of a constant of an enumeration, or its name in words."""
    kinds = {f"TALLY_{prefix}…": "a " + kind.replace("_", " ") for kind, (prefix, _) in names.KINDS.items()}
    text = re.sub(r"\s+", " ", WHOSE.sub("", constant.comment))
    text = words.text(re.sub(r"TALLY_[A-Z_]+_…", lambda found: kinds.get(found[0], found[0]), text))
    return capital(text or CONSTANTS.get(name) or name.replace("_", " ").lower())


def parameter_text(method, each, texts, words):
    short = method.short
    if (short, each.name) in words.parameters:
        return words.parameters[short, each.name]
    if each.name in texts:
        text = texts[each.name]
    elif (short, each.name) in SPECIAL:
        text = SPECIAL[short, each.name]
    elif each.name == "after" and method.page:
        text = "the `next` of the page before; NULL: the first page"
    elif each.is_option:
        text = OBVIOUS.sub("", each.comment)
    else:
        # A limit that is a constant is no number of rows.
        text = each.comment or (GENERIC.get(each.name, "") if each.kind != "enum" else "")
    return said(text, each.kind, words, short)


def flags_text(method, document, words):
    """The words about the flags of a method, for a language that takes them in one argument."""
    flags = [each.constant for slot in method.slots if slot.kind == "flags" for each in slot.arguments]
    return "; ".join(f"{words.flag(each.constant)}: {text}" for each, text in document.parameters
                     if each.constant in flags)


def said(text, kind, words, short=""):
    """A text about a parameter or a member: without its end, and beginning in lower case."""
    text = milliseconds(option_values(text, words.default, words.off)) if kind == "duration" else text
    text = words.text(WHOSE.sub("", text), short).lstrip(",;: ").rstrip(".").strip()
    first = re.match(r"[^\s,;:]*", text)[0]
    is_name = first == words.null or first[1:] != first[1:].lower() or "." in first
    return text if is_name else text[:1].lower() + text[1:]


def returns_of(method, texts, words):
    outs = {name: NO_RESULT.sub("", text) for name, text in texts.items() if name.startswith("out_")}
    outs = {name: text for name, text in outs.items() if text and "owned, release" not in text}
    if method.statuses and method.result.kind == "status":
        return words.text(method.function.returns, method.short)
    if len(set(outs.values())) == 1 and len(outs) >= len(method.result.outs):
        text = next(iter(outs.values())).rstrip(".")
        token = "a token that " if method.result.kind == "token" and not text.startswith("the token") else ""
        return words.text(f"Returns {token}{text}.", method.short)
    if outs:
        return "Returns " + "; ".join(f"{name[len('out_'):]}: {words.text(text, method.short).rstrip('.')}"
                                     for name, text in outs.items()) + "."
    return ""


def errors_of(function, words, short):
    """The errors with their reasons, as the header has them."""
    text = re.sub(rf"(?:, |; )?\b{HIDDEN}", "", function.error_text)
    text = re.sub(r"^[,;] ?", "", text)
    known = {name for name, each in words.statuses.items() if each.value < 0}
    # Between parentheses stands a reason: URL is a word there, and no error.
    text = re.sub(r"\([^()]*\)|\b[A-Z][A-Z_]+\b",
                  lambda found: words.error(found[0]) if found[0] in known else found[0], text)
    return words.text(text, short)
