#!/usr/bin/env python3
"""Writes the tables of docs/performance.md and Benchmarks/GOALS.md, the sentences of the README about size and speed, and
the plot, from Benchmarks/results.json.

    tables.py                    writes them
    tables.py --check            names the texts that differ from results.json, and exits with 1 if there are any
    tables.py --record FOLDER    makes results.json from the last run of `make bench` first, if that run was complete

A text to be replaced is between `<!-- bench: NAME -->` and `<!-- end of bench -->`. NAME is a name in TEXTS.
"""

import argparse
import datetime
import json
import pathlib
import platform
import re
import subprocess
import sys
import textwrap

import plot

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "Benchmarks" / "results.json"
PLOT = ROOT / "docs" / "plots" / "workloads.svg"
# The texts that each page must have.
PAGES = {
    "docs/performance.md": ["run", "workloads", "rivals", "memory", "summary"],
    "Benchmarks/GOALS.md": ["goals-workloads", "goals-rest", "waits", "posts"],
    "README.md": ["size", "speed"],
}
BLOCK = re.compile(r"(<!-- bench: ([\w-]+) -->)(\s*)(.*?)(\s*)(<!-- end of bench -->)", re.DOTALL)
COLUMNS = 120
# The files that decide how fast it is. A commit that changes only pages counts as the same one.
SOURCES = ["Sources", "CSources", "include", "Benchmarks", "Makefile", "Package.swift", ":!Benchmarks/results.json"]
WORKLOADS = ["W1", "W2", "W3", "W4", "W5", "W6"]
NUMBERS = ["none", "one", "two", "three", "four", "five", "six"]
CONTESTANTS = {
    "tally-string": "Tally, by string",
    "tally-batch-string": "Tally, by string, batches of 1,000",
    "c-string": "C, string keys, no features",
    "c-string-16": "the same, 16 operations at a time",
    "c++": "C++ unordered_map, parent pointers",
    "sqlite": "SQLite in memory, recursive UPDATE",
    "tally-node": "Tally, by node",
    "tally-batch-node": "Tally, by node, batches of 1,000",
    "tally-apply-node": "Tally, by node, 1,000 with `TALLY_BATCH_EACH`",
    "c-node": "C, node handles, no features",
}
UNITS = {"us": "µs"}


# --- Recording

def command(*words):
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit():
    """The commit that was measured; "and changes" if the sources differ from it."""
    name = command("git", "-c", "safe.directory=*", "rev-parse", "--short=10", "HEAD") or "unknown"
    return f"{name} and changes" if command("git", "-c", "safe.directory=*", "status", "--porcelain", "--", *SOURCES) else name


def system():
    """The name of the distribution."""
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.system()


def record(folder):
    """results.json of a run whose files are in the folder; None if the run was a part."""
    run = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
           for name in ("bench", "waits", "border", "python")}
    if not run["bench"]["agree"]:
        sys.exit("tables.py: the contestants of this run disagree, so its numbers mean nothing")
    if not (run["bench"]["complete"] and run["waits"]["complete"]):
        return None
    head = {"date": datetime.date.today().isoformat(), "commit": commit(), "system": system()}
    return {**head, **run}


# --- Numbers

def shown(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def quantity(value, unit):
    """With its unit: "1.25 × C", "60 ns"."""
    unit = UNITS.get(unit, unit)
    return f"{value} ×{unit[1:]}" if unit.startswith("x") else f"{value} {unit}"


def is_met(goal):
    """There is no tolerance."""
    return goal["measured"] >= goal["limit"] if goal["at_least"] else goal["measured"] <= goal["limit"]


def measured(goal):
    """The measured value. Where rounding would make it equal to a limit that it misses, with more digits."""
    text = shown(goal["measured"])
    decimals = 2
    while not is_met(goal) and float(text.replace(",", "")) == goal["limit"] and decimals < 6:
        decimals += 1
        text = f"{goal['measured']:,.{decimals}f}"
    return text


def goals(results):
    """All goals of a run, in the order of the table."""
    found = list(results["bench"]["goals"])
    for row in results["border"]:
        found.append({"goal": f"the C layer's part of a call, {row['call']}", "measured": row["added_ns"], "unit": "ns",
                      "limit": 5, "at_least": False})
    for row in results["python"]:
        found.append({"goal": f"a batch of 1,000 from Python, {row['way']}, the call alone", "unit": "x the same from C",
                      "measured": row["call_us"] / row["c_us"], "limit": 2, "at_least": False})
    # The goals of get and set are in the table of waits.
    activities = {row["name"]: f"{row['what']}, a sync takes {row['disk_ms']} ms" for row in results["waits"]["activities"]}
    for goal in results["waits"]["goals"]:
        name, _, text = goal["goal"].partition(", ")
        if name not in activities:
            found.append(goal)
        elif text.startswith("its own call"):
            found.append({**goal, "goal": f"{activities[name]}: {text}"})
    return found


# --- Texts

def spelled(text):
    """The words of the programs in Markdown: names as code, large numbers with commas."""
    text = re.sub(r"(?<![\d^,.])\d{4,}", lambda found: f"{int(found[0]):,}", text)
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", r"`\g<0>`", text)


def table(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def warm(results):
    """The nanoseconds of an operation by workload and contestant."""
    found = {}
    for row in results["bench"]["workloads"]:
        found.setdefault(row["workload"], {})[row["contestant"]] = row["warm_ns"]
    return found


def run_text(results):
    bench = results["bench"]
    machine = bench["machine"]
    rounds = "1 round" if bench["rounds"] == 1 else f"the medians of {bench['rounds']} rounds"
    part = "" if bench["complete"] else " This run was not a full one, so the next full run replaces it."
    return (f"The tables are from {rounds} of {bench['operations']:,} operations on {results['date']}, commit "
            f"{results['commit']}. The machine: {machine['cpu']}, {machine['cores']} cores, {results['system']}, "
            f"{machine['kernel']}, {machine['compiler']}.{part}")


def workloads_text(results):
    times = warm(results)
    return table(["", *WORKLOADS],
                 [[title, *(f"{times[workload][name]:,.0f}" for workload in WORKLOADS)]
                  for name, title in CONTESTANTS.items()])


def goals_text(chosen):
    return table(["goal", "limit", "measured", "result"],
                 [[spelled(goal["goal"]), ("at least " if goal["at_least"] else "") + quantity(f"{goal['limit']:,g}", goal["unit"]),
                   quantity(measured(goal), goal["unit"]), "met" if is_met(goal) else "**missed**"] for goal in chosen])


def is_workload(goal):
    return re.match(r"W\d ", goal["goal"]) is not None


def summary_text(results):
    all_goals = goals(results)
    met = sum(map(is_met, all_goals))
    return f"{met} of {len(all_goals)} goals are met, {len(all_goals) - met} are missed."


def memory_text(results):
    of = results["bench"]["measures"]
    return (f"A node takes {of['tally_bytes_per_node']:.0f} bytes, including its path (C with string keys: "
            f"{of['c_string_bytes_per_node']:.0f}; C with node handles, without paths: {of['c_node_bytes_per_node']:.0f}; "
            f"the C++ map: {of['cpp_bytes_per_node']:.0f}). The stripped library is {of['library_bytes'] / 1000:,.0f} kB.")


def waits_text(results):
    rows = []
    for row in results["waits"]["activities"]:
        verdict = {"held": "met", "noise": "noise"}.get(row["verdict"], "**missed**")
        rows.append([spelled(row["what"]), f"{row['disk_ms']} ms", *(shown(row[call][value]) for call in ("get", "set")
                     for value in ("p99.9_ms", "longest_ms")), verdict])
    return table(["one account's activity", "a sync takes", "get, 99.9 %", "get, longest", "set, 99.9 %", "set, longest",
                  "result"], rows)


def posts_text(results):
    rows = []
    for row in results["waits"]["posts"]:
        post = row["post"]
        rows.append([str(row["threads"]), str(row["accounts"]), "posts, batches, reads" if row["mixed"] else "posts",
                     shown(row["per_s"]), shown(row["ratio"]), shown(post["p99_ms"] / post["median_ms"]),
                     f"{row['fewest']} to {row['most']}"])
    return table(["threads", "accounts", "calls", "commits per second", "× one thread",
                  "99th percentile, in medians", "commits of one thread"], rows)


def rivals_text(results):
    times = warm(results)

    def ratios(rival):
        return [times[name][rival] / times[name]["tally-string"] for name in WORKLOADS]

    sqlite, plain, cpp = ratios("sqlite"), ratios("c-string"), ratios("c++")
    return (f"By string and one by one, SQLite takes {min(sqlite):.0f} to {max(sqlite):.0f} times as long as Tally. The C "
            f"program with string keys is faster than Tally in {NUMBERS[sum(ratio < 1 for ratio in plain)]} of the six "
            f"workloads, and the C++ map in {NUMBERS[sum(ratio < 1 for ratio in cpp)]}.")


def size_text(results):
    """The README's sentences about the size. The page of the goals has the size with badges alone."""
    page = (ROOT / "Benchmarks" / "GOALS.md").read_text(encoding="utf-8")
    (badges,) = re.findall(r"uses badges only \|.*?\| ([\d,]+ kB) \|", page)
    return (f"The library is {results['bench']['measures']['library_bytes'] / 1000:,.0f} kB, and {badges} in a program that "
            "links it statically and uses badges alone. It needs SQLite, libuv and libcurl, and no runtime of another "
            "language.")


def speed_text(results):
    """The README's line."""
    microseconds = {name: value / 1000 for name, value in warm(results)["W1"].items()}
    return (f"A change in a tree of a million badges takes {microseconds['tally-string']:.1f} µs. A bare C hash table "
            f"takes {microseconds['c-string']:.1f} µs, and SQLite in memory {microseconds['sqlite']:.0f} µs.")


TEXTS = {
    "run": run_text,
    "workloads": workloads_text,
    "rivals": rivals_text,
    "size": size_text,
    "summary": summary_text,
    "goals-workloads": lambda results: goals_text([goal for goal in goals(results) if is_workload(goal)]),
    "goals-rest": lambda results: goals_text([goal for goal in goals(results) if not is_workload(goal)]),
    "memory": memory_text,
    "waits": waits_text,
    "posts": posts_text,
    "speed": speed_text,
}


def block(found, page, results):
    """A block with its new text, wrapped and indented like the marker if it has lines of its own."""
    begin, name, before, _, after, end = found.groups()
    text = TEXTS[name](results)
    if "\n" in before and not text.startswith("|"):
        line = page[page.rfind("\n", 0, found.start()) + 1:found.start()]
        indent = re.match(r"\s*(?:[-*] )?", line)[0]
        indent = " " * len(indent)
        text = textwrap.fill(text, COLUMNS, subsequent_indent=indent, initial_indent=indent, break_on_hyphens=False,
                             break_long_words=False).removeprefix(indent)
    return f"{begin}{before}{text}{after or before}{end}"


def written(page, results):
    """A page with the texts of a run."""
    return BLOCK.sub(lambda found: block(found, page, results), page)


def problems(results):
    """Texts that differ from the results, or are missing, as sentences."""
    found = []
    for name, wanted in PAGES.items():
        page = (ROOT / name).read_text(encoding="utf-8")
        there = [block[1] for block in BLOCK.findall(page)]
        found += [f"{name}: no `<!-- bench: {text} -->` with its `<!-- end of bench -->`" for text in wanted
                  if text not in there]
        found += [f"{name}: no text is named {text}" for text in there if text not in TEXTS]
        if not found and written(page, results) != page:
            found.append(f"{name}: differs from Benchmarks/results.json; make bench-tables writes it")
    if PLOT.read_text(encoding="utf-8") != plot.draw(results["bench"]):
        found.append(f"{PLOT.relative_to(ROOT)}: differs from Benchmarks/results.json; make bench-tables draws it")
    return found


def main():
    parser = argparse.ArgumentParser(description="The tables of the last full run of make bench.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--record", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    if arguments.record:
        results = record(arguments.record)
        if results is None:
            print("tables.py: this run was a part, so results.json, the tables and the plot stay as they are")
            return
        RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"tables.py: wrote {RESULTS.relative_to(ROOT)}")
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    if not arguments.check:
        for name in PAGES:
            page = (ROOT / name).read_text(encoding="utf-8")
            if written(page, results) != page:
                (ROOT / name).write_text(written(page, results), encoding="utf-8")
                print(f"tables.py: wrote {name}")
        PLOT.write_text(plot.draw(results["bench"]), encoding="utf-8")
    if found := problems(results):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
