"""One version and one licence: what each package says of itself is what the header and LICENSE say."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOVERSION = re.search(r"^SOVERSION := (\d+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)[1]

sys.path.insert(0, str(ROOT / "Bindings/tools"))
import header  # noqa: E402
import versions  # noqa: E402

VERSION = versions.version(header.parse())
# A package's changelog has it from the Makefile.
VERSIONS = versions.PLACES + [("CSources/Link/debian/changelog", r"^tally \((.*)-1\) ")]

LICENCES = [
    ("CSources/Link/debian/copyright", r"^Files: \*\n.*\nLicense: (.*)$"),
    ("Bindings/csharp/Tally.csproj", r"<PackageLicenseExpression>(.*)</PackageLicenseExpression>"),
    ("Bindings/csharp/dev.tally/package.json", r'"license": "(.*)"'),
    ("Bindings/java/pom.xml", r"<license>\s*<name>(.*)</name>"),
    ("Bindings/lua/tally-{}-1.rockspec", r'license = "(.*)"'),
    ("Bindings/node/package.json", r'"license": "(.*)"'),
    ("Bindings/python/pyproject.toml", r'^license = {text = "(.*)"}$'),
    ("Bindings/ruby/tally.gemspec", r'gem\.license = "(.*)"$'),
    ("Bindings/rust/tally-sys/Cargo.toml", r'^license = "(.*)"$'),
    ("Bindings/rust/tally/Cargo.toml", r'^license = "(.*)"$'),
    ("Bindings/wasm/package.json", r'"license": "(.*)"'),
]


def said(file, pattern):
    found = re.findall(pattern, (ROOT / file.format(VERSION)).read_text(encoding="utf-8"), re.M)
    assert found, f"{file} says nothing like {pattern}"
    return set(found)


@pytest.mark.parametrize("file, pattern", VERSIONS)
def test_the_version_is_the_same_everywhere(file, pattern):
    assert said(file, pattern) <= {VERSION, "@VERSION@"}


def test_the_makefile_and_the_gem_read_it():
    printed = subprocess.run(["make", "-s", "-f", "-", "print"], cwd=ROOT, capture_output=True, text=True, check=True,
                             input="include Makefile\nprint:\n\t@echo $(VERSION)\n")
    assert printed.stdout == VERSION + "\n"
    assert "Tally::VERSION" in (ROOT / "Bindings/ruby/tally.gemspec").read_text(encoding="utf-8")


def test_the_header_says_its_parts():
    for part, number in zip(("MAJOR", "MINOR", "PATCH"), VERSION.split("."), strict=True):
        assert said("include/tally.h", rf"^#define TALLY_VERSION_{part} (\d+)$") == {number}


def test_bindings_load_the_library_of_this_soversion():
    files = [file for file in (ROOT / "Bindings").rglob("*")
             if file.suffix in {".py", ".rb", ".lua", ".md", ".cs", ".config", ".java", ".go", ".rs"}]
    named = {(file.relative_to(ROOT).as_posix(), version) for file in files
             for version in re.findall(r"\blibtally\.so\.(\d+)|\blibtally(\d+)\b", file.read_text(encoding="utf-8"))}
    assert named and {version for _, pair in named for version in pair if version} == {SOVERSION}, named


@pytest.mark.parametrize("file, pattern", LICENCES)
def test_the_licence_is_the_same_everywhere(file, pattern):
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").split()[:4] == ["Apache", "License", "Version", "2.0,"]
    assert said(file, pattern) == {"Apache-2.0"}
