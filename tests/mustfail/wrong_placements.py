# SPDX-License-Identifier: BSD-3-Clause
"""Placements, matrices and rankfiles that are refused."""
from case import RUN, Case

STAR = RUN + "--platform star:4 "


def placed(name: str, placement: str, *says: str) -> Case:
    return Case("placement-" + name, STAR + f"--placement {placement} {{program}}", 2, says)


def matrix(name: str, rows: str, *says: str) -> Case:
    return Case("matrix-" + name, STAR + "--placement comm:m.csv {program}", 2, says, files={"m.csv": rows})


def rankfile(name: str, lines: str, *says: str) -> Case:
    return Case("rankfile-" + name, STAR + "--placement rankfile:r {program}", 2, says, files={"r": lines})


HEADER = "source,destination,bytes,messages\n"
ALL_RANKS = "rank 0=host-0\nrank 1=host-1\nrank 2=host-2\n"

PLACEMENTS = (
    placed("unknown", "cycle", "unknown placement", "'cycle'", "did you mean 'cyclic'", "there are block, cyclic"),
    placed("no-seed", "random", "needs more", "random:SEED"),
    placed("bad-seed", "random:x", "whole number", "random:1"),
    placed("bad-slots", "block:0", "wrong number of ranks per host '0'"),
    placed("bad-slots-after-seed", "random-ranks:1:many", "wrong number of ranks per host 'many'"),
    placed("no-coordinates", "hilbert", "no coordinates", "'hilbert'", "tori"),
    placed("no-groups", "group-cyclic", "no groups"),
    placed("bad-grid", "grid:2y2", "two numbers", "grid:8x16"),
    placed("grid-without-coordinates", "grid:2x2", "no coordinates"),
    placed("hostfile-without", "hostfile", "needs a hostfile", "--hostfile FILE"),
    Case("placement-grid-of-others", RUN + "--platform torus:2x2 --placement grid:2x3 {program}", 2,
         ("process grid of 6 processes, and 4 ranks",)),
    Case("placement-grid-too-large", "{smpirun} -np 6 --platform torus:2x2 --placement grid:2x3 {program}", 2,
         ("does not fit", "2 ranks on each point of 2x2", "grid:2x3:2")),
    Case("placement-two-lists", STAR + "--hostfile h --placement rankfile:r {program}", 2, ("names hosts itself",),
         files={"h": "host-0\n", "r": ALL_RANKS}),
    matrix("missing-header", "0,1,8,1\n", r"m\.csv:1", "not a communication matrix", "source,destination"),
    matrix("empty", "", r"m\.csv", "not a communication matrix"),
    matrix("columns", HEADER + "0,1,8\n", r"m\.csv:2", "3 columns instead of 4"),
    matrix("rank", HEADER + "0,1,8,1\n0,4,8,1\n", r"m\.csv:3", "rank 4 in a matrix for 4 ranks"),
    matrix("negative", HEADER + "0,1,-8,1\n", r"m\.csv:2", "wrong number of bytes '-8'"),
    matrix("not-a-number", HEADER + "0,1,nan,1\n", r"m\.csv:2", "wrong number of bytes 'nan'"),
    matrix("messages", HEADER + "0,1,8,1.5\n", r"m\.csv:2", "wrong number of messages"),
    matrix("origin", HEADER.strip() + ",origin\n0,1,8,1,tcp\n", r"m\.csv:2", "unknown origin 'tcp'"),
    Case("matrix-missing", STAR + "--placement comm:nowhere.csv {program}", 2, ("nowhere.csv", "no such file|cannot")),
    Case("matrix-not-writable", STAR + "--comm-matrix nowhere/m.csv {program}", 2, ("nowhere", "communication matrix")),
    Case("matrix-of-replicas", STAR + "--comm-matrix m.csv --replicas 2 {program}", 2, ("--comm-matrix", "several times")),
    rankfile("form", ALL_RANKS + "rank three=host-3\n", "r:4", "not a line of a rankfile", "rank 3=host-7"),
    rankfile("unknown-host", ALL_RANKS + "rank 3=hist-3\n", "r:4", "no such host", "did you mean 'host-"),
    rankfile("twice", ALL_RANKS + "rank 2=host-3\n", "r:4", "rank 2 has a host already"),
    rankfile("too-many", ALL_RANKS + "rank 4=host-3\n", "r:4", "ranks 0 to 3"),
    rankfile("too-few", ALL_RANKS, "no host for rank 3"),
    rankfile("rest", "rank 0=host-0 core=1\n", "r:1", "not a line of a rankfile"),
)
