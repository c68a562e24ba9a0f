"""A checkout that was copied or moved builds: scratch folders of Swift's builds that name another place are removed."""

import pathlib
import shutil
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "CSources/Link/moved.sh"
SCRATCH = {".build-release": "release", ".build": "debug", "Cluster/.build-release": "release"}


def run(folder):
    done = subprocess.run(["sh", SCRIPT], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == ""
    return done.stderr


def scratch_folders(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob(".build*")}


@pytest.fixture
def checkout(tmp_path):
    """Built where it is."""
    here = tmp_path / "tally"
    for scratch, plan in SCRATCH.items():
        (here / scratch).mkdir(parents=True)
        (here / scratch / f"{plan}.yaml").write_text(f'  inputs: ["{here}/{scratch}/x86_64-unknown-linux-gnu/a.o"]\n')
    (here / ".build-embedded").mkdir()  # make's own, which names no place.
    (here / ".build-new").mkdir()       # Nothing was planned yet.
    return here


def test_in_its_place(checkout):
    there = scratch_folders(checkout)
    link = checkout.parent / "link"
    link.symlink_to(checkout)
    for place in (checkout, link):
        assert run(place) == ""
        assert scratch_folders(checkout) == there


@pytest.mark.parametrize("place", ["tally2", "tal", "other/tally", "tally/inside"])
def test_elsewhere(checkout, place):
    copy = checkout.parent.parent / "copy" / place
    shutil.copytree(checkout, copy)
    told = run(copy)
    assert told.count("built in another folder") == len(SCRATCH) and all(f"{scratch} was" in told for scratch in SCRATCH)
    assert scratch_folders(copy) == {".build-embedded", ".build-new"}
    assert run(copy) == ""
    assert scratch_folders(checkout) >= set(SCRATCH)
