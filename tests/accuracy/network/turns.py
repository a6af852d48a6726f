# SPDX-License-Identifier: BSD-3-Clause
"""Messages of opposite directions in turns (MODELS 12.6), in closed form.

Model raw, links of 1 GB/s without latency, no header: a message of s bytes takes T = s / 1e9 seconds, and both
directions of a link are apart. D = 65536.
"""
from typing import NamedTuple

OPTIONS = ("--platform", "star:3", "--link", "1GBps,0s", "--cfg=network/model:raw", "--cfg=network/header-size:0")
LONG, SHORT = 1000000, 10000


class Case(NamedTuple):
    name: str  # of turns.c
    option: str
    size_bytes: int
    time_s: float


def t(size_bytes: float) -> float:
    return size_bytes / 1e9


CASES = (
    Case("exchange", "full", LONG, t(LONG)),
    Case("exchange", "half", LONG, 2 * t(LONG)),
    # Detached messages ask nobody.
    Case("exchange", "half", SHORT, t(SHORT)),
    Case("exchange", f"half:{LONG + 1}", LONG, t(LONG)),
    Case("exchange", f"half:{LONG}", LONG, 2 * t(LONG)),
    # MPI_Issend waits for its receive at every size.
    Case("synchronous", "half", SHORT, 2 * t(SHORT)),
    # Each sends to the next of three: no pair has both directions.
    Case("ring", "half", LONG, t(LONG)),
    # Three messages each way, posted at once: those of a direction share the link, then the others do.
    Case("many", "full", LONG, 3 * t(LONG)),
    Case("many", "half", LONG, 6 * t(LONG)),
    # One way, two messages at once: nobody waits.
    Case("one-way", "half", LONG, 2 * t(LONG)),
    # 0 sends four messages, one after the other; 1 sends one when the first is under way: it comes
    # second, not last. Time of rank 1's.
    Case("fair", "half", LONG, 2 * t(LONG)),
)
