"""A program that has libtally.a in it has of the library what it calls, and not more. build/ is built."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
HEADER = (ROOT / "include/tally.h").read_text(encoding="utf-8")

BADGES = """\
#include "tally.h"

int main(void) {
    tally_engine *engine;
    tally_account *account;
    if (tally_engine_open(NULL, &engine) != TALLY_OK) return 1;
    if (tally_account_open(engine, "ann", NULL, &account) != TALLY_OK) return 1;
    int failed = tally_badge_set(account, "chat.bo", 3) != TALLY_OK || tally_badge_clear(account, "chat.bo") != TALLY_OK;
    tally_account_release(account);
    return failed || tally_engine_close(engine, -1) != TALLY_OK;
}
"""
EVERYTHING = """\
#include "tally.h"

typedef void (*function)(void);

int main(void) {
    function volatile all[] = {%s};
    for (unsigned long index = 0; index < sizeof all / sizeof *all; index++) if (!all[index]) return 1;
    return 0;
}
"""
FUNCTIONS = sorted(set(re.findall(r"\b(tally_\w+)\(", re.sub(r"/\*.*?\*/|typedef[^;]*\(\*.*?;", "", HEADER, flags=re.S))))

# Bytes, stripped, a little above what was measured: 414,600 and 789,300.
LIMITS = {"badges": (BADGES, 418_000), "everything": (EVERYTHING % ", ".join(f"(function){name}" for name in FUNCTIONS),
                                                     797_000)}


@pytest.mark.parametrize("name", LIMITS)
def test_a_program_has_what_it_calls(name, tmp_path):
    text, limit = LIMITS[name]
    (tmp_path / "program.c").write_text(text)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(BUILD)}
    flags = subprocess.run(["pkg-config", "--static", "--cflags", "--libs", "tally"], env=environment, check=True,
                           capture_output=True, text=True).stdout.split()
    flags = [str(BUILD / "libtally.a") if flag == "-ltally" else flag for flag in flags]
    program = tmp_path / "program"
    subprocess.run(["cc", "-Os", "-Wall", "-Werror", "-Wl,--gc-sections", "-s", "-o", program, tmp_path / "program.c",
                    *flags], check=True)
    subprocess.run([program], check=True, timeout=60)
    size = program.stat().st_size
    print(f"{name}: {size} bytes")
    assert limit * 0.8 < size < limit
