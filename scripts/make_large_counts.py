#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the large-count form MPI_X_c of each function MPI_X that source files of libsmpi/doors/api define.

The prototype comes from the table of functions; the body is that of MPI_X, which works with any width
of its counts, but for the few words in WORDS. A form that needs more than that is defined by hand in the
source file; then nothing is made for it.

An output that would be as it is stays untouched, so that nothing is compiled for it.

usage: make_large_counts.py functions.csv source.cpp output.inc [source.cpp output.inc]...
"""
import csv
import pathlib
import re
import sys

# What a body says about the width of counts.
WORDS = ((r"\bForm::small\b", "Form::large"), (r"<int>", "<MPI_Count>"))
DEFINITION = re.compile(r"^int PMPI_(\w+)\((?:[^()]|\([^()]*\))*\) \{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
PROTOTYPE = re.compile(r"^int MPI_(\w+)\((.*)\);$")


def large_form(prototype: str, body: str) -> str:
    match = PROTOTYPE.match(prototype)
    if match is None:
        raise SystemExit(f"make_large_counts.py: unexpected prototype: {prototype}")
    for pattern, replacement in WORDS:
        body = re.sub(pattern, replacement, body)
    return f"int PMPI_{match.group(1)}({match.group(2)}) {{\n{body}}}\n"


def forms_of(source: pathlib.Path, prototypes: dict[str, str]) -> str:
    bodies = {match.group(1): match.group(2) for match in DEFINITION.finditer(source.read_text())}
    forms = [large_form(prototypes[f"MPI_{name}_c"], body) for name, body in bodies.items()
             if f"MPI_{name}_c" in prototypes and f"{name}_c" not in bodies]
    return f"// Made from {source.name} by make_large_counts.py.\n\n" + "\n".join(forms)


def main(table: str, files: list[pathlib.Path]) -> None:
    with open(table, newline="") as rows:
        prototypes = {row["name"]: row["c_prototype"] for row in csv.DictReader(rows)}
    for source, output in zip(files[::2], files[1::2]):
        forms = forms_of(source, prototypes)
        if not output.exists() or output.read_text() != forms:
            output.write_text(forms)


if __name__ == "__main__":
    if len(sys.argv) < 4 or len(sys.argv) % 2 != 0:
        raise SystemExit(__doc__)
    main(sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]])
