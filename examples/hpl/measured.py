# SPDX-License-Identifier: BSD-3-Clause
"""Two studies of T. Cornebize's thesis (2021): his numbers beside ours.

`geometry`: rates of HPL on a real cluster for ten shapes of the process grid. The order of shapes is what a
simulation has to find; only dgemm and dtrsm cost something in ours, so it is faster than the cluster.
`switches`: simulated rates for 1 to 4 top switches, as ratios to four of them, with the settings of the text and with
those that the rates look like: the plan says why.
"""
from typing import Iterator

from studies import Row, Tables, aligned, gflops


SAMPLES = 3  # sizes of the matrix from which panels are taken


def panel_s(row: Row) -> tuple[float, float]:
    """What was left in the middle of the panels that count, and their mean time."""
    count = (row["stop_row"] - row["warm_row"]) / row["nb"]
    return row["n"] - (row["warm_row"] + row["stop_row"]) / 2, (row["time_s"] - row["warm_s"]) / count


def sampled_s(parts: list[Row]) -> float:
    """Time of the largest matrix, from panels of three: each panel takes a quadratic of the rows left."""
    known = [panel_s(row) for row in parts]

    def time_s(left: float) -> float:
        value = 0.0
        for at, seconds in known:
            for other, _ in known:
                seconds *= (left - other) / (at - other) if other != at else 1
            value += seconds
        return value

    n = int(max(row["n"] for row in parts))
    first_s = next(row["first_s"] for row in parts if row["n"] == n)
    return first_s + sum(time_s(left) for left in range(n, 0, -int(parts[0]["nb"])))


def ranks_of(values: list[float]) -> list[int]:
    return [sorted(values).index(value) for value in values]


def spearman(one: list[float], other: list[float]) -> float:
    """Rank correlation of values that all differ."""
    count = len(one)
    distance = sum((a - b) ** 2 for a, b in zip(ranks_of(one), ranks_of(other)))
    return 1 - 6 * distance / (count * (count**2 - 1))


def geometry(tables: Tables) -> Iterator[str]:
    rows, ours, real = [("P x Q", "measured Gflops", "simulated there", "ours", "ours/measured", "by")], {}, {}
    for row in tables.published:
        p, q = int(row["P"]), int(row["Q"])
        parts = [point for point in tables.points if point["p"] == p]
        if len(parts) not in (1, SAMPLES):
            continue
        time_s = parts[0]["time_s"] if len(parts) == 1 else sampled_s(parts)
        real[p], ours[p] = float(row["gflops_real"]), gflops(max(part["n"] for part in parts), time_s)
        rows.append((f"{p} x {q}", f"{real[p]:.0f}", row["gflops_simulated"], f"{ours[p]:.0f}",
                     f"{ours[p] / real[p]:.2f}", "whole run" if len(parts) == 1 else "sampled panels"))
    yield aligned(rows)
    if len(ours) < 2:
        return
    yield f"rank correlation of ours and measured: {spearman(list(ours.values()), list(real.values())):.3f}"
    for name, rates in (("measured", real), ("ours", ours)):
        best, worst = max(rates, key=rates.__getitem__), min(rates, key=rates.__getitem__)
        yield f"{name}: best P = {best}, best/worst {rates[best] / rates[worst]:.1f}"


def switches(tables: Tables) -> Iterator[str]:
    theirs = {(float(row["N"]), row["roots"]): float(row["gflops_simulated"]) for row in tables.published}
    rows = [("settings", "N", "P x Q", "top switches", "published Gflops", "to 4", "ours", "to 4")]
    for point in tables.points:
        roots = point["roots"] if isinstance(point["roots"], str) else f"{point['roots']:g}"
        bases = [other for other in tables.points if other["roots"] == 4 and
                 (other["n"], other["setup"]) == (point["n"], point["setup"])]
        rate = theirs[point["n"], roots]
        rows.append((point["setup"], f"{point['n']:g}", f"{point['p']:g} x {point['q']:g}", roots, f"{rate:.0f}",
                     f"{rate / theirs[point['n'], '4']:.3f}", f"{gflops(point['n'], point['time_s']):.0f}",
                     f"{bases[0]['time_s'] / point['time_s']:.3f}" if bases else ""))
    yield aligned(rows)
