"""Checks the pages that `make site` made.

    python3 Tests/Docs/check_site.py build/site

- Each link leads to a page that is there, and to an anchor of that page. No page needs the network.
- Each page is reached from the first one, is found by the search, and has one title.
- Tags are closed where they must be; an identifier occurs once in a page; pictures have words.
- Each function of the headers has a page.
- The description of a guide is a sentence, and not its title.
"""

import html.parser
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings" / "tools"))

import header  # noqa: E402

VOID = {"meta", "link", "input", "img", "br", "hr"}


class Page(html.parser.HTMLParser):
    """The links, the anchors and the problems of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.resources, self.anchors, self.problems, self.open, self.titles = [], [], set(), [], [], 0
        self.drawing, self.description = 0, ""
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        self.titles += tag == "h1"
        name = attributes.get("id")
        if tag == "meta" and attributes.get("name") == "description":
            self.description = attributes["content"]
        if name in self.anchors:
            self.problems.append(f'the identifier "{name}" occurs twice')
        self.anchors |= {name} - {None}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag in ("link", "script", "img") and (attributes.get("src") or attributes.get("href")):
            self.resources.append(attributes.get("src") or attributes.get("href"))
        if tag == "img" and not attributes.get("alt") or tag == "svg" and attributes.get("aria-label") == "":
            self.problems.append("a picture has no words")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.problems.append(f"</{tag}> closes <{self.open[-1] if self.open else ''}>")
        if tag in self.open:
            while self.open.pop() != tag:
                pass


def main(folder):
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8"))
             for path in sorted(folder.rglob("*.html"))}
    problems = [f"{name}: {problem}" for name, page in pages.items() for problem in page.problems]
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        name = waiting.pop()
        for link in pages[name].links:
            target, problem = follow(folder, pages, name, link)
            problems += [f"{name}: {problem}"] if problem else []
            if target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
    for name, page in pages.items():
        problems += [f"{name}: needs {link}, which is not in the site" for link in page.resources
                     if not link.startswith("data:") and follow(folder, pages, name, link)[1]]
        problems += [f"{name}: has {page.titles} titles"] if page.titles != 1 else []
        problems += [] if name in reached else [f"{name}: no page leads here"]
        if name == "index.html" or name.split("/")[0] in ("tutorial", "howto", "concepts"):
            problems += [] if page.description.endswith((".", "?", ":")) else [f"{name}: its description is “{page.description}”"]
    problems += problems_of_search(folder, pages)
    for file, place in (("include/tally.h", "reference/c"), ("include/tally_tree.h", "reference/tree")):
        problems += [f"{place}/{function.name}.html is missing" for function in header.parse(ROOT / file).functions
                     if f"{place}/{function.name}.html" not in pages]
    if problems:
        sys.exit("\n".join(problems[:100]))
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links: no problem")


def follow(folder, pages, name, link):
    """The page of a link within the site, and what is wrong with the link."""
    if re.match(r"(https?|mailto):", link):
        return None, None
    path, _, anchor = link.partition("#")
    place = (folder / name).parent / path if path else folder / name
    if not place.resolve().is_relative_to(folder.resolve()) or not place.is_file():
        return None, f"{link} leads nowhere"
    target = place.resolve().relative_to(folder.resolve()).as_posix()
    if anchor and target in pages and anchor not in pages[target].anchors:
        return target, f"{link} leads to an anchor that is not there"
    return target, None


def problems_of_search(folder, pages):
    text = (folder / "search-index.js").read_text(encoding="utf-8")
    index = json.loads(re.fullmatch(r"window\.searchIndex = (.*);\n", text, re.S)[1])
    for title, place, _, _ in index:
        problem = follow(folder, pages, "index.html", place)[1]
        if problem or not title:
            yield f"search-index.js: {title}: {problem}"
    found = {place for _, place, _, _ in index}
    yield from (f"{name}: the search does not find it" for name in pages
                if not name.startswith("source/") and name not in found)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
