"""The pages of the Swift package: its articles, and a page for each type, made of the symbols that the compiler writes
(`make docs`) and of the topics in Tally.docc. DocC's own archive needs a server; these pages work from a file."""

import html
import json
import re

from pages import ROOT, Group, Page

CATALOG = "Sources/Tally/Tally.docc"
FOLDER = "reference/swift"
KINDS = {"swift.struct": "Structure", "swift.class": "Class", "swift.enum": "Enumeration", "swift.protocol": "Protocol"}


class Reference:
    def __init__(self, site, graphs):
        self.site = site
        self.symbols, self.types, self.members, self.listed = {}, {}, {}, set()
        for symbol in json.loads((graphs / "Tally.symbols.json").read_text(encoding="utf-8"))["symbols"]:
            if "location" in symbol:
                self.take(symbol)

    def take(self, symbol):
        parts = symbol["pathComponents"]
        self.symbols.setdefault("/".join(parts), symbol)
        if symbol["kind"]["identifier"] in KINDS:
            self.types["/".join(parts)] = symbol
        if len(parts) > 1:
            self.members.setdefault("/".join(parts[:-1]), []).append(symbol)

    # ---- places

    def register(self):
        others, documents = self.site.others, self.site.documents
        for name in self.types:
            others[f"swift:{name}"] = self.place_of(name)
        for file in sorted((ROOT / CATALOG).glob("*.md")):
            if not file.read_text(encoding="utf-8").startswith("# ``"):
                documents[f"{CATALOG}/{file.name}"] = f"{FOLDER}/{file.stem}.html"
        documents[CATALOG] = documents[f"{CATALOG}/Tally.md"] = f"{FOLDER}/index.html"

    def place_of(self, name):
        return f"{FOLDER}/{name.replace('/', '.').lower()}-type.html"

    def link(self, name, place):
        """A symbol as a link, found from the type `place` outwards."""
        name = re.sub(r"-[0-9a-z]{4,5}$", "", name.removeprefix("Tally/"))
        shown = name.replace("/", ".")
        scope = place.split("/") if place else []
        while True:
            full = "/".join([*scope, name])
            if full in self.types:
                return f"[`{shown}`](<site:{self.place_of(full)}>)"
            if full in self.symbols and "/" in full:
                return f"[`{shown}`](<site:{self.place_of(full.rpartition('/')[0])}#{place_in_page(self.symbols[full])}>)"
            if not scope:
                return f"`{shown}`"
            scope.pop()

    def text(self, text, place=""):
        """A documentation comment or an article as HTML."""
        text = re.sub(r"(?<!`)``([^`]+)``(?!`)", lambda found: self.link(found[1], place), text)
        text = re.sub(r"<doc:(\w+)>", self.article_link, text)
        text = re.sub(r"(?m)^- (Parameters?|Returns|Throws|Note|Important|Warning)\b( \w+)?:", self.field, text)
        return self.site.prose.markdown(text, f"{CATALOG}/Tally.md", FOLDER)

    @staticmethod
    def field(found):
        return f"- **{found[1]}**{' `' + found[2].strip() + '`' if found[2] else ''}:"

    def article_link(self, found):
        file = ROOT / CATALOG / f"{found[1]}.md"
        title = re.search(r"^# (.+)$", file.read_text(encoding="utf-8"), re.M)[1]
        return f"[{title}](<site:{FOLDER}/{found[1]}.html>)"

    # ---- pages

    def add(self):
        landing = (ROOT / CATALOG / "Tally.md").read_text(encoding="utf-8")
        overview, topics = re.split(r"^## Topics$", landing, flags=re.M)
        overview = re.sub(r"^# ``Tally``$", "# The Swift package", overview, flags=re.M)
        inner, listed, body = {}, [], self.text(overview)
        self.listed = set(re.findall(r"^- ``(.+?)``$", topics, re.M))
        for title, items in re.findall(r"^### (.+)\n((?:\n|- .*\n?)+)", topics, re.M):
            body += f'<h2 id="{anchor(title)}">{html.escape(title)}</h2><div class="table"><table class="summaries">'
            for article, name in re.findall(r"^- (?:<doc:(\w+)>|``(.+?)``)$", items, re.M):
                listed.append(self.add_article(article) if article else self.add_type(name))
                page = self.site.pages[listed[-1]]
                shown = page.title if article else f"<code>{page.title}</code>"
                body += f'<tr><td><a href="site:{page.path}">{shown}</a></td><td>{html.escape(page.summary)}</td></tr>'
            body += "</table></div>"
        top = self.site.add(Page(f"{FOLDER}/index.html", "The Swift package", body, f"{CATALOG}/Tally.md", "Swift",
                                 "The Swift package Tally: articles and types."))
        articles = [path for path in listed if not path.endswith("-type.html")]
        inner[top.path] = [path for path in listed if path.endswith("-type.html")]
        return Group("Swift", [top.path, *articles], inner)

    def add_article(self, name):
        text = (ROOT / CATALOG / f"{name}.md").read_text(encoding="utf-8")
        title = re.search(r"^# (.+)$", text, re.M)[1]
        first = re.search(r"^(?!#)(\S.*(?:\n\S.*)*)", text, re.M)[1]
        return self.site.add(Page(f"{FOLDER}/{name}.html", title, self.text(text), f"{CATALOG}/{name}.md", "Swift",
                                  re.sub(r"\s+", " ", re.sub(r"[`*]", "", first)))).path

    def add_type(self, name):
        if name not in self.types:
            raise ValueError(f"Tally.md names {name}, which the symbols do not have: run `make docs` again")
        symbol = self.types[name]
        documentation = comment(symbol)
        body = [f"<h1>{html.escape(name.replace('/', '.'))}</h1>", self.declaration(symbol), self.text(documentation, name)]
        for title, members in self.topics(name, self.named(name)):
            body.append(f'<h2 id="{anchor(title)}">{html.escape(title)}</h2>')
            body += [self.member(overloads, name) for overloads in members]
        for each in self.members.get(name, []):
            if each["kind"]["identifier"] in KINDS:
                inner = "/".join(each["pathComponents"])
                body.append(self.nested(inner))
        return self.site.add(Page(self.place_of(name), name.replace("/", "."), "\n".join(body), None,
                                  f"Swift {KINDS[symbol['kind']['identifier']].lower()}",
                                  re.split(r"\n\n", documentation)[0].replace("`", "").replace("\n", " "))).path

    def nested(self, name):
        """A type within a type, on the page of that. A type that the landing page lists has its page from there."""
        link = f'<h3 id="{anchor(name)}-type"><a href="site:{self.place_of(name)}">{html.escape(name.replace("/", "."))}' \
               f"</a></h3>{self.text(comment(self.types[name]), name)}"
        if name in self.listed:
            return link
        self.site.others[f"swift:{name}"] = self.place_of(name)
        members = "".join(self.member(overloads, name) for overloads in self.named(name).values())
        page = Page(self.place_of(name), name.replace("/", "."), "", None, "Swift type", "")
        page.body = f"<h1>{html.escape(page.title)}</h1>{self.declaration(self.types[name])}" \
                    f"{self.text(comment(self.types[name]), name)}{members}"
        self.site.add(page)
        return link

    def named(self, name):
        """The members of a type by their names; overloads may have the same one."""
        found = {}
        for each in self.members.get(name, []):
            if each["kind"]["identifier"] not in KINDS:
                found.setdefault(each["pathComponents"][-1], []).append(each)
        return found

    def topics(self, name, remaining):
        """Pairs of a topic and its members: as the type's page in Tally.docc says, or all of them."""
        file = ROOT / CATALOG / f"{name.replace('/', '.')}.md"
        if file.exists():
            for title, items in re.findall(r"^### (.+)\n((?:\n|- .*\n?)+)", file.read_text(encoding="utf-8"), re.M):
                named = [re.sub(r"-[0-9a-z]{4,5}$", "", each) for each in re.findall(r"^- ``(.+?)``$", items, re.M)]
                found = [remaining.pop(each) for each in named if each in remaining]
                if found:
                    yield title, found
        if remaining:
            yield ("Members", list(remaining.values()))

    def declaration(self, symbol):
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        if len(text) > 90 and "(" in text:
            head, _, rest = text.partition("(")
            inside, _, tail = rest.rpartition(")")
            text = head + "(\n    " + re.sub(r", (?=\w+(?: \w+)?:)", ",\n    ", inside) + "\n)" + tail
        return self.site.prose.code(text + "\n", "swift")

    def member(self, overloads, place):
        title = html.escape(overloads[0]["pathComponents"][-1])
        texts = "".join(self.declaration(each) + self.text(comment(each), place) for each in overloads)
        return f'<section class="member"><h3 id="{place_in_page(overloads[0])}"><code>{title}</code></h3>{texts}</section>'


def comment(symbol):
    return "\n".join(line["text"] for line in symbol.get("docComment", {"lines": []})["lines"])


def place_in_page(symbol):
    """The anchor of a member. A type alias has another one than the property of its name: `ID` and `id`."""
    suffix = "-alias" if symbol["kind"]["identifier"] == "swift.typealias" else ""
    return anchor("/".join(symbol["pathComponents"])) + suffix


def anchor(name):
    return re.sub(r"[^a-z0-9_<>=!]+", "-", name.lower()).strip("-") or "operator"
