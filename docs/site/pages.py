"""The pages of the site: what they are, how they refer to each other, and how they are written."""

import dataclasses
import html
import json
import os
import pathlib
import re
import shutil
from html.parser import HTMLParser

from prose import Prose, plain

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
SOURCES = {".h": "c", ".c": "c", ".swift": "swift", ".py": "python", ".mk": "make", ".md": "text", ".sh": "sh", ".js": "js",
           ".go": "go", ".rs": "rust", ".java": "java", ".cs": "csharp", ".rb": "ruby", ".lua": "lua", ".hpp": "cpp", ".json": "json",
           "": "text", ".txt": "text", ".service": "ini", ".ts": "typescript", ".S": "gas", ".toml": "toml"}
# Pages that the search finds as a whole: their sections are those of all of their kind.
WHOLE = {"Function", "Structure", "Callback", "Source"}
IMAGES = {".png", ".svg", ".jpg", ".gif"}


@dataclasses.dataclass
class Page:
    """A page. `path` is its place in the site. `source` is the file of the repository that it is made of, or None."""
    path: str
    title: str
    body: str
    source: str = None
    kind: str = "Page"     # The kind that the search shows.
    summary: str = ""
    is_listed: bool = True  # Whether the search finds it.
    short: str = ""         # Its title in the navigation, where that is another one.


@dataclasses.dataclass
class Group:
    """A part of the navigation: pages by their paths. `inner`: for some of them, pages below."""
    title: str
    pages: list
    inner: dict = dataclasses.field(default_factory=dict)


class Site:
    """Every page of `groups` is in `pages`. `names` has the place of each name of the C header."""

    def __init__(self):
        self.pages = {}
        self.groups = []
        self.names = {}      # Names of the header.
        self.others = {}     # Names of Swift and of the command, in code.
        self.mentions = {}   # For each name of the header the pages that mention it.
        self.documents = {}  # The place in the site of a Markdown file of the repository.
        self.files = {}      # Images: their place in the site, and the file.
        self.wanted = set()  # Files of the repository that a page shows as they are.
        self.prose = Prose(self)

    def add(self, page):
        if page.path in self.pages:
            raise ValueError(f"two pages are {page.path}: {page.title}")
        self.pages[page.path] = page
        return page

    # ---- references

    def target(self, name):
        return self.names.get(name) or self.others.get(name)

    def name_link(self, name):
        target = self.names.get(name)
        return target and f'<a href="site:{target}">{name}</a>'

    def mention(self, name, page):
        if page and name in self.names:
            self.mentions.setdefault(name, [])
            if page not in self.mentions[name]:
                self.mentions[name].append(page)

    def resolve(self, target, source):
        """The link of a Markdown text as a link of the site."""
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return target
        path, _, anchor = target.partition("#")
        place = self.place(path, source)
        return f"site:{place}" + (f"#{anchor}" if anchor else "")

    def place(self, path, source):
        file = os.path.normpath(pathlib.Path(source or "README.md").parent / path)
        for candidate in (file, f"{file}/README.md", f"{file}/index.md"):
            if candidate in self.documents:
                return self.documents[candidate]
        if not (ROOT / file).exists():
            raise ValueError(f"{source}: {path} does not exist")
        if pathlib.Path(file).suffix in IMAGES:
            self.files[f"files/{file}"] = ROOT / file
            return f"files/{file}"
        self.wanted.add(file)
        return f"source/{file}.html"

    def image(self, target, words, source):
        """A picture. Drawings that have the classes of the site stand in the page, so that they follow its colours."""
        file = ROOT / os.path.normpath(pathlib.Path(source).parent / target)
        if not file.exists():
            raise ValueError(f"{source}: {target} does not exist")
        drawing = file.read_text(encoding="utf-8") if file.suffix == ".svg" else ""
        if 'class="ink"' in drawing:
            text = re.sub(r"<\?xml.*?\?>|<style>.*?</style>", "", drawing, flags=re.S)
            text = re.sub(r'<svg ', f'<svg role="img" aria-label="{html.escape(words)}" ', text.strip(), count=1)
            return f'<span class="figure">{text}</span>'
        return f'<img src="site:{self.place(target, source)}" alt="{html.escape(words)}">'

    def add_sources(self):
        """Pages for the files that pages refer to; these refer to no others."""
        for file in sorted(self.wanted):
            path = ROOT / file
            if path.is_dir():
                found = sorted(each for each in path.rglob("*") if each.suffix in SOURCES and each.is_file()
                               and not re.search(r"/\.|/(?:build|target|__pycache__|node_modules)/", str(each)))
                body = "".join(self.source_section(each) for each in found[:40])
            else:
                body = self.source_section(path)
            self.add(Page(f"source/{file}.html", file, f"<h1>{html.escape(file)}</h1>{body}", kind="Source",
                          is_listed=False))

    def source_section(self, path):
        text = path.read_text(encoding="utf-8", errors="replace")
        code = self.prose.code(text, SOURCES.get(path.suffix, "text"))
        return f'<details class="source" open><summary>{path.relative_to(ROOT)}</summary>{code}</details>'

    # ---- writing

    def write(self, output):
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        for name in ("site.css", "site.js", "search.js"):
            shutil.copy(HERE / name, output / name)
        for place, file in self.files.items():
            (output / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, output / place)
        for page in self.pages.values():
            file = output / page.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.whole(page), encoding="utf-8")
        index = [entry for page in self.pages.values() if page.is_listed for entry in entries(page)]
        text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
        (output / "search-index.js").write_text(f"window.searchIndex = {text};\n", encoding="utf-8")

    def whole(self, page):
        """The page as a file, with links relative to its folder."""
        text = (HERE / "page.html").read_text(encoding="utf-8")
        headings = re.findall(r'<h([23]) id="([^"]+)">(.*?)(?:<a class="anchor".*?)?</h\1>', page.body, re.S)
        values = {
            "title": html.escape(page.title if page.path == "index.html" else f"{page.title} - Tally"),
            "summary": html.escape(page.summary or page.title), "navigation": self.navigation(page), "body": page.body,
            "trail": self.trail(page), "contents": contents(headings), "around": self.around(page),
        }
        for name, value in values.items():
            text = text.replace("{{" + name + "}}", value)
        up = "../" * page.path.count("/")
        return re.sub(r'(href|src|data-root)="site:([^"]*)"', rf'\1="{up}\2"', text)

    def group_of(self, page):
        return next((group for group in self.groups if page.path in group.pages or
                     any(page.path in inner for inner in group.inner.values())), None)

    def navigation(self, page):
        current = self.group_of(page)
        return "".join(
            f'<details{" open" if group is current or (not current and index < 2) else ""}>'
            f"<summary>{html.escape(group.title)}</summary>{self.links(group, group.pages, page)}</details>"
            for index, group in enumerate(self.groups))

    def links(self, group, paths, page):
        out = []
        for path in paths:
            here = ' aria-current="page"' if path == page.path else ""
            title = html.escape(self.pages[path].short or self.pages[path].title)
            inner = group.inner.get(path, [])
            is_open = inner and (path == page.path or page.path in inner)
            below = self.links(Group("", inner), inner, page) if is_open else ""
            out.append(f'<li><a href="site:{path}"{here}>{title}</a>{below}</li>')
        return f"<ul>{''.join(out)}</ul>"

    def trail(self, page):
        group = self.group_of(page)
        if page.path == "index.html" or not group:
            return ""
        parts = [html.escape(group.title)]
        parts += [f'<a href="site:{path}">{html.escape(self.pages[path].title)}</a>'
                  for path, inner in group.inner.items() if page.path in inner]
        return f'<p class="trail">{" <span>/</span> ".join(parts)}</p>'

    def around(self, page):
        """Links to the pages before and after it."""
        group = self.group_of(page)
        if not group:
            return ""
        paths = next((inner for inner in group.inner.values() if page.path in inner), group.pages)
        place = paths.index(page.path)
        before = f'<a rel="prev" href="site:{paths[place - 1]}">{html.escape(self.pages[paths[place - 1]].title)}</a>' \
            if place > 0 else "<span></span>"
        after = f'<a rel="next" href="site:{paths[place + 1]}">{html.escape(self.pages[paths[place + 1]].title)}</a>' \
            if place + 1 < len(paths) else "<span></span>"
        return f'<nav class="around" aria-label="Neighbours">{before}{after}</nav>'


def contents(headings):
    if len(headings) < 2:
        return ""
    items = "".join(f'<li class="level{level}"><a href="#{name}">{re.sub("</?a[^>]*>", "", text)}</a></li>'
                    for level, name, text in headings)
    return f'<nav class="contents" aria-label="On this page"><p>On this page</p><ul>{items}</ul></nav>'


class Sections(HTMLParser):
    """Splits a page at its headings that have an anchor: pairs of the anchor and title, and the text."""

    def __init__(self):
        super().__init__()
        self.sections = [["", "", []]]
        self.heading = None
        self.skipped = 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in ("h2", "h3") and attributes.get("id"):
            self.sections.append([attributes["id"], "", []])
            self.heading = tag
        elif tag in ("p", "li", "td", "th", "dt", "dd", "pre", "br"):
            self.sections[-1][2].append(" ")
        if tag == "a" and attributes.get("class") == "anchor":
            self.skipped += 1

    def handle_endtag(self, tag):
        if tag == self.heading:
            self.heading = None
        if tag == "a" and self.skipped:
            self.skipped -= 1

    def handle_data(self, data):
        if self.skipped:
            return
        if self.heading:
            self.sections[-1][1] += data
        else:
            self.sections[-1][2].append(data)


def entries(page):
    """The entries that the search finds in a page: title, place, kind, text; and for each section as well."""
    parser = Sections()
    parser.feed(re.sub(r"<h1.*?</h1>", "", page.body, count=1, flags=re.S))
    if page.kind in WHOLE:
        parts = [text for anchor, _, text in parser.sections if anchor != "see-also"]
        parser.sections = [["", "", [word for part in parts for word in part]]]
    for anchor, title, text in parser.sections:
        words = re.sub(r"\s+", " ", "".join(text)).strip()
        where = page.path + (f"#{anchor}" if anchor else "")
        yield [f"{page.title}: {title}" if title else page.title, where, page.kind, words]


__all__ = ["ROOT", "HERE", "Page", "Group", "Site", "plain"]
