"""The programs in Swift: the example, and those of the tutorial, the how-to pages and the concepts, built from the
objects that the tests were built from. The first one runs against the example server; the others print what their pages
say.

As a package of its own it would compile the library once more, which takes minutes; so its manifest is only read.

    python3 Tests/Docs/swift_example.py --toolchain /usr/bin --build .build/debug --output build/example
"""

import queue
import shutil
import subprocess
import sys
import threading

from guides import HANG_SECONDS, problem_of, programs
from swift_docs import ROOT, arguments, run, search_paths

EXAMPLE = ROOT / "Examples/swift"
SERVER = ROOT / "Examples/feed-server/feed_server.py"


def build(toolchain, objects, output, *sources):
    """Compiles sources and links them with the library's objects."""
    modules = [path for path in objects.glob("*.build")
               if path.stem in {"Tally", "CChecksum", "CFailure", "CFiles", "CMemory", "CPlatform"}
               or (path.stem.startswith("Tally") and (ROOT / "Sources" / path.stem).is_dir()
                   and path.stem not in {"TallyABI", "TallyCLI"})]
    # A build leaves the objects of files that are gone.
    names = {f"{path.name}.o" for folder in ("Sources", "CSources") for path in (ROOT / folder).rglob("*.*")}
    parts = sorted(part for module in modules for part in module.rglob("*.o") if part.name in names)
    libraries = run("pkg-config", "--libs", "sqlite3", "libuv", "libcurl").split()
    output.parent.mkdir(parents=True, exist_ok=True)
    run(toolchain / "swiftc", "-swift-version", "6", "-warnings-as-errors", *search_paths(objects), *sources, *parts,
        *libraries, "-o", output)


def try_guides(toolchain, objects, folder):
    for program in programs("swift"):
        place = folder / program.name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / "main.swift").write_text(program.code, encoding="utf-8")
        build(toolchain, objects, place / "program", place / "main.swift")
        if wrong := problem_of(program, [place / "program"], place):
            sys.exit(wrong)
        Program.heard += 1


class Program:
    """A program that is talked to line by line."""

    heard = 0  # How many expected lines of all programs came.

    def __init__(self, *arguments):
        self.process = subprocess.Popen([str(part) for part in arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, wanted):
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=HANG_SECONDS)
            except queue.Empty:
                line = None
            if line is None:
                sys.exit(f"the example never said {wanted!r}, but {seen}")
            seen.append(line)
            if line.startswith(wanted):
                Program.heard += 1
                return line


def try_out(program, folder):
    server = Program(sys.executable, SERVER, "--port", "0")
    try:
        url = server.expect("listening on ").split()[-1]
        run(sys.executable, SERVER, "post", "--url", url, "--path", "mentions", "--title", "Ann mentioned you")
        file = folder / "badges.db"
        example = Program("stdbuf", "-oL", program, file, "ann", f"{url}/feed")
        example.expect("synced: 1 new")
        example.say("list root.inbox")
        example.expect("root.inbox.mentions Ann mentioned you")
        example.say("set root.chat.bo 3")
        example.expect("root 4")
        example.say("why root")
        example.expect("root.chat.bo 3")
        example.say("clear root.chat")
        example.expect("held")
        example.say("set a..b 3")
        example.expect("refused: path 'a..b'")
        example.say("quit")
        if example.process.wait(timeout=HANG_SECONDS) != 0:
            sys.exit("the example failed")
        # The badge that was set is there again.
        again = Program("stdbuf", "-oL", program, file, "ann")
        again.expect("root.chat.bo 3")
        again.process.stdin.close()
        if again.process.wait(timeout=HANG_SECONDS) != 0:
            sys.exit("the example failed at the end of its input")
    finally:
        server.process.kill()


def main():
    given = arguments()
    output = ROOT / given.output
    program = output / "Badges"
    try_guides(given.toolchain, given.build, output / "guides")
    run(given.toolchain / "swift", "package", "--package-path", EXAMPLE, "dump-package")
    build(given.toolchain, given.build, program, "-parse-as-library", *sorted((EXAMPLE / "Sources/Badges").glob("*.swift")))
    for left in output.glob("badges.db*"):
        left.unlink()
    try_out(program, output)
    print(f"the examples in Swift: {Program.heard} passed, 0 failed")


main()
