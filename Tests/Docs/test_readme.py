"""The README is short and has the parts that a stranger looks for, and what Tally is is said in the same sentence
everywhere. The demo ends with ways to look further.

Its program runs in test_documentation.py, and the commands that it names for packages in Tests/Package.
"""

import html
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Bindings/tools"), str(ROOT / "Examples/demo")]

import demo  # noqa: E402
import header  # noqa: E402
import versions  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")
LIBRARY = pathlib.Path(os.environ.get("TALLY_LIBRARY", ROOT / "build" / "libtally.so.0"))
TALLY = pathlib.Path(os.environ.get("TALLY", ROOT / "build" / "tally")).resolve()
SENTENCE = ("Tally is an embeddable engine for unread badges: the red dots and numbers that tell a user that something "
            "below is new.")
SHORT = "embeddable engine for unread badges"
PACKAGES = [
    "include/tally.h", "CSources/Link/tally.pc.in", "CSources/Link/debian/control", "CSources/Link/debian/control.python",
    "Bindings/csharp/Tally.csproj", "Bindings/csharp/dev.tally/package.json",
    "Bindings/java/pom.xml", "Bindings/lua/tally-0.1.0-1.rockspec", "Bindings/node/package.json",
    "Bindings/python/pyproject.toml", "Bindings/python/tally/__init__.py", "Bindings/ruby/tally.gemspec",
    "Bindings/rust/tally/Cargo.toml", "Bindings/rust/tally-sys/Cargo.toml",
]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def flowing(text):
    """A text on one line."""
    return re.sub(r"\s+", " ", text).strip()


def section(title):
    return re.search(rf"^## {title}$(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)[1]


# --- The README


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 90


def test_the_first_screen_says_what_it_is_for_whom_and_how_far():
    title, sentence, status, picture, *_ = README.split("\n\n")
    assert (title, sentence) == ("# Tally", SENTENCE)
    version = versions.version(header.parse())
    assert status.startswith(f"**Status:** {version}, not yet released. ")
    assert f"## {version}, not yet released\n" in read("docs/changelog.md")
    assert re.search(r"Linux, tested on x86-64, and on arm64 in qemu\. Apple's .* Windows is not supported\.", flowing(status))
    assert re.fullmatch(r"!\[.+\]\(docs/pictures/.+\)", picture)
    assert README.count("![") == 1


def test_the_platforms_are_those_of_their_page():
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|", read("docs/platforms.md"), re.MULTILINE))
    assert rows["x86-64, Linux, glibc"].startswith("tested")
    assert rows["arm64, Linux, glibc"].startswith("tested in qemu")
    assert rows["Apple's systems"].startswith("prepared")
    assert rows["Windows"].startswith("not prepared")


def test_five_bullets_have_a_line_each():
    bullets = re.search(r"\n\n((?:- \*\*.*\n)+)\n", README)[1].splitlines()
    assert len(bullets) == 5


def test_the_program_is_followed_by_its_output():
    blocks = r"^```c\n(.*?)^```\n\n```text\n(.*?)^```$"
    code, printed = re.search(blocks, section("A program"), re.MULTILINE | re.DOTALL).groups()
    assert len(code.splitlines()) <= 24 and printed


def test_the_two_commands_and_the_files_for_others():
    assert re.findall(r"^    make (\S+)", section("Two commands"), re.MULTILINE) == ["demo", "test"]
    assert "`make test-all`" in section("Two commands")
    home = re.search(r'<h2 id="two-commands">.*?(?=<h2)', read("docs/site/home.html"), re.DOTALL)[0]
    assert re.findall(r"\bmake (\S+)", re.sub("<.*?>", "", home)) == ["demo", "test", "test-all"]
    assert re.findall(r"^    make (\S+)", section("Without building"), re.MULTILINE) == ["deb", "dist"]


def test_the_sizes_are_those_of_the_page_of_goals():
    page = read("Benchmarks/GOALS.md")
    (library, badges) = re.search(r"^The library is ([\d,]+ kB), and ([\d,]+ kB) in a program", README, re.MULTILINE).groups()
    assert re.search(rf"^\| stripped library \|.*\| {library} \|", page, re.MULTILINE)
    assert re.search(rf"^\|.* program that links `libtally.a` and uses badges only \|.*\| {badges} \|", page, re.MULTILINE)


def test_the_library_needs_what_the_readme_says():
    listed = subprocess.run(["readelf", "-d", LIBRARY], check=True, capture_output=True, text=True).stdout
    needed = {name for name in re.findall(r"NEEDED.*\[lib(\w+)", listed)}
    assert needed - {"c", "m"} == {"sqlite3", "uv", "curl"}
    assert "`libtally0` depends on libc, SQLite, libuv and libcurl alone" in README


def test_one_line_about_speed_stands_between_its_marks():
    (line,) = re.findall(r"^<!-- bench: speed -->\n(.+)\n<!-- end of bench -->$", README, re.MULTILINE)
    assert re.search(r"\d", line)


def test_six_links_lead_on():
    assert re.findall(r"^- \[.+?\]\((.+?)\): ", section("Read on"), re.MULTILINE) == [
        "docs/tutorial/README.md", "docs/concepts/README.md", "include/tally.h", "docs/wire-format.md",
        "docs/howto/other-languages.md", "docs/platforms.md"]
    assert len(re.findall(r"^- ", section("Read on"), re.MULTILINE)) == 6
    assert "Apache License 2.0" in README


def test_the_list_of_pages_names_each_page():
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    named = set(re.findall(r"\]\(([\w./-]+)\)", read("docs/README.md")))
    assert pages <= named, pages - named


# --- The same sentence


def test_the_site_begins_with_it():
    assert flowing(html.unescape(re.search(r'<p class="lead">(.*?)</p>', read("docs/site/home.html"), re.DOTALL)[1])) == SENTENCE


def test_the_swift_documentation_begins_with_it():
    assert read("Sources/Tally/Tally.docc/Tally.md").split("\n\n")[1] == SENTENCE


def test_the_header_begins_with_it():
    assert flowing(header.parse().introduction.split("\n\n")[1]).startswith(SENTENCE)


def page_of(text):
    """The description of a man page, as a reader sees it."""
    body = re.search(r"^\.Sh DESCRIPTION\n(.*)", text, re.MULTILINE | re.DOTALL)[1]
    return flowing(body.replace("\\-", "-").replace("\\&", ""))


def test_the_man_pages_begin_with_it(tmp_path):
    script = ROOT / "CSources/Link/manual.py"
    subprocess.run([sys.executable, script, "library", "0.1.0", tmp_path], check=True)
    assert page_of((tmp_path / "libtally.3").read_text(encoding="utf-8")).startswith(SENTENCE)
    help_of = subprocess.run([TALLY, "--experimental-dump-help"], check=True, capture_output=True).stdout
    page = subprocess.run([sys.executable, script, "command", "0.1.0"], input=help_of, check=True, capture_output=True)
    assert page_of(page.stdout.decode()).startswith(SENTENCE)


def test_the_debian_packages_begin_with_it():
    text = read("CSources/Link/debian/control") + read("CSources/Link/debian/control.python")
    found = re.findall(r"^Description: .*\n((?: [^.].*\n)+)", text, re.MULTILINE)
    assert len(found) == 4 and all(flowing(one).startswith(SENTENCE) for one in found)


@pytest.mark.parametrize("name", PACKAGES)
def test_packages_have_its_short_form(name):
    assert SHORT in read(name).lower()


# --- The demo


def run_demo(monkeypatch, capsys, story):
    monkeypatch.setattr(demo, "story", story)
    monkeypatch.setattr(sys, "argv", ["demo.py", "--watch", "watch"])
    return demo.main(), capsys.readouterr().out


def test_the_demo_ends_with_three_ways_to_look_further(monkeypatch, capsys, tmp_path):
    status, printed = run_demo(monkeypatch, capsys, lambda *_: None)
    watch, site, tutorial = printed.splitlines()[-3:]
    assert status == 0
    make, command = watch.split(":", 1)[1].split("&&", 1)
    assert make.strip() == "make cli"
    (tmp_path / "build").mkdir()
    (tmp_path / "build/tally").symlink_to(TALLY)
    shown = subprocess.run(["sh", "-ec", f"{command} --once"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "root" in shown.stdout
    assert "make site, " in site and "build/site/index.html" in site
    assert (ROOT / tutorial.split()[-1]).is_file()


def test_a_demo_that_fails_leads_nowhere(monkeypatch, capsys):
    def fail(*_):
        raise demo.Failure("a check")

    status, printed = run_demo(monkeypatch, capsys, fail)
    assert status == 1 and "tutorial" not in printed
