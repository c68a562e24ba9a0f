"""Every zone of the system's database against Python's zoneinfo, in both directions: around every transition from 1990
to 2045, and anywhere until 2100. The library is PROBE in the environment, or build/calendar/libprobe.so. TALLY_SOAK=1
looks for transitions every few hours, and anywhere more often."""

import bisect
import ctypes
import datetime
import os
import pathlib
import random
import zoneinfo

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROBE = ctypes.CDLL(os.environ.get("PROBE", str(ROOT / "build" / "calendar" / "libprobe.so")))
PROBE.probe_zone.restype = ctypes.c_ssize_t
SOAK = os.environ.get("TALLY_SOAK") == "1"
HOUR = 3600
DAY = 24 * HOUR
# No two changes are nearer to each other than the weeks of a Ramadan.
STEP = 6 * HOUR if SOAK else 7 * DAY
ANYWHERE = 20_000 if SOAK else 500
EPOCH = datetime.datetime(1970, 1, 1)
UTC = datetime.timezone.utc


def stamp(year):
    return int((datetime.datetime(year, 1, 1) - EPOCH).total_seconds())


def file_of(name):
    for folder in zoneinfo.TZPATH:
        path = pathlib.Path(folder) / name
        if path.is_file():
            return path.read_bytes()
    pytest.fail(f"no file of {name} in {zoneinfo.TZPATH}")


def ask(file, times, is_local):
    array = ctypes.c_int64 * len(times)
    out = array()
    refused = PROBE.probe_zone(file, ctypes.c_ssize_t(len(file)), is_local, array(*times),
                               ctypes.c_ssize_t(len(times)), out)
    assert refused == -1, f"refused at byte {refused}"
    return list(out)


def offset(zone, instant):
    return int(datetime.datetime.fromtimestamp(instant, zone).utcoffset().total_seconds())


def instant_of(zone, local):
    """The first of two instants. A skipped time has the offset before the gap. That is the meaning of fold=0."""
    naive = EPOCH + datetime.timedelta(seconds=local)
    return local - int(naive.replace(tzinfo=zone, fold=0).utcoffset().total_seconds())


def transitions(zone):
    """The times at which the offset changes, found by halving."""
    found = []
    times = range(stamp(1990), stamp(2046), STEP)
    offsets = [offset(zone, time) for time in times]
    for at in range(1, len(times)):
        if offsets[at] == offsets[at - 1]:
            continue
        # The first second at which it is no longer what it was.
        seconds = range(times[at - 1], times[at])
        found.append(seconds[0] + bisect.bisect_left(seconds, True, key=lambda time: offset(zone, time) != offsets[at - 1]))
    return found


def around(transition, before, after):
    """Instants, and times of clocks on the wall: at both ends of what is skipped or happens twice, in it, beside it."""
    instants = [transition + delta for delta in (-DAY, -HOUR, -1, 0, 1, HOUR, DAY)]
    middle = (before + after) // 2
    locals_ = [transition + at + delta for at in (before, middle, after) for delta in (-1, 0, 1)]
    return instants, locals_ + [time + before for time in (instants[0], instants[-1])]


@pytest.mark.parametrize("part", range(8))
def test_agrees_with_python(part):
    seed = int(os.environ.get("TALLY_SEED", "2045"))
    names = sorted(zoneinfo.available_timezones())
    assert len(names) > 400
    for name in names[part::8]:
        check(name, random.Random(f"{seed} {name}"), f"{name}, TALLY_SEED={seed}")


def check(name, chance, place):
    file = file_of(name)
    zone = zoneinfo.ZoneInfo.no_cache(name)
    anywhere = [chance.randrange(stamp(1971), stamp(2100)) for _ in range(ANYWHERE)]
    instants, locals_ = list(anywhere), list(anywhere)
    for transition in transitions(zone):
        near = around(transition, offset(zone, transition - 1), offset(zone, transition))
        instants += near[0]
        locals_ += near[1]
    for times, is_local, expected in ((instants, 0, offset), (locals_, 1, instant_of)):
        for time, answer in zip(times, ask(file, times, is_local)):
            assert answer == expected(zone, time), (place, time, is_local)
