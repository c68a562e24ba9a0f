"""The errors of the Python binding: a class for each status that is one."""

import builtins

import names
from generate import NOTICE, packed

OUTPUT = "python/tally/errors.py"
# Errors that Python has too are those as well.
BASES = {"ArgumentError": "ValueError", "NoMemoryError": "MemoryError", "PathError": "ValueError",
         "RangeError": "ValueError", "NotFoundError": "LookupError", "UnsupportedError": "NotImplementedError",
         "MalformedError": "ValueError", "URLError": "ValueError", "IOError": "OSError", "FullError": "OSError",
         "LockedError": "OSError", "CorruptError": "OSError", "ReadOnlyError": "OSError",
         "PermissionError": "builtins.PermissionError", "NetworkError": "builtins.ConnectionError",
         "TimeoutError": "builtins.TimeoutError", "TLSError": "OSError"}
INITIALISMS = {"IO", "URL", "TLS"}


def class_name(status):
    words = status.name.removeprefix("TALLY_ERROR_").split("_")
    return "".join(word if word in INITIALISMS else word.capitalize() for word in words) + "Error"


def emit(header):
    errors = [status for status in names.statuses(header) if status.value < 0]
    lines = ['"""The statuses of the library, and an error for each that is one."""', f"# {NOTICE}", "# flake8: noqa",
             "from __future__ import annotations", "", "import builtins", "from typing import Dict, Type", "",
             "from ._error import TallyError", "from ._generated import Status", ""]
    # `from tally import *` must not replace what Python itself has under these names.
    public = [class_name(each) for each in errors if not hasattr(builtins, class_name(each))]
    lines += packed(['"Status",', '"TallyError",'] + [f'"{name}",' for name in public], "    ",
                    first="__all__ = [") + ["]"]
    for status in errors:
        name = class_name(status)
        lines += ["", f"class {name}(TallyError{', ' + BASES[name] if name in BASES else ''}):",
                  f'    """{status.comment.replace("NULL", "None")}"""']
    lines += ["", ""] + packed([f"Status.{each.name[6:]}: {class_name(each)}," for each in errors], "    ",
                               first="_CLASSES: Dict[int, Type[TallyError]] = {") + ["}"]
    return "\n".join(lines + ["", "", "def error_class(status: int) -> Type[TallyError]:",
                              "    return _CLASSES.get(status, TallyError)", ""])
