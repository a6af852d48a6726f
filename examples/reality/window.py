# SPDX-License-Identifier: BSD-3-Clause
"""Long runs from samples of their panels.

Where P is large, each column of the matrix is a chain of messages and a whole run would take hours; and all runs of N
above 200,000 together would take a night. There some panels are run of matrices of several sizes up to N, after panels that fill the
pipeline. The time of a panel is close to a polynomial of the rows that are left, which these determine.
"""
from plans import Result
from published import Configuration

WARM_PANELS, TIMED_PANELS = 10, 30
SHARES = (1.0, 0.5, 0.125)  # of N


def windows(configuration: Configuration) -> list[tuple[int, tuple[int, int]]]:
    """Orders of matrices, and the rows between which their panels are timed."""
    nb = configuration.nb
    return [(int(configuration.n * share), (WARM_PANELS * nb, (WARM_PANELS + TIMED_PANELS) * nb)) for share in SHARES]


def whole_s(configuration: Configuration, parts: list[Result]) -> float:
    """Time of the whole run, from the windows' results."""
    nb = configuration.nb
    known = []
    for (n, (warm, stop)), part in zip(windows(configuration), parts):
        known.append((n - (warm + stop) / 2, (part.time_s - part.warm_s) / ((stop - warm) / nb)))

    def panel_s(left: float) -> float:
        value = 0.0
        for at, seconds in known:
            for other, _ in known:
                seconds *= (left - other) / (at - other) if other != at else 1
            value += seconds
        return value

    return parts[0].first_s + sum(panel_s(left) for left in range(configuration.n, 0, -nb))
