"""The places of copies of the version in include/tally.h: files, and the pattern around it. generate.py writes them, and
Tests/Package/test_versions.py checks them. `{}` in a file's name is the version. The Makefile reads the header."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = [
    ("README.md", r"^\*\*Status:\*\* (\S+),"),
    ("README.md", r"\bbuild/tally-(.*)\.tar\.xz"),
    ("Sources/TallyEngine/Library.swift", r'version: StaticString { "(.*?)" }'),
    ("Sources/TallyEngine/Library.swift", r'userAgent: StaticString { "tally/(.*?)" }'),
    ("Sources/Tally/Tally.docc/YourFirstBadge.md", r'"https://example.org/tally", from: "(.*)"\)'),
    ("Bindings/csharp/Tally.csproj", r"<Version>(.*)</Version>"),
    ("Bindings/csharp/dev.tally/package.json", r'"version": "(.*)"'),
    ("Bindings/go/README.md", r"-require tally@v(\S+)"),
    ("Bindings/java/pom.xml", r"<artifactId>tally</artifactId>\s*<version>(.*)</version>"),
    ("Bindings/lua/tally-{}-1.rockspec", r'^version = "(.*)-1"$'),
    ("Bindings/node/README.md", r"\btally-(.*?)\.tgz"),
    ("Bindings/node/package.json", r'"version": "(.*)"'),
    ("Bindings/python/README.md", r"\btally-(.*)-py3-none-any.whl"),
    ("Bindings/python/pyproject.toml", r'^version = "(.*)"$'),
    ("Bindings/ruby/README.md", r"\btally-(.*)\.gem\b"),
    ("Bindings/rust/tally-sys/Cargo.toml", r'^version = "(.*)"$'),
    ("Bindings/rust/tally/Cargo.toml", r'^version = "(.*)"$'),
    ("Bindings/rust/tally/Cargo.toml", r'^tally-sys = .* version = "(.*)" }$'),
    ("Bindings/wasm/package.json", r'"version": "(.*)"'),
]


def version(header):
    return next(constant.value for constant in header.constants if constant.name == "TALLY_VERSION")


def written(text, pattern, number):
    """The text with the version in the place of the group; fails where nothing is like the pattern."""
    def put(found):
        begin, end = found.start(1) - found.start(), found.end(1) - found.start()
        return found[0][:begin] + number + found[0][end:]
    result, count = re.subn(pattern, put, text, flags=re.M)
    if not count:
        raise ValueError(f"nothing is like {pattern}")
    return result


def outputs(header):
    """Pairs of a file and the text that it should have."""
    number, texts = version(header), {}
    for place, pattern in PLACES:
        file = ROOT / place.format(number)
        if not file.exists():
            raise ValueError(f"{file.relative_to(ROOT)} is missing: give the former one this name")
        texts[file] = written(texts.get(file) or file.read_text(encoding="utf-8"), pattern, number)
    return texts.items()
