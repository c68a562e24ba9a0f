"""The hooks that all tests in Python share."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests"))

from no_skips import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401
