"""Runs the examples of a binding's README, and of the how-to page about other languages, and compares what they print
with what the pages say.

    readme.py LANGUAGE FOLDER COMMAND

writes each example that has an output beside it into a folder below FOLDER, in a program around it where it needs one,
and runs the shell command COMMAND there. If a page starts a server in a `console` block, COMMAND gets the URL of its
feed as an argument. An example is a code block of its language. A block of `text` behind it, with nothing but prose
between them, is what it prints. In it `…` stands for what is different each time.
"""

import contextlib
import difflib
import pathlib
import re
import shutil
import signal
import subprocess
import sys

BINDINGS = pathlib.Path(__file__).resolve().parents[1]
ROOT = BINDINGS.parent
SECONDS = 600
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The name of the block's language, where it is not that of the folder.
BLOCKS = {"wasm": "js", "node": "javascript"}
HOWTO = ROOT / "docs/howto/other-languages.md"
# The files that have a whole program.
WHOLE = {"readme.cpp", "main.go", "src/main.rs", "Hello.java", "Hello.cs", "example.rb", "example.lua", "example.js"}
# For each example of a page, its files. @EXAMPLE@ is the example, without its first line where @FIRST@ has that.
PROGRAMS = {
    "cpp": [{"readme.cpp": """\
@FIRST@
#include <iostream>

int main() {
@EXAMPLE@}
"""}],
    "csharp": [{"Hello.cs": "@EXAMPLE@"}, {"More.cs": """\
using System;
using System.Linq;
using Tally;

public static class More
{
    public static void Main()
    {
        using (var engine = new Engine())
        using (Account ann = engine.OpenAccount("ann"))
        {
@EXAMPLE@        }
    }
}
"""}],
    "go": [{"go.mod": """\
module readme

go 1.19

require tally v0.0.0

replace tally => @BINDINGS@/go
""", "main.go": """\
package main

import (
	"fmt"
	"log"
	"tally"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
@EXAMPLE@	return err
}
"""}],
    "java": [{"Hello.java": "@EXAMPLE@"}, {"More.java": """\
import dev.tally.*;
import java.util.List;

public class More {
    public static void main(String[] arguments) {
        try (Engine engine = Engine.open(new EngineOptions()); Account ann = engine.account("ann")) {
@EXAMPLE@        }
    }
}
"""}],
    "lua": [{"example.lua": "@EXAMPLE@"}],
    "node": [{"node_modules/tally/index.js": "module.exports = require(\"@BINDINGS@/node/lib/index.js\");\n",
              "example.js": "@EXAMPLE@"}],
    "python": [{"example.py": "@EXAMPLE@"}],
    "ruby": [{"example.rb": "@EXAMPLE@"}],
    "rust": [{"Cargo.toml": """\
[package]
name = "readme"
version = "0.0.0"
edition = "2021"

[dependencies]
tally = { path = "@BINDINGS@/rust/tally" }

[workspace]
""", "src/main.rs": """\
fn main() -> Result<(), tally::Error> {
@EXAMPLE@
    Ok(())
}
"""}],
    "wasm": [{"tally-tree.js": "export * from \"@BINDINGS@/wasm/tally-tree.js\";\n"
                               "export { default } from \"@BINDINGS@/wasm/tally-tree.js\";\n",
              "package.json": '{"type": "module"}\n', "example.js": "@EXAMPLE@"}] * 2,
}


def whole(language):
    """The files of a program that a page shows from its first line to its last."""
    return {name: "@EXAMPLE@" if name in WHOLE else text for name, text in PROGRAMS[language][0].items()}


def examples(page, language):
    """The code blocks of a language, each with the block of text that belongs to it, or None."""
    blocks = BLOCK.findall(page)
    for number, (name, code) in enumerate(blocks):
        if name == language:
            after = blocks[number + 1] if number + 1 < len(blocks) else ("", "")
            yield code, after[1] if after[0] == "text" else None


def difference(printed, wanted):
    """Returns the difference between the output of a program and a page; empty if there is none."""
    pattern = ".*".join(map(re.escape, wanted.split("…")))
    if re.fullmatch(pattern, printed):
        return ""
    return "".join(difflib.unified_diff(wanted.splitlines(True), printed.splitlines(True), "README", "printed"))


def write(program, code, folder):
    """Writes the files of a program around an example."""
    first, rest = code.split("\n", 1) if any("@FIRST@" in text for text in program.values()) else ("", code)
    for name, text in program.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        for mark, value in (("@FIRST@", first), ("@EXAMPLE@", rest), ("@BINDINGS@", str(BINDINGS))):
            text = text.replace(mark, value)
        file.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def server_of(page):
    """Does what the `console` blocks of a page say: begins its server, and posts. Gives the arguments of programs."""
    commands = [line[2:] for language, code in BLOCK.findall(page.read_text(encoding="utf-8")) if language == "console"
                for line in code.splitlines() if line.startswith("$ python3 Examples/feed-server/")]
    if not commands:
        yield []
        return
    serve, *others = commands
    with subprocess.Popen(["sh", "-c", f"exec {serve.replace('8080', '0')}"], cwd=ROOT, stdout=subprocess.PIPE,
                          text=True) as process:
        try:
            url = process.stdout.readline().split()[-1]
            for command in others:
                subprocess.run(["sh", "-c", command.replace("http://127.0.0.1:8080", url)], cwd=ROOT, check=True,
                               stdout=subprocess.DEVNULL, timeout=SECONDS)
            yield [f"{url}/feed"]
        finally:
            process.send_signal(signal.SIGKILL)


def main(language, folder, command):
    block = BLOCKS.get(language, language)
    page = BINDINGS / language / "README.md"
    readme = list(examples(page.read_text(encoding="utf-8"), block))
    if len(readme) != len(PROGRAMS[language]):
        sys.exit(f"{language}: {len(PROGRAMS[language])} examples are due in its README.md")
    found = [(page, f"example {number} of its README.md", example, program)
             for number, (example, program) in enumerate(zip(readme, PROGRAMS[language]), 1)]
    found += [(HOWTO, f"a program of {HOWTO.name}", example, whole(language))
              for example in examples(HOWTO.read_text(encoding="utf-8"), block)]
    for number, (page, name, (code, wanted), program) in enumerate(found, 1):
        place = folder.resolve() / f"{number}"
        shutil.rmtree(place, ignore_errors=True)
        write(program, code, place)
        if wanted is None:
            sys.exit(f"{language}: the page does not say what {name} prints")
        with server_of(page) as arguments:
            done = subprocess.run(["sh", "-c", " ".join([command, *arguments])], cwd=place, stdout=subprocess.PIPE,
                                  text=True, encoding="utf-8", timeout=SECONDS)
        if done.returncode != 0:
            sys.exit(f"{language}: {name} failed: {done.returncode}\n{done.stdout}")
        if wrong := difference(done.stdout, wanted):
            sys.exit(f"{language}: {name} prints something else:\n{wrong}")
    print(f"the examples in {language}: {len(found)} passed, 0 failed")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])
