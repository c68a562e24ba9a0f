"""Arguments of the library: texts, bytes, numbers, handles and structures."""

from __future__ import annotations

import ctypes
import os
from functools import reduce
from operator import index, or_
from typing import Any, Callable, Dict, Iterable, Optional, Tuple, Type, TypeVar, Union, cast

from . import _declarations as declarations
from ._handles import Box, Handle, dropped, handle_box, release_dropped
from ._values import Data, Text
from .errors import ArgumentError, Status


def text(value: Text) -> Optional[bytes]:
    """A text as the library takes it: UTF-8, which must not have a NUL in it."""
    if value is None:
        return None
    encoded = value.encode("utf-8") if isinstance(value, str) else os.fsencode(value)
    if b"\0" in encoded:
        raise ArgumentError(Status.ERROR_ARGUMENT, "a text has a NUL character in it")
    return encoded


def data(value: Data) -> Optional[bytes]:
    if value is None or isinstance(value, bytes):
        return value
    return value.encode("utf-8") if isinstance(value, str) else bytes(memoryview(value))


def sized(value: Data) -> Tuple[Optional[bytes], int]:
    content = data(value)
    return content, len(content or b"")


def _integer(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        number = index(value)
        if not low <= number <= high:
            raise OverflowError(f"{number} is not from {low} to {high}")
        return number
    return check


int32, int64 = _integer(-2**31, 2**31 - 1), _integer(-2**63, 2**63 - 1)
uint32, uint64 = _integer(0, 2**32 - 1), _integer(0, 2**64 - 1)
size = uint64
CONVERTERS: Dict[Any, Callable[[Any], Any]] = {
    ctypes.c_char_p: text, ctypes.c_int32: int32, ctypes.c_uint32: uint32, ctypes.c_int64: int64,
    ctypes.c_uint64: uint64, ctypes.c_size_t: size, ctypes.c_float: float,
}


def _handle_of(kind: str, is_optional: bool = False) -> Callable[[Any], Optional[Box]]:
    """A converter that takes handles of one kind of object only, because the library cannot tell them apart."""
    def convert(value: Any) -> Optional[Box]:
        if dropped:
            release_dropped()
        if value is None and is_optional:
            return None
        if getattr(value, "_kind", None) != kind:
            raise TypeError(f"{kind.capitalize()} needed, not {type(value).__name__}")
        return handle_box(cast(Handle, value))
    return convert


engine_of, account_of, feed_of, scope_of, snapshot_of = map(
    _handle_of, ("engine", "account", "feed", "scope", "snapshot"))
any_account = _handle_of("account", is_optional=True)


# The members that say how large something is; None: the structure itself.
_SIZES: Dict[str, Any] = {"struct_size": None, "item_size": declarations.tally_item,
                          "operation_size": declarations.tally_operation}
S = TypeVar("S", bound=ctypes.Structure)
T = TypeVar("T")


def structure(kind: Type[S], /, **members: Any) -> S:
    """A structure for options. A member that is None is left out."""
    types: Dict[str, Any] = dict(cast(Any, kind)._fields_)
    made = kind()
    for name in _SIZES.keys() & types.keys():
        setattr(made, name, ctypes.sizeof(_SIZES[name] or kind))
    bits = declarations.FIELDS.get(kind.__name__)
    if bits:
        made.fields = reduce(or_, (bits[name] for name, value in members.items() if value is not None), 0)
    for name, value in members.items():
        if value is not None:
            try:
                setattr(made, name, CONVERTERS.get(types[name], _unchanged)(value))
            except (TypeError, OverflowError) as problem:
                raise type(problem)(f"{name}: {problem}") from None
    return made


def _unchanged(value: T) -> T:
    return value


def keys_of(values: Union[int, Iterable[int]]) -> Tuple[Any, int]:
    keys = list(map(CONVERTERS[ctypes.c_int64], [values] if isinstance(values, int) else values))
    return (ctypes.c_int64 * len(keys))(*keys), len(keys)
