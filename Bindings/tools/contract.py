"""Reads the comment of a function in the header: the shape that Tests/ABI/check_comments.py holds.

    /*
     * Sets the badge at `path` to `count`. 0 removes the badge.
     *
     * account      the account to change
     * path, count  created if it does not exist; 0 to TALLY_MAX_COUNT
     *
     * Returns TALLY_OK.
     * Errors: PATH, RANGE (count), LIMIT; with full durability also IO, FULL.
     * Threads: any.
     * Cost: O(depth).
     *
     * Details, in paragraphs, lists that begin with "- ", and blocks of four columns more.
     */

A short comment is one paragraph with the same parts: "Summary. Detail. Returns TALLY_OK. Errors: PATH. Cost: O(1)."
Each of Returns, Errors, Threads and Cost is one sentence. What stands behind it is a detail.
"""

import dataclasses
import re

# An abbreviation does not end a sentence, nor does a dot within parentheses.
END = re.compile(r"(?<!e\.g)(?<!i\.e)(?<=[.!?])\s+(?=[A-Z0-9`\"(]|[a-z]+_[a-z_]+\b|docs/|[a-z_]+: )")


@dataclasses.dataclass
class Contract:
    summary: str = ""
    lead: str = ""        # The details in the summary's own paragraph; also the first of `details`.
    parameters: list = dataclasses.field(default_factory=list)  # (names, text): ("bytes, size", "the file").
    returns: str = ""     # "Returns TALLY_OK, or TALLY_HELD if …", or "".
    errors: list = dataclasses.field(default_factory=list)      # Names without TALLY_ERROR_: "PATH".
    error_text: str = ""  # "PATH, RANGE (count)", as written.
    threads: str = ""     # "" where the header's convention holds.
    cost: str = ""
    details: list = dataclasses.field(default_factory=list)     # Paragraphs; lists and blocks keep their lines.


def fold(text):
    return re.sub(r"\s+", " ", text).strip()


def sentences(text):
    """Returns the sentences of a paragraph. Text in parentheses belongs to the sentence around it."""
    parts = []
    for part in END.split(fold(text)):
        if parts and parts[-1].count("(") > parts[-1].count(")"):
            parts[-1] += " " + part
        else:
            parts.append(part)
    return [part for part in parts if part]


def table(paragraph, names):
    """A table of parameters as [(names, text)], or None."""
    rows = []
    for line in paragraph.split("\n"):
        found = re.match(r"(\w+(?:, \w+)*) {2,}(\S.*)$", line)
        if found and all(name in names for name in found[1].split(", ")):
            rows.append([found[1], found[2]])
        elif rows and line.startswith("  "):
            rows[-1][1] += " " + line.strip()
        else:
            return None
    return [tuple(row) for row in rows]


def is_kept(paragraph):
    """A list, or a block of code or of columns: its lines are kept."""
    return bool(re.search(r"^(?:- |    )", paragraph, re.M))


def read(comment, parameters=()):
    """The contract in a comment without its stars. parameters: the names of the function's."""
    contract, prose = Contract(), []

    def flush():
        if prose:
            contract.details.append(" ".join(prose))
            prose.clear()

    for paragraph in re.split(r"\n\s*\n", comment.strip("\n")):
        rows = table(paragraph, parameters)
        if rows:
            contract.parameters += rows
            continue
        if is_kept(paragraph):
            contract.details.append(paragraph)
            continue
        begins = not contract.summary
        for sentence in sentences(paragraph):
            take(contract, sentence, prose)
        contract.lead = " ".join(prose) if begins else contract.lead
        flush()
    return contract


def take(contract, sentence, prose):
    label, _, rest = sentence.partition(" ")
    rest = rest.rstrip(".")
    if not contract.summary:
        contract.summary = sentence
    elif label == "Returns" and not contract.returns:
        contract.returns = sentence
    elif label == "Errors:":
        contract.error_text = rest
        contract.errors = error_names(rest)
    elif label == "Threads:":
        contract.threads = rest
    elif label == "Cost:":
        contract.cost = rest
    else:
        prose.append(sentence)


def error_names(text):
    """The names in "PATH, RANGE (count, or `until`), LIMIT": what is in parentheses says why."""
    while "(" in text:
        bare = re.sub(r"\([^()]*\)", "", text)
        if bare == text:
            break
        text = bare
    return re.findall(r"\b[A-Z][A-Z_]+\b", text)
