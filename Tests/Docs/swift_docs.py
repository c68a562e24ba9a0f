"""The documentation of the Swift interface: checked, and converted by DocC.

Every public declaration must have a comment, a page with topics must name all that belongs there, the code of every
article and of docs/contributing.md must compile against the module as it was built, and DocC must have
nothing to warn of.

    python3 Tests/Docs/swift_docs.py --toolchain /usr/bin --build .build/debug --output build/docs
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOG = ROOT / "Sources/Tally/Tally.docc"


def run(*command):
    """Runs a command; its output is an error message where it fails."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
    if result.returncode != 0:
        raise SystemExit(f"{command[0]} failed:\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def arguments():
    """The options of the checks in this folder, with the build's folder as an absolute path."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    given = parser.parse_args()
    given.build = (ROOT / given.build).resolve()
    return given


def search_paths(build):
    """The options that name the module and the C modules below it. The C modules are named file by file, as SwiftPM does,
    because a folder is searched after the system's, and an installed libtally-dev has another CTally there."""
    maps = [ROOT / "include/module.modulemap", *sorted((ROOT / "CSources").rglob("module.modulemap"))]
    return ["-I", build / "Modules", *(part for file in maps for part in ("-Xcc", f"-fmodule-map-file={file}"))]


def pretend_installed(folder):
    """Has the compiler find the header and the module of libtally-dev where the system's are. An installed one changes
    nothing here, so every check is made beside one."""
    (folder / "tally").mkdir(parents=True)
    shutil.copy(ROOT / "include/tally.h", folder)
    text = (ROOT / "include/module.modulemap").read_text().replace('"tally.h"', '"../tally.h"\n  link "tally"')
    (folder / "tally/module.modulemap").write_text(text)
    os.environ["CPATH"] = str(folder)


def extract(toolchain, build, graphs):
    target = json.loads(run(toolchain / "swiftc", "-print-target-info"))["target"]["triple"]
    graphs.mkdir(parents=True, exist_ok=True)
    run(toolchain / "swift-symbolgraph-extract", "-module-name", "Tally", "-target", target,
        *search_paths(build), "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", graphs)
    return json.loads((graphs / "Tally.symbols.json").read_text())["symbols"]


def undocumented(symbols):
    for symbol in symbols:
        # Symbols that the compiler writes have no place in the sources.
        if "location" in symbol and "docComment" not in symbol:
            where = symbol["location"]
            file = where["uri"].rsplit("/", 1)[1]
            line = where["position"]["line"] + 1
            yield f"{file}:{line}: {'.'.join(symbol['pathComponents'])} has no documentation comment"


def unlisted(symbols):
    """The symbols that no page names under its topics: types on the landing page, members on the page of their type."""
    pages = {("Tally",) if path.stem == "Tally" else ("Tally", path.stem): path.read_text()
             for path in CATALOG.glob("*.md") if path.read_text().startswith("# ``")}
    # A hash behind a name tells overloads apart: `flush()-9bfm`.
    named = {place: set(re.findall(r"^- ``(.+?)(?:-[0-9a-z]{4,5})?``$", page[page.index("## Topics"):], re.MULTILINE))
             for place, page in pages.items()}
    for symbol in symbols:
        *place, name = ["Tally", *symbol["pathComponents"]]
        if "location" in symbol and name not in named.get(tuple(place), {name}):
            yield f"{place[-1]}.md: no topic names {name}"


def code(article):
    """The Swift of an article, each line where it stands there, so that the compiler names the right one."""
    lines = []
    isCode = False
    for line in article.read_text().splitlines():
        isFence = line.startswith("```")
        lines.append(line if isCode and not isFence else "")
        if isFence:
            isCode = not isCode and line == "```swift"
    return "\n".join(lines) + "\n"


def compile_article(article, toolchain, build, folder):
    source = folder / article.stem / "main.swift"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(code(article))
    result = subprocess.run(
        [str(part) for part in (toolchain / "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors",
                                *search_paths(build), source)], capture_output=True, text=True, cwd=ROOT)
    if result.returncode != 0:
        yield result.stderr.replace(str(source), article.name)


def main():
    given = arguments()
    build = given.build
    output = ROOT / given.output
    shutil.rmtree(output, ignore_errors=True)
    pretend_installed(output / "installed")
    symbols = extract(given.toolchain, build, output / "graphs")
    problems = [*undocumented(symbols), *unlisted(symbols)]
    articles = [ROOT / "docs/contributing.md", *sorted(CATALOG.rglob("*.md"))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        checks = [pool.submit(lambda one: list(compile_article(one, given.toolchain, build, output / "articles")), one)
                  for one in articles]
        problems += [problem for check in checks for problem in check.result()]
    if problems:
        sys.exit("\n".join(problems))
    run(given.toolchain / "docc", "convert", CATALOG, "--additional-symbol-graph-dir", output / "graphs",
        "--fallback-display-name", "Tally", "--fallback-bundle-identifier", "tally", "--fallback-bundle-version", "0",
        "--warnings-as-errors", "--output-path", output / "Tally.doccarchive")
    count = sum(1 for symbol in symbols if "location" in symbol)
    print(f"{count} declarations are documented, the code of {len(articles)} articles compiles: {given.output}")


if __name__ == "__main__":
    main()
