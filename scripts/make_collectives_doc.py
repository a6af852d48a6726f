#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/collectives.md from what `smpirun -help-coll` says, which comes from the library's tables.

usage: make_collectives_doc.py SMPIRUN [--check FILE]
  prints the document; with --check compares it with FILE and says how to bring that up to date
"""
import argparse
import pathlib
import re
import subprocess
import sys

HEAD = """# Algorithms of the collectives

On this page: {contents}.

Made by `scripts/make_collectives_doc.py build/dev/bin/smpirun > docs/collectives.md`; do not edit it.

`--cfg=smpi/COLLECTIVE:NAME` chooses an algorithm, `--cfg=smpi/coll-selector:NAME` the rules for all others. An
algorithm that a call does not suit is replaced by the choice of the rules. A new algorithm is one file in the
folder of its collective below `libsmpi/coll` and one row of its `table.cpp`, with its cost.

Costs are for an uncontended network:

| symbol | meaning |
|---|---|
| p, L, F | ranks, ceil(log2 p), floor(log2 p) |
| S | segments |
| a | latency of a message |
| b | time per byte |
| g | time to combine a byte |
| n | bytes of the vector (bcast, reduce, allreduce, scan), of all blocks together (gather, scatter, allgather, reduce_scatter), of all blocks that one rank sends (alltoall) |
"""


def document(help_text: str) -> str:
    sections = list(re.finditer(r"^smpi/(\w+)\n((?:  .*\n)+)", help_text, re.MULTILINE))
    links = [f"[{section.group(1)}](#{section.group(1)})" for section in sections]
    text = HEAD.replace("{contents}", ", ".join(links))
    for section in sections:
        text += f"\n## {section.group(1)}\n\n| algorithm | cost, and when |\n|---|---|\n"
        for line in section.group(2).splitlines():
            name, _, cost = line.strip().partition(" ")
            cost = cost.strip().replace("|", "\\|").replace("*", "\\*")
            text += f"| `{name}` | {cost} |\n"
    return text


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("smpirun")
    parser.add_argument("--check", type=pathlib.Path)
    options = parser.parse_args()
    done = subprocess.run([options.smpirun, "-help-coll"], capture_output=True, text=True, check=True)
    made = document(done.stdout)
    if options.check is None:
        print(made, end="")
        return 0
    if options.check.read_text() == made:
        return 0
    print(f"{options.check} is not what the tables say: scripts/make_collectives_doc.py {options.smpirun} > {options.check}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
