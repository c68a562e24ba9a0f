"""The Swift interface compiles with library evolution, and programs compile against it as a binary framework ships it.

The module is compiled once more with -enable-library-evolution, from the modules below it as the tests built them. What
comes out is a text, Tally.swiftinterface. It must name no module below Tally, and programs that have nothing but this
text must compile: one of the tutorial, and one that declares an @Observable class.

    python3 Tests/Docs/swift_evolution.py --toolchain /usr/bin --build .build/debug --output build/evolution
"""

import re
import shutil
import subprocess
import sys

from swift_docs import ROOT, arguments, code, run, search_paths

CLIENT = """
import Observation
import Tally

@Observable final class Inbox {
  var total: Engine.Total?
  let observer: Subscription

  init(_ engine: Engine) throws(TallyError) { observer = try engine.observeTotal { print($0.kind) } }
}
"""


def compile_module(toolchain, build, folder):
    """Returns the text of the interface."""
    interface = folder / "Tally.swiftinterface"
    run(toolchain / "swiftc", "-emit-module", "-enable-library-evolution", "-swift-version", "6", "-parse-as-library",
        "-module-name", "Tally", *search_paths(build), "-emit-module-path", folder / "made/Tally.swiftmodule",
        "-emit-module-interface-path", interface, *sorted((ROOT / "Sources/Tally").rglob("*.swift")))
    return interface.read_text(encoding="utf-8")


def problems_of_client(toolchain, folder, name, text):
    source = folder / f"{name}.swift"
    source.write_text(text, encoding="utf-8")
    result = subprocess.run(
        [str(part) for part in (toolchain / "swiftc", "-typecheck", "-swift-version", "6", "-I", folder,
                                "-module-cache-path", folder / "cache", source)], capture_output=True, text=True)
    if result.returncode != 0:
        yield f"{name} does not compile against the interface:\n{result.stderr}"


def main():
    given = arguments()
    output = ROOT / given.output
    shutil.rmtree(output, ignore_errors=True)
    (output / "made").mkdir(parents=True)
    text = compile_module(given.toolchain, given.build, output)
    below = {path.name for path in (ROOT / "Sources").iterdir()} - {"Tally"}
    problems = [f"Tally.swiftinterface imports {name}, which a binary framework does not have"
                for name in re.findall(r"^(?:@\w+ |public )*import (\w+)", text, re.MULTILINE)
                if name in below or re.fullmatch(r"C[A-Z]\w+", name)]
    programs = {"observable": CLIENT, "main": code(ROOT / "docs/tutorial/2-changes.md")}
    for name, program in programs.items():
        problems += problems_of_client(given.toolchain, output, name, program)
    if problems:
        sys.exit("\n".join(problems))
    print(f"library evolution: {len(programs) + 1} passed, 0 failed")


if __name__ == "__main__":
    main()
