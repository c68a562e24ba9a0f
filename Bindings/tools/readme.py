"""Runs the examples of a binding's README, and compares what they print with what the README says.

    readme.py LANGUAGE FOLDER COMMAND

writes each example that has an output beside it into a folder below FOLDER, in a program around it where it needs one,
and runs the shell command COMMAND there. An example is a code block of its language. A block of `text` behind it, with
nothing but prose between them, is what it prints. In it `…` stands for what is different each time.
"""

import difflib
import pathlib
import re
import shutil
import subprocess
import sys

BINDINGS = pathlib.Path(__file__).resolve().parents[1]
# The name of the block's language, where it is not that of the folder.
BLOCKS = {"wasm": "js"}
# For each example of a page, its files. @EXAMPLE@ is the example, without its first line where @FIRST@ has that.
PROGRAMS = {
    "cpp": [{"readme.cpp": """\
@FIRST@
#include <iostream>

int main() {
@EXAMPLE@}
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
import dev.tally.Account;
import dev.tally.Engine;
import dev.tally.Operation;
import dev.tally.Raw;
import java.util.List;

public class More {
    public static void main(String[] arguments) {
        try (Engine engine = Engine.open(new Raw.EngineOptions()); Account ann = engine.account("ann")) {
@EXAMPLE@        }
    }
}
"""}],
    "lua": [{"example.lua": "@EXAMPLE@"}],
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
              "package.json": '{"type": "module"}\n', "example.js": "@EXAMPLE@"}],
}


def examples(page, language):
    """The code blocks of a language, each with the block of text that belongs to it, or None."""
    blocks = re.findall(r"^```(\S*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for number, (name, code) in enumerate(blocks):
        if name == language:
            after = blocks[number + 1] if number + 1 < len(blocks) else ("", "")
            yield code, after[1] if after[0] == "text" else None


def difference(printed, wanted):
    """What is printed otherwise than a page says, as a difference; empty: nothing."""
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


def main(language, folder, command):
    page = (BINDINGS / language / "README.md").read_text(encoding="utf-8")
    found = list(examples(page, BLOCKS.get(language, language)))
    programs = PROGRAMS[language]
    if len(found) != len(programs) or any(wanted is None for _, wanted in found):
        sys.exit(f"{language}: {len(programs)} examples with their outputs are due in its README.md")
    for number, ((code, wanted), program) in enumerate(zip(found, programs)):
        place = folder.resolve() / f"{number + 1}"
        shutil.rmtree(place, ignore_errors=True)
        write(program, code, place)
        done = subprocess.run(["sh", "-c", command], cwd=place, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        if done.returncode != 0:
            sys.exit(f"{language}: example {number + 1} of its README.md failed: {done.returncode}\n{done.stdout}")
        if wrong := difference(done.stdout, wanted):
            sys.exit(f"{language}: example {number + 1} of its README.md prints something else:\n{wrong}")
    print(f"the examples of {language}/README.md: {len(found)} passed, 0 failed")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])
