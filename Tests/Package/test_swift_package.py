"""A Swift package that depends on Tally fetches Tally alone."""

import json

from test_install import ROOT, run

MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "user", dependencies: [.package(name: "tally", path: "{root}")],
  targets: [.executableTarget(name: "User", dependencies: [.product(name: "Tally", package: "tally")])])
"""


def test_a_user_of_the_package_fetches_nothing_else(tmp_path):
    (tmp_path / "Package.swift").write_text(MANIFEST.format(root=ROOT))
    (tmp_path / "Sources/User").mkdir(parents=True)
    (tmp_path / "Sources/User/main.swift").write_text("import Tally\n")
    shown = run("swift", "package", "--package-path", tmp_path, "show-dependencies", "--format", "json")
    (tally,) = json.loads(shown)["dependencies"]
    assert tally["path"] == str(ROOT) and tally["dependencies"] == []
