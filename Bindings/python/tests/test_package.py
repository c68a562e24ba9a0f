"""The package is built and installed as Python expects it, and its examples run."""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

HERE = pathlib.Path(__file__).resolve().parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE)}


def run(*arguments, cwd=None, env=ENVIRONMENT):
    result = subprocess.run(arguments, cwd=cwd, env=env, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def can_build(python):
    """Whether it makes wheels, without anything from the network."""
    check = "import setuptools, wheel, pip"
    return subprocess.run([python, "-c", check], capture_output=True).returncode == 0


def test_a_wheel_has_the_package_and_its_types(tmp_path):
    python = next((python for python in (sys.executable, "/usr/bin/python3")
                   if os.path.exists(python) and can_build(python)), None)
    if python is None:
        pytest.skip("needs python3-pip, python3-setuptools and python3-wheel")
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "tally"):
        run("cp", "-r", str(HERE / name), str(source))
    run(python, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(tmp_path),
        str(source), cwd=tmp_path, env=dict(os.environ))
    (wheel,) = tmp_path.glob("tally-0.1.0-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    modules = {f"tally/{file.name}" for file in (HERE / "tally").iterdir() if file.suffix in (".py", ".typed")}
    assert modules <= set(names)
    environment = {**os.environ, "PYTHONPATH": str(wheel)}
    assert run(sys.executable, "-c", "import tally; print(tally.version())", env=environment) == "0.1.0\n"


def test_the_readmes_example(tmp_path):
    code = re.search(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)[1]
    (tmp_path / "example.py").write_text(code)
    lines = run(sys.executable, "example.py", cwd=tmp_path).splitlines()
    assert lines[0] == "root.chat.bo 3" and "root.mail hello" in lines
    # Messages of one millisecond are in no particular order.
    assert {"3 more messages from Ann and Bo", "3 more messages from Bo and Ann"} & set(lines)
    assert " milk " in lines[-1]


def test_the_example_of_asyncio():
    lines = run(sys.executable, str(HERE / "examples" / "follow.py")).splitlines()
    assert lines[0] == "root none" and lines[-1] == "root none" and len(lines) > 2
