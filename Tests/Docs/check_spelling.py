"""Checks the spelling of every page of the site, and of all Markdown, with aspell and codespell.

    python3 Tests/Docs/check_spelling.py build/site            names the words that are wrong, and their pages
    python3 Tests/Docs/check_spelling.py build/site --words    lists them only, to be judged for words.txt

Code and names of the header are left out. Tests/Docs/words.txt has the words that are right and that no dictionary has.
British and American spelling are both right.
"""

import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = ROOT / "Tests" / "Docs" / "words.txt"
# Not read: code, drawings and the navigation, whose titles stand on their pages.
SKIPPED = {"code", "pre", "script", "style", "nav", "head", "svg"}

# codespell reads these beside the pages, for their comments and messages. Tables and built files are left out.
CHECKED = ("README.md", "docs", "include", "Bindings", "Examples", "Sources", "CSources", "Benchmarks")
# Names in code; the last one is a mistake on purpose.
NAMES = ("upto", "inflight", "inout", "crate", "iif", "nd", "fo", "intervall")
NOT_OURS = "*.svg,*.json,*.lock,*/build/*,*/target/*,*/node_modules/*,*/.build/*,*Tables.swift,*.strings"


class Text(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.words, self.skipped = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in SKIPPED:
            self.skipped.append(tag)
        self.words.append(" ")

    def handle_endtag(self, tag):
        if self.skipped and self.skipped[-1] == tag:
            self.skipped.pop()

    def handle_data(self, data):
        if not self.skipped:
            self.words.append(data)


def candidates(text):
    """The words of a text that a dictionary may know: no names of files, identifiers, addresses or numbers."""
    text = text.replace("’", "'")
    for word in re.split(r"[^\w'./:@#-]+", text):
        if re.search(r"[\d_/@#:]|\w\.\w|[a-z][A-Z]", word):
            continue
        for part in re.split(r"[.-]+", word):
            part = re.sub(r"'s$", "", part.strip("'"))
            if len(part) > 1 and not part.isupper() and part.isascii():
                yield part


def pages(folder):
    """Pairs of a page and its text."""
    for path in sorted(folder.rglob("*.html")):
        if "source" not in path.relative_to(folder).parts:
            yield path.relative_to(folder), "".join(Text(path.read_text(encoding="utf-8")).words)
    for path in sorted(ROOT.glob("*/[!.]*/README.md")):
        text = re.sub(r"^```.*?^```|`[^`]*`|^ {4}[^\n]*$", " ", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        yield path.relative_to(ROOT), re.sub(r"\]\([^)]*\)", "]", text)


def unknown(words):
    """Those of the words that no dictionary has."""
    for language in ("en_GB", "en_US"):
        done = subprocess.run(["aspell", "list", f"--lang={language}", "--encoding=utf-8"], input="\n".join(words),
                              text=True, capture_output=True, check=True)
        words = sorted(set(done.stdout.split()))
    return set(words)


def codespell():
    """Frequent mistakes, which a dictionary may not see."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as ignored:
        ignored.write("\n".join([*NAMES, *map(str.lower, own_words())]))
        ignored.flush()
        done = subprocess.run(["codespell", "--ignore-words", ignored.name, "--skip", NOT_OURS, *CHECKED], cwd=ROOT,
                              text=True, capture_output=True, check=False)
    return done.stdout + done.stderr


def own_words():
    return [line for line in WORDS.read_text(encoding="utf-8").split() if line]


def main():
    folder = pathlib.Path(sys.argv[1])
    found = {}
    for page, text in pages(folder):
        for word in candidates(text):
            found.setdefault(word, page)
    own = {word.lower() for word in own_words()}
    wrong = sorted(word for word in unknown(found) if word.lower() not in own)
    if "--words" in sys.argv:
        print("\n".join(sorted({word.lower() for word in wrong})))
        return
    problems = [f"{found[word]}: {word}" for word in wrong]
    problems += codespell().splitlines()
    if problems:
        sys.exit("\n".join(problems) + "\nA word that is right belongs into Tests/Docs/words.txt.")
    print(f"{len(found)} words: no problem")


if __name__ == "__main__":
    main()
