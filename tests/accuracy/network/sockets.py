# SPDX-License-Identifier: BSD-3-Clause
"""Sends whose last bytes wait in a socket (MODELS 12.7), in closed form.

The machine is that of turns.py.
"""
from typing import NamedTuple

from turns import LONG, SHORT, t


class Case(NamedTuple):
    name: str  # of sockets.c
    buffer_bytes: int
    size_bytes: int
    time_s: float
    options: tuple = ()


CASES = (
    Case("return", 0, LONG, t(LONG)),
    Case("return", 400000, LONG, t(LONG - 400000)),
    Case("return", LONG, LONG, 0),
    # What is under the threshold of messages that leave at once goes before the rest is handed over.
    Case("return", LONG, LONG, t(60000), ("--cfg=smpi/async-small-thresh:60000",)),
    Case("return", 990000, LONG, t(60000), ("--cfg=smpi/async-small-thresh:60000",)),
    # Detached sends have always returned.
    Case("return", 400000, SHORT, 0),
    # The receive begins after 3 ms.
    Case("late", 400000, LONG, 3e-3 + t(LONG - 400000)),
    Case("synchronous", 400000, LONG, t(LONG)),
    # The second message begins when the first send returns; from then on both share the cable of rank 0.
    Case("spread", 0, LONG, t(LONG)),
    Case("spread", 400000, LONG, t(LONG - 400000 + 2 * 400000)),
    Case("spread", LONG, LONG, t(2 * LONG)),
    # In one socket the second waits for the first, however short it is.
    Case("queue", 0, LONG, t(LONG)),
    Case("queue", LONG, LONG, t(LONG)),
    Case("short", LONG, LONG, t(LONG + 1000)),
    # There are no sockets inside a node.
    Case("return", LONG, LONG, t(LONG), ("--platform", "star:1", "--cores", "3", "--placement", "block:3", "--loopback", "1GBps,0s")),
)
