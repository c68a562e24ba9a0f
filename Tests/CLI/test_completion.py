"""The shells complete words of the command, files, and names that are in the database."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

import pytest

from command import TALLY, HANG_SECONDS, ok, run

# The words that a shell offers at the cursor. `file` stands for the files of the folder.
COMPLETED = {
    "tally rem": ["remind"],
    "tally get --db ": "file",
    "tally get --db o": ["one.db"],
    "tally set a 1 --aggregation ": ["children", "sum"],
    "tally set a 1 --aggregation c": ["children"],
    "tally mute a ": ["none", "number", "all"],
    "tally rule mail --feeding ": ["unseen", "unread"],
    "tally remind add milk --smart ": ["on", "off", "automatic"],
    "tally groups --mode ": ["automatic", "app", "off"],
    "tally groups --previews ": ["shown", "hidden"],
    "tally watch --preset n": ["ntfy"],
    "tally feed add x file:///x --mapping ": "file",
    "tally feed add --pre": ["--prefix", "--preset"],
    "tally set a 1 --aggregation s": ["sum"],
    "tally recover ": "file",
    "tally recover one.db t": ["two.trace"],
    "tally restore ": "file",
    "tally import ": "file",
    "tally remind import ": "file",
    "tally import-strings ": "file",
    "tally map --preset ntfy ": "file",
    "tally backup --db one.db ": "file",
    "tally post in": ["inbox"],
}

# And where one.db has the example, the feed "work" and the account "bo".
STORED = {
    "tally get --db one.db in": ["inbox"],
    "tally get --db=one.db root.ch": ["root.chat", "root.chat.ann", "root.chat.bo"],
    "tally set --db one.db chat.": ["chat.ann", "chat.bo"],
    "tally tree --db one.db --account bo ": ["root", "other"],
    "tally get x --db one.db --account ": ["bo", "default"],
    "tally feed remove --db one.db ": ["work"],
    "tally remind done --db one.db m": ["milk"],
    "tally account remove --db one.db d": ["default"],
    "tally get --db none.db in": [],
}


@pytest.fixture(scope="module")
def completions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("completions")
    ok(folder / "one.db", "init", "--quiet")
    ok(folder / "one.db", "feed", "add", "work", "file:///nothing")
    ok(folder / "one.db", "set", "other", 1, "--account", "bo")
    (folder / "two.trace").write_bytes(b"")
    script = tmp_path_factory.mktemp("script") / "tally"
    script.write_bytes(run("--generate-completion-script", "bash", check=0).stdout)
    (script.parent / "bin").mkdir()
    (script.parent / "bin" / "tally").symlink_to(TALLY)
    return script, folder


def offered(completions, line, env=None):
    """The words that bash offers when Tab is pressed at the end of the line."""
    script, folder = completions
    program = (
        'PATH="$3:$PATH"; source "$1"; read -ra COMP_WORDS <<< "$2"; [[ "$2" == *" " ]] && COMP_WORDS+=(""); '
        'COMP_LINE="$2" COMP_POINT=${#2} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); '
        '_tally tally "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-O", "extglob", "-c", program, "-", str(script), line, str(script.parent / "bin")],
                          cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS, env=env)
    assert done.returncode == 0 and done.stderr == "", done
    return [word for word in done.stdout.splitlines() if word]


@pytest.mark.parametrize("line", COMPLETED)
def test_bash_completes(completions, line, monkeypatch):
    monkeypatch.setenv("TALLY_DB", str(completions[1] / "one.db"))
    wanted = COMPLETED[line]
    if wanted == "file":
        assert {"one.db", "two.trace"} <= set(offered(completions, line))
    else:
        assert offered(completions, line) == wanted


@pytest.mark.parametrize("line", STORED)
def test_bash_completes_what_is_stored(completions, line):
    assert sorted(offered(completions, line)) == sorted(STORED[line])


# Both shells complete only where a person types. So they run on a terminal, where Tab writes what it would offer into
# the file OFFERED and empties the line.
FISH = """
source $SCRIPT
function write_offers
  complete -C > $OFFERED.part
  mv $OFFERED.part $OFFERED
  commandline ""
end
bind \\t write_offers
"""

ZSH = """
PROMPT= RPROMPT=
autoload -U compinit; compinit -u -D
source $SCRIPT
compdef _tally tally
zstyle ":completion:*" completer _complete
compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
    typeset -a found; builtin compadd -A found "$@"
    (( $#found )) && print -rl -- $found >> $OFFERED.part
  fi
  builtin compadd "$@"
}
write_offers() { : > $OFFERED.part; zle list-choices; mv $OFFERED.part $OFFERED; BUFFER= }
zle -N write_offers
bindkey "^I" write_offers
"""


class Shell:
    """zsh or fish on a terminal, in the folder of the completions."""

    def __init__(self, name, completions, folder):
        script, self.folder = completions[0].with_suffix("." + name), completions[1]
        script.write_bytes(run("--generate-completion-script", name, check=0).stdout)
        self.offered_file = folder / "offered"
        (folder / ".zshrc").write_text(ZSH, encoding="utf-8")
        environment = {
            **os.environ, "PATH": f"{script.parent / 'bin'}:{os.environ['PATH']}", "TERM": "xterm", "HOME": str(folder),
            "ZDOTDIR": str(folder), "SCRIPT": str(script), "OFFERED": str(self.offered_file),
            "TALLY_DB": str(self.folder / "one.db")}
        arguments = ["zsh", "-i", "--no-globalrcs"] if name == "zsh" else ["fish", "--no-config", "-i", "-C", FISH]
        self.parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.process = subprocess.Popen(
            arguments, stdin=child, stdout=child, stderr=child, env=environment, cwd=self.folder, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(child)
        self.output = b""

    def offered(self, line):
        """The words that the shell offers when Tab is pressed at the end of the line."""
        self.offered_file.unlink(missing_ok=True)
        os.write(self.parent, line.encode() + b"\t")
        end = time.monotonic() + HANG_SECONDS
        while not self.offered_file.exists():
            assert time.monotonic() < end, self.output
            if select.select([self.parent], [], [], 0.02)[0]:
                self.output += os.read(self.parent, 65536)
        # fish describes each offer behind a tab, and ends folders with a slash.
        return [offer.split("\t")[0].rstrip("/") for offer in self.offered_file.read_text(encoding="utf-8").splitlines()]

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.parent)


@pytest.fixture(scope="module", params=["zsh", "fish"])
def shell(request, completions, tmp_path_factory):
    with contextlib.closing(Shell(request.param, completions, tmp_path_factory.mktemp(request.param))) as running:
        yield running


@pytest.mark.parametrize("line", COMPLETED)
def test_other_shells_complete(shell, line):
    wanted = COMPLETED[line]
    if wanted == "file":
        assert {"one.db", "two.trace"} <= set(shell.offered(line))
    else:
        assert shell.offered(line) == wanted


# The script for zsh completes the value of an option only as a word of its own.
@pytest.mark.parametrize("line", [line for line in STORED if "=" not in line])
def test_other_shells_complete_what_is_stored(shell, line):
    assert sorted(shell.offered(line)) == sorted(STORED[line])


# Names that a server may have given a path, and those of a hostile feed, reminder or account. "." begins the next name.
HOSTILE = [
    "p1$(touch pwned)", "p2`touch pwned`", "p3;touch pwned", "p4|touch pwned", "p5&touch pwned", "p6>pwned", "p7 pwned",
    "p8'x", 'p9"x', "pa(touch pwned)", "pb{a,b}", "pc$HOME", "pd*", "pe?", "pf!touch", "pg#x", "ph\\x", "pi[a]",
    "pj<(touch pwned)", "pk~", "pl=ls", "pm^x", "pn%x", "pp:x", "p\u202eq", "p\u2028r", "ps$((x[$(touch pwned)]))",
]
SAFE = ["plain", "p-q_r+s@t,u", "pä漢字1"]


@pytest.fixture(scope="module")
def hostile(completions):
    """A database whose paths, accounts, feeds and reminders have names that a shell would expand."""
    script, folder = completions
    database = folder / "bad.db"
    for number, name in enumerate(HOSTILE + SAFE):
        ok(database, "set", name.replace("\\", "\\\\"), 1)
        ok(database, "feed", "add", name, f"file:///nothing{number}")
        ok(database, "remind", "add", name, "--keeps", "1y")
        ok(database, "set", "x", 1, "--account", name)
    return script, folder


HOSTILE_LINES = [
    f"tally {command} --db bad.db {rest}p"
    for command, rest in (("get", ""), ("feed remove", ""), ("remind done", ""), ("tree", "--account "), ("account remove", ""))
]


def check_hostile(folder, offers):
    assert sorted(offers) == sorted(SAFE)
    assert not (folder / "pwned").exists()


@pytest.mark.parametrize("line", HOSTILE_LINES)
def test_bash_takes_names_literally(hostile, line):
    check_hostile(hostile[1], offered(hostile, line))


@pytest.mark.parametrize("line", HOSTILE_LINES)
def test_other_shells_take_names_literally(hostile, shell, line):
    check_hostile(hostile[1], shell.offered(line))


def test_bash_expands_nothing_that_a_program_prints(hostile, tmp_path):
    """Even if the command offered such names: the script adds lines unchanged."""
    script, folder = hostile
    (tmp_path / "tally").write_text("#!/bin/sh\nprintf '%s\\n' 'p1$(touch pwned)' 'p2`touch pwned`' plain\n", encoding="utf-8")
    (tmp_path / "tally").chmod(0o755)
    program = (
        'PATH="$2:$PATH"; source "$1"; COMP_WORDS=(tally get p); COMP_LINE="tally get p" COMP_POINT=11 COMP_CWORD=2; '
        '_tally tally p get; printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-O", "extglob", "-c", program, "-", str(script), str(tmp_path)],
                          cwd=folder, capture_output=True, text=True, timeout=HANG_SECONDS)
    assert done.stdout.splitlines() == ["p1$(touch pwned)", "p2`touch pwned`", "plain"], done
    assert not (folder / "pwned").exists()


def test_bash_on_a_terminal_inserts_names_literally(hostile):
    """Tab twice and Return in an interactive bash: nothing stored is executed."""
    script, folder = hostile
    parent, child = pty.openpty()
    environment = {**os.environ, "PATH": f"{script.parent / 'bin'}:{os.environ['PATH']}", "TERM": "dumb", "HOME": str(folder)}
    process = subprocess.Popen(["bash", "--norc", "-i"], stdin=child, stdout=child, stderr=child, env=environment, cwd=folder,
                               start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    os.close(child)
    os.write(parent, f". {script}\ntally get --db bad.db pl\t --json\necho do''ne\nexit\n".encode())
    output, end = b"", time.monotonic() + HANG_SECONDS
    with contextlib.suppress(OSError):
        while time.monotonic() < end and (data := os.read(parent, 65536)):
            output += data
    process.wait(HANG_SECONDS)
    os.close(parent)
    assert b'"path":"root.plain"' in output.replace(b" ", b"") and b"\ndone" in output, output
    assert not (folder / "pwned").exists()
