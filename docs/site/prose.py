"""Markdown and code as HTML.

Links lead to pages of the site. They are written as `site:PATH` here, and Site.write makes them relative. A file of the
repository that is no page becomes a page with its source.
"""

import html
import pathlib
import re

import pygments
import pygments.formatters
import pygments.lexers
import pygments.util
from markdown_it import MarkdownIt
from markdown_it.token import Token

# Consecutive blocks of these languages are the same example in several languages, and are shown as tabs.
LANGUAGES = {
    "c": "C", "swift": "Swift", "python": "Python", "cpp": "C++", "csharp": "C#", "go": "Go", "rust": "Rust", "java": "Java",
    "ruby": "Ruby", "lua": "Lua", "js": "JavaScript", "javascript": "JavaScript",
}
LEXERS = {"console": "console", "js": "javascript", "text": "text", "sh": "bash"}
# Marks of texts that Benchmarks/tables.py and Tests/Docs/testing.py write. A mark on a line of its own disappears with
# its line.
MARKS = re.compile(r"^[ \t]*<!-- (?:(?:bench|testing): [\w-]+|end of (?:bench|testing)) -->[ \t]*\n"
                   r"|<!-- (?:(?:bench|testing): [\w-]+|end of (?:bench|testing)) -->", re.M)
NAME = re.compile(r"\b(?:tally|TALLY)_\w+")
# The header names pages of docs/ by their files.
NAME_OR_PAGE = re.compile(NAME.pattern + r"|\bdocs/[\w/-]+\.md\b")


def slug(text, taken):
    """The anchor of a heading, as GitHub makes it."""
    base = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-") or "section"
    name, count = base, 1
    while name in taken:
        name, count = f"{base}-{count}", count + 1
    taken.add(name)
    return name


def plain(markup):
    """The text of HTML."""
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


class Prose:
    """Renders texts, with links to what `site` has."""

    def __init__(self, site):
        self.site = site
        self.formatter = pygments.formatters.HtmlFormatter(nowrap=True)
        self.parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])

    # ---- code

    def code(self, text, language, link_names=True):
        """A block of code. Names of the C header become links."""
        try:
            lexer = pygments.lexers.get_lexer_by_name(LEXERS.get(language, language or "text"), stripnl=False)
        except pygments.util.ClassNotFound:
            lexer = pygments.lexers.get_lexer_by_name("text")
        markup = pygments.highlight(text, lexer, self.formatter)
        return f'<pre class="code"><code>{self.with_names(markup) if link_names else markup}</code></pre>'

    def with_names(self, markup):
        return NAME.sub(lambda found: self.site.name_link(found[0]) or found[0], markup)

    def name(self, name, text=None):
        """A name in running text."""
        target = self.site.names.get(name)
        shown = f"<code>{html.escape(text or name)}</code>"
        return f'<a href="site:{target}">{shown}</a>' if target else shown

    def page_or_name(self, found):
        place = self.site.documents.get(found)
        return f'<a href="site:{place}">{found}</a>' if place else \
            found if found.startswith("docs/") else self.name(found)

    # ---- Markdown

    def markdown(self, text, source=None, page=None):
        """The HTML of a Markdown text of the file `source`. `page`: where it will stand, for "mentioned in"."""
        environment = {}
        tokens = self.parser.parse(MARKS.sub("", text), environment)
        taken = set()
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                token.attrSet("id", slug(plain_inline(tokens[index + 1]), taken))
            elif token.type == "inline":
                token.children = list(self.inline(token.children, source, page))
        return self.blocks(tokens, environment, source, page)

    def inline(self, children, source, page):
        depth = 0
        for child in children:
            if child.type == "link_open":
                depth += 1
                child.attrSet("href", self.site.resolve(child.attrGet("href"), source))
                if "://" in child.attrGet("href"):
                    child.attrSet("rel", "external")
            elif child.type == "link_close":
                depth -= 1
            elif child.type == "image":
                child = raw(self.site.image(child.attrGet("src"), child.content, source))
            elif child.type == "code_inline":
                child = raw(self.inline_code(child.content, page, depth == 0))
            elif child.type == "text" and depth == 0 and NAME_OR_PAGE.search(child.content):
                child = raw(self.text_with_names(child.content, page))
            yield child

    def inline_code(self, content, page, may_link):
        name = re.sub(r"\(\)$", "", content)
        target = self.site.target(name)
        self.site.mention(name, page)
        markup = f"<code>{html.escape(content)}</code>"
        return f'<a href="site:{target}">{markup}</a>' if may_link and target else markup

    def text_with_names(self, text, page):
        parts, end = [], 0
        for found in NAME_OR_PAGE.finditer(text):
            self.site.mention(found[0], page)
            parts += [html.escape(text[end:found.start()]), self.page_or_name(found[0])]
            end = found.end()
        return "".join([*parts, html.escape(text[end:])])

    def blocks(self, tokens, environment, source, page):
        """Renders tokens; fences are ours, tables can be scrolled, headings have links to themselves."""
        out, run, index = [], [], 0

        def finish():
            if run:
                out.append(self.parser.renderer.render(run, self.parser.options, environment))
                run.clear()

        while index < len(tokens):
            token = tokens[index]
            if token.type == "fence":
                finish()
                group = [token]
                while is_alternative(group, tokens[index + 1:index + 2]):
                    index += 1
                    group.append(tokens[index])
                for name in NAME.findall("".join(each.content for each in group)):
                    self.site.mention(name, page)
                out.append(self.fences(group))
            elif token.type == "code_block":
                finish()
                out.append(self.code(token.content, language_of(token.content, source)))
            elif token.type == "table_open":
                run += [raw_block('<div class="table">'), token]
            elif token.type == "table_close":
                run += [token, raw_block("</div>")]
            elif token.type == "heading_close":
                anchor = next(each for each in reversed(run) if each.type == "heading_open").attrGet("id")
                run[-1].children.append(raw(f'<a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a>'))
                run.append(token)
            else:
                run.append(token)
            index += 1
        finish()
        return "".join(out)

    def fences(self, group):
        blocks = [(token.info.split()[0] if token.info.strip() else "text", token.content) for token in group]
        if len(blocks) == 1:
            return self.code(blocks[0][1], blocks[0][0])
        return self.tabs([(LANGUAGES[language], self.code(code, language)) for language, code in blocks])

    @staticmethod
    def tabs(alternatives):
        """The same in several languages. Without scripts they stand below each other."""
        panels = "".join(f'<div class="panel" data-name="{html.escape(name)}"><p class="panel-name">{name}</p>{markup}</div>'
                         for name, markup in alternatives)
        return f'<div class="tabs">{panels}</div>'


def language_of(code, source):
    """The language of a block that does not say it."""
    if source and source.endswith(".h"):
        return "c"
    return "json" if code.lstrip().startswith(("{", "[")) else "text"


def is_alternative(group, following):
    """Whether a block is the example before it in another language."""
    names = [token.info.strip() for token in group]
    return bool(following) and following[0].type == "fence" and names[0] in LANGUAGES \
        and following[0].info.strip() in LANGUAGES and following[0].info.strip() not in names


def raw(markup):
    return Token("html_inline", "", 0, content=markup)


def raw_block(markup):
    return Token("html_block", "", 0, content=markup)


def plain_inline(token):
    return "".join(child.content for child in token.children or [] if child.type in ("text", "code_inline"))


def title_of(text, path):
    found = re.search(r"^# (.+)$", text, re.M)
    return re.sub(r"[`*]", "", found[1]).strip() if found else pathlib.Path(path).stem


def summary_of(text):
    """The first sentence of a page, for lists of pages."""
    body = re.sub(r"^```.*?^```$|^#[^\n]*$|^!\[[^\n]*$", "", text, flags=re.M | re.S)
    paragraph = next((part for part in re.split(r"\n\s*\n", body) if part.strip() and part.strip()[0] not in "|-*>0123456789"),
                     "")
    paragraph = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"\s+", " ", paragraph).strip())
    found = re.match(r".+?[.!?](?= [A-Z`\"]|$)", paragraph)
    return re.sub(r"[`*]", "", found[0] if found else paragraph)
