"""The pages of the command, from what it says of itself: tally --experimental-dump-help."""

import html
import json
import re
import subprocess

from pages import Group, Page

FOLDER = "reference/command"
HIDDEN = {"version", "help"}


class Reference:
    def __init__(self, site, program):
        self.site = site
        dumped = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True)
        self.root = json.loads(dumped.stdout)["command"]

    def register(self):
        for command in shown(self.root):
            self.site.others[f"tally {command['commandName']}"] = self.path(command)

    @staticmethod
    def path(command):
        return f"{FOLDER}/{command['commandName']}.html"

    def add(self):
        rows = "".join(f'<tr><td><a href="site:{self.path(each)}"><code>tally {each["commandName"]}</code></a></td>'
                       f"<td>{html.escape(each.get('abstract', ''))}</td></tr>" for each in shown(self.root))
        body = ["<h1>The command tally</h1>", f'<p class="lead">{html.escape(self.root.get("abstract", ""))}</p>',
                '<h2 id="commands">Commands</h2><div class="table"><table class="summaries">', rows, "</table></div>",
                '<h2 id="description">Description</h2>', self.discussion(self.root.get("discussion", ""))]
        top = self.site.add(Page(f"{FOLDER}/index.html", "All commands", "\n".join(body), None, "Command",
                                 self.root.get("abstract", "")))
        pages = []
        for command in shown(self.root):
            name = f"tally {command['commandName']}"
            body = f"<h1>{name}</h1>" + self.describe(command, ["tally"], 2)
            pages.append(self.site.add(Page(self.path(command), name, body, None, "Command",
                                            command.get("abstract", ""))).path)
        return Group("Command", [top.path, *pages])

    def describe(self, command, path, level):
        path = [*path, command["commandName"]]
        arguments = [each for each in command.get("arguments", []) if each.get("shouldDisplay", True)
                     and each.get("preferredName", {}).get("name") not in HIDDEN]
        usage = wrapped(" ".join(path), [*map(usage_of, arguments), *(["<command>"] if shown(command) else [])])
        out = [f'<p class="lead">{html.escape(command.get("abstract", ""))}</p>', self.site.prose.code(usage + "\n", "text"),
               self.discussion(command.get("discussion", ""))]
        if arguments:
            rows = "".join(f"<tr><td>{names_of(each)}</td><td>{self.about(each)}</td></tr>" for each in arguments)
            out.append(f'<div class="table"><table class="options">{rows}</table></div>')
        for inner in shown(command):
            name = "-".join([*path, inner["commandName"]])
            out.append(f'<h{level} id="{name}">{" ".join([*path, inner["commandName"]])}</h{level}>')
            out.append(self.describe(inner, path, min(level + 1, 4)))
        return "\n".join(out)

    def text(self, text):
        return self.site.prose.text_with_names(text, FOLDER)

    def about(self, argument):
        text = self.text(" ".join(filter(None, [argument.get("abstract"), argument.get("discussion")])))
        values = argument.get("allValues") or []
        if values:
            text += " One of " + ", ".join(f"<code>{html.escape(value)}</code>" for value in values) + "."
        if argument.get("defaultValue"):
            text += f" Default: <code>{html.escape(argument['defaultValue'])}</code>."
        return text

    def discussion(self, text):
        """Paragraphs; and lists whose titles are in capitals."""
        out = []
        for part in re.split(r"\n\s*\n|(?<=\n)(?=[A-Z ]+\n  )", text or ""):
            lines = part.strip("\n").split("\n")
            if re.fullmatch(r"[A-Z][A-Z ]+", lines[0]) and len(lines) > 1:
                out.append(f"<h3>{html.escape(lines[0].capitalize())}</h3>")
                lines = lines[1:]
            if part.strip() and all(line.startswith("  ") for line in lines if line.strip()):
                out.append(f'<pre class="code"><code>{html.escape(chr(10).join(lines))}</code></pre>')
            elif part.strip():
                out.append(f"<p>{self.text(' '.join(line.strip() for line in lines))}</p>")
        return "\n".join(out)



def shown(command):
    return [inner for inner in command.get("subcommands", [])
            if inner.get("shouldDisplay", True) and inner["commandName"] not in HIDDEN]


def dashed(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def usage_of(argument):
    if argument["kind"] == "positional":
        words = f"<{argument['valueName']}>" + (" ..." if argument.get("isRepeating") else "")
    else:
        words = dashed(argument["preferredName"])
        words += "" if argument["kind"] == "flag" else f" <{argument['valueName']}>"
    return f"[{words}]" if argument.get("isOptional") else words


def wrapped(name, words, width=84):
    """A command and its arguments, in lines that fit."""
    lines = [name]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append(" " * len(name))
        lines[-1] += " " + word
    return "\n".join(lines)


def names_of(argument):
    if argument["kind"] == "positional":
        return f"<code>&lt;{html.escape(argument['valueName'])}&gt;</code>"
    value = "" if argument["kind"] == "flag" else f" &lt;{html.escape(argument['valueName'])}&gt;"
    return ", ".join(f"<code>{html.escape(dashed(name))}</code>" for name in argument["names"]) + \
        (f"<code>{value}</code>" if value else "")
