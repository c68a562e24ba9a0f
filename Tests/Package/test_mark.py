"""Make/mark.awk changes what the library's code in LLVM's text needs, and fails if there is nothing to change."""

import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "Make/mark.awk"

# The line of LLVM's text that each change is for, and that line afterwards.
CHANGES = {
    "nooutline": (
        'attributes #1 = { nounwind "frame-pointer"="all" }',
        'attributes #1 = { "nooutline" nounwind "frame-pointer"="all" }'),
    "internal functions": (
        'define protected swiftcc void @"$e8TallyABI3runyyF"() #0 {',
        'define internal swiftcc void @"$e8TallyABI3runyyF"() #0 {'),
    "internal constants": (
        '@"$e8TallyABI5valueWV" = protected constant i64 3, align 8',
        '@"$e8TallyABI5valueWV" = internal constant i64 3, align 8'),
    "sections of strings": (
        '@.str.5.chat. = private unnamed_addr constant [6 x i8] c"chat.\\00"',
        '@.str.5.chat. = private unnamed_addr constant [6 x i8] c"chat.\\00", section ".rodata.str1.1.1", align 1'),
}
# Code for size, functions with names of C, and strings that have a section already.
UNCHANGED = [
    'attributes #0 = { minsize nounwind "frame-pointer"="all" }',
    "define protected i32 @tally_engine_open(ptr %0) #0 {",
    "@tally_version = protected constant i64 3",
    '@.str.1.a = private unnamed_addr constant [2 x i8] c"a\\00", align 16',
]


def mark(lines):
    return subprocess.run(["awk", "-f", str(SCRIPT)], input="\n".join(lines) + "\n", text=True, capture_output=True, timeout=60)


def test_only_these_lines_change():
    done = mark([*UNCHANGED, *(before for before, _ in CHANGES.values())])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [*UNCHANGED, *(after for _, after in CHANGES.values())]


def test_each_string_has_a_section_of_its_own():
    before, after = CHANGES["sections of strings"]
    done = mark([before for before, _ in CHANGES.values()] + [before])
    assert done.stdout.splitlines()[-1] == after.replace("str1.1.1", "str1.1.2")


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_is_made_nowhere_fails(change):
    done = mark([*UNCHANGED, *(before for name, (before, _) in CHANGES.items() if name != change)])
    assert done.returncode != 0
    assert done.stderr == f"mark.awk: the text of LLVM has no place for: {change}\n"


def test_other_text_fails():
    assert mark(UNCHANGED).returncode != 0
