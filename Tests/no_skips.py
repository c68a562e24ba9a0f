"""Hooks of pytest: a test that is skipped fails, and says why it would have been skipped.

A test that lacks a package or a variable must fail and name it. The conftest.py of each folder of tests imports these.
"""

import pytest


def fail(report):
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr or "")
        reason = getattr(report, "wasxfail", None) or reason
        report.outcome = "failed"
        report.longrepr = f"No test may be skipped (Tests/no_skips.py). {reason}"
        if hasattr(report, "wasxfail"):
            del report.wasxfail
    return report


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport():
    outcome = yield
    outcome.force_result(fail(outcome.get_result()))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_make_collect_report():
    """Fails a module that is skipped as a whole, or a parametrized test without parameters."""
    outcome = yield
    outcome.force_result(fail(outcome.get_result()))
