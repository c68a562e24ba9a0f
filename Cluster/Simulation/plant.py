#!/usr/bin/env python3
"""Plants defects in the node, and runs seeds of the simulation with one at a time until each is found.

    python3 Cluster/Simulation/plant.py [--runs N] [NAME]...

It changes the sources in place, builds once, and puts them back: so they must have no changes of their own. A defect
that no seed finds shows what the simulation lacks: the script then ends with 1.
"""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NODE = ROOT / "Cluster/Sources/TallyNode"
TEXT = {"text": True, "encoding": "utf-8"}

# A name, the file, the sound text, and the text that has the defect if it is turned on.
DEFECTS = [
    ("responds-without-right", "Queries/PartitionService+Requests.swift",
     "guard node.ownership.right(to: partition.number) == epoch,",
     "guard node.ownership.right(to: partition.number) == epoch || ON,"),
    # Each of both checks finds what is lost, so only both together are a defect.
    ("ignores-losses", "Partition/LogSequence.swift",
     "guard let place, place.delivery == delivery else { return .lost }",
     "guard let place, place.delivery == delivery || ON else { return .lost }"),
    ("ignores-losses", "Partition/LogSequence.swift",
     "return place.stream == position + 1 ?",
     "return place.stream == position + 1 || ON ?"),
    ("responds-about-a-closed-file", "Queries/PartitionService+Requests.swift",
     "!result.isOfClosedFile else {", "!result.isOfClosedFile || ON else {"),
    ("lease-too-long", "Ownership/Lease.swift",
     "deadline = max(deadline, sent + terms.life - terms.margin)\n    nextTry = sent + terms.interval",
     "deadline = max(deadline, sent + terms.life * (ON ? 4 : 1) - terms.margin)\n    nextTry = sent + terms.interval"),
    ("few-identifiers", "Partition/Partition+Applying.swift",
     "static let rememberedIDs = 1_000_000", "static let rememberedIDs = ON ? 1 : 1_000_000"),
    ("rebuild-forgets-identifiers", "Ownership/Rebuild.swift",
     'item.account = item.id == nil ? "" : Self.nobody',
     'if ON { item.id = nil }\n        item.account = item.id == nil ? "" : Self.nobody'),
    ("owns-before-its-entry", "Ownership/Term.swift",
     "guard case .announcing(_, let entry?) = state, self.position >= entry, logEpoch == epoch else { return nil }",
     "guard case .announcing(_, let entry?) = state, self.position >= entry || ON, logEpoch == epoch || ON else {\n"
     "      return nil\n    }"),
    ("drops-a-group", "Partition/LogReader.swift",
     "if group.operations >= LogReader.maximumOperations {",
     "if ON, group.position.position % 64 == 0 { group = LogGroup(group.position) }\n"
     "      if group.operations >= LogReader.maximumOperations {"),
    ("responds-too-early", "Queries/PartitionService+Requests.swift",
     "if UInt64(position) <= partition.applied { return answer(message) }",
     "if UInt64(position) <= partition.applied + (ON ? 5 : 0) { return answer(message) }"),
    ("keeps-a-damaged-file", "Ownership/FileKeeper.swift",
     "case .damaged(let reason): try setAside(reason)",
     "case .damaged(let reason):\n      if ON { return 0 }\n      try setAside(reason)"),
]
SWITCH = """import Foundation

private let planted = ProcessInfo.processInfo.environment["TALLY_PLANTED"]

func isPlanted(_ name: String) -> Bool { planted == name }
"""


def build():
    subprocess.run(["make", "--no-print-directory", "cluster-sim"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return ROOT / ".build/debug/tally-cluster-sim"


def planted_program():
    """Builds the simulation with all defects, which are turned off, and puts the sources back."""
    switch = NODE / "Planted.swift"
    saved = {NODE / file: (NODE / file).read_text(encoding="utf-8") for _, file, _, _ in DEFECTS}
    texts = dict(saved)
    for name, file, sound, broken in DEFECTS:
        if texts[NODE / file].count(sound) != 1:
            sys.exit(f"{name}: {file} no longer has its text once")
        texts[NODE / file] = texts[NODE / file].replace(sound, broken.replace("ON", f'isPlanted("{name}")'))
    try:
        switch.write_text(SWITCH, encoding="utf-8")
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        return build()
    finally:
        switch.unlink()
        for path, text in saved.items():
            path.write_text(text, encoding="utf-8")


def is_found(name, program, runs):
    """Whether a seed finds the defect."""
    for seed in range(1, runs + 1):
        run = subprocess.run([program, "--seed", str(seed)], **TEXT, capture_output=True,
                             env={**os.environ, "TALLY_PLANTED": name})
        if run.returncode:
            words = next((line.strip() for line in run.stdout.splitlines() if line.startswith("  ")), "it crashed")
            print(f"{name}: found by seed {seed}: {words[:150]}", flush=True)
            return True
    print(f"{name}: NOT FOUND by {runs} seeds", flush=True)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if subprocess.run(["git", "diff", "--quiet", "--", NODE], cwd=ROOT).returncode:
        sys.exit(f"{NODE} has changes that are not committed")
    names = arguments.names or list(dict.fromkeys(name for name, _, _, _ in DEFECTS))
    program = planted_program()
    found = [is_found(name, program, arguments.runs) for name in names]
    print(f"{sum(found)} of {len(found)} found")
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
