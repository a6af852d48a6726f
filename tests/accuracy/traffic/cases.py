# SPDX-License-Identifier: BSD-3-Clause
"""What is compared with a real Open MPI and a real MPICH: calls, sizes, numbers of ranks.

Sizes in bytes are one rank's block, or the whole vector (traffic.c). They lie on both sides of
"fewer elements than ranks" and of the thresholds between short, middle and long data. Every form
of a call that chooses its algorithm by itself is a name of its own."""
import random
from typing import Iterator, NamedTuple


class Case(NamedTuple):
    name: str  # as traffic.c takes it
    size_bytes: int
    ranks: int


COLLECTIVES = ("barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv",
               "alltoall", "alltoallv", "alltoallw", "reduce", "allreduce", "reduce_scatter",
               "reduce_scatter_block", "scan", "exscan")
VARIANTS = {
    "root": ("bcast", "gather", "gatherv", "scatter", "scatterv", "reduce"),
    "in_place": ("allgather", "alltoall", "alltoallv", "alltoallw", "allreduce"),
    "uneven": ("gatherv", "scatterv", "allgatherv", "alltoallv", "alltoallw", "reduce_scatter"),
    "ordered": ("reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan"),
    "user_op": ("reduce", "allreduce", "reduce_scatter"),
}
SIZES = (8, 10000, 200000)
RANKS = range(2, 34)


def names() -> Iterator[str]:
    for nonblocking in ("", "i"):
        for collective in COLLECTIVES:
            yield nonblocking + collective
            for variant, collectives in VARIANTS.items():
                if collective in collectives:
                    yield f"{nonblocking}{collective}.{variant}"


def calls(sizes: tuple[int, ...] = SIZES) -> list[tuple[str, int]]:
    """The calls of one run of traffic.c."""
    return [(name, size) for name in names() for size in ((0,) if name.endswith("barrier") else sizes)]


def all_cases() -> Iterator[Case]:
    for ranks in RANKS:
        for name, size_bytes in calls():
            yield Case(name, size_bytes, ranks)


def other_sizes(seed: int, count: int = 3) -> tuple[int, ...]:
    """From 4 bytes to 512 KiB, as likely in each power of two."""
    draw = random.Random(seed)
    return tuple(int(2 ** draw.uniform(2, 19)) // 4 * 4 for _ in range(count))
