"""The statements of a generated function that calls one of the library's, from a form for each role of a parameter
(roles.py). A form has the statement before the call, the arguments, and the expression of a result, or "".

    FORMS = {"text": Form(passed=['text({name})'])}

They are texts with these fields: name, kind, buffer (that a size belongs to), and what a language adds. "=items" is the
form of parameters of that name, whatever their role."""

import dataclasses

import faces
import roles

GOES_IN = ("handle", "text", "integer", "data", "keys", "struct", "raw", "list")
# Texts or bytes come out first, then lists, then the rest in the order of the header.
FIRST = {"buffer": 0, "bytes": 1, "list": 2}
# The next call raises what a callback has raised, so that what these make is not lost.
MAKES = ("out_token", "out_node")


@dataclasses.dataclass
class Form:
    passed: list
    before: str = ""
    result: str = ""


class Body:
    """given: the parameters; before, passed, results: the forms of all parts."""

    def __init__(self, header, function, forms, fields, skipped=()):
        parts = [part for part in roles.of(header, function) if part[1] not in skipped]
        self.parts, self.given, self.before, self.passed, found = parts, [], [], [], []
        optional = faces.optional_handles(header)
        buffer = next((part[1] for part in self.parts if part[0] == "buffer"), "")
        for part in self.parts:
            role, name, kind = (*part, "")[:3]
            known = {"name": name, "kind": kind, "buffer": buffer, **fields(role, name, kind)}
            form = forms["optional" if (function.name, name) in optional else f"={name}" if f"={name}" in forms else role]
            self.given += [known.get("parameter", name)] if role in GOES_IN else []
            self.before += form.before.format(**known).splitlines()
            self.passed += [each.format(**known) for each in form.passed]
            found += [(FIRST.get(role, 3), form.result.format(**known))] if form.result else []
        self.results = [result for _, result in sorted(found, key=lambda each: each[0])]
        self.room = next((part[1] for part in self.parts if part[0] in ("list", "buffer")), "")
        self.makes = any(part[0] == "made" or part[1] in MAKES for part in self.parts)
        self.is_continued = ("text", "after") in self.parts and self.room == "rows"


def called(header, by_hand):
    """Pairs of a name without tally_ and the function, but those by hand."""
    found = ((function.name.removeprefix("tally_"), function) for function in header.functions)
    return [(short, function) for short, function in found if short not in by_hand]
