"""The page of coverage: modules, then files, then the functions that are not reached as a whole."""

import collections
import html
import itertools

from figures import KINDS, module_of
from table import BUILDS, share

HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage - Tally</title>
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="site.css">
</head>
<body>
<main style="max-width: 70rem; margin: 2rem auto; padding: 0 1rem">
<article>
<h1>Coverage</h1>
<p>“swift” is the ordinary build under the Swift tests, and “shipped” the library as it is shipped under the C tests,
conformance and short faults. “merged” is what either of them reaches. Swift has regions, and C has branches as well.</p>
"""
TAIL = "</article>\n</main>\n</body>\n</html>\n"


def cell(reached, of):
    return f"<td>{share(reached, of):.2f} %<br><small>{reached} of {of}</small></td>" if of else "<td></td>"


def modules_text(rows):
    out = ["<table><tr><th>module</th><th>build</th>", *(f"<th>{kind}</th>" for kind in KINDS), "</tr>"]
    for module, build in sorted(rows, key=lambda key: (key[0], BUILDS.index(key[1]))):
        title = f'<a href="#{module}">{module}</a>' if build == "swift" or (module, "swift") not in rows else ""
        cells = "".join(cell(*rows[module, build][kind]) for kind in KINDS)
        out.append(f"<tr><td>{title}</td><td>{build}</td>{cells}</tr>")
    return "\n".join([*out, "</table>"])


def ranges(numbers):
    """7, 8, 9, 12 as 7-9, 12."""
    groups = itertools.groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    found = [[number for _, number in group] for _, group in groups]
    return ", ".join(f"{group[0]}-{group[-1]}" if len(group) > 1 else str(group[0]) for group in found)


def functions_text(file, words):
    """The functions with unreached regions: each region belongs to the innermost function around it."""
    places = sorted(file.functions)
    missing, total = collections.Counter(), collections.Counter()
    lines = collections.defaultdict(set)
    for region, is_reached in file.regions.items():
        around = [place for place in places if place[:2] <= region[:2] and region[2:4] <= place[2:4]]
        owner = around[-1] if around else region
        total[owner] += 1
        if not is_reached:
            missing[owner] += 1
            lines[owner].add(region[0])
    out = []
    for place in sorted(missing):
        name = html.escape(words(file.names.get(place, "?")))
        out.append(f"<tr><td>{place[0]}</td><td><code>{name}</code></td><td>{missing[place]} of {total[place]}</td>"
                   f"<td>{ranges(lines[place])}</td></tr>")
    head = "<tr><th>line</th><th>function</th><th>unreached regions</th><th>in the lines</th></tr>"
    return f"<table>{head}{''.join(out)}</table>" if out else "<p>Everything is reached.</p>"


def files_text(merged, words):
    out = []
    for module, paths in itertools.groupby(sorted(merged, key=lambda path: (module_of(path), path)), module_of):
        out.append(f'<h2 id="{module}">{module}</h2>')
        for path in paths:
            file = merged[path]
            reached, of = sum(file.regions.values()), len(file.regions)
            out.append(f"<details><summary>{path}: {share(reached, of):.2f} %, {of - reached} of {of} regions unreached"
                       f"</summary>{functions_text(file, words)}</details>")
    return "\n".join(out)


def text_of(rows, merged, words):
    return HEAD + modules_text(rows) + files_text(merged, words) + TAIL
