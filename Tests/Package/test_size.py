"""A program that has libtally.a in it has of the library what it calls, and not more. build/ is built."""

import os
import pathlib
import re
import sqlite3
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
# Opens the file, logs in, and does once what is due; the parameter is what else it does.
VISIT = """\
#include "tally.h"

int main(int count, char **names) {
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .file = names[1]};
    tally_reminder_options milk = {.struct_size = sizeof milk, .title = "Milk", .shelf_life = 9,
                                   .fields = TALLY_REMINDER_FIELD_TITLE | TALLY_REMINDER_FIELD_SHELF_LIFE,
                                   .shelf_unit = TALLY_UNIT_DAY};
    tally_engine *engine;
    tally_account *account;
    if (count < 2 || milk.shelf_life == 0) return 1;
    if (tally_engine_open(&options, &engine) != TALLY_OK) return 1;
    if (tally_account_open(engine, "ann", NULL, &account) != TALLY_OK) return 1;
    if (%s) return 1;
    if (tally_account_log_in(account) != TALLY_OK || tally_engine_step(engine) != TALLY_OK) return 1;
    if (tally_badge_set(account, "chat.bo", 3) != TALLY_OK) return 1;
    tally_account_release(account);
    return tally_engine_close(engine, -1) != TALLY_OK;
}
"""
FUNCTIONS = sorted(set(re.findall(r"\b(tally_\w+)\(", re.sub(r"/\*.*?\*/|typedef[^;]*\(\*.*?;", "", HEADER, flags=re.S))))

# Bytes, stripped, a little above what was measured: 365,000 and 1,068,900. Of these, links and counting rules take
# 20,000 and 33,000, messages with further paths, which a file may have, 12,000 and 28,000, levels 25,000 and 45,000.
LIMITS = {"badges": (BADGES, 368_000), "everything": (EVERYTHING % ", ".join(f"(function){name}" for name in FUNCTIONS),
                                                     1_072_000)}


def build(directory, name, text):
    """A stripped program with libtally.a in it."""
    source, program = directory / f"{name}.c", directory / name
    source.write_text(text)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(BUILD)}
    flags = subprocess.run(["pkg-config", "--static", "--cflags", "--libs", "tally"], env=environment, check=True,
                           capture_output=True, text=True).stdout.split()
    flags = [str(BUILD / "libtally.a") if flag == "-ltally" else flag for flag in flags]
    subprocess.run(["cc", "-Os", "-Wall", "-Werror", "-Wl,--gc-sections", "-s", "-o", program, source, *flags],
                   check=True)
    return program


@pytest.mark.parametrize("name", LIMITS)
def test_a_program_has_what_it_calls(name, tmp_path):
    text, limit = LIMITS[name]
    program = build(tmp_path, name, text)
    subprocess.run([program], check=True, timeout=60)
    size = program.stat().st_size
    print(f"{name}: {size} bytes")
    assert limit * 0.8 < size < limit


def reminders(file):
    """All that is stored of them."""
    store = sqlite3.connect(file)
    try:
        return {table: store.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                for table in ("task", "armed", "notification_log")}
    finally:
        store.close()


def test_who_names_no_reminder_leaves_them_alone(tmp_path):
    file = tmp_path / "tally.db"

    def visit(name, action):
        subprocess.run([build(tmp_path, name, VISIT % action), file], check=True, timeout=60)
        return reminders(file)

    entered = visit("enters", 'tally_reminder_put(account, "milk", &milk) != TALLY_OK')
    assert entered["task"]
    # The log-in would be noted.
    assert visit("without", "0") == entered
    # As in the shared library, an engine looks after its reminders before the first call.
    named = visit("names", "count > 2 && tally_reminder_mark_done(account, names[2], 0) != TALLY_OK")
    assert len(named["notification_log"]) > len(entered["notification_log"])
