# SPDX-License-Identifier: BSD-3-Clause
"""Do other processes take the processors? Then what is measured is their schedule, and nothing is judged."""
import dataclasses
import os
import pathlib
import time

BUSY_CORES = 0.1  # of a core that others may take
BUSY_SHARE = 0.05  # of the launches; a real value is a median, which so few cannot move
WATCHED_S = 0.5


def busy_ticks(text: str) -> int:
    """Of the first line of /proc/stat: all but idle and waiting for disks; what a host of ours takes (steal) counts, too."""
    user, nice, system, _, _, irq, softirq, steal = (int(word) for word in text.split()[1:9])
    return user + nice + system + irq + softirq + steal


@dataclasses.dataclass(frozen=True)
class Load:
    cores: float         # that others took while the testbed was silent
    average: float       # of the last minute, with ours

    def is_busy(self) -> bool:
        return self.cores > BUSY_CORES


def watch() -> Load:
    """Call it while nothing of the testbed runs."""
    stat = pathlib.Path("/proc/stat")
    before, began = busy_ticks(stat.read_text()), time.monotonic()
    time.sleep(WATCHED_S)
    taken_s = (busy_ticks(stat.read_text()) - before) / os.sysconf("SC_CLK_TCK")
    return Load(taken_s / (time.monotonic() - began), os.getloadavg()[0])
