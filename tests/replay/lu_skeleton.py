# SPDX-License-Identifier: BSD-3-Clause
"""The communication of NPB's LU as a trace in SimGrid's format: wavefronts over a grid of X x Y ranks.

Messages of a run: E (2 (n-2) (itmax+1) + 2 (itmax+4)) with E = (X-1) Y + X (Y-1) neighbours.
"""
import pathlib
from typing import NamedTuple


class Lu(NamedTuple):
    n: int      # points per dimension
    itmax: int  # iterations of the second part
    x: int      # ranks per dimension
    y: int

    @property
    def rank_count(self):
        return self.x * self.y

    @property
    def message_count(self):
        neighbours = (self.x - 1) * self.y + self.x * (self.y - 1)
        return neighbours * (2 * (self.n - 2) * (self.itmax + 1) + 2 * (self.itmax + 4))


def parts(n, count):
    return [n // count + (1 if i < n % count else 0) for i in range(count)]


def actions(lu, rank):
    row, column = rank % lu.x, rank // lu.x
    nx, ny = parts(lu.n, lu.x)[row], parts(lu.n, lu.y)[column]
    north = rank - 1 if row > 0 else None
    south = rank + 1 if row < lu.x - 1 else None
    west = rank - lu.x if column > 0 else None
    east = rank + lu.x if column < lu.y - 1 else None

    def exchange(low, high, low_tag, high_tag, count):
        for receive_from, send_to, tag in ((low, high, low_tag), (high, low, high_tag)):
            if receive_from is not None:
                yield f"irecv {receive_from} {tag} {count} 0"
            if send_to is not None:
                yield f"send {send_to} {tag} {count} 0"
            if receive_from is not None:
                yield f"wait {receive_from} {rank} {tag}"

    def right_hand_side():
        yield f"compute {50 * nx * ny * lu.n}"
        yield from exchange(north, south, 2, 1, 10 * ny * lu.n)
        yield f"compute {50 * nx * ny * lu.n}"
        yield from exchange(west, east, 4, 3, 10 * nx * lu.n)
        yield f"compute {50 * nx * ny * lu.n}"

    def sweep(sources, destinations, tags):
        counts = (5 * ny, 5 * nx)
        for _ in range(lu.n - 2):
            for peer, tag, count in zip(sources, tags, counts):
                if peer is not None:
                    yield f"recv {peer} {tag} {count} 0"
            yield f"compute {1000 * nx * ny}"
            for peer, tag, count in zip(destinations, tags, counts):
                if peer is not None:
                    yield f"send {peer} {tag} {count} 0"

    yield "init"
    yield from right_hand_side()
    for turns in (1, lu.itmax):
        yield from right_hand_side()
        yield "allreduce 5 0 0"
        yield "barrier"
        for _ in range(turns):
            yield from sweep((north, west), (south, east), (2, 4))
            yield from sweep((south, east), (north, west), (1, 3))
            yield from right_hand_side()
        yield "allreduce 5 0 0"
    yield "finalize"


def dense(lu, rank):
    """As a recorder of a real run has it: a computation before each call, and no other ones."""
    row, column = rank % lu.x, rank // lu.x
    compute = f"compute {250 * parts(lu.n, lu.x)[row] * parts(lu.n, lu.y)[column]}"
    for action in actions(lu, rank):
        if action.startswith("compute"):
            continue
        if action.startswith(("send", "recv", "irecv", "wait")):
            yield compute
        yield action


def write(lu, folder, made=actions):
    """Writes FOLDER/lu.index and a file per rank; returns the number of actions."""
    folder = pathlib.Path(folder)
    count = 0
    for rank in range(lu.rank_count):
        lines = [f"{rank} {action}\n" for action in made(lu, rank)]
        count += len(lines)
        (folder / f"lu.{rank}").write_text("".join(lines))
    (folder / "lu.index").write_text("".join(f"{folder}/lu.{rank}\n" for rank in range(lu.rank_count)))
    return count
