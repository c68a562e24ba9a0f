"""Checks that the comments of the headers have the shape that Bindings/tools/contract.py reads.

- Each function begins with one sentence in the third person: "Sets the badge …", "Returns …".
- A function that returns a status says what it returns. Its errors are names of statuses, and none of those that the
  header's introduction names for all functions, unless a parenthesis says what is particular about it.
- No sentence is longer than 25 words, and no word is one that Tests/Lint/tidy.py replaces.
- The header is not longer than it may be.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Bindings" / "tools"), str(ROOT / "Tests" / "Lint")]
import contract  # noqa: E402
import header as header_file  # noqa: E402
import tidy  # noqa: E402

MAXIMUM_WORDS = 25
MAXIMUM_LINES = {"tally.h": 4200, "tally_tree.h": 980, "tally_calendar.h": 300, "tally_summary.h": 300}
WORDS = {**tidy.WORDS, "Answers:": r"\bAnswers:", "Complexity:": r"\bComplexity:", "as above": r"[Ee]rrors:? as above"}
# Every function may return these. With a parenthesis a comment may still say when.
COMMON = {"NO_MEMORY", "CLOSED", "FORKED"}


def paragraphs(text):
    """Running text, the items of lists, and the rows of tables; blocks of code and of columns are left out."""
    for paragraph in re.split(r"\n\s*\n", text):
        for item in re.split(r"^- |^(?=\w+(?:, \w+)* {2,}\S)", paragraph, flags=re.M):
            rows = [row for row in item.split("\n") if not row.startswith("    ")]
            yield contract.fold(" ".join(rows))


def long_sentences(text):
    for paragraph in paragraphs(text):
        for sentence in contract.sentences(paragraph):
            words = [word for word in sentence.split() if re.search(r"\w", word)]
            if len(words) > MAXIMUM_WORDS:
                yield f"{len(words)} words: {sentence}"


def problems_of_text(text):
    yield from long_sentences(text)
    for word, pattern in WORDS.items():
        if re.search(pattern, text):
            yield f"'{word}': {contract.fold(text)[:60]}…"


def problems_of_comment(function):
    """A list of errors is no sentence: each of its explanations is one."""
    told = function.contract
    explanations = re.findall(r"\(([^()]*)\)", told.error_text)
    for text in [told.summary, told.returns, told.cost, *[text for _, text in told.parameters], *explanations]:
        yield from long_sentences(text)
    for text in told.details:
        yield from long_sentences(text)
    yield from (problem for problem in problems_of_text(function.comment) if problem.startswith("'"))


def problems_of_shape(function, statuses):
    told = function.contract
    if not re.match(r"(?:[A-Z][a-z]*s|Is) ", told.summary) or not told.summary.endswith((".", ":")):
        yield f"no summary in the third person: {told.summary[:60]!r}"
    if not function.result.name.endswith("status"):
        return
    if not told.returns and not told.summary.startswith("Returns"):
        yield "does not say what it returns"
    for name in set(told.errors) | set(re.findall(r"TALLY_ERROR_(\w+)", function.comment)):
        if name not in statuses:
            yield f"{name} is not an error"
    for name in COMMON & set(told.errors):
        if not re.search(rf"\b{name} \(", told.error_text):
            yield f"{name} need not be repeated"
    for name in re.findall(r"\bTALLY_[A-Z_]+\b", told.returns):
        if name.removeprefix("TALLY_") not in statuses:
            yield f"returns {name}, which is not a status"


def texts(model):
    """(Name, text) of everything that is not a function's."""
    yield "introduction", model.introduction
    for section in model.sections:
        yield section.title, section.comment
    for struct in model.structs:
        yield struct.name, struct.comment
        for member in struct.members:
            yield f"{struct.name}.{member.name}", member.comment
    for constant in model.constants:
        yield constant.name, constant.comment
        yield constant.name, constant.group
    for item in model.items:
        if isinstance(item, header_file.Note):
            yield "note", item.text


def problems(path):
    model = header_file.parse(path)
    statuses = {name.removeprefix("TALLY_ERROR_").removeprefix("TALLY_") for name in
                re.findall(r"#define (TALLY_\w+) ", path.read_text(encoding="utf-8"))}
    for name, text in texts(model):
        yield from (f"{name}: {problem}" for problem in problems_of_text(text))
    for function in model.functions + model.callbacks:
        yield from (f"{function.name}: {problem}" for problem in problems_of_comment(function))
        if function in model.functions:
            yield from (f"{function.name}: {problem}" for problem in problems_of_shape(function, statuses))
    lines = path.read_text(encoding="utf-8").count("\n")
    if lines > MAXIMUM_LINES[path.name]:
        yield f"{lines} lines, at most {MAXIMUM_LINES[path.name]}"


def main():
    found = [f"{name}: {problem}" for name in MAXIMUM_LINES for problem in problems(ROOT / "include" / name)]
    for problem in dict.fromkeys(found):
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


main()
