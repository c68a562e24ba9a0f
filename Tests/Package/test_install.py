"""`make install` installs everything, which works from there, and is gone after `make uninstall`. build/ is built."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r'^#define TALLY_VERSION "(.*)"$', (ROOT / "include/tally.h").read_text(encoding="utf-8"), re.M)[1]
LIBRARY = f"libtally.so.{VERSION}"


def run(*command, **options):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def make(target, *variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return run("make", "-C", ROOT, "--no-print-directory", target, *variables, env=environment)


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink() or path.is_file()}


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """Installed where it is used."""
    folder = tmp_path_factory.mktemp("installed") / "usr"
    make("install", f"PREFIX={folder}")
    return folder


@pytest.fixture
def environment(prefix):
    return {**os.environ, "PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{prefix}/lib"}


def test_all_of_it_is_there(prefix):
    assert files_below(prefix) >= {
        "bin/tally", "include/tally.h", "include/tally_tree.h", "include/tally_calendar.h", "include/tally_summary.h",
        "include/tally/module.modulemap", "lib/libtally.a", "lib/libtally-tree.a", "lib/libtally-calendar.a",
        "lib/libtally-summary.a", "lib/libtally.so", "lib/libtally.so.0", f"lib/{LIBRARY}", "lib/pkgconfig/tally.pc",
        "lib/pkgconfig/tally-tree.pc", "lib/pkgconfig/tally-calendar.pc", "lib/pkgconfig/tally-summary.pc", "share/man/man1/tally.1",
        "share/man/man3/libtally.3", "share/man/man3/tally_badge_set.3", "share/bash-completion/completions/tally", "share/zsh/site-functions/_tally",
        "share/fish/vendor_completions.d/tally.fish"}
    assert os.readlink(prefix / "lib/libtally.so") == "libtally.so.0"
    assert os.readlink(prefix / "lib/libtally.so.0") == LIBRARY


def test_it_is_what_was_built_last(prefix):
    def number(file):
        return re.search(r"Build ID: (\w+)", run("readelf", "-n", file))[1]

    assert number(prefix / "lib" / LIBRARY) == number(ROOT / "build/libtally.so.0")
    assert number(prefix / "bin/tally") == number(ROOT / "build/tally")


def test_uninstalling_leaves_what_is_not_ours(tmp_path):
    variables = [f"DESTDIR={tmp_path}/a root", "PREFIX=/opt/tally", "LIBDIR=/opt/tally/lib64", "PYTHONDIR=/opt/python"]
    root = tmp_path / "a root"
    (root / "opt/tally/lib64").mkdir(parents=True)
    (root / "opt/tally/lib64/libother.so").write_text("")
    make("install", *variables)
    installed = files_below(root)
    listed = make("list-installed", *variables).split()
    assert installed == {place[1:] for place in listed} | {"opt/tally/lib64/libother.so"}
    assert f"opt/tally/lib64/{LIBRARY}" in installed
    assert "libdir=/opt/tally/lib64\n" in (root / "opt/tally/lib64/pkgconfig/tally.pc").read_text()
    compiled = root / "opt/python/tally/__pycache__"
    compiled.mkdir()
    (compiled / "engine.pyc").write_text("")
    make("uninstall", *variables)
    assert files_below(root) == {"opt/tally/lib64/libother.so"}


def compile_hello(folder, *flags):
    source = folder / "hello.c"
    source.write_text('#include "tally.h"\n#include <string.h>\n'
                      "int main(void) { return strcmp(tally_version_text(), TALLY_VERSION); }\n")
    run("cc", "-Wall", "-Werror", source, "-o", folder / "hello", *flags)
    return folder / "hello"


def test_pkg_config_is_enough_to_compile(prefix, environment, tmp_path):
    assert run("pkg-config", "--modversion", "tally", env=environment).strip() == VERSION
    flags = run("pkg-config", "--cflags", "--libs", "tally", env=environment).split()
    program = compile_hello(tmp_path, *flags)
    assert "libtally.so.0" in run("readelf", "-d", program)
    run(program, env=environment)


def test_pkg_config_is_enough_to_link_statically(prefix, environment, tmp_path):
    flags = run("pkg-config", "--static", "--cflags", "--libs", "tally", env=environment).split()
    flags = [f"{prefix}/lib/libtally.a" if flag == "-ltally" else flag for flag in flags]
    program = compile_hello(tmp_path, *flags)
    assert "libtally" not in run("readelf", "-d", program)
    run(program)


def test_the_build_tree_has_its_own(tmp_path):
    environment = {**os.environ, "PKG_CONFIG_PATH": f"{ROOT}/build", "LD_LIBRARY_PATH": f"{ROOT}/build"}
    flags = run("pkg-config", "--cflags", "--libs", "tally", env=environment).split()
    run(compile_hello(tmp_path, *flags), env=environment)


def test_swift_programs_find_the_module(prefix, environment, tmp_path):
    source = tmp_path / "main.swift"
    source.write_text("import CTally\nprint(tally_version())\n")
    run("swiftc", "-I", prefix / "include/tally", "-L", prefix / "lib", source, "-o", tmp_path / "main")
    assert run(tmp_path / "main", env=environment).strip() == "1000"


def test_the_command_works(prefix, tmp_path):
    run(prefix / "bin/tally", "set", "chat.bo", "3", "--db", tmp_path / "badges.db")
    assert run(prefix / "bin/tally", "get", "chat", "--db", tmp_path / "badges.db").split()[-1] == "3"


@pytest.mark.parametrize("file", [f"lib/{LIBRARY}", "bin/tally"])
def test_what_is_loaded_cannot_be_written_to(prefix, file):
    """Full RELRO, symbols bound at startup, no executable stack, no segment both writable and executable."""
    dynamic = run("readelf", "-dW", prefix / file)
    assert re.search(r"\bNOW\b", dynamic) and "TEXTREL" not in dynamic
    assert not re.search(r"RUNPATH|RPATH", dynamic)
    segments = run("readelf", "-lW", prefix / file)
    assert "GNU_RELRO" in segments
    assert re.search(r"GNU_STACK +(0x\w+ +){5}RW +", segments)
    assert not re.search(r"LOAD .* RWE ", segments)
    assert "Type:                              DYN" in run("readelf", "-hW", prefix / file)


def test_the_parts_in_c_are_guarded(prefix):
    imported = run("nm", "-D", "--undefined-only", prefix / "lib" / LIBRARY)
    assert "__stack_chk_fail" in imported
    assert "__snprintf_chk" in imported  # FORTIFY


def test_static_objects_are_position_independent(prefix, environment, tmp_path):
    flags = run("pkg-config", "--static", "--libs", "tally", env=environment).split()
    flags = [flag for flag in flags if flag != "-ltally"]
    run("cc", "-shared", "-o", tmp_path / "plugin.so", "-Wl,--whole-archive", prefix / "lib/libtally.a",
        "-Wl,--no-whole-archive", "-Wl,-z,text", *flags)


def test_debug_symbols_stand_apart(prefix, tmp_path):
    sections = run("readelf", "-SW", prefix / "lib" / LIBRARY)
    assert ".debug_info" not in sections and ".symtab" not in sections
    assert ".gnu_debuglink" in sections
    make("install-debug", f"PREFIX={prefix}", f"DESTDIR={tmp_path}")
    number = re.search(r"Build ID: (\w+)", run("readelf", "-n", prefix / "lib" / LIBRARY))[1]
    debug = tmp_path / str(prefix)[1:] / "lib/debug/.build-id" / number[:2] / f"{number[2:]}.debug"
    assert ".debug_info" in run("readelf", "-SW", debug)
    assert re.search(r"Build ID: (\w+)", run("readelf", "-n", debug))[1] == number


def test_nothing_tells_where_it_was_built(prefix):
    installed = files_below(prefix)
    assert len(installed) > 20
    for file in installed:
        if not file.startswith("lib/pkgconfig/"):
            assert os.fsencode(ROOT) + b"/" not in (prefix / file).read_bytes(), file
    for file in ("libtally.so.0", "libtally.a", "libtally-tree.a", "libtally-calendar.a", "libtally-summary.a"):  # With their debug symbols.
        assert os.fsencode(ROOT) + b"/" not in (ROOT / "build" / file).read_bytes(), file


def test_linking_twice_gives_the_same_bytes(tmp_path):
    """The long form compiles twice, in two folders: make soak."""
    for target in ("libtally.so.0", "libtally.a"):
        former = (ROOT / "build" / target).read_bytes()
        make(f"{tmp_path}/{target}", f"BUILD={tmp_path}", "-o", "archive")
        assert (tmp_path / target).read_bytes() == former, target


def test_the_page_of_the_command_is_well_formed(prefix):
    file = prefix / "share/man/man1/tally.1"
    result = subprocess.run(["mandoc", "-Tlint", "-Wwarning", file], capture_output=True, text=True)
    assert result.stdout == ""
    result = subprocess.run(["groff", "-ww", "-mandoc", "-Tutf8", "-z", file], capture_output=True, text=True)
    assert result.stderr == ""


def test_man_finds_a_function(prefix):
    page = run("man", "-M", prefix / "share/man", "tally_badge_set", env={**os.environ, "MANWIDTH": "100"})
    assert "Sets the node's own badge" in page


def test_a_list_of_the_header_is_a_list_of_its_man_page(prefix):
    page = (prefix / "share/man/man3/libtally.3").read_text()
    assert ".Bl -dash" in page and ".It\nARGUMENT: " in page


def test_documents_that_are_named_are_installed(prefix):
    folder = prefix / "share/doc/tally"
    pages = [prefix / "include/tally.h", *(prefix / "share/man/man3").glob("libtally*.3")]
    names = {name for page in pages for name in re.findall(r"docs/[\w/.-]+\.md", page.read_text().replace("\\-", "-"))}
    assert names
    for name in names:
        assert (folder / name).exists(), name


def test_the_manual_has_all_commands(prefix):
    page = (prefix / "share/man/man1/tally.1").read_text()
    listed = run(prefix / "bin/tally", "--help").split("SUBCOMMANDS:", 1)[1]
    names = re.findall(r"^  (\S+)", listed, re.M)
    assert {"get", "watch", "remind"} <= set(names)
    for name in names:
        assert f".Ss tally {name}\n".replace("-", "\\-") in page or name in ("See", "help"), name


def test_shells_take_the_completions(prefix):
    run("bash", "-n", prefix / "share/bash-completion/completions/tally")
    script = ('source "$1"; COMP_WORDS=(tally rem); COMP_CWORD=1; COMP_LINE="tally rem"; COMP_POINT=9; '
              '_tally tally rem tally; echo "${COMPREPLY[@]}"')
    file = prefix / "share/bash-completion/completions/tally"
    assert "remind" in run("bash", "-O", "extglob", "-c", script, "-", file)


def test_the_sources_are_packed_the_same_each_time(tmp_path):
    assert (ROOT / ".git").exists(), "`make dist` packs a commit: this folder is not a clone of the repository"
    packed = []
    for name in ("one", "two"):
        make("dist", f"BUILD={tmp_path / name}")
        packed.append((tmp_path / name / f"tally-{VERSION}.tar.xz").read_bytes())
        checked = run("sha256sum", "--strict", "--check", "SHA256SUMS", cwd=tmp_path / name)
        assert checked == f"tally-{VERSION}.tar.xz: OK\n"
    assert packed[0] == packed[1]
    run("tar", "-C", tmp_path, "-xf", tmp_path / f"one/tally-{VERSION}.tar.xz")
    assert (tmp_path / f"tally-{VERSION}/Makefile").exists()
    assert not (tmp_path / f"tally-{VERSION}/.git").exists()
