# SPDX-License-Identifier: BSD-3-Clause
"""HPL simulated with SimGrid in 2017, and what we predict for the same machines.

`components`: bandwidth, latency and speed, up and down, on 512 ranks. `scalability`: N from 500,000 to 4,000,000 on 512 to
4,096 ranks. The results are T. Cornebize's: `simulated_s` and `gflops` are what HPL printed, `simulation_wall_s` and
`memory_bytes` what the simulation took on one core of a Xeon E5-2620 v4. His memory is by how much the machine's used
memory grew, so ours is the physical memory, each page counted once.
"""
from typing import Iterator

import extrapolation
from studies import Row, Tables, aligned, change, gflops

# What a simulation may take, relative to the published one.
WALL_SHARE, MEMORY_SHARE = 20, 4
COST_HEADS = ("wall s", f"published/{WALL_SHARE}", "memory MB", f"published/{MEMORY_SHARE}")
GFLOPS_TOLERANCE = 0.1


def costs(ours: Row, theirs: dict[str, str]) -> tuple[str, ...]:
    """Columns of COST_HEADS: what the simulation took, and what it may take."""
    return (f"{ours['wall_s']:.1f}", f"{float(theirs['simulation_wall_s']) / WALL_SHARE:.1f}",
            f"{ours['memory_bytes'] / 1e6:.0f}", f"{float(theirs['memory_bytes']) / 1e6 / MEMORY_SHARE:.0f}")


def component_verdicts(n: int, published: dict[str, float], predicted: dict[str, float]) -> Iterator[str]:
    """Same order of the settings, and each change in the same direction, as published?"""
    ours, theirs = (sorted(times, key=times.__getitem__) for times in (predicted, published))
    yield f"N={n}: order as published: " + ("yes" if ours == theirs else f"no: {' < '.join(ours)}; "
                                            f"published: {' < '.join(theirs)}")
    wrong = [name for name in published if name != "default" and
             (predicted[name] > predicted["default"]) != (published[name] > published["default"])]
    yield f"N={n}: direction of each change as published: " + (f"no: {', '.join(wrong)}" if wrong else "yes")


def components(tables: Tables) -> Iterator[str]:
    rows = [("setting", "N", "predicted s", "change", "published s", "change", "ratio", "Gflops", "published",
             *COST_HEADS)]
    verdicts: list[str] = []
    for n in sorted({int(point["n"]) for point in tables.points}):
        ours = {point["setting"]: point for point in tables.points if point["n"] == n}
        theirs = {row["setting"]: row for row in tables.published if int(row["N"]) == n and row["setting"] in ours}
        predicted = {name: ours[name]["time_s"] for name in theirs}
        published = {name: float(row["simulated_s"]) for name, row in theirs.items()}
        for name, row in theirs.items():
            compared = "default" in published
            rows.append((name, str(n), f"{predicted[name]:.2f}",
                         change(predicted[name], predicted["default"]) if compared else "",
                         f"{published[name]:.2f}", change(published[name], published["default"]) if compared else "",
                         f"{predicted[name] / published[name]:.3f}", f"{gflops(n, predicted[name]):.4g}",
                         row["gflops"], *costs(ours[name], row)))
        if "default" in published:
            verdicts += component_verdicts(n, published, predicted)
    yield aligned(rows)
    yield from verdicts


def whole_time_s(point: Row, points: list[Row]) -> float | None:
    """Of a run that was stopped, with the largest whole run on its grid; None when there is none."""
    if point["stop_row"] == 0:
        return point["time_s"]
    smaller = [other for other in points if (other["p"], other["q"], other["stop_row"]) == (point["p"], point["q"], 0)]
    if not smaller:
        return None
    largest = max(smaller, key=lambda other: other["n"])
    grid = extrapolation.Grid(int(point["p"]), int(point["q"]), int(point["nb"]))
    part = extrapolation.Part(int(point["n"]), int(point["stop_row"]), point["first_s"], point["time_s"])
    return extrapolation.total_s(grid, part, extrapolation.Whole(int(largest["n"]), largest["time_s"]))


def scalability(tables: Tables) -> Iterator[str]:
    theirs = {(int(row["N"]), int(row["ranks"])): row for row in tables.published}
    rows = [("N", "ranks", "P x Q", "predicted s", "published s", "Gflops", "published", "differs", *COST_HEADS)]
    distances: dict[str, list[float]] = {}
    for point in sorted(tables.points, key=lambda point: (point["n"], point["p"] * point["q"])):
        n, p, q = (int(point[name]) for name in "npq")
        time_s, published = whole_time_s(point, tables.points), theirs[n, p * q]
        if time_s is None:
            continue
        rate = gflops(n, time_s)
        distances.setdefault(point["grid"], []).append(abs(rate / float(published["gflops"]) - 1))
        rows.append((str(n), str(p * q), f"{p} x {q}", f"{time_s:.0f}" + ("*" if point["stop_row"] else " "),
                     f"{float(published['simulated_s']):.0f}", f"{rate:.1f}", published["gflops"],
                     change(rate, float(published["gflops"])), *costs(point, published)))
    yield aligned(rows)
    yield ("* extrapolated from the first panels and the largest N that is run as a whole; wall and memory are of these"
           " panels")
    for name, values in distances.items():
        within = sum(value <= GFLOPS_TOLERANCE for value in values)
        yield (f"{name}: {within} of {len(values)} rows within {GFLOPS_TOLERANCE:.0%} of the published Gflops,"
               f" {100 * sum(values) / len(values):.1f} % on average")
    if len(distances) > 1:
        yield "fits best: " + min(distances, key=lambda name: sum(distances[name]) / len(distances[name]))
