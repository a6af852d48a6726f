# SPDX-License-Identifier: BSD-3-Clause
"""Contention on Taurus (10 Gbit/s Ethernet, one process per node), predicted from three of the measurements.

saturation.csv has medians of 50 (alltoall: 3) calls of rank 0 with messages of 4 MB. Three numbers are fitted: `send` of
one pair gives the bandwidth of a flow; `sendrecv_same` of one pair takes twice as long, so messages between two nodes
take turns (smpi/pair-duplex:half); `sendrecv_diff` of two pairs, 1.4 times as long, gives what a node sends and receives
together (the limiter of a cluster). The rest is predicted: more pairs at once, more nodes in the ring, all-to-all.
In round i Open MPI's all-to-all of then sent blocks of this size to rank r + i and received from r - i, which is `ring`.
"""
import csv
import pathlib
from typing import Iterator, NamedTuple

MESSAGE_BYTES = 4000000
MEDIAN_BAR, WORST_BAR = 0.10, 0.20
NODES = 12
ALLTOALL = "--cfg=smpi/alltoall:ring"
FITTED = (("send", 1), ("sendrecv_same", 1), ("sendrecv_diff", 2))


class Case(NamedTuple):
    test: str
    count: int  # pairs, of alltoall processes
    median_s: float

    @property
    def ranks(self) -> int:
        return self.count if self.test == "alltoall" else 2 * self.count

    @property
    def is_fitted(self) -> bool:
        return (self.test, self.count) in FITTED


def measured() -> list:
    with open(pathlib.Path(__file__).with_name("saturation.csv"), encoding="ascii") as file:
        return [Case(row["test"], int(row["pairs_or_processes"]), float(row["median_s"]))
                for row in csv.DictReader(file)]


def cases() -> Iterator[Case]:
    """All but the all-to-all of two, which is another exchange of one pair."""
    return (case for case in measured() if (case.test, case.count) != ("alltoall", 2))


def median_s(test: str, count: int) -> float:
    return next(case.median_s for case in measured() if (case.test, case.count) == (test, count))


def platform() -> str:
    both_ways = 2 * MESSAGE_BYTES / median_s("sendrecv_diff", 2)
    return ("<?xml version='1.0'?>\n<platform version=\"4.1\">\n"
            f'  <cluster id="taurus" prefix="taurus-" suffix="" radical="0-{NODES - 1}" speed="1Gf" bw="1.25GBps"\n'
            f'           lat="10us" limiter_link="{both_ways!r}Bps"/>\n</platform>\n')


def network() -> str:
    factor = (MESSAGE_BYTES + 16) / (median_s("send", 1) - 20e-6) / 1.25e9
    return ("format = 1\n[reference]\nbandwidth = \"1.25GBps\"\nlatency = \"10us\"\n[remote]\n"
            f"factors = [[0, 1, {factor!r}, true]]\n[sharing]\ncrosstraffic = \"no\"\npair_duplex = \"half\"\n")
