#!/usr/bin/env python3
"""Draws watch.svg: what `tally watch` shows on a terminal, from its real output.

    watch.py [--output FILE]      the command: TALLY in the environment, or build/tally

It starts the example server, posts messages, runs the command on a terminal of its own, lets pyte (Debian
python3-pyte) interpret what it draws, and writes that screen as SVG with text as text.
"""

import argparse
import contextlib
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from xml.sax.saxutils import escape

import pyte

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TALLY = os.environ.get("TALLY", str(ROOT / "build" / "tally"))
SERVER = ROOT / "Examples" / "feed-server" / "feed_server.py"
COLUMNS, ROWS, SECONDS, ATTEMPTS = 62, 18, 120, 8
WIDTH, HEIGHT, SIZE = 8.4, 19, 14  # The width of a letter, the height of a line, the size of the font.
POSTS = [("inbox.mentions", "Ann mentioned you"), ("inbox.mentions", "Bo mentioned you"), ("inbox.invitations", "Tea at 4?"),
         ("orders", "Your parcel has left"), ("team.design", "New sketches"), ("team.design", "Colours"),
         ("team.release", "0.1.0 is ready")]
COLOURS = {"red": "#ff6b68", "green": "#5cc781", "brown": "#e5a450", "brightwhite": "#ffffff", "white": "#e4e7ed",
           "default": "#e4e7ed"}


@contextlib.contextmanager
def server():
    process = subprocess.Popen([sys.executable, str(SERVER), "--port", "0"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    try:
        yield process.stdout.readline().decode().split()[-1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def post(url, path, title):
    subprocess.run([sys.executable, str(SERVER), "post", "--url", url, "--path", path, "--title", title], check=True,
                   stdout=subprocess.DEVNULL)


def watch(url, folder):
    """The screen of the command when it shows all messages and waits for the next poll."""
    db = folder / "badges.db"
    for words in (["dot", "settings.updates"], ["set", "promotions", "5"], ["mute", "promotions", "all"]):
        subprocess.run([TALLY, *words, "--db", str(db)], check=True)
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen([TALLY, "watch", "--feed", url + "/feed", "--interval", "10s", "--db", str(db)], stdin=child,
                               stdout=child, stderr=child, env={**environment, "TERM": "xterm-256color"})
    os.close(child)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    end = time.monotonic() + SECONDS
    try:
        while not any(re.search(r"next in \d+ s · \d+ new", line) for line in screen.display):
            if time.monotonic() > end or not select.select([parent], [], [], SECONDS)[0]:
                raise SystemExit("tally watch did not show what was posted:\n" + "\n".join(screen.display))
            stream.feed(os.read(parent, 65536))
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        os.close(parent)
    return screen


def has_news(screen):
    """Not if the second poll has already ended: its time is random within the interval."""
    return any(f"{len(POSTS)} new" in line for line in screen.display)


def runs(line):
    """Neighbouring letters that look the same: where they begin, what they are, and how they look."""
    found = []
    for column in range(COLUMNS):
        letter = line[column]
        look = (letter.fg, letter.bg, letter.bold)
        if found and found[-1][2] == look:
            found[-1][1] += letter.data
        else:
            found.append([column, letter.data, look])
    return found


def draw(screen):
    rows = [row for row in range(ROWS) if screen.display[row].strip()]
    height = (max(rows) + 1) * HEIGHT + 62
    width = COLUMNS * WIDTH + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">',
             "<title>tally watch: a tree of badges on a terminal</title>",
             f'<rect width="{width:g}" height="{height:g}" rx="10" fill="#1c2028"/>',
             *(f'<circle cx="{22 + 20 * index}" cy="20" r="6" fill="{colour}"/>'
               for index, colour in enumerate(("#ff6b68", "#e5a450", "#5cc781"))),
             f'<text x="{width / 2:g}" y="25" fill="#9aa4b4" font-size="13" text-anchor="middle" '
             'font-family="system-ui, sans-serif">tally watch</text>',
             f'<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="{SIZE}">']
    for row in rows:
        y = 62 + row * HEIGHT
        is_status = "next in" in screen.display[row]
        for column, text, (front, back, is_bold) in runs(screen.buffer[row]):
            if not text.strip() and back == "default":
                continue
            x, words = 20 + column * WIDTH, text.strip()
            if back != "default":
                length = len(text) * WIDTH
                parts.append(f'<rect x="{x:g}" y="{y - 14:g}" width="{length:g}" height="18" rx="9" fill="#d92d3a"/>')
            # pyte does not know faint letters.
            colour = "#9aa4b4" if is_status or "muted" in text else COLOURS.get(front, "#e4e7ed")
            weight = ' font-weight="bold"' if is_bold else ""
            # Not all browsers keep spaces at the beginning.
            x += text.index(words) * WIDTH
            parts.append(f'<text x="{x:g}" y="{y:g}" fill="{colour}" textLength="{len(words) * WIDTH:g}"{weight}>'
                         f'{escape(words)}</text>')
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", default=str(HERE / "watch.svg"))
    output = parser.parse_args().output
    with server() as url:
        for path, title in POSTS:
            post(url, path, title)
        for _ in range(ATTEMPTS):
            with tempfile.TemporaryDirectory() as folder:
                screen = watch(url, pathlib.Path(folder))
            if has_news(screen):
                break
        picture = draw(screen)
    pathlib.Path(output).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
