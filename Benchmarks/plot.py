#!/usr/bin/env python3
"""Draws the workloads of a run of `bench` as SVG: a panel for each workload, a bar for each contestant.

    plot.py FILE OUTPUT_SVG        # FILE: results.json, or the JSON of one run of `bench`

A bar is the median time of an operation, warm, on a logarithmic scale. The numbers stand beside the bars, so the
picture does not depend on its colours. SQLite runs one operation of a hundred. The picture has colours for light and
dark. In the site it has those of the page (docs/site/site.css has the same classes).
"""

import json
import math
import pathlib
import sys
from xml.sax.saxutils import escape

TITLES = {
    "W1": "W1: 10⁶ leaves, uniform",
    "W2": "W2: 10⁶ leaves, Zipf 1.1",
    "W3": "W3: one chain of 64",
    "W4": "W4: 10⁶ children of one parent",
    "W5": "W5: 1,000 leaves",
    "W6": "W6: W1, with 1 % of forced clears",
}
# In the order of the bars: the title, and the class of the bar. Ours are those of Tally.
CONTESTANTS = {
    "tally-string": ("Tally, by string", "accent"),
    "tally-batch-string": ("Tally, by string, batches", "accent"),
    "c-string": ("C, string keys", "tip"),
    "c-string-16": ("C, string keys, 16 at a time", "tip"),
    "c++": ("C++ unordered_map", "tip"),
    "sqlite": ("SQLite in memory", "tip"),
    "tally-node": ("Tally, by node", "accent"),
    "tally-batch-node": ("Tally, by node, batches", "accent"),
    "c-node": ("C, node handles", "tip"),
}
STYLE = (
    "<style>.ink{fill:#1f2430}.accent{fill:#2f6fdb}.tip{fill:#9aa5b5}"
    "@media(prefers-color-scheme:dark){.ink{fill:#e4e7ed}.accent{fill:#6aa2ff}.tip{fill:#5d6879}}</style>"
)
LABEL, BAR, ROW, HEAD, GAP, MARGIN = 196, 180, 19, 26, 18, 8
LOWEST, HIGHEST = 1.0, 100_000.0  # nanoseconds: the ends of the scale
COLUMNS = 2


def length(nanoseconds):
    part = math.log10(min(max(nanoseconds, LOWEST), HIGHEST) / LOWEST) / math.log10(HIGHEST / LOWEST)
    return max(1.0, part * BAR)


def text(x, y, words, size=12, anchor="start", weight="normal"):
    return (
        f'<text class="ink" x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(words)}</text>"
    )


def panel(x, y, name, measured):
    """One workload, at x and y; what it draws."""
    drawn = [text(x, y + 13, TITLES.get(name, name), 13, weight="bold")]
    row = y + HEAD
    for contestant, (title, kind) in CONTESTANTS.items():
        if contestant not in measured:
            continue
        value = measured[contestant]
        bar = length(value)
        drawn.append(text(x + LABEL - 8, row + 12, title, anchor="end"))
        drawn.append(f'<rect x="{x + LABEL}" y="{row + 2}" width="{bar:.1f}" height="{ROW - 6}" class="{kind}"/>')
        drawn.append(text(x + LABEL + bar + 5, row + 12, f"{value:,.0f}" if value >= 10 else f"{value:.1f}", 11))
        row += ROW
    return drawn


def draw(run):
    """The whole picture of a run, as text."""
    workloads = {}
    for result in run["workloads"]:
        workloads.setdefault(result["workload"], {})[result["contestant"]] = result["warm_ns"]
    height = HEAD + ROW * max(len(measured) for measured in workloads.values()) + GAP
    width = LABEL + BAR + 60
    rows = -(-len(workloads) // COLUMNS)
    full_width, full_height = MARGIN * 2 + width * COLUMNS, MARGIN * 2 + 22 + height * rows
    drawn = []
    for index, name in enumerate(sorted(workloads)):
        x = MARGIN + width * (index % COLUMNS)
        drawn += panel(x, MARGIN + height * (index // COLUMNS), name, workloads[name])
    machine = run["machine"]
    foot = (
        f'Nanoseconds an operation, warm, logarithmic; median of {run["rounds"]} rounds of {run["operations"]:,} '
        f'operations. {machine["cpu"]}, {machine["cores"]} cores.'
    )
    drawn.append(text(MARGIN, full_height - MARGIN, foot, 11))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}" '
        f'width="{full_width}" height="{full_height}" font-family="system-ui, sans-serif">'
    )
    return "\n".join([head, STYLE, *drawn, "</svg>"]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    run = json.loads(pathlib.Path(sys.argv[1]).read_text())
    run = run.get("bench", run)
    if not run["workloads"]:
        print("plot.py: this run measured no workload, so nothing is drawn")
        return
    output = pathlib.Path(sys.argv[2])
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(draw(run))
    print(f"plot.py: wrote {output}")


if __name__ == "__main__":
    main()
