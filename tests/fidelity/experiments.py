# SPDX-License-Identifier: BSD-3-Clause
"""What is predicted and then measured: patterns and sizes, in launches that share options of the MPI library."""
import dataclasses

JUDGED_BYTES = 65536  # smaller messages measure shapers and schedulers: reported apart
# Sizes that no calibration plan has by chance: a plan draws them and takes powers of two.
SMALL, SIZES = (3000, 24000), (90001, 300007, 1100009)
FORCED_SIZES = SIZES[:2]


@dataclasses.dataclass(frozen=True)
class Case:
    kind: str      # p2p, small, forced, default or hpl
    pattern: str
    size_bytes: int
    algorithm: str = ""

    def name(self) -> str:
        return self.pattern + (f" {self.algorithm}" if self.algorithm else "")

    def key(self) -> str:
        return f"{self.kind}/{self.pattern}/{self.algorithm or '-'}/{self.size_bytes}"


@dataclasses.dataclass(frozen=True)
class Forced:
    """An algorithm of a collective: its number in Open MPI's `tuned`, and its name here."""
    collective: str
    number: int
    name: str


@dataclasses.dataclass(frozen=True)
class Launch:
    """Cases that one mpirun executes, in a shuffled order."""
    name: str
    cases: tuple[Case, ...]
    forced: tuple[Forced, ...] = ()

    def mca(self) -> str:
        if not self.forced:
            return ""
        return "--mca coll_tuned_use_dynamic_rules 1 " + " ".join(
            f"--mca coll_tuned_{one.collective}_algorithm {one.number}" for one in self.forced)

    def simulated(self) -> list[str]:
        return [f"--cfg=smpi/{one.collective}:{one.name}" for one in self.forced]


ALGORITHMS = (
    (Forced("bcast", 6, "binomial"), Forced("allreduce", 3, "rdb"), Forced("allgather", 3, "rdb"),
     Forced("alltoall", 2, "ring"), Forced("reduce_scatter", 2, "ompi_basic_recursivehalving")),
    (Forced("bcast", 8, "scatter_rdb_allgather"), Forced("allreduce", 4, "lr"), Forced("allgather", 4, "NTSLR"),
     Forced("alltoall", 1, "basic_linear"), Forced("reduce_scatter", 3, "ompi_ring")),
    (Forced("bcast", 1, "flattree"), Forced("allreduce", 6, "rab_rdb"), Forced("allgather", 5, "ompi_neighborexchange"),
     Forced("alltoall", 3, "bruck"), Forced("reduce_scatter", 4, "ompi_butterfly")),
)
POINT_TO_POINT = ("pingpong", "pingpong_far", "bidir", "ring", "pairs", "permutation", "incast")
COLLECTIVES = ("bcast", "allreduce", "allgather", "alltoall", "reduce_scatter")
# Those whose size is that of the whole vector have blocks of a quarter of it.
OF_WHOLE_VECTOR = {"allreduce": 4, "reduce_scatter": 4, "bcast": 4}


def collective_sizes(collective: str, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Such that no message of any algorithm is below JUDGED_BYTES on four ranks."""
    return tuple(size * OF_WHOLE_VECTOR.get(collective, 1) for size in sizes)


def launches(is_quick: bool) -> list[Launch]:
    sizes = SIZES[1:2] if is_quick else SIZES
    forced_sizes = SIZES[1:2] if is_quick else FORCED_SIZES
    plain = [Case("p2p", pattern, size) for pattern in POINT_TO_POINT for size in sizes]
    plain += [Case("small", pattern, size) for pattern in ("pingpong", "ring") for size in SMALL]
    plain += [Case("default", pattern, size) for pattern in COLLECTIVES
              for size in collective_sizes(pattern, forced_sizes)]
    plain += [Case("default", "halo", size) for size in sizes]
    found = [Launch("default", tuple(plain))]
    for number, group in enumerate(ALGORITHMS, start=1):
        cases = [Case("forced", one.collective, size, one.name) for one in group
                 for size in collective_sizes(one.collective, forced_sizes)]
        found.append(Launch(f"forced{number}", tuple(cases), group))
    return found
