"""The package is built and installed as Python expects it, and its examples run."""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE)}


def run(*arguments, cwd=None, env=ENVIRONMENT):
    result = subprocess.run(arguments, cwd=cwd, env=env, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


# Debian's folder of the wheels that pip would download (python3-setuptools-whl, python3-wheel-whl), for its Python.
WHEELS = pathlib.Path("/usr/share/python-wheels")


def test_the_readmes_wheel(tmp_path):
    """Its commands as they stand there, with a Python that has pip and nothing else."""
    for name in ("setuptools", "wheel"):
        assert list(WHEELS.glob(f"{name}-*")), f"{WHEELS} has no {name}: install python3-{name}-whl"
    package = tmp_path / "Bindings/python"
    package.mkdir(parents=True)
    for name in ("pyproject.toml", "README.md", "tally"):
        run("cp", "-r", str(HERE / name), str(package))
    run("/usr/bin/python3", "-m", "venv", str(tmp_path / "bare"))
    environment = {**os.environ, "PATH": f"{tmp_path}/bare/bin:{os.environ['PATH']}", "PIP_NO_INDEX": "1",
                   "PIP_FIND_LINKS": str(WHEELS)}
    environment.pop("PYTHONPATH", None)
    commands = re.search(r"((?:^    .*\n)+)\nOn Debian", (HERE / "README.md").read_text(), re.MULTILINE)[1]
    run("sh", "-ec", commands, cwd=tmp_path, env=environment)
    (wheel,) = tmp_path.glob("tally-*-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    modules = {f"tally/{file.name}" for file in (HERE / "tally").iterdir() if file.suffix in (".py", ".typed")}
    assert modules <= set(names)
    program = "import tally; print(tally.version())"
    assert run(str(tmp_path / "here/bin/python"), "-c", program, cwd=tmp_path, env=environment) == wheel.name.split("-")[1] + "\n"


def test_the_example_of_asyncio():
    lines = run(sys.executable, str(HERE / "examples" / "follow.py")).splitlines()
    assert lines[0] == "root none" and lines[-1] == "root none" and len(lines) > 2
