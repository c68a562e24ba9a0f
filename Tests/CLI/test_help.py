"""The help: every line is an imperative of at most 60 characters, and names mean the same everywhere."""

import re
import subprocess
import sys

import pytest

from command import ROOT, help_of, options_of, run

VERBS = """
Acknowledge Add Apply Assume Back Begin Change Choose Clear Compare Continue Copy Count Create Date Dismiss Draw End
Explain Give Group Ignore Import Keep Leave Let Light Limit List Look Mark Move Name Plan Poll Post Print Purge Put Read
Remind Remove Replace Resolve Restore Retry Save Say Send Set Show Snooze Store Sum Undo Use Withdraw Word Write
""".split()


def commands(command, words=()):
    yield " ".join(words), command
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help":
            yield from commands(inner, (*words, inner["commandName"]))


def test_every_line_is_a_short_imperative():
    lines = [(words, command["abstract"]) for words, command in commands(help_of())]
    lines += [(f"{' '.join(words)} {argument.get('valueName')}", argument["abstract"])
              for words, argument in options_of(help_of())
              if argument["shouldDisplay"] and argument.get("valueName") not in ("help", "version") and "help" not in words]
    assert len(lines) > 150
    wrong = [(where, line) for where, line in lines
             if len(line) > 60 or not line.endswith(".") or not re.match(r"[A-Z][a-z]+\b", line)
             or re.match(r"[A-Za-z]+", line).group(0) not in VERBS]
    assert not wrong


def test_sentences_are_short():
    """Each row of a table, such as ENVIRONMENT, counts on its own."""
    texts = [(words, command.get("discussion") or "") for words, command in commands(help_of())]
    texts += [(words, argument.get("discussion") or "") for words, argument in options_of(help_of())]
    long = [(words, sentence) for words, text in texts
            for sentence in re.split(r"(?<=[.:]) |\n\n|\n {2}", text)
            if len(sentence.split()) > 25]
    assert not long


def test_every_command_has_the_common_options():
    leaves = [(words, command) for words, command in commands(help_of()) if not command.get("subcommands")]
    assert len(leaves) > 30
    for words, command in leaves:
        names = {argument.get("valueName") for argument in command["arguments"] if argument["kind"] == "flag"}
        assert {"json", "quiet"} <= names, words


def test_one_name_for_one_thing():
    """An option has the same help wherever it stands, apart from these."""
    differ = set("after all db for icon id interval kind key limit locale once only output path seen time unread until url".split())
    seen, wrong = {}, []
    for words, argument in options_of(help_of()):
        if argument["kind"] == "positional" or words and words[0] == "help":
            continue
        name = argument["preferredName"]["name"]
        if seen.setdefault(name, argument["abstract"]) != argument["abstract"] and name not in differ:
            wrong.append((words, name, argument["abstract"]))
    assert not wrong
    assert not {"sum", "drop", "delete", "force"} & set(seen)


def test_the_manual_lists_the_environment():
    dumped = run("--experimental-dump-help", check=0).stdout
    page = subprocess.run([sys.executable, ROOT / "CSources/Link/manual.py", "command", "0.1.0"], input=dumped,
                          capture_output=True, check=True).stdout.decode()
    _, environment = page.split(".Sh ENVIRONMENT\n")
    environment, statuses = environment.split(".Sh EXIT STATUS\n")
    for text, items in ((environment, ["TALLY_DB", "XDG_DATA_HOME", "TALLY_TOKEN", "NO_COLOR"]), (statuses, ["0", "64", "77"])):
        assert text.startswith(".Bl -tag") and text.count(".It ") >= len(items)
        for item in items:
            assert f"\n.It {item}\n" in text
    assert "TALLY_DB" not in page[:page.index(".Sh COMMANDS")]


def test_errors_of_usage_begin_as_others(tmp_path):
    for words in (["read", "x", "y"], ["set", "root.x", "many"], ["gett"], ["read"], ["set", "--nothing"], []):
        done = run(*words, "--db", tmp_path / "x.db", check=64)
        text = done.stderr.decode()
        assert text.startswith("tally: ") and "Error:" not in text and done.stdout == b"", words
        assert not text.startswith("tally: Error")
    assert run("set", "--help", check=0).stderr == b""


def test_a_mistyped_command_gets_a_suggestion(tmp_path):
    for words, wanted in ((["gett", "root"], "'gett'; did you mean tally get?"),
                          (["mesages"], "'mesages'; did you mean tally messages?"),
                          (["mess"], "'mess'; did you mean tally messages?"),
                          (["dto", "a"], "'dto'; did you mean tally dot?"),
                          (["feed", "lst"], "'lst'; did you mean tally feed list?"),
                          (["remind", "sooze", "x"], "'sooze'; did you mean tally remind snooze?"),
                          (["account", "zzz"], "'zzz'; list the commands with tally account --help"),
                          (["qqqq"], "'qqqq'; list the commands with tally --help")):
        done = run(*words, check=64)
        assert done.stderr.decode() == f"tally: there is no command {wanted}\n"
    # Commands that exist get the words of the parser.
    for words in (["set", "root.x", "many"], ["get"], ["outbox", "nothing"], ["--nothing"]):
        assert "there is no command" not in run(*words, "--db", tmp_path / "x.db", check=64).stderr.decode()


def test_overview():
    text = run("--help", check=0).stdout.decode()
    for word in ("EXIT STATUS", "tally init", "75", "NO_COLOR", "minutes"):
        assert word in text
    assert run("--version", check=0).stdout == b"0.1.0\n"


@pytest.mark.parametrize("words", [words for words, _ in commands(help_of()) if words])
def test_each_command_has_help(words):
    assert run(*words.split(" "), "--help", check=0).stdout
