"""A project of CMake finds what `make install` installed, also after it was moved. build/ is built."""

import re
import subprocess

import pytest
from test_install import ROOT, VERSION, make, run

PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(badges C)
find_package(Tally {wanted} REQUIRED)
find_package(Tally {wanted} REQUIRED) # A project may ask twice.
foreach(form Tally Static Tree)
  add_executable(with_${{form}} ${{form}}.c)
  target_link_libraries(with_${{form}} PRIVATE Tally::${{form}})
endforeach()
"""
ENGINE = """
#include <tally.h>
int main(void) {
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine;
    if (tally_engine_open(&options, &engine) != TALLY_OK) return 1;
    return tally_engine_close(engine, -1);
}
"""
# The tree alone, with memory from the host: Examples/c/tree.c.
TREE = (ROOT / "Examples/c/tree.c").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """Installed in one place, and then moved to another one."""
    folder = tmp_path_factory.mktemp("cmake")
    make("install", f"PREFIX={folder}/built")
    (folder / "built").rename(folder / "moved")
    return folder / "moved"


def configure(prefix, folder, wanted):
    for name, text in (("CMakeLists.txt", PROJECT.format(wanted=wanted)), ("Tally.c", ENGINE), ("Static.c", ENGINE),
                       ("Tree.c", TREE)):
        (folder / name).write_text(text)
    return subprocess.run(["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
                          capture_output=True, text=True, timeout=120)


def test_programs_link_with_the_imported_targets(prefix, tmp_path):
    done = configure(prefix, tmp_path, VERSION)
    assert done.returncode == 0, done.stdout + done.stderr
    run("cmake", "--build", tmp_path / "build")
    for form in ("Tally", "Static", "Tree"):
        run(tmp_path / "build" / f"with_{form}")
    needed = run("readelf", "-d", tmp_path / "build/with_Tally")
    assert "[libtally.so.0]" in needed
    assert "libtally" not in re.sub(r"R(UN)?PATH.*", "", run("readelf", "-d", tmp_path / "build/with_Static"))


@pytest.mark.parametrize("wanted, found", [("0.1", True), (f"{VERSION} EXACT", True), ("", True), ("0.0.1", False),
                                           ("0.1.99", False), ("0.2", False), ("1.0", False)])
def test_only_compatible_versions_are_found(prefix, tmp_path, wanted, found):
    assert (configure(prefix, tmp_path, wanted).returncode == 0) is found
