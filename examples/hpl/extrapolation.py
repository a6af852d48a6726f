# SPDX-License-Identifier: BSD-3-Clause
"""From the times of HPL's first panels to the time of all of them.

A panel with r rows and columns left costs

    t(r) = A u(r) + B r,     u(r) = dgemm x NB x (r/P + NB/2) x (r/Q + NB/2)

seconds: u is the update of a process of a P x Q grid (half a block is the imbalance of a block-cyclic
matrix), B r what grows with r: factorisation, broadcast, exchange of rows, and what processes wait for.
The time of a panel depends on r and hardly on N. So a whole run of a smaller matrix on the same grid is
the end of the larger one, and with the mean time of the larger one's first panels it gives A and B: two
equations, far apart in r. Alternatives considered: fitting the first panels alone; over a tenth of the matrix r hardly
changes, and 15 % of error come of it. Against a whole run of N = 100,000 on 512 ranks the sum is right to 0.5 %
from one of half the size, and to 6 % from a quarter.
"""
import pathlib
import tomllib
from typing import NamedTuple

from cases import Case

LEAST_PANELS = 5


class Panel(NamedTuple):
    row: int
    time_s: float  # when it was copied


def dgemm_s(coefficients: pathlib.Path) -> float:
    """Seconds of one multiplication and addition of dgemm, on a host of 1 Gflop/s."""
    content = tomllib.loads(coefficients.read_text())
    return content["dgemm"]["terms"]["M*N*K"]


def update_s(case: Case, left: int, seconds: float) -> float:
    half = case.nb / 2
    return seconds * case.nb * (left / case.p + half) * (left / case.q + half)


class Whole(NamedTuple):
    """A whole run of a smaller matrix on the same grid."""
    n: int
    time_s: float


def total_s(case: Case, panels: list[Panel], whole: Whole, seconds: float) -> float:
    """Time of the whole factorisation, from its first panels and the smaller run."""
    lefts = [case.n - panel.row for panel in panels[1:]]
    update, line = sum(update_s(case, left, seconds) for left in lefts), sum(lefts)
    measured_s = panels[-1].time_s - panels[0].time_s
    smaller = range(whole.n, 0, -case.nb)
    whole_update, whole_line = sum(update_s(case, left, seconds) for left in smaller), sum(smaller)
    determinant = update * whole_line - whole_update * line
    a = (measured_s * whole_line - whole.time_s * line) / determinant
    b = (update * whole.time_s - whole_update * measured_s) / determinant
    rest = range(case.n - panels[-1].row - case.nb, whole.n, -case.nb)
    return (panels[-1].time_s + sum(a * update_s(case, left, seconds) + b * left for left in rest)
            + whole.time_s)
