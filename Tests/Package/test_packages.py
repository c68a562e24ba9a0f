"""Only `make deps`, `make demo`, `make test` and `make test-all` install Debian packages, and say so first; everything else
checks."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "CSources/Link/packages.sh"
BUILT = ("libtally.so.0", "libtally.a", "libtally-tree.a", "libtally-calendar.a", "libtally-summary.a", "tally")

# The system as a newcomer has it: nothing is installed but what FAKE_INSTALLED names. Each call of apt-get is written
# down, with what was said before it.
FAKES = {
    "dpkg-query": 'for name; do :; done; case " $FAKE_INSTALLED " in *" $name "*) printf installed;; *) exit 1;; esac',
    "id": 'echo "$FAKE_USER"',
    "apt-get": 'echo "$*" >>"$FAKE_LOG"; [ "$1" = update ] && touch "$FAKE_LOG.updated"\n'
               '[ -z "${FAKE_OLD:-}" ] || [ -e "$FAKE_LOG.updated" ]',
    "sudo": '[ "$1" = -n ] && exit "${FAKE_SUDO:-1}"; echo "sudo $*" >>"$FAKE_LOG"; exec "$@"',
    "swift": "exit 1",
}


class System:
    def __init__(self, folder):
        self.log = folder / "log"
        programs = folder / "bin"
        programs.mkdir()
        for name, text in FAKES.items():
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("MAKE", "MFLAGS", "TALLY_INSTALL", "TALLY_BUILT"))}
        self.environment.update(PATH=f"{programs}:{os.environ['PATH']}", FAKE_LOG=str(self.log), FAKE_USER="0",
                                FAKE_INSTALLED="")

    def run(self, *command, **environment):
        return subprocess.run(list(map(str, command)), cwd=ROOT, env={**self.environment, **environment}, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)

    def installed(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def system(tmp_path):
    return System(tmp_path)


def test_what_is_there_is_not_spoken_of(system):
    done = system.run("sh", SCRIPT, "a", "b", FAKE_INSTALLED="a b")
    assert (done.returncode, done.stdout, system.installed()) == (0, "", [])


def test_checking_names_what_is_missing_and_installs_nothing(system):
    done = system.run("sh", SCRIPT, "a", "b", "c", "b", FAKE_INSTALLED="a")
    assert done.returncode == 1 and system.installed() == []
    assert done.stdout == (
        "These Debian packages are needed and not installed: b c\nInstall them with\n"
        "    sudo apt-get install --no-install-recommends b c\n"
        "`make deps` installs those that building and installing need.\n")


def test_installing_says_so_first(system):
    done = system.run("sh", SCRIPT, "a", "b", FAKE_INSTALLED="a", TALLY_INSTALL="yes")
    assert done.returncode == 0 and system.installed() == ["install -y --no-install-recommends -o DPkg::Lock::Timeout=600 b"]
    assert "are needed and not installed: b\n" in done.stdout and "To do it yourself" in done.stdout
    assert "    apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 b\n" in done.stdout


def test_installing_renews_an_old_list_of_packages(system):
    assert system.run("sh", SCRIPT, "b", TALLY_INSTALL="yes", FAKE_OLD="1").returncode == 0
    assert [line.split()[0] for line in system.installed()] == ["install", "update", "install"]


def test_installing_goes_through_sudo_or_says_how(system):
    done = system.run("sh", SCRIPT, "b", TALLY_INSTALL="yes", FAKE_USER="1000")
    assert done.returncode == 1 and system.installed() == []
    assert "    sudo apt-get install --no-install-recommends b\n" in done.stdout
    done = system.run("sh", SCRIPT, "b", TALLY_INSTALL="yes", FAKE_USER="1000", FAKE_SUDO="0")
    assert done.returncode == 0 and system.installed()[0] == "sudo apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 b"


@pytest.fixture
def one_part(tmp_path):
    """One part is enough, because the packages for all parts of a tier are installed before the first one begins."""
    file = tmp_path / "parts.toml"
    file.write_text('[seconds]\ntest = 100\nall = 100\nnightly = 100\n[parts]\nlint = { tiers = ["test", "all"] }\n')
    return f"PARTS_FILE={file}"


@pytest.mark.parametrize("target", ["deps", "demo", "test", "test-all"])
def test_these_targets_install(system, tmp_path, one_part, target):
    done = system.run("make", target, f"BUILD={tmp_path}/build", one_part)
    assert (done.returncode == 0) == (target == "deps"), done.stdout  # There is no compiler for the others.
    assert system.installed(), done.stdout
    assert done.stdout.startswith("These Debian packages are needed and not installed: ")


def packages_of(system, tmp_path, one_part, target):
    """The packages that a target installs if there are none: with one command, and so with one message."""
    system.run("make", target, f"BUILD={tmp_path}/build", one_part)
    (line,) = system.installed()
    system.log.unlink()
    return set(line[line.index("Timeout=600") :].split()[1:])


def test_make_test_needs_few_packages(system, tmp_path, one_part):
    for_building = packages_of(system, tmp_path, one_part, "deps")
    for_testing = packages_of(system, tmp_path, one_part, "test")
    assert len(for_testing - for_building) <= 12, for_testing - for_building


def test_make_test_all_names_at_once_all_that_its_parts_need(system, tmp_path, one_part):
    installed = packages_of(system, tmp_path, one_part, "test-all")
    files = [ROOT / "Makefile", *ROOT.glob("Make/*.mk"), *ROOT.glob("Tests/*.mk")]
    # `make nightly` installs its own packages.
    wanted = r"^(?:PACKAGES_(?!nightly)[\w-]+ \+?:?= |\t@\$\(CHECK_PACKAGES\) )((?:.*\\\n)*.*)"
    parts = [re.findall(wanted, file.read_text(encoding="utf-8"), re.MULTILINE) for file in files]
    # Functions and variables of make, which may stand in each other, are names of packages only when they are expanded.
    text = " ".join(text for texts in parts for text in texts)
    while (less := re.sub(r"\$\([^()]*\)", "", text)) != text:
        text = less
    named = {word for word in text.split() if re.fullmatch(r"[a-z][a-z0-9+.-]+", word)}
    assert len(named) > 30 and named <= installed, named - installed


@pytest.mark.parametrize("target", ["all", "lib", "cli", "install", "deb", "docs", "tables", "test-c", "test-icu",
                                    "test-python", "test-bindings", "test-examples", "test-package", "check-abi"])
def test_other_targets_only_check(system, tmp_path, target):
    done = system.run("make", target, f"BUILD={tmp_path}/build")
    assert done.returncode != 0 and system.installed() == [], done.stdout
    assert "    sudo apt-get install --no-install-recommends " in done.stdout and "`make deps`" in done.stdout


def test_deb_lists_the_checksums_of_its_packages(system, tmp_path):
    """Only what makes the packages is replaced. chroot.sh checks those that are really made."""
    build, packages = tmp_path / "build", ("libtally0_0.1.0-1_amd64.deb", "libtally-dev_0.1.0-1_amd64.deb")
    build.mkdir()
    for name in BUILT:
        (build / name).write_text("")
    (tmp_path / "bin/dpkg-buildpackage").write_text(
        "#!/bin/sh\n" + "".join(f"echo {name} >../{name}\n" for name in packages))
    (tmp_path / "bin/dpkg-buildpackage").chmod(0o755)
    (tmp_path / "bin/dpkg-query").write_text("#!/bin/sh\nprintf installed\n")
    done = system.run("make", "deb", f"BUILD={build}")
    assert done.returncode == 0, done.stdout
    # As README.md says: also where only some of the packages are.
    (command,) = re.findall(r"^    (sha256sum .*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)

    def check():
        return subprocess.run(["sh", "-c", command], cwd=build / "deb", capture_output=True, text=True)

    assert sorted(check().stdout.splitlines()) == sorted(f"{name}: OK" for name in packages)
    (build / "deb" / packages[0]).unlink()
    assert (check().returncode, check().stdout) == (0, f"{packages[1]}: OK\n")
    (build / "deb" / packages[1]).write_text("something else")
    assert check().returncode != 0


def test_deb_checks_what_packages_are_made_with(system, tmp_path):
    build = tmp_path / "build"
    build.mkdir()
    for name in BUILT:
        (build / name).write_text("")
    for target, package in (("install", "chrpath"), ("deb", "debhelper")):
        done = system.run("make", target, f"BUILD={build}", f"DESTDIR={tmp_path}/root")
        assert done.returncode != 0 and system.installed() == [] and package in done.stdout, done.stdout
