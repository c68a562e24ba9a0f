"""Lists the functions of the header, FUNCTION(name) a line: for test_allocations.c, which has a call of each.

    list_functions.py HEADER
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Bindings" / "tools"))
import header  # noqa: E402

for function in header.parse(pathlib.Path(sys.argv[1])).functions:
    print(f"FUNCTION({function.name})")
