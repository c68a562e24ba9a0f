"""Writes the example of a compiled binding's README into a folder, in a program around it: readme.py LANGUAGE FOLDER

The others' tests read their READMEs themselves.
"""

import pathlib
import re
import sys

BINDINGS = pathlib.Path(__file__).resolve().parents[1]
# File by file; @EXAMPLE@ is the example, without its first line where @FIRST@ has that.
PROGRAMS = {
    "cpp": {"readme.cpp": """\
@FIRST@
#include <iostream>

static void draw(uint64_t) {}
static void arm(int64_t, int64_t) {}

int main() {
@EXAMPLE@}
"""},
    "go": {"go.mod": """\
module readme

go 1.19

require tally v0.0.0

replace tally => @BINDINGS@/go
""", "main.go": """\
package main

import (
	"context"
	"fmt"
	"tally"
)

func main() {
	ctx := context.Background()
@EXAMPLE@
	_, _, _, _, _, _, _, _ = err, status, messages, more, revision, group, entries, plan
}
"""},
    "rust": {"Cargo.toml": """\
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
"""},
}


def main(language, folder):
    readme = (BINDINGS / language / "README.md").read_text(encoding="utf-8")
    example = re.search(rf"^```{language}\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)[1]
    for name, program in PROGRAMS[language].items():
        first, rest = example.split("\n", 1) if "@FIRST@" in program else ("", example)
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        for mark, text in (("@FIRST@", first), ("@EXAMPLE@", rest), ("@BINDINGS@", str(BINDINGS))):
            program = program.replace(mark, text)
        file.write_text(program, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
