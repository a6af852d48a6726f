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
algorithm that a call does not suit is replaced by the choice of the rules; the run says so once. A new algorithm is
one file in the folder of its collective below `libsmpi/mpi/coll` and one row of its `table.cpp`, with its cost.

Rules: `ompi` (Open MPI 4.1, the default), `mpich` (MPICH 4.0), `default` (SimGrid without a selector), `automatic` (all
algorithms one after the other), or a file.

## A table of your own

`--cfg=smpi/coll-selector:FILE.csv` reads rules from a file; the first row that fits a call decides. Calls that no row
fits follow the rules `ompi`, as in Open MPI, and the run says which collectives the file serves. The first line names
the columns:

| column | values | empty means |
|---|---|---|
| collective | `bcast`, ..., with an `i` in front for the nonblocking and persistent forms; a table without such rows uses those of the blocking form | required |
| algorithm | a name from the sections below, or the name that Open MPI or MPICH has for it | required |
| comm_kind | `intra`, `inter`, `any` | any |
| hierarchy | `parent`: some host has several ranks of the communicator; `not_parent`; `one_node`: all ranks on one host | any |
| commutative, op_builtin, in_place, block_regular, node_consecutive, threaded, ranks_pow2 | `yes`, `no`, `any` | any |
| ranks_min, ranks_max | numbers, `inf` | no bound |
| size_min_bytes, size_max_bytes | numbers, `inf`; inclusive | no bound |
| size_meaning | what the size is; the words before a colon count: `vector`, `block`, `mean block`, `total`, `elements` (of all blocks), `not used` | vector |
| count_vs_pow2 | `lt`: fewer elements than the largest power of two of ranks; `ge` | any |
| segment_bytes | for algorithms in segments; 0: one segment | the algorithm's own |
| parameter | `radix=K`, `chains=K`, `batch=K`, `first_segment=BYTES` | the algorithm's own |

Other columns are comments. A column may stand once. In collectives with blocks `vector`, `block` and `mean block` are all
one block (the mean one of the v forms), `total` is all blocks of one rank: an alltoall of 600 bytes for each of 16 ranks
has a `vector` of 600 bytes and a `total` of 9600.

    collective,algorithm,ranks_min,size_max_bytes,size_meaning
    alltoall,bruck,8,4096,total
    alltoall,pairwise,,,
    bcast,binomial_tree,,2048,

The dynamic rules of Open MPI's component tuned (`--mca coll_tuned_dynamic_rules_filename`) are read as they are: numbers,
with comments behind `#`. Its sizes are `total` for allgather, alltoall, gather, scatter and reduce_scatter(_block), the
mean block for allgatherv, the vector for bcast, reduce and allreduce; barrier, alltoallv, scan and exscan take the first
size. Algorithm 0, nonblocking forms and collectives without a rule follow `ompi`. Files of MPICH (JSON) are refused.

## Costs

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
