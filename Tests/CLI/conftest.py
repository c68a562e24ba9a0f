"""Fixtures of the tests of the command."""

import pytest

from command import Server


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    """No test touches the database of the person who runs it."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    for name in ("XDG_DATA_HOME", "TALLY_DB", "TALLY_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def db(tmp_path):
    return tmp_path / "badges.db"


@pytest.fixture
def server():
    running = Server()
    yield running
    running.stop()
