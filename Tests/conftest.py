"""The hooks that all tests in Python share."""

from no_skips import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401
