# SPDX-License-Identifier: BSD-3-Clause
"""Programs with software overheads (smpi/os, smpi/ois, smpi/or), which are compared with SimGrid.

Two groups. `overheads`: random exchanges with random tables, and barriers, halos and kernels with the overheads of two
published calibrations, their collectives by name. `kernels`: the same kernels as both simulators choose their
collectives.
"""
import pathlib
import random
import sys
from typing import Iterator

from cases import HOST_COUNT, MODELS, Case

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "network"))
import published  # noqa: E402  pylint: disable=wrong-import-position

RANDOM_SEEDS = 200
RANDOM_STEPS = 30
RANDOM_THRESHOLDS = ((0, 65536), (0, 1000), (1000, 65536), (65536, 65536), (100000, 200000), (0, 0))
CALIBRATIONS = ("taurus_2016", "dahu_2018_detached64000")
KERNEL_RANKS = 16
# The size of a block, by kernel: that of a small and of a larger class.
KERNELS = {"barrier": (0,), "halo": (64, 40000), "ft": (1024, 16384), "is": (512, 32768), "bt": (1200, 20000),
           "cg": (800, 14000)}
# Algorithms that both simulators have, for what the kernels call.
NAMED = ("smpi/barrier:ompi_recursivedoubling smpi/alltoall:ring smpi/alltoallv:ompi_basic_linear "
         "smpi/allreduce:rdb smpi/reduce:ompi_binomial")


def random_overheads(draw: random.Random) -> str:
    """A table of one to four rows, whose first threshold need not be 0."""
    thresholds = sorted(draw.sample((0, 0, 1, 100, 1000, 1420, 33500, 65536), draw.randint(1, 4)))
    rows = [f"{threshold}:{draw.uniform(0, 8e-6):.3g}:{draw.choice((0, draw.uniform(0, 3e-10))):.3g}"
            for threshold in dict.fromkeys(thresholds)]
    return ";".join(rows)


def random_cases() -> Iterator[Case]:
    for seed in range(1, RANDOM_SEEDS + 1):
        draw = random.Random(seed)
        early, detached = draw.choice(RANDOM_THRESHOLDS)
        options = [f"smpi/{key}:{random_overheads(draw)}" for key in ("os", "ois", "or")]
        options += [f"smpi/async-small-thresh:{early}", f"smpi/send-is-detached-thresh:{detached}", "smpi/test:0",
                    "smpi/bcast:binomial_tree", "smpi/gather:ompi_basic_linear", "smpi/allgather:ring", NAMED]
        yield Case("random_messages", f"{RANDOM_STEPS} {seed}", draw.randint(2, 24), draw.choice([*HOST_COUNT]),
                   draw.choice(MODELS), " ".join(options))


def calibrated(name: str) -> str:
    """The overheads of a published calibration, and its thresholds."""
    model = next(model for model in published.read() if model.name == name)
    options = [f"{key}:" + ";".join(f"{row.above:.17g}:{row.value!r}:{row.slope!r}" for row in model.tables[key])
               for key in ("smpi/os", "smpi/ois", "smpi/or")]
    options += [f"{key}:{model.values[key]}" for key in ("smpi/async-small-thresh", "smpi/send-is-detached-thresh")
                if key in model.values]
    return " ".join(options)


def kernel_cases(choice: str) -> Iterator[Case]:
    for name in CALIBRATIONS:
        for kernel, sizes in KERNELS.items():
            for size in sizes:
                for platform in ("cluster", "fattree"):
                    yield Case("kernels", f"{kernel} 20 {size}", KERNEL_RANKS, platform, "SMPI",
                               f"{calibrated(name)} {choice}")


def overhead_cases() -> Iterator[Case]:
    yield from random_cases()
    yield from kernel_cases(NAMED)


GROUPS = {"overheads": overhead_cases, "kernels": lambda: kernel_cases("smpi/coll-selector:ompi")}
