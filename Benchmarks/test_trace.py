"""`bench --trace`: a trace of operations, replayed by path, by node and in batches. The program: build/bench/bench."""

import os
import pathlib
import random
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests"))

from limits import HANG_SECONDS  # noqa: E402

BENCH = os.environ.get("BENCH", str(ROOT / "build" / "bench" / "bench"))
AGREE = "All 4 ways agree on all results.\n"


def replay(trace, *options, status=0, file="-"):
    trace = trace.encode() if isinstance(trace, str) else trace
    done = subprocess.run([BENCH, "--trace", str(file), "--rounds", "1", *map(str, options)], input=trace,
                          capture_output=True, timeout=HANG_SECONDS, check=False)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


def shown(trace, *options):
    """The sum of the counts that get returned, and the lines of the dump."""
    text = replay(trace, "--dump", *options).stdout.decode()
    head, rest = text.split("sum of the counts that get returned: ")
    assert head.startswith(f"{len(trace.splitlines())} operations, ") and head.count(" ns per operation\n") == 4
    assert rest.endswith(AGREE)
    total, *lines = rest.removesuffix(AGREE).splitlines()
    return int(total), lines


def test_a_trace_and_what_shows_in_the_end():
    trace = "set a.x 3\ndot a-b\nset a.y 4\nmute quiet all\nset quiet 2\nget a\nadd a.y -1\nclear a-b\ndot b c\n"
    assert shown(trace) == (7, ["root 6", "root.a 6", "root.a.x 3", "root.a.y 3", "root.b c 0", "root.quiet 2"])
    assert shown("set a 5\nget a\nget root\nget b\ndot b\n")[0] == 10
    assert shown("") == (0, [])
    assert shown("get a.b.c\nset d 0\nclear e\nset f 1\n")[1] == ["root 1", "root.f 1"]


def test_aggregations():
    trace = "set a 5\nset a.x 2\n"
    assert shown(trace)[1] == ["root 2", "root.a 2", "root.a.x 2"]
    assert shown(trace, "--aggregation", "children") == shown(trace)
    assert shown(trace, "--aggregation", "sum")[1] == ["root 7", "root.a 7", "root.a.x 2"]


def test_files_and_standard_input(tmp_path):
    file = tmp_path / "trace"
    file.write_bytes(b"set a 1\nget a")
    assert b"\nroot.a 1\n" in replay("", "--dump", file=file).stdout
    assert b"no-such-file" in replay("", status=2, file=tmp_path / "no-such-file").stderr
    replay("", status=2, file=tmp_path)
    # Larger than the first buffer, and than a page of the list.
    lines = "".join(f"set n{i}.x 1\n" for i in range(50_000))
    total, entries = shown(lines)
    assert (total, entries[0], len(entries)) == (0, "root 50000", 100_001)


WELL_FORMED = [
    "set a 0", "set a -5", "set a 007", "set a 99999999999999999999999", "add a -99999999999999999999999", "add a -0",
    "set a 9223372036854775807", "set a -9223372036854775808", "get a b c", "set a b 3", "get  a", "mute x y none",
    "dot root", "dot a\\.b", "dot \u00e9\u4e2d", "set 5 5", "get " + ".".join(["a"] * 64), "clear root.root",
]
MALFORMED = [
    "", " ", "set", "set a", "set  5", "set a 5 ", "set a +5", "set a 5x", "set a 0x5", "set a -", "set a 1.5",
    "set a --5", "Set a 5", "sett a 5", " set a 5", "dot", "dot ", "dot a.", "dot .a", "dot a..b", "dot a\\",
    "dot a\\b", "get", "mute a", "mute a some", "mute a none ", "mute none", "mute a NONE", "clear",
    "clear_tree ", "force a", "add a", "add 5", "set a 5\r", "dot a\r", "get a\tb", "dot a\x7f", "# comment",
    "dot " + "x" * 256, "get " + ".".join(["a"] * 65), b"dot a\x00b", b"get a\xffb", b"dot \xc3", b"set a\x00 5",
    b"set a 5\x00", b"dot \xed\xa0\x80", "get " + ".".join(["x" * 200] * 21),
]


@pytest.mark.parametrize("line", WELL_FORMED)
def test_well_formed_lines(line):
    replay(line + "\nget a\n", "--batch", 2)


@pytest.mark.parametrize("line", MALFORMED)
def test_malformed_lines(line):
    line = line.encode() if isinstance(line, str) else line
    for before, after in ((0, 0), (2, 1)):
        done = replay(b"dot a\n" * before + line + b"\n" + b"dot b\n" * after, status=2)
        assert done.stdout == b""
        assert done.stderr.startswith(b"bench: -: line %d: " % (before + 1)) and done.stderr.count(b"\n") == 1


def test_rejected_and_held_operations_are_reported():
    trace = (
        "set a 5\nset b 99999999999999999999\nadd a -6\nset a.x 1\nclear a\nset c -1\nadd c 4294967296\n"
        "add c -18446744073709551617\nget a\nset d 4294967295\nadd d 1"
    )
    for batch in (1, 4, 1000):
        done = replay(trace, "--dump", "--batch", batch)
        assert done.stderr.decode().splitlines() == [
            f"line {line}: TALLY_{'HELD' if line == 5 else 'ERROR_RANGE'}" for line in (2, 3, 5, 6, 7, 8, 11)]
        assert b"\nroot 4294967296\nroot.a 1\nroot.a.x 1\nroot.d 4294967295\n" in done.stdout


def random_trace(seed, count=3000):
    generator = random.Random(seed)
    names = ["a", "b", "c d", "a-b", "x\\.y", "root", "\u00e9"]
    lines = []
    for _ in range(count):
        path = ".".join(generator.choice(names) for _ in range(generator.randint(1, 4)))
        if generator.random() < 0.3:
            path = "root." + path
        if generator.random() < 0.02:
            path = "root"
        number = generator.choice([0, 1, 2, 5, 100, 4294967295, 4294967296, -1, generator.randint(0, 50)])
        lines.append(
            generator.choice(
                [f"set {path} {number}"] * 6
                + [f"dot {path}"] * 4
                + [f"add {path} {number}", f"add {path} -{abs(number)}", f"add {path} 1", f"clear {path}"]
                + [f"clear {path}"] * 4
                + [f"clear_tree {path}", f"get {path}", f"get {path}"]
                + [f"mute {path} {generator.choice(['none', 'number', 'all'])}"]
            )
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("aggregation", ["children", "sum"])
@pytest.mark.parametrize("seed", range(4))
def test_all_ways_have_the_same_results(seed, aggregation):
    """The program compares its ways. Batches of other sizes must give the same again."""
    trace = random_trace(seed)
    results = [replay(trace, "--aggregation", aggregation, "--dump", "--batch", size) for size in (1, 7, 1000)]
    found = [(done.stdout.split(b"get returned: ")[1], done.stderr) for done in results]
    assert all(one == found[0] for one in found)
    assert found[0][0].count(b"\n") > 10 and b"HELD" in found[0][1] and b"RANGE" in found[0][1]


@pytest.mark.parametrize("way", ["trace-node", "trace-batch-path", "trace-batch-node"])
def test_a_way_with_other_results_is_noticed(way):
    done = replay("set a 1\n", "--spoil", way, status=1)
    assert b"WRONG" in done.stderr and AGREE.encode() not in done.stdout


def test_wrong_usage():
    for options in (["--batch", 0], ["--batch", "x"], ["--rounds", 0], ["--aggregation", "some"], ["--dump", "--batch"],
                    ["--other", 1]):
        assert b"usage: " in replay("", *options, status=2).stderr
