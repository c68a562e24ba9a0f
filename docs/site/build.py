"""Makes the site: one folder of pages that need neither a server nor a network.

    python3 docs/site/build.py --output build/site [--graphs build/docs/graphs] [--command build/tally]

Without --graphs it has no pages of the Swift package, and without --command none of the command.
"""

import argparse
import html
import pathlib
import re

import c_reference
import command_reference
import swift_reference
from pages import HERE, ROOT, Group, Page, Site
from prose import LANGUAGES, summary_of, title_of

# The groups of the navigation that are made of Markdown. A pattern's pages are in the order in which the folder's
# README.md refers to them, else sorted by name. What docs/ has and no group names is in the last group.
GUIDES = [
    ("Tutorial", ["docs/tutorial/*.md"]),
    ("How to", ["docs/howto/*.md", "Examples/c/README.md", "Examples/gtk/README.md",
                "Examples/messenger/README.md"]),
    ("Concepts", ["docs/concepts/*.md"]),
]
FURTHER = [
    ("Command", ["docs/command.md"]),
    ("Languages", ["Bindings/*/README.md", "Tests/Conformance/README.md"]),
    ("Servers and formats", ["docs/wire-format.md", "docs/mappings.md", "Examples/feed-server/README.md",
                             "docs/snapshot-format.md", "docs/account-export-format.md", "docs/account-hash.md",
                             "docs/plan-identifiers.md"]),
    ("Operate and scale", ["docs/platforms.md", "docs/performance.md", "docs/security.md", "docs/scale.md",
                           "Cluster/README.md", "Cluster/OPERATING.md", "Cluster/PROTOCOL.md",
                           "Cluster/clients/README.md", "Examples/microcontroller/README.md"]),
    ("Project", ["README.md", "docs/README.md", "docs/choosing.md", "docs/changelog.md", "docs/versioning.md",
                 "docs/testing.md", "docs/errors.md", "docs/glossary.md"]),
    ("Development", ["docs/contributing.md", "docs/architecture.md", "docs/dev/internals.md", "docs/dev/*.md",
                     "docs/dev/decisions/*.md", "Benchmarks/*.md", "docs/*.md"]),
]


def ordered(pattern):
    """The files of a pattern, the folder's own page first."""
    files = sorted(ROOT.glob(pattern))
    opening = next((file for file in files if file.name in ("README.md", "index.md")), None)
    if opening is None or "*" not in pathlib.PurePath(pattern).name:
        return files
    named = re.findall(r"\]\(([\w./-]+\.md)", opening.read_text(encoding="utf-8"))
    place = {(opening.parent / name).resolve(): index for index, name in reversed(list(enumerate(named)))}
    return sorted(files, key=lambda file: (file != opening, place.get(file.resolve(), len(named)), file.name))


class Guides:
    """The pages that are made of Markdown files."""

    def __init__(self, site, groups):
        self.site = site
        self.groups = []
        taken = set()
        for title, patterns in groups:
            files = [file for pattern in patterns for file in ordered(pattern)]
            files = [file for file in dict.fromkeys(files) if str(file.relative_to(ROOT)) not in site.documents]
            for file in files:
                site.documents[str(file.relative_to(ROOT))] = self.path(file)
            taken.update(files)
            if files:
                self.groups.append((title, files))

    @staticmethod
    def path(file):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if parts == ("docs", "README"):
            return "documentation.html"
        parts = parts[1:] if parts[0] == "docs" else parts
        name = "/".join(parts).lower().replace("/readme", "/index")
        return "readme.html" if name == "readme" else f"{name}.html"

    def add(self):
        groups = []
        for title, files in self.groups:
            groups.append(Group(title, [self.add_page(title, file) for file in files]))
        return groups

    def add_page(self, group, file):
        text = file.read_text(encoding="utf-8")
        source, path = str(file.relative_to(ROOT)), self.path(file)
        body = self.site.prose.markdown(text, source, path)
        return self.site.add(Page(path, title_of(text, source), body, source, group, summary_of(text))).path


def examples(text):
    """The first example of a page in each language, and the first output: a dictionary from language to text."""
    found = {}
    for language, code in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        found.setdefault(language, code)
    return found


def add_home(site, groups):
    """The first page: docs/site/home.html, with the README's program in three languages and lists of pages."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = examples((ROOT / "docs/howto/other-languages.md").read_text(encoding="utf-8")) | examples(readme)
    program = site.prose.tabs([(LANGUAGES[language], site.prose.code(code[language], language))
                               for language in ("c", "swift", "python")])
    program += f"<p>It prints:</p>{site.prose.code(code['text'], 'text', False)}"
    cards = []
    for title in ("Tutorial", "How to", "Concepts", "C reference", "Swift", "Command", "Languages",
                  "Servers and formats", "Operate and scale"):
        group = next((group for group in groups if group.title == title), None)
        if group:
            links = "".join(f'<li><a href="site:{path}">{html.escape(site.pages[path].title)}</a></li>'
                            for path in group.pages[:9 if title == "Languages" else 6])
            cards.append(f"<section><h3>{title}</h3><ul>{links}</ul></section>")
    text = (HERE / "home.html").read_text(encoding="utf-8")
    text = re.sub(r"\{\{picture ([\w./-]+)\|(.*?)\}\}",
                  lambda found: site.image(found[1], found[2], "README.md") if (ROOT / found[1]).exists() else "", text)
    text = text.replace("{{examples}}", program).replace("{{cards}}", "".join(cards))
    site.add(Page("index.html", "Tally: an embeddable engine for unread badges", text, None, "Page", summary_of(readme)))


def joined(groups):
    """Groups of the same title are one, with the later one first: the command has a page of Markdown and its help."""
    found = {}
    for group in groups:
        first = found.setdefault(group.title, Group(group.title, [], {}))
        first.pages = group.pages + first.pages
        first.inner |= group.inner
    return list(found.values())


def build(output, graphs=None, command=None):
    """Writes the site, and returns its model."""
    site = Site()
    headers = [c_reference.Reference(site, "include/tally.h", "reference/c", "C reference"),
               c_reference.Reference(site, "include/tally_tree.h", "reference/tree", "The tree alone")]
    references = headers[:1]
    if graphs:
        references.append(swift_reference.Reference(site, graphs))
    if command:
        references.append(command_reference.Reference(site, command))
    references += headers[1:]
    for reference in references:
        reference.register()
    site.documents |= {each.header: f"{each.folder}/index.html" for each in headers}
    guides, further = Guides(site, GUIDES), Guides(site, FURTHER)
    groups = guides.add() + [reference.add() for reference in references] + further.add()
    groups = joined(groups)
    add_home(site, groups)
    site.groups = groups
    for header in headers:
        header.add_mentions()
    site.add_sources()
    site.write(output)
    return site


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--graphs", type=pathlib.Path)
    parser.add_argument("--command", type=pathlib.Path)
    given = parser.parse_args()
    site = build(given.output, given.graphs, given.command and given.command.resolve())
    print(f"{len(site.pages)} pages: {given.output}/index.html")


if __name__ == "__main__":
    main()
