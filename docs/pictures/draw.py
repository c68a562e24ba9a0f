#!/usr/bin/env python3
"""Draws the pictures of the concepts, as SVG with text as text.

    draw.py            writes the files beside this one that differ
    draw.py --check    fails where one differs

A picture has its own colours, for light and dark. In the site it has those of the page (docs/site/site.css has the same
classes), and its own are left out.
"""

import pathlib
import sys
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
LIGHT = {
    "ink": "fill:#1f2430", "quiet": "fill:#5a6372", "box": "fill:#ffffff;stroke:#9aa5b5", "line": "fill:none;stroke:#9aa5b5",
    "rise": "fill:none;stroke:#2f6fdb", "head": "fill:#2f6fdb", "tip": "fill:#9aa5b5", "badge": "fill:#d92d3a",
    "onbadge": "fill:#ffffff", "good": "fill:#2a8a4a", "warm": "fill:#b66a00", "goodline": "fill:none;stroke:#2a8a4a",
    "warmline": "fill:none;stroke:#b66a00", "shade": "fill:#f5f6f9", "accent": "fill:#2f6fdb", "grid": "stroke:#dfe3ea",
}
DARK = {
    "ink": "fill:#e4e7ed", "quiet": "fill:#9aa4b4", "box": "fill:#1c2028;stroke:#5d6879", "line": "fill:none;stroke:#5d6879",
    "rise": "fill:none;stroke:#6aa2ff", "head": "fill:#6aa2ff", "tip": "fill:#5d6879", "badge": "fill:#f0525e",
    "onbadge": "fill:#ffffff", "good": "fill:#5cc781", "warm": "fill:#e5a450", "goodline": "fill:none;stroke:#5cc781",
    "warmline": "fill:none;stroke:#e5a450", "shade": "fill:#1c2028", "accent": "fill:#6aa2ff", "grid": "stroke:#2d333f",
}


class Picture:
    def __init__(self, width, height, title):
        self.width, self.height, self.title, self.parts = width, height, title, []

    def text(self, x, y, words, kind="ink", size=14, anchor="middle", weight="normal", mono=False):
        family = ' font-family="ui-monospace, Menlo, Consolas, monospace"' if mono else ""
        self.parts.append(f'<text class="{kind}" x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" '
                          f'font-weight="{weight}"{family}>{escape(words)}</text>')

    def lines(self, x, y, rows, kind="quiet", size=12, anchor="middle", step=16):
        for number, row in enumerate(rows):
            self.text(x, y + number * step, row, kind, size, anchor)

    def box(self, x, y, width, height, kind="box", radius=10, dashed=False):
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" '
                          f'stroke-width="1.5"{dash}/>')

    def badge(self, x, y, words):
        """A badge with its centre at x and y; without words a dot."""
        if not words:
            self.parts.append(f'<circle class="badge" cx="{x}" cy="{y}" r="6"/>')
            return
        width = 11 + 9 * len(words)
        self.parts.append(f'<rect class="badge" x="{x - width / 2}" y="{y - 10}" width="{width}" height="20" rx="10"/>')
        self.text(x, y + 4.5, words, "onbadge", 13, weight="bold")

    def node(self, x, y, name, words=None, width=110):
        """A node with its centre at x and y. `words`: None for no badge, "" for a dot."""
        self.box(x - width / 2, y - 20, width, 40)
        self.text(x, y + 5, name, weight="600")
        if words is not None:
            self.badge(x + width / 2 - 4, y - 19, words)

    def arrow(self, points, kind="line", width=1.8, dashed=False):
        """A line through points, with a head at the last one."""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        self.parts.append(f'<path class="{kind}" d="{path}" stroke-width="{width}"{dash}/>')
        self.head(points[-2], points[-1], kind)

    def curve(self, begin, bend, end, kind="line", width=1.8, dashed=False):
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(f'<path class="{kind}" d="M{begin[0]} {begin[1]} Q{bend[0]} {bend[1]} {end[0]} {end[1]}" '
                          f'stroke-width="{width}"{dash}/>')
        self.head(bend, end, kind)

    def head(self, before, end, kind):
        dx, dy = end[0] - before[0], end[1] - before[1]
        length = (dx * dx + dy * dy) ** 0.5
        ux, uy = dx / length, dy / length
        corners = [(end[0] - 9 * ux + side * 4.5 * uy, end[1] - 9 * uy - side * 4.5 * ux) for side in (1, -1)]
        fill = {"line": "tip", "rise": "head", "goodline": "good", "warmline": "warm"}[kind]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [end, *corners])
        self.parts.append(f'<polygon class="{fill}" points="{points}"/>')

    def svg(self):
        rules = "".join(f".{name}{{{rule}}}" for name, rule in LIGHT.items())
        dark = "".join(f".{name}{{{rule}}}" for name, rule in DARK.items())
        style = f"<style>{rules}@media(prefers-color-scheme:dark){{{dark}}}</style>"
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" font-family="system-ui, sans-serif">',
            f"<title>{escape(self.title)}</title>", style, *self.parts, "</svg>"]) + "\n"


def tree():
    """How a badge rises."""
    picture = Picture(760, 400, "A tree of badges: a count rises from a leaf to the root")
    picture.node(380, 50, "root", "5")
    picture.node(180, 165, "chat", "5")
    picture.node(400, 165, "news", "9")
    picture.node(590, 165, "promo", "")
    picture.node(95, 290, "bo", "3")
    picture.node(265, 290, "cy", "2")
    picture.node(590, 290, "item", "")
    picture.arrow([(120, 268), (158, 189)], "rise", 2.6)
    picture.arrow([(205, 143), (328, 73)], "rise", 2.6)
    picture.arrow([(240, 268), (202, 189)])
    picture.arrow([(398, 143), (385, 74)], dashed=True)
    picture.arrow([(562, 143), (437, 74)])
    picture.arrow([(590, 268), (590, 189)])
    picture.text(112, 230, "3", "accent", 13, "end", "bold")
    picture.text(240, 230, "2", "quiet", 13, "start")
    picture.text(245, 102, "5", "accent", 13, "end", "bold")
    picture.text(404, 112, "a dot", "quiet", 12, "start")
    picture.text(520, 104, "a dot", "quiet", 12, "start")
    picture.text(600, 234, "a dot", "quiet", 12, "start")
    picture.text(95, 345, 'tally_badge_set(account, "root.chat.bo", 3)', "ink", 12.5, "start", mono=True)
    picture.arrow([(85, 342), (60, 342), (60, 314)], "rise")
    picture.text(95, 366, "Each ancestor adds the counts of its children. A number wins over a dot.", "quiet", 12.5, "start")
    picture.lines(400, 208, ["muted: its number", "stays here, a dot rises"], size=11.5, step=15)
    return picture


def message():
    """The life of a message."""
    picture = Picture(760, 390, "The life of a message: unseen, seen, read, and how it ends")
    picture.text(120, 52, "arrives", "ink", 13, weight="600")
    picture.lines(120, 70, ["from a feed, a push,", "or tally_message_post"], size=11.5, step=15)
    picture.arrow([(120, 95), (120, 136)])
    for x, name, first, second in ((120, "unseen", "feeds the badge", "at its path"),
                                   (390, "seen", "feeds no badge, unless", "the account counts unread"),
                                   (650, "read", "feeds no badge;", "the outbox tells the server")):
        picture.box(x - 70, 140, 140, 44)
        picture.text(x, 168, name, size=16, weight="700")
        picture.lines(x, 204, [first, second], size=11.5, step=15)
    picture.badge(54, 141, "1")
    picture.arrow([(190, 162), (320, 162)], "rise")
    picture.text(255, 152, "clear, dismiss,", "quiet", 12)
    picture.text(255, 180, "an open view", "quiet", 12)
    picture.arrow([(460, 152), (580, 152)], "rise")
    picture.text(520, 142, "read", "quiet", 12)
    picture.arrow([(580, 174), (460, 174)])
    picture.text(520, 192, "unread", "quiet", 12)
    picture.curve((150, 138), (385, 20), (632, 138), "rise")
    picture.text(390, 72, "tally_message_mark_read: read implies seen", "quiet", 12)
    picture.curve((385, 232), (270, 300), (150, 230), "line", dashed=True)
    picture.text(270, 284, "a new revision from the server", "quiet", 12)
    picture.box(300, 320, 180, 44, dashed=True)
    picture.text(390, 347, "removed", size=16, weight="700")
    picture.arrow([(650, 232), (650, 342), (484, 342)], "warmline", dashed=True)
    picture.lines(494, 362, ["more than max_messages:", "the oldest read ones"], anchor="start", size=11.5, step=15)
    picture.arrow([(60, 232), (60, 342), (296, 342)], "warmline", dashed=True)
    picture.lines(72, 362, ["in any state: expired (max_age),", "or gone from the server"], anchor="start", size=11.5, step=15)
    return picture


def feed():
    """The states of a feed."""
    picture = Picture(760, 430, "The states of a feed: logged out, idle, in flight, waiting, rejected")

    def state(x, y, name, *rows):
        picture.box(x - 85, y - 26, 170, 52)
        picture.text(x, y - 3, name, size=15, weight="700")
        picture.lines(x, y + 14, rows, size=11, step=13)

    state(120, 60, "logged out", "no requests")
    state(120, 215, "idle", "a timer is armed")
    state(430, 215, "in flight", "one request at a time")
    state(640, 60, "rejected", "no requests")
    state(430, 370, "waiting", "a retry, or the server's wait")
    picture.arrow([(105, 88), (105, 186)])
    picture.text(97, 132, "log in", "quiet", 12, "end")
    picture.arrow([(140, 186), (140, 90)])
    picture.lines(150, 126, ["log out,", "from every state"], anchor="start", step=15)
    picture.arrow([(208, 205), (342, 205)], "rise")
    picture.lines(280, 180, ["timer, page shown,", "push, refresh"], step=15)
    picture.arrow([(342, 228), (208, 228)], "goodline")
    picture.lines(275, 246, ["200, 304: SYNCED", "the page is applied"], step=15)
    picture.arrow([(480, 187), (592, 90)], "warmline")
    picture.lines(520, 128, ["401: one AUTH", "event"], anchor="end", step=15)
    picture.arrow([(553, 60), (262, 60), (262, 156), (190, 156), (190, 186)])
    picture.text(410, 50, "log in again, with a new token", "quiet", 12)
    picture.arrow([(415, 243), (415, 341)], "warmline")
    picture.lines(405, 280, ["429, 503, 5xx,", "no network,", "malformed"], anchor="end", step=15)
    picture.arrow([(450, 341), (450, 244)], "rise")
    picture.lines(462, 280, ["the wait is over; after a failure", "also: network back, wake, push,", "page shown, refresh"],
                  anchor="start", step=15)
    picture.curve((518, 205), (640, 215), (518, 226), "rise")
    picture.lines(590, 208, ["requested meanwhile:", "one more round follows"], anchor="start", step=15, size=11.5)
    return picture


def crash():
    """The calls that a crash keeps."""
    picture = Picture(760, 330, "What a crash keeps: everything up to the last commit, in order, and nothing half done")
    left, right, base = 70, 700, 120
    calls = [(110, "set", True), (160, "dot", True), (210, "add", True), (310, "read", True), (370, "set", True),
             (480, "clear", False), (530, "set", False), (580, "dot", False)]
    picture.box(left, base - 46, 365, 92, "shade", 8)
    picture.parts.append(f'<path class="line" d="M{left} {base} L{right} {base}" stroke-width="1.8"/>')
    picture.head((right - 10, base), (right + 6, base), "line")
    picture.text(right, base + 22, "time", "quiet", 12, "end")
    for x, name, is_kept in calls:
        picture.parts.append(f'<circle class="{"good" if is_kept else "warm"}" cx="{x}" cy="{base}" r="7"/>')
        picture.text(x, base - 16, name, "ink", 13, weight="600")
    for x, rows in ((255, ["a group is written", "within 50 ms, or 1,000 badges"]), (335, []), (435, ["the last commit"])):
        picture.parts.append(f'<path class="goodline" d="M{x} {base - 46} L{x} {base + 46}" stroke-width="2.4"/>')
        picture.lines(x, base + 64, rows, size=12, step=15)
    picture.lines(335, base - 72, ["the read, and all before it, are on", "the disk when the call returns"], size=11.5, step=14)
    picture.parts.append(f'<path class="warmline" d="M640 {base - 46} L640 {base + 46}" stroke-width="2.4" stroke-dasharray="6 4"/>')
    picture.text(640, base - 54, "crash", "warm", 14, weight="700")
    picture.lines(530, base - 64, ["in memory only"], size=12)
    picture.parts.append('<circle class="good" cx="85" cy="228" r="7"/>')
    picture.text(102, 233, "Kept: what was applied up to a commit, in its order.", "ink", 13.5, "start")
    picture.parts.append('<circle class="warm" cx="85" cy="256" r="7"/>')
    picture.text(102, 261, "Lost: badges that were still waiting for their group. No transaction is kept by half.", "ink",
                 13.5, "start")
    picture.text(102, 289, "tally_engine_flush waits for the disk. With TALLY_DURABILITY_FULL every call does.", "quiet", 12.5,
                 "start")
    return picture


PICTURES = {"tree": tree, "message-life": message, "feed-states": feed, "crash": crash}


def main():
    stale = []
    for name, draw in PICTURES.items():
        path, text = HERE / f"{name}.svg", draw().svg()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
                print("wrote", path.name)
    if stale and "--check" in sys.argv:
        sys.exit(f"docs/pictures: {', '.join(stale)} is not what draw.py draws")


if __name__ == "__main__":
    main()
