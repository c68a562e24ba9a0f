"""Structures that come out of the library become records: what a record says of its members' types converts them."""

from __future__ import annotations

from typing import Any, Callable, Dict, Union, get_type_hints

from . import _declarations as declarations
from . import _generated as types

Texts = Union[bytes, memoryview]
#: What makes a record of a structure and the bytes that its texts are in.
Maker = Callable[[Any, Texts], Any]


class Record:
    """How one structure becomes one record."""

    def __init__(self, kind: Any, made: Any):
        fields: Dict[str, Any] = dict(kind._fields_)
        self.kind, self.made, self.fields = kind, made, fields

    def compile(self) -> Maker:
        hints = get_type_hints(self.made)
        readers = [self.reader(name, hints[name]) for name in self.made._fields]
        made = self.made

        def make(value: Any, texts: Texts) -> Any:
            return made(*[read(value, texts) for read in readers])
        return make

    def reader(self, name: str, hint: Any) -> Maker:
        if self.kind is declarations.tally_badge_entry and name != "path":
            of_badge = RECORDS[declarations.tally_badge].reader(name, hint)
            return lambda value, texts: of_badge(value.badge, texts)
        if self.fields.get(name) is declarations.tally_text:
            return lambda value, texts: _text(getattr(value, name), texts)
        if hint is int or hint is float:
            return lambda value, texts: getattr(value, name)
        if hint is str:  # A text that comes beside the structure.
            return lambda value, texts: str(texts, "utf-8")
        return lambda value, texts: hint(getattr(value, name))


def _text(value: Any, texts: Texts) -> str:
    return str(texts[value.offset:value.offset + value.length], "utf-8")


def _all() -> Dict[Any, Record]:
    kinds = [(getattr(declarations, f"tally_{name}"), made) for name, made in types.RECORDS.items()]
    return {kind: Record(kind, made) for kind, made in kinds}


RECORDS = _all()
_makers: Dict[Any, Maker] = {}


def maker(kind: Any) -> Maker:
    """A function that makes a record of a structure and the bytes that its texts are in."""
    if kind not in _makers:
        _makers[kind] = RECORDS[kind].compile()
    return _makers[kind]
