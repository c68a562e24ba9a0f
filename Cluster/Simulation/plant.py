#!/usr/bin/env python3
"""Plants defects in the node, one at a time, and runs seeds of the simulation until each is found.

    python3 Cluster/Simulation/plant.py [--runs N] [--release] [NAME]...

It changes the sources in place and puts them back, so they must have no changes of their own. A defect that no seed
finds shows what the simulation lacks: the script then ends with 1.
"""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NODE = ROOT / "Cluster/Sources/TallyNode"
TEXT = {"text": True, "encoding": "utf-8"}

# A name, the file, the sound text and the defect.
DEFECTS = [
    ("responds-without-right", "Queries/PartitionService+Requests.swift",
     "guard node.ownership.right(to: partition.number) == epoch else {",
     "guard node.ownership.right(to: partition.number) == epoch || epoch > 0 else {"),
    ("ignores-gaps", "Partition/LogSequence.swift",
     "guard let place, place.delivery == delivery else { return .lost }",
     "guard let place else { return .lost }"),
    ("ignores-missing-entries", "Partition/LogSequence.swift",
     "return place.stream == position + 1 ? .next : .missing(position + 1...place.stream - 1)",
     "return .next"),
    ("lease-too-long", "Ownership/Lease.swift",
     "deadline = max(deadline, sent + terms.life - terms.margin)\n    nextTry = sent + terms.interval",
     "deadline = max(deadline, sent + terms.life * 2)\n    nextTry = sent + terms.interval"),
    ("few-identifiers", "Partition/Partition+Applying.swift",
     "static let rememberedIDs = 1_000_000", "static let rememberedIDs = 1"),
    ("rebuild-forgets-identifiers", "Ownership/Rebuild.swift",
     'item.account = item.id == nil ? "" : Self.nobody', 'item.id = nil\n        item.account = ""'),
    ("owns-before-its-entry", "Ownership/Term.swift",
     "guard case .announcing(_, let entry?) = state, self.position >= entry, logEpoch == epoch else { return nil }",
     "guard case .announcing = state else { return nil }"),
    ("skips-rejected-groups", "Partition/LogReader.swift",
     "if group.operations >= LogReader.maximumOperations {",
     "if group.position.position % 64 == 0 { group = LogGroup(group.position) }\n"
     "      if group.operations >= LogReader.maximumOperations {"),
    ("old-position-in-responses", "Queries/PartitionService+Requests.swift",
     "if UInt64(position) <= partition.applied { return answer(message) }",
     "if UInt64(position) <= partition.applied + 5 { return answer(message) }"),
    ("keeps-a-damaged-file", "Ownership/FileKeeper.swift",
     "case .damaged(let reason): try setAside(reason)",
     'case .damaged(let reason):\n      logger.error("damaged", metadata: ["reason": "\\(reason)"])\n      return 0'),
]


def build(release):
    kind, folder = (["-c", "release"], ".build-release") if release else ([], ".build")
    subprocess.run(["swift", "build", "--disable-build-manifest-caching", "--package-path", "Cluster", *kind,
                    "--scratch-path", folder, "--product", "tally-cluster-sim"], cwd=ROOT, check=True,
                   env={**os.environ, "TALLY_SIMULATED": "1"}, stdout=subprocess.DEVNULL)
    return ROOT / folder / ("release" if release else "debug") / "tally-cluster-sim"


def plant(defect, arguments):
    """Whether a seed finds the defect."""
    name, file, sound, broken = defect
    path = NODE / file
    text = path.read_text(encoding="utf-8")
    if text.count(sound) != 1:
        print(f"{name}: {file} no longer has the text once")
        return False
    try:
        path.write_text(text.replace(sound, broken), encoding="utf-8")
        program = build(arguments.release)
        for seed in range(1, arguments.runs + 1):
            run = subprocess.run([program, "--seed", str(seed)], **TEXT, capture_output=True)
            if run.returncode:
                words = next((line.strip() for line in run.stdout.splitlines() if line.startswith("  ")), "it crashed")
                print(f"{name}: found by seed {seed}: {words[:150]}", flush=True)
                return True
    finally:
        path.write_text(text, encoding="utf-8")
    print(f"{name}: NOT FOUND by {arguments.runs} seeds", flush=True)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--release", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if subprocess.run(["git", "diff", "--quiet", "--", NODE], cwd=ROOT).returncode:
        sys.exit(f"{NODE} has changes that are not committed")
    chosen = [defect for defect in DEFECTS if not arguments.names or defect[0] in arguments.names]
    found = [plant(defect, arguments) for defect in chosen]
    print(f"{sum(found)} of {len(found)} found")
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
