"""The tables of docs/performance.md and Benchmarks/GOALS.md, the README's numbers and the plot are those of
Benchmarks/results.json, and only a full run of `make bench` writes that file."""

import copy
import json
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

import tables  # noqa: E402


@pytest.fixture
def results():
    return json.loads(tables.RESULTS.read_text(encoding="utf-8"))


def goal(measured, limit, at_least=False):
    return {"goal": "W3 by string, against C++ unordered_map", "measured": measured, "limit": limit, "unit": "x C++",
            "at_least": at_least}


def test_pages_and_plot_are_those_of_the_last_full_run(results):
    assert not tables.problems(results)


def test_the_file_names_date_commit_and_machine(results):
    assert results["date"] and results["commit"] and results["system"]
    assert results["bench"]["machine"]["cpu"] and results["bench"]["machine"]["compiler"]
    assert results["bench"]["rounds"] >= 1 and results["bench"]["agree"]


def test_another_number_is_noticed(results):
    for change, page in (("workloads", "docs/performance.md"), ("goals", "Benchmarks/GOALS.md")):
        other = copy.deepcopy(results)
        key = "warm_ns" if change == "workloads" else "measured"
        other["bench"][change][0][key] = other["bench"][change][0][key] * 3 + 1000
        assert any(page in problem for problem in tables.problems(other))


def test_a_page_without_its_marks_is_named(results, monkeypatch):
    monkeypatch.setitem(tables.PAGES, "docs/security.md", ["speed"])
    assert any("docs/security.md: no `<!-- bench: speed -->`" in problem for problem in tables.problems(results))


@pytest.mark.parametrize("measured, limit, at_least, row", [
    (1.10, 1, False, "1 × C++ | 1.10 × C++ | **missed** |"),
    (0.99, 1, False, "1 × C++ | 0.99 × C++ | met |"),
    (1.0, 1, False, "1 × C++ | 1.00 × C++ | met |"),
    (1.004, 1, False, "1 × C++ | 1.004 × C++ | **missed** |"),
    (0.71, 0.9, True, "at least 0.9 × C++ | 0.71 × C++ | **missed** |"),
    (0.9, 0.9, True, "at least 0.9 × C++ | 0.90 × C++ | met |"),
])
def test_the_result_follows_from_the_number_and_the_goal(measured, limit, at_least, row):
    last = tables.goals_text([goal(measured, limit, at_least)]).splitlines()[-1]
    assert last == f"| W3 by string, against C++ `unordered_map` | {row}"


def test_every_goal_has_one_row(results):
    rows = tables.TEXTS["goals-workloads"](results).splitlines()[2:] + tables.TEXTS["goals-rest"](results).splitlines()[2:]
    assert len(rows) == len(tables.goals(results)) and len({row.split(" | ")[0] for row in rows}) == len(rows)


def test_the_instructions_are_the_recorded_ones():
    page = (ROOT / "Benchmarks" / "GOALS.md").read_text(encoding="utf-8")
    counts = json.loads((ROOT / "Benchmarks" / "Thresholds" / "counts.json").read_text(encoding="utf-8"))
    rows = re.findall(r"^\| (W5 by \w+), instructions \| (\d+) \| (\d+) \| (\w+) \|", page, re.MULTILINE)
    assert len(rows) == 2
    for name, limit, measured, result in rows:
        assert int(measured) == counts[name]["instructions"]
        assert result == ("met" if int(measured) <= int(limit) else "missed")


def write_run(folder, results, **changes):
    for name in ("bench", "waits", "border", "python"):
        (folder / f"{name}.json").write_text(json.dumps({**results[name], **changes.get(name, {})}
                                                        if isinstance(results[name], dict) else results[name]))


def test_only_a_full_run_is_recorded(results, tmp_path):
    write_run(tmp_path, results, bench={"complete": True}, waits={"complete": True})
    assert tables.record(tmp_path)["bench"]["workloads"] == results["bench"]["workloads"]
    for part in ("bench", "waits"):
        write_run(tmp_path, results, **{"bench": {"complete": True}, "waits": {"complete": True}, part: {"complete": False}})
        assert tables.record(tmp_path) is None


def test_a_run_whose_contestants_disagree_is_not_recorded(results, tmp_path):
    write_run(tmp_path, results, bench={"complete": True, "agree": False})
    with pytest.raises(SystemExit, match="disagree"):
        tables.record(tmp_path)
