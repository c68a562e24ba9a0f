"""The reference of include/tally.h: a page for each section, function, structure and callback, and pages that list the
statuses, the constants, and what functions are called in each language."""

import html
import itertools
import pathlib
import re
import sys

from pages import ROOT, Group, Page

sys.path.insert(0, str(ROOT / "Bindings" / "tools"))
import contract  # noqa: E402
import header as tally_header  # noqa: E402

STATUS_SECTIONS = ("Version, status, errors", "Statuses")


def slug(title):
    return re.sub(r"[^a-z0-9]+", "-", title_of(title).lower()).strip("-")


def title_of(section):
    """The title of a section, without what it says of itself."""
    return re.split(r"[.:] ", section)[0]


def parameters_among(details, names):
    """The sentences of details that describe a parameter ("out_token (may be NULL): identifies it."), by its name; and
    the other details."""
    described, others = {}, []
    for paragraph in details:
        if contract.is_kept(paragraph):
            others.append(paragraph)
            continue
        rest = []
        for sentence in contract.sentences(paragraph):
            found = re.match(r"(\w+)( \(may be NULL\))?: (.+)", sentence, re.S)
            if found and found[1] in names:
                words = found[3][0].upper() + found[3][1:] + (" May be NULL." if found[2] else "")
                described[found[1]] = " ".join(filter(None, [described.get(found[1]), words]))
            else:
                rest.append(sentence)
        others += [" ".join(rest)] if rest else []
    return described, others


def sentence(text):
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith((".", ":", "`")) else text + "."


def count(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def described(section):
    """The description in the title of a section, as a sentence."""
    rest = section[len(title_of(section)):].strip(":. ")
    return rest if not rest or rest.startswith("tally") else rest[0].upper() + rest[1:]


def table(rows, kind=""):
    return f'<div class="table"><table class="{kind}">{rows}</table></div>'


def first_sentence(comment):
    return next(iter(contract.sentences(re.split(r"\n\s*\n", comment)[0])), "")


def clauses(text):
    """The errors of a contract, as triples: the name, when that clause holds, and why it is given.
    "PATH, RANGE (count); with full durability also IO" has the clause "with full durability also"."""
    for clause in re.split(r";\s*(?![^()]*\))", text):
        condition = re.match(r"[^A-Z(]*", clause)[0].strip(" ,:")
        for found in re.finditer(r"\b([A-Z][A-Z_]+)\b(?: \(((?:[^()]|\([^()]*\))*)\))?", re.sub(r"^[^A-Z(]*", "", clause)):
            yield found[1], condition, found[2] or ""


class Reference:
    """The pages of one header. `folder`: their place in the site. `names` of the site has the header's names."""

    def __init__(self, site, header, folder, title):
        self.site, self.header, self.folder, self.title = site, header, folder, title
        self.model = tally_header.parse(ROOT / header)
        self.source = (ROOT / header).read_text(encoding="utf-8")
        self.in_languages = names_in_languages() if self.is_whole() else {}
        self.callers = {}  # For each status the functions that name it.

    # ---- places

    def register(self):
        """Says where each name of the header will stand, before any page is made."""
        names = self.site.names
        for each in [*self.model.functions, *self.model.structs, *self.model.callbacks]:
            names[each.name] = f"{self.folder}/{each.name}.html"
        for constant in self.model.constants:
            names.setdefault(constant.name, f"{self.section_path(constant.section)}#{constant.name}")
        if self.is_whole():
            for status in self.statuses():
                names[status.name] = f"{self.folder}/statuses.html#{status.name}"
        for name in self.model.opaque:
            names.setdefault(name, self.home_of(name))
        for alias in self.model.aliases:
            names.setdefault(alias, f"{self.folder}/statuses.html" if alias == "tally_status" else self.home_of(alias))

    def is_whole(self):
        """Whether it is tally.h: the statuses of tally_tree.h are among its own."""
        return self.header == "include/tally.h"

    def home_of(self, name):
        """The section of the first declaration that uses a type."""
        for each in [*self.model.functions, *self.model.structs]:
            variables = getattr(each, "parameters", None) or getattr(each, "members", [])
            if any(variable.type.name == name for variable in variables):
                return self.section_path(each.section)
        return f"{self.folder}/index.html"

    def section_path(self, section):
        return f"{self.folder}/section-{slug(section)}.html"

    def statuses(self):
        return [constant for constant in self.model.constants if title_of(constant.section) in STATUS_SECTIONS
                and not constant.name.startswith("TALLY_VERSION")]

    # ---- text

    def text(self, comment, page):
        """A comment as HTML. It is nearly Markdown: names become links, columns a table."""
        out = []
        for part in re.split(r"\n\s*\n", comment.strip("\n")):
            out.append(self.paragraph(part, page))
        return "\n".join(out)

    def paragraph(self, text, page):
        rows = [re.fullmatch(r" {2,3}(\S.*?)(?:  +(\S.*))", row) for row in text.split("\n")]
        if sum(map(bool, rows)) >= 2 and not text.startswith("    "):
            return self.columns(text, page)
        if not text.startswith("    "):
            text = re.sub(r"(?m)^ {1,3}(?![- ])", "", text)
        escaped = text if text.startswith("    ") else "".join(
            part if part.startswith("`") else re.sub(r"([*<\[]|\\(?=[.\\]))", r"\\\1", part)
            for part in re.split(r"(`[^`]*`)", text))
        return self.site.prose.markdown(escaped, self.header, page)

    def columns(self, text, page):
        out, rows = [], []

        def finish():
            if rows:
                cells = "".join(f"<tr><td>{self.inline(a, page)}</td><td>{self.inline(b, page)}</td></tr>" for a, b in rows)
                out.append(f'<div class="table"><table>{cells}</table></div>')
                rows.clear()

        for line in text.split("\n"):
            found = re.fullmatch(r" {2,3}(\S.*?)  +(\S.*)", line)
            if found:
                rows.append([found[1], found[2]])
            elif rows and line.startswith("     "):
                rows[-1][1] += " " + line.strip()
            else:
                finish()
                out.append(self.site.prose.markdown(line.strip(), self.header, page))
        finish()
        return "".join(out)

    def inline(self, text, page):
        markup = self.paragraph(text.strip(), page).strip() if text.strip() else ""
        return re.sub(r"^<p>(.*)</p>$", r"\1", markup, flags=re.S)

    def kind(self, variable):
        """A variable's declaration, with a link to its type."""
        if variable.function:
            return f"void (*{variable.name})(void *)"
        array = f"[{variable.length}]" if variable.length else ""
        kind = str(variable.type)
        return kind + ("" if kind.endswith("*") else " ") + variable.name + array

    def prototype(self, function, is_callback=False):
        kind = str(function.result)
        space = "" if kind.endswith("*") else " "
        begin = f"typedef {kind}{space}(*{function.name})(" if is_callback else f"{kind}{space}{function.name}("
        parameters = [self.kind(parameter) for parameter in function.parameters] or ["void"]
        line = begin + ", ".join(parameters) + ");"
        if len(line) > 76:
            line = begin + "\n    " + ",\n    ".join(parameters) + ");"
        return self.site.prose.code(line + "\n", "c")

    # ---- pages

    def add(self):
        """All pages; returns the part of the navigation."""
        inner = {}
        for section in self.model.sections:
            inner[self.section_path(section.title)] = [
                self.add_function(function) for function in self.model.functions if function.section == section.title]
        for struct in self.model.structs:
            inner[self.section_path(struct.section)].append(self.add_struct(struct))
        for callback in self.model.callbacks:
            inner[self.section_path(callback.section)].append(self.add_callback(callback))
        for section in self.model.sections:
            self.add_section(section)
        lists = [self.add_index(), self.add_all(), self.add_structures(), self.add_constants()]
        lists += [self.add_statuses(), self.add_names()] if self.is_whole() else []
        return Group(self.title, lists + list(inner), inner)

    def add_function(self, function):
        path, words = f"{self.folder}/{function.name}.html", function.contract
        described, details = parameters_among(words.details, [each.name for each in function.parameters])
        parts = [f"<h1>{function.name}</h1>", f'<p class="lead">{self.inline(words.summary, path)}</p>',
                 self.prototype(function), self.parameter_table(function, described, path)]
        parts.append(self.facts(words, path))
        if words.errors:
            parts += [heading("Errors"), self.errors(function, words, path), self.common_errors(function)]
        if details:
            parts += [heading("Details"), self.text("\n\n".join(details), path)]
        parts += [self.languages(function.name), self.siblings(function), f"<!--mentions {function.name}-->"]
        self.site.add(Page(path, function.name, "\n".join(filter(None, parts)), None, "Function",
                           plain_summary(words.summary), short=function.name.removeprefix("tally_")))
        return path

    def facts(self, words, path):
        """The function's results, the threads that may call it, and its cost."""
        threads = self.inline(words.threads[:1].upper() + words.threads[1:] + ".", path) if words.threads else \
            f'Any, including inside callbacks (<a href="site:{self.folder}/index.html#threads">conventions</a>).'
        rows = [("Returns", self.inline(words.returns.removeprefix("Returns "), path) if words.returns else ""),
                ("Threads", threads if words.threads or self.is_whole() else ""),
                ("Cost", self.inline(words.cost + ".", path) if words.cost else "")]
        facts = "".join(f"<dt>{label}</dt><dd>{text}</dd>" for label, text in rows if text)
        return f'<dl class="facts">{facts}</dl>' if facts else ""

    def common_errors(self, function):
        if not self.is_whole() or function.result.name != "tally_status":
            return ""
        return f'<p class="note">It can also fail with <a href="site:{self.folder}/index.html#errors">the errors that many ' \
               "functions have in common</a>.</p>"

    def parameter_table(self, function, described, path):
        texts = {each.name: " ".join(filter(None, [sentence(each.comment), described.get(each.name)]))
                 for each in function.parameters}
        rows = "".join(f"<tr><td><code>{name}</code></td><td>{self.inline(text, path)}</td></tr>"
                       for name, text in texts.items() if text)
        return heading("Parameters") + table(rows, "parameters") if rows else ""

    def errors(self, function, words, path):
        rows = []
        known = {status.name: status for status in self.statuses()}
        for error, condition, reason in clauses(words.error_text):
            status = known.get(f"TALLY_ERROR_{error}")
            if not status:
                continue
            self.callers.setdefault(status.name, {})[function.name] = True
            meaning = self.inline(f"{first_sentence(status.comment).rstrip('.')}: {reason}." if reason else status.comment, path)
            when = f' <span class="when">{html.escape(condition.removesuffix(" also"))}</span>' if condition else ""
            rows.append(f"<tr><td>{self.site.prose.name(status.name)}</td><td>{meaning}{when}</td></tr>")
        return table("".join(rows), "errors") if rows else self.text(words.error_text, path)

    def languages(self, name):
        names = self.in_languages.get(name)
        if not names:
            return ""
        cells = "".join(f"<tr><td>{html.escape(language)}</td><td><code>{html.escape(called)}</code></td></tr>"
                        for language, called in names if called)
        return heading("In other languages") + f'<div class="table"><table>{cells}</table></div>' if cells else ""

    def siblings(self, function):
        """The other functions of its section that begin with the same noun, or else all of them."""
        same = [each for each in self.model.functions if each.section == function.section and each is not function]
        noun = "_".join(function.name.split("_")[:2]) + "_"
        near = [each for each in same if each.name.startswith(noun)] or same
        links = ", ".join(self.site.prose.name(each.name) for each in near[:14])
        section = f'<a href="site:{self.section_path(function.section)}">{html.escape(function.section)}</a>'
        return heading("See also") + f"<p>{links + ', ' if links else ''}{section}</p>"

    def add_struct(self, struct):
        path = f"{self.folder}/{struct.name}.html"
        shares = struct.comment and not re.match(r"Flags of", struct.comment)
        rows = [f'<tr id="{member.name}"><td><code>{self.site.prose.with_names(html.escape(self.kind(member)))}</code></td>'
                f"<td>{self.inline(member.comment, path)}</td></tr>" for member in struct.members]
        users = [function for function in self.model.functions
                 if any(parameter.type.name == struct.name for parameter in function.parameters)]
        holders = [other for other in self.model.structs if any(member.type.name == struct.name for member in other.members)]
        declaration = "typedef struct {\n" + "".join(f"    {self.kind(member)};\n" for member in struct.members) + \
            f"}} {struct.name};\n"
        body = [f"<h1>{struct.name}</h1>", self.text(struct.comment, path) if shares else "",
                f"<p>Begin with <code>{struct.name} options = {struct.name.upper()}_INIT</code>.</p>"
                if f"#define {struct.name.upper()}_INIT" in self.source else "",
                heading("Members"), table("".join(rows), "members"),
                f"<details><summary>Declaration</summary>{self.site.prose.code(declaration, 'c')}</details>"]
        if users or holders:
            links = ", ".join(self.site.prose.name(each.name) for each in [*users, *holders])
            body += [heading("Used by"), f"<p>{links}</p>"]
        body.append(f"<!--mentions {struct.name}-->")
        self.site.add(Page(path, struct.name, "\n".join(filter(None, body)), None, "Structure",
                           plain_summary(first_sentence(struct.comment)), short=struct.name.removeprefix("tally_")))
        return path

    def add_callback(self, callback):
        path = f"{self.folder}/{callback.name}.html"
        users = [each for each in [*self.model.functions, *self.model.structs] if any(
            variable.type.name == callback.name
            for variable in (each.members if hasattr(each, "members") else each.parameters))]
        links = ", ".join(self.site.prose.name(each.name) for each in users)
        body = [f"<h1>{callback.name}</h1>", self.prototype(callback, True), self.text(callback.comment, path)]
        body += [heading("Used by"), f"<p>{links}</p>"] if links else []
        self.site.add(Page(path, callback.name, "\n".join(body), None, "Callback",
                           plain_summary(first_sentence(callback.comment)), short=callback.name.removeprefix("tally_")))
        return path

    def summary_row(self, function):
        return (f"<tr><td>{self.site.prose.name(function.name)}</td>"
                f"<td>{self.inline(function.contract.summary, None)}</td></tr>")

    def add_section(self, section):
        path = self.section_path(section.title)
        title, rest = title_of(section.title), described(section.title)
        body = [f"<h1>{html.escape(title)}</h1>", f'<p class="lead">{self.inline(rest, path)}.</p>' if rest else "",
                self.text(section.comment, path) if section.comment else ""]
        items = [item for item in self.model.items if getattr(item, "section", None) == section.title
                 and not (isinstance(item, tally_header.Constant) and "statuses.html" in self.site.names[item.name])]
        for kind, group in itertools.groupby(items, key=self.kind_of):
            group = list(group)
            if kind[0] == "functions":
                rows = "".join(map(self.summary_row, group))
                body.append(f'<div class="table"><table class="summaries">{rows}</table></div>')
            elif kind[0] == "constants" and len(group) == 1 and not group[0].comment:
                body.append(self.constant_table(group, path, kind[1]))
            elif kind[0] == "constants":
                body += [self.text(kind[1], path) if kind[1] else "", self.constant_table(group, path)]
            elif kind[0] == "Note":
                body.append(self.text(group[0].text, path))
            else:
                links = ", ".join(self.site.prose.name(each.name) for each in group)
                body.append(f"<p>{'Structure' if kind[0] == 'Struct' else 'Callback'}{'s' * (len(group) > 1)}: {links}</p>")
        self.site.add(Page(path, title, "\n".join(filter(None, body)), None, "Section", section.title))

    def kind_of(self, item):
        """Neighbours of the same kind are shown together."""
        if isinstance(item, tally_header.Constant):
            return "constants", item.group
        if isinstance(item, tally_header.Function):
            return "callbacks" if item in self.model.callbacks else "functions", ""
        return type(item).__name__, "" if isinstance(item, tally_header.Struct) else id(item)

    def constant_table(self, group, path, words=""):
        rows = "".join(f'<tr id="{each.name}"><td><code>{each.name}</code></td><td>{value_of(each)}</td>'
                       f"<td>{self.inline(each.comment or words, path)}</td></tr>" for each in group)
        return f'<div class="table"><table class="constants">{rows}</table></div>'

    def add_index(self):
        path = f"{self.folder}/index.html"
        introduction = re.split(r"\n\s*\n", self.model.introduction.strip(), maxsplit=2)[1:]
        body = [f"<h1>{pathlib.Path(self.header).name}</h1>",
                f'<p class="lead">{count(len(self.model.functions), "function")}, '
                f'{count(len(self.model.structs), "structure")}, {count(len(self.model.callbacks), "callback")}.</p>',
                f"<p>{self.inline(introduction[0], path)}</p>",
                f'<p>The file itself: <a href="site:source/{self.header}.html">{self.header}</a>.</p>',
                heading("Sections"), '<div class="table"><table class="summaries">']
        for section in self.model.sections:
            functions = [each for each in self.model.functions if each.section == section.title]
            links = " ".join(f'<a href="site:{self.folder}/{each.name}.html">{each.name.removeprefix("tally_")}</a>'
                             for each in functions)
            title, rest = title_of(section.title), described(section.title)
            body.append(f'<tr><td><a href="site:{self.section_path(section.title)}">{html.escape(title)}</a></td>'
                        f'<td>{self.inline(rest, path)} <span class="names">{links}</span></td></tr>')
        body += ["</table></div>", self.conventions(introduction[1], path)]
        self.site.add(Page(path, "Overview and conventions", "\n".join(body), None, "Reference",
                           f"{self.header}: conventions and sections."))
        self.site.wanted.add(self.header)
        return path

    def conventions(self, text, path):
        """The introduction of the header: a section for the conventions, with a heading for each."""
        before, found, after = text.partition("CONVENTIONS")
        out = [heading("A first program"), self.text(re.sub(r"^A first program:\n+", "", before), path)]
        if found:
            hold, _, after = after.partition("\n\n")
            out += [heading("Conventions"), f"<p>They{hold.removeprefix(', which')}.</p>"]
        for paragraph in re.split(r"\n\s*\n", after):
            name = re.match(r"([A-Z]\w+)(\. )?", paragraph)
            if name:
                out.append(f'<h3 id="{slug(name[1])}">{name[1]}</h3>')
                paragraph = paragraph[len(name[0]):] if name[2] else paragraph
            out.append(self.text(paragraph, path))
        return "\n".join(out)

    def add_all(self):
        path = f"{self.folder}/functions.html"
        rows = "".join(self.summary_row(each) for each in sorted(self.model.functions, key=lambda each: each.name))
        self.site.add(Page(path, "All functions", "<h1>All functions</h1>"
                           f'<div class="table"><table class="summaries">{rows}</table></div>', None, "Reference",
                           "Every function of the C header, sorted by name."))
        return path

    def add_statuses(self):
        path = f"{self.folder}/statuses.html"
        body = ["<h1>Statuses</h1>", '<p class="lead">A function that can fail returns a <code>tally_status</code>: 0 is '
                "success, a negative number is an error, and a positive number is a qualified success. "
                "The numbers never change.</p>"]
        for title, statuses in (("Successes", [each for each in self.statuses() if each.value >= 0]),
                                ("Errors", [each for each in self.statuses() if each.value < 0])):
            rows = []
            for each in statuses:
                named = list(self.callers.get(each.name, {}))
                users = f'<details class="users"><summary>{count(len(named), "function")}</summary>' + ", ".join(
                    self.site.prose.name(name) for name in named) + "</details>" if named else ""
                rows.append(f'<tr id="{each.name}"><td><code>{each.name}</code></td><td>{each.value}</td>'
                            f"<td>{self.inline(each.comment or each.group, path)}{users}</td></tr>")
            body.append(heading(title) + f'<div class="table"><table class="constants">{"".join(rows)}</table></div>')
        self.site.add(Page(path, "Statuses", "\n".join(body), None, "Reference", "Every status, its number and meaning."))
        return path

    def add_structures(self):
        path = f"{self.folder}/structures.html"
        body = ["<h1>Structures, callbacks and handles</h1>"]
        for title, items in (("Structures", self.model.structs), ("Callbacks", self.model.callbacks)):
            rows = "".join(f"<tr><td>{self.site.prose.name(each.name)}</td><td>{self.inline(about(each), None)}</td></tr>"
                           for each in sorted(items, key=lambda each: each.name))
            body.append(heading(title) + f'<div class="table"><table class="summaries">{rows}</table></div>')
        links = ", ".join(self.site.prose.name(name) for name in self.model.opaque)
        body.append(heading("Handles") + f"<p>{links}</p>")
        self.site.add(Page(path, "Structures and callbacks", "\n".join(body), None, "Reference",
                           "Every structure and callback of the C header."))
        return path

    def add_constants(self):
        path = f"{self.folder}/constants.html"
        rows = "".join(f"<tr><td>{self.site.prose.name(each.name)}</td><td>{value_of(each)}</td>"
                       f"<td>{self.inline(each.comment, None)}</td></tr>"
                       for each in sorted(self.model.constants, key=lambda each: each.name))
        self.site.add(Page(path, "Constants", '<h1>Constants</h1><div class="table"><table class="constants">'
                           f"{rows}</table></div>", None, "Reference", "Every constant of the C header."))
        return path

    def add_names(self):
        """The table of names in each language."""
        path = f"{self.folder}/names.html"
        text = (ROOT / "Bindings/NAMES.md").read_text(encoding="utf-8")
        self.site.documents["Bindings/NAMES.md"] = path
        self.site.add(Page(path, "Names in each language", self.site.prose.markdown(text, "Bindings/NAMES.md", path),
                           "Bindings/NAMES.md", "Reference", "What each function is called in each language."))
        return path

    def add_mentions(self):
        """Which pages mention a function, once all of them are rendered."""
        for page in self.site.pages.values():
            found = re.search(r"<!--mentions (\w+)-->", page.body)
            if found and page.path.startswith(self.folder):
                page.body = page.body.replace(found[0], self.mentions(found[1]))

    def mentions(self, name):
        paths = [path for path in self.site.mentions.get(name, []) if not path.startswith("reference/")]
        if not paths:
            return ""
        items = "".join(f'<li><a href="site:{path}">{html.escape(self.site.pages[path].title)}</a></li>'
                        for path in paths if path in self.site.pages)
        return heading("Mentioned in") + f"<ul>{items}</ul>"


def heading(text):
    return f'<h2 id="{slug(text)}">{text}<a class="anchor" href="#{slug(text)}" aria-label="Link to this section">#</a></h2>'


def about(item):
    """A structure or callback in a sentence; a comment that speaks of the flags above says nothing of it."""
    return "" if item.comment.startswith("Flags of") else first_sentence(item.comment)


def value_of(constant):
    return html.escape(f'"{constant.value}"' if isinstance(constant.value, str) else f"{constant.value:,}".replace(",", " ")
                       if abs(constant.value) > 9999 else str(constant.value))


def plain_summary(text):
    return re.sub(r"[`*]", "", re.sub(r"\s+", " ", text)).strip()


def names_in_languages():
    """For each function of the header its names, by languages: what Bindings/NAMES.md says."""
    names, languages = {}, []
    for line in (ROOT / "Bindings/NAMES.md").read_text(encoding="utf-8").split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| C |"):
            languages = cells[1:]
        elif line.startswith("| `tally_"):
            names[cells[0].strip("`")] = [(language, cell.strip("`")) for language, cell in zip(languages, cells[1:])]
    return names
