"""Every case of the conformance data passes, and so do a few of our own, so that the replay itself is tested."""

import os
import pathlib

import pytest
from replay import Replay, cases

DATA = pathlib.Path(os.environ.get("TALLY_CONFORMANCE",
                                   pathlib.Path(__file__).resolve().parents[3] / "Tests" / "Conformance" / "data"))


@pytest.mark.parametrize("case", cases(DATA), ids=lambda case: case["case"])
def test_case(case):
    Replay(case).run()


def case(*steps):
    return {"case": "own", "steps": [{"call": "account_open", "account": "ann"}, *steps]}


def test_a_replay_compares_what_comes_out():
    set_three = {"call": "badge_set", "account": "ann", "path": "a", "count": 3}
    Replay(case(set_three, {"call": "badge_get", "account": "ann", "path": "a", "out": {"count": 3}})).run()
    for wrong in ({"call": "badge_get", "account": "ann", "path": "a", "out": {"count": 4}},
                  {"call": "badge_get", "account": "ann", "path": "a", "out": {"total": 3}},
                  {"call": "badge_get", "account": "ann", "path": "a", "status": "TALLY_HELD"},
                  {"call": "badge_list", "account": "ann", "path": "root", "out": {"entries": []}},
                  {"call": "badge_set", "account": "ann", "path": "a..b", "count": 1},
                  {"call": "badge_set", "account": "ann", "path": "a..b", "count": 1, "status": "TALLY_ERROR_PATH",
                   "message": "nonsense"},
                  {"call": "no_such_call"}):
        with pytest.raises(AssertionError):
            Replay(case(set_three, wrong)).run()
