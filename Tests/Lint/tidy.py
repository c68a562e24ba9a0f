"""Checks what the formatter does not: the length of lines and files, words, imports and folders.

usage: tidy.py [--update]

- A line of a comment or a document has at most 120 columns; the formatter looks after code. A file of Swift in Sources
  has at most 500 lines.
- The words in WORDS are those that plain English replaces. `allowances.txt` says how often each may still occur in each
  top folder. The numbers may only shrink: --update lowers them, and never raises one.
- A comment in the folders PLAIN begins with no word of OPENINGS, because such a comment is a clause, and not a sentence
  or a noun that names its subject.
- A module imports only modules of the layers below its own.
- docs/architecture.md names each module of Sources and each folder in one.
- The engine stays in parts: MOST limits the stored properties of its two large classes, the lines that reach into the
  engine, and the pairs of folders whose functions call each other. A change that lowers a number lowers its limit too,
  so the numbers can only shrink.
- A lock is assigned again only where its value is a parameter: Swift may end a local one that was consumed and assigned
  again before its scope ends. A local one that is given back within a branch is not needed behind that branch.
- No test is skipped: a test that lacks a package or a variable fails and names it. SKIPS has the words of each language,
  and SKIPS_ALLOWED says where they may stand. A C test that cannot run under valgrind or in qemu calls leave_out.
"""

import pathlib
import re
import subprocess
import sys

ALLOWANCES = pathlib.Path("Tests/Lint/allowances.txt")
MAP = pathlib.Path("docs/architecture.md")
MAXIMUM_COLUMNS = 120
MAXIMUM_LINES = 500
TEXTS = {".swift", ".c", ".h", ".hpp", ".cpp", ".py", ".mk", ".awk", ".toml", ".md", ".sh", ".go", ".rs", ".java", ".cs", ".rb", ".lua", ".js"}

# Each layer may import those before it, and its own modules only where it is said.
LAYERS = [
    ["TallyMemory"],
    ["TallyFailure"],
    ["TallyBorder"],
    ["TallyTree", "TallyCalendar", "TallyPolicy", "TallySummary"],
    ["TallyWire"],
    ["TallyLoop"],
    ["TallyStore", "TallyHTTP"],
    ["TallyEngine"],
    ["TallyABI", "TallyTreeABI", "TallyCalendarABI", "TallySummaryABI", "Tally"],
    ["TallyCLI"],
]

ENGINE = pathlib.Path("Sources/TallyEngine")
MOST = {
    "stored properties of Engine": 28,
    "stored properties of Account": 12,
    "lines with `engine.`": 384,
    "pairs of folders that call each other": 3,
}

WORDS = {
    "anew": r"\banew\b",
    "at once": r"\bat once\b",
    "be had": r"\bbe had\b",
    "by itself": r"\bby (?:itself|themselves)\b",
    "gets by": r"\bgets? by\b(?! (?:node|path|string)\b)",
    "is asked": r"\b(?:is|are|was|were) asked\b",
    "is told": r"\b(?:is|are|was|were) told\b",
    "lest": r"\blest\b",
    "moreover": r"\bmoreover\b",
    "passed over": r"\b(?:passed|passes) over\b",
    "sees to": r"\bsees? to\b",
    "thereof": r"\b(?:thereof|wherein|whereof)\b",
    "under way": r"\bunder way\b",
    "whoever": r"\b(?:whoever|whomever)\b",
    "What there is": r"\bWhat (?:there )?is\b",
}


OPENINGS = r"(?:What|Of|Nobody|Where|Who)\b"
PLAIN = ("include", "Sources", "CSources", "Cluster", "Tests", "Benchmarks", "Bindings", "Examples", "docs", "Make", "Makefile",
         "Package.swift")
SLASHES = {".swift", ".c", ".h", ".hpp", ".cpp", ".go", ".rs", ".java", ".cs", ".js"}
HASHES = {".py", ".mk", ".awk", ".toml", ".sh", ".rb", ".conf", ""}

TESTED = ("Tests", "Bindings", "Cluster", "Examples", "Benchmarks")
SKIPS = {
    (".c", ".h", ".cpp", ".hpp"): r"\bskip\(\)|\bGTEST_SKIP\b|\bexit\(77\)|print_message\(\"[^\"]*skipped",
    (".py",): r"\bpytest\.(?:skip|xfail|importorskip)\b|\bmark\.(?:skip|skipif|xfail)\b|\bunittest\.skip|\bskipTest\b",
    (".swift",): r"\.(?:enabled|disabled)\((?:if:|\"|\))|\bXCTSkip|\bwithKnownIssue\b",
    (".go",): r"\b[tb]\.Skip(?:f|Now)?\(",
    (".rs",): r"#\[ignore\b|```(?:rust,)?ignore\b",
    (".js", ".mjs", ".ts"): r"\b(?:it|test|describe)\.(?:skip|todo|only)\b|\{ *(?:skip|todo|only):|\b(?:t|context)\.(?:skip|todo)\(",
    (".rb",): r"(?m)^\s*(?:skip|pending|omit)\b(?!\s*[=,.])",
    (".java",): r"@(?:Ignore|Disabled)\b|\bAssum(?:e|ptions)\b",
    (".cs",): r"\[(?:Ignore|Explicit)\b|\bAssert\.(?:Ignore|Inconclusive)\b",
    (".lua",): r"\bpending\(",
    (".sh", ".mk"): r"\bexit (?:75|77)\b|\|\| true\b|[0-9] skipped",
}
# How often in which file, and why.
SKIPS_ALLOWED = {
    "Tests/Package/test_skips.py": 6,  # They are noticed.
    "Tests/Package/chroot.sh": 3,  # A machine without a list of mirrors, without a proxy, or whose mirror has not changed.
    "Bindings/curl.sh": 5,  # 75: the source of libcurl cannot be fetched. Make/bindings.mk decides what that means.
}


def names():
    """Those of the files in git; in a folder that is no clone, of all that no build has made."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], check=False, capture_output=True)
    if listed.returncode == 0:
        return listed.stdout.decode().split("\0")
    made = re.compile(r"\.|(?:build\S*|target|__pycache__|node_modules)$")
    return [path for path in pathlib.Path().rglob("*") if not any(made.match(part) for part in path.parts)]


def files():
    for name in names():
        path = pathlib.Path(name)
        if path.suffix in TEXTS and path.exists() and "corpus" not in path.parts:
            yield path


def columns(text):
    return sum(4 if character == "\t" else 1 for character in text)


def is_free(line):
    """A line that cannot be broken: a link, or a row of a table."""
    return "://" in line or line.lstrip().startswith(("|", "* |")) or line.startswith("    ") and line.lstrip()[:1] == "{"


def is_prose(path, line):
    return path.suffix == ".md" or line.lstrip().startswith(("//", "* ", "/*", "# ", "--- "))


def problems_of_lines(path, lines):
    for number, line in enumerate(lines, 1):
        if (columns(line) > MAXIMUM_COLUMNS and is_prose(path, line) and not is_free(line)
                and not is_generated(lines)):
            yield f"{path}:{number}: {columns(line)} columns"
    if path.parts[0] in ("Sources", "Cluster") and path.suffix == ".swift" and len(lines) > MAXIMUM_LINES and not is_generated(lines):
        yield f"{path}: {len(lines)} lines"


def is_generated(lines):
    return any("enerated by" in line or "enerated from" in line for line in lines[:8])


def openings(suffix, lines):
    """The numbers of the lines in which a comment begins with a word of OPENINGS."""
    before = ""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if suffix in SLASHES:
            # A line after another one of the same comment continues a sentence.
            begins = not text.startswith("//") or not before.startswith("//")
            found = begins and re.search(rf"(?:^|\s)//[/!]?\s*{OPENINGS}|/\*[*!<]*\s*{OPENINGS}", line, re.I)
            found = found or before in ("/*", "/**") and re.match(rf"\*\s*{OPENINGS}", text, re.I)
        elif suffix in HASHES:
            begins = not text.startswith("#") or not before.startswith("#")
            found = begins and re.search(rf"(?:^|\s)#+\s*{OPENINGS}", line, re.I)
            found = found or suffix == ".py" and re.match(rf'[rf]?"""\s*{OPENINGS}', text, re.I)
        else:
            return
        if found:
            yield number
        before = text


def problems_of_openings(path, lines):
    if path.parts[0] in PLAIN and not is_generated(lines):
        for number in openings(path.suffix, lines):
            yield f"{path}:{number}: the comment begins with a word that opens a clause; begin with its subject"


def problems_of_skips(path, text):
    if path.parts[0] not in TESTED:
        return
    patterns = [pattern for endings, pattern in SKIPS.items() if path.suffix in endings]
    found = [match for pattern in patterns for match in re.finditer(pattern, text)]
    if len(found) > SKIPS_ALLOWED.get(path.as_posix(), 0):
        for match in found:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: '{match.group(0).strip()}': no test is skipped; let it fail and name what it lacks"


def problems_of_imports():
    layer = {module: place for place, modules in enumerate(LAYERS) for module in modules}
    for folder in sorted(pathlib.Path("Sources").iterdir()):
        if folder.name not in layer:
            yield f"{folder}: no layer has it"
            continue
        for path in sorted(folder.rglob("*.swift")):
            for match in re.finditer(r"^(?:@\w+ )*import (Tally\w*)", path.read_text(encoding="utf-8"), re.M):
                if layer[match.group(1)] >= layer[folder.name] and not (folder.name, match.group(1)) == ("TallyCLI", "Tally"):
                    yield f"{path}: imports {match.group(1)}, which is not below {folder.name}"


def problems_of_folders():
    words = MAP.read_text(encoding="utf-8")
    for folder in sorted(pathlib.Path("Sources").glob("**/")):
        name = folder.name
        if len(folder.parts) in (2, 3) and not folder.name.endswith(".docc") and f"{name}" not in words:
            yield f"{MAP}: does not name {folder}"


def stored_properties(text, name):
    """Those of a class. A computed one has a brace, and no value before it."""
    body = re.search(rf"^(?:public )?final class {name}\b.*?^}}", text, re.M | re.S).group()
    lines = re.findall(r"^  (?:(?:public|private|internal)(?:\(set\))? )*(?:let|var) (.*)", body, re.M)
    return [re.match(r"\w+", line).group() for line in lines if "{" not in line or "=" in line.split("{")[0]]


def without_comments(text):
    return re.sub(r"//.*", "", text)


def mutual_calls(texts, folders):
    """Pairs of these folders, each with the functions that one calls in the other. `texts` has (folder, text).

    Calls are found by name. A name that the caller's folder declares too, or more than one other folder, counts for
    nobody, and so does one that is also a case of an enum.
    """
    declared, own, calls = {}, {}, {}
    for folder, text in texts:
        for hidden, name in re.findall(r"(private )?(?:\w+ )*func (\w+)", text):
            own.setdefault(folder, set()).add(name)
            if not hidden:
                declared.setdefault(name, set()).add(folder)
    cases = {name for _, text in texts for name in re.findall(r"\bcase (\w+)\(", text)}
    for folder, text in texts:
        if folder in folders:
            names = {name for pair in re.findall(r"(?<!func )\b(\w+)\(|(?:\.|try )(\w+) \{", text) for name in pair}
            for name in names - own.get(folder, set()) - cases:
                if len(declared.get(name, ())) == 1:
                    calls.setdefault((folder, *declared[name]), set()).add(name)
    return {(a, b): (sorted(calls[a, b]), sorted(calls[b, a])) for a, b in calls if a < b and (b, a) in calls}


def problems_of_parts():
    below = {module for modules in LAYERS[:LAYERS.index([ENGINE.name]) + 1] for module in modules}
    texts = [(path.parts[1], path.parts[2], without_comments(path.read_text(encoding="utf-8")))
             for path in pathlib.Path("Sources").rglob("*.swift") if path.parts[1] in below]
    # A file beside the folders belongs to none.
    places = [(folder if module == ENGINE.name else module, text) for module, folder, text in texts]
    pairs = mutual_calls(places, {folder.name for folder in ENGINE.iterdir() if folder.is_dir()})
    found = {
        "stored properties of Engine": stored_properties((ENGINE / "Engine.swift").read_text(), "Engine"),
        "stored properties of Account": stored_properties((ENGINE / "Accounts/Account.swift").read_text(), "Account"),
        "lines with `engine.`": [line for module, _, text in texts if module == ENGINE.name
                                 for line in text.split("\n") if "engine." in line],
        "pairs of folders that call each other": [
            f"  {a} calls {', '.join(forth)}; {b} calls {', '.join(back)}" for (a, b), (forth, back) in sorted(pairs.items())],
    }
    for name, items in found.items():
        if len(items) > MOST[name]:
            yield f"{ENGINE}: {len(items)} {name}; the limit in Tests/Lint/tidy.py is {MOST[name]}"
            yield from items if name.startswith("pairs") else []


def problems_of_holds(path, text):
    """The lines at which a local lock is assigned again, or given back in a branch that goes on."""
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines]
    function, places = 0, {}
    for number, line in enumerate(lines):
        if re.search(r"\bfunc\b|\binit\(", line):
            function, places = number, {}
        if local := re.match(r"\s*(?:let|var) (hold|storeHold|again) =", line):
            places[local[1]] = indents[number]
        if again := re.match(r"\s*(hold|storeHold|again) = ", line):
            signature = "\n".join(lines[function:number]).split("{")[0]
            if not re.search(rf"\b{again[1]}: (?:inout|consuming) ", signature):
                yield f"{path}:{number + 1}: '{again[1]}' is assigned again; take the lock under another name"
        given = re.match(r"\s*(hold|storeHold|again)\.release", line)
        if given and indents[number] > places.get(given[1], indents[function] + 2):
            behind = next((at for at in range(number, len(lines)) if indents[at] < indents[number]), len(lines))
            if not any(re.match(r"\s*(?:return|throw|break|continue)\b", lines[at]) for at in range(number, behind)):
                yield f"{path}:{number + 1}: '{given[1]}' is given back in a branch that goes on"


def count_words(paths):
    counts = {}
    for path, text in paths:
        if path == pathlib.Path("Tests/Lint/tidy.py") or path == ALLOWANCES:
            continue
        for word, pattern in WORDS.items():
            found = len(re.findall(pattern, text))
            if found:
                key = (word, path.parts[0])
                counts[key] = counts.get(key, 0) + found
    return counts


def read_allowances():
    if not ALLOWANCES.exists():
        return None
    allowances = {}
    for line in ALLOWANCES.read_text(encoding="utf-8").splitlines():
        number, folder, word = line.split(" ", 2)
        allowances[(word, folder)] = int(number)
    return allowances


def write_allowances(counts):
    lines = [f"{number} {folder} {word}" for (word, folder), number in sorted(counts.items())]
    ALLOWANCES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    texts = [(path, path.read_text(encoding="utf-8", errors="replace")) for path in files()]
    found = [problem for path, text in texts for problem in problems_of_lines(path, text.splitlines())]
    makefile = pathlib.Path("Makefile")
    for path, text in [*texts, (makefile, makefile.read_text(encoding="utf-8"))]:
        found += problems_of_openings(path, text.splitlines())
    found += [problem for path, text in texts for problem in problems_of_skips(path, text)]
    found += [problem for path, text in texts if path.is_relative_to(ENGINE) for problem in problems_of_holds(path, text)]
    found += [*problems_of_imports(), *problems_of_folders(), *problems_of_parts()]
    counts, allowances = count_words(texts), read_allowances()
    if sys.argv[1:] == ["--update"]:
        known = counts if allowances is None else allowances
        write_allowances({key: min(number, known.get(key, 0)) for key, number in counts.items() if known.get(key, 0)})
    else:
        for (word, folder), number in sorted(counts.items()):
            allowed = (allowances or {}).get((word, folder), 0)
            if number > allowed:
                found.append(f"{folder}: '{word}' occurs {number} times, {allowed} are allowed")
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
