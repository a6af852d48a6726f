# SPDX-License-Identifier: BSD-3-Clause
"""The studies: which runs, with which measurements of the machine, and their tables."""
import dataclasses
import statistics
from typing import Callable, Iterator, Sequence

import published
import window
from machine import NETWORK_2018, NETWORK_2020, Model
from plans import NO_MODEL, Machine, Point, Result, Setup, dahu, run, taurus_machine
from published import Configuration, Measured

NETWORKS = {"2018": NETWORK_2018, "2020": NETWORK_2020}
# Calibrations of dgemm while all nodes were well, by month, and that while four were not. Which of the first two the published
# predictions took is not known.
WELL_COOLED = {"july": "2019-07-13", "october": "2019-10-29"}
BADLY_COOLED = "2019-04-05_four_slow_nodes"
QUICK_N = 50_000
# Whole runs of larger matrices on 32 x 32 ranks would take the better part of a night; with more process rows hours each. With
# few process rows samples are some percent off, so the other shapes run to the end.
LARGEST_WHOLE_N = 200_000
LARGEST_WHOLE_P = 96
LARGEST_ABLATION_N = 200_000  # of all models but the crudest
QUICK_MODELS = ("A1_hom", "D1_hom", "D1_het")


@dataclasses.dataclass(frozen=True)
class Wanted:
    quick: bool
    largest_n: int | None
    seeds: int
    network: str
    polls: str
    dgemm: str
    whole: bool  # runs of all N

    def is_sampled(self, configuration: Configuration) -> bool:
        """Of runs on 32 x 32 ranks."""
        return configuration.n > LARGEST_WHOLE_N and not self.whole

    def has(self, configuration: Configuration) -> bool:
        limit = min(self.largest_n or configuration.n, QUICK_N if self.quick else configuration.n)
        return configuration.n <= limit


@dataclasses.dataclass(frozen=True)
class Row:
    configuration: Configuration
    label: str
    measured: Measured
    model: Model
    published: str = "whole model"  # which of the published predictions
    sampled: bool = False           # predict it from some of its panels (window.py)


def gflops(n: float, time_s: float) -> float:
    return (2 / 3 * n**3 + 3 / 2 * n**2) / time_s / 1e9  # as HPL counts


def aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)


def percent(ours: float, real: float) -> str:
    return f"{100 * (ours / real - 1):+.1f} %"


def points_of(row: Row) -> list[Point]:
    if not row.sampled:
        return [Point(row.configuration, row.model)]
    return [Point(dataclasses.replace(row.configuration, n=n), row.model, rows)
            for n, rows in window.windows(row.configuration)]


def rate(row: Row, results: dict[Point, list[Result]]) -> float:
    """Mean over the seeds."""
    parts = [results[point] for point in points_of(row)]
    n = row.configuration.n
    if not row.sampled:
        return statistics.fmean(gflops(n, result.time_s) for result in parts[0])
    return statistics.fmean(gflops(n, window.whole_s(row.configuration, list(seed))) for seed in zip(*parts))


def predict(name: str, rows: list[Row], setup: Setup, wanted: Wanted, machine: Machine | None = None) -> dict[Point, list[Result]]:
    """What is not known yet is simulated; `machine` is Dahu by default."""
    points = list(dict.fromkeys(point for row in rows for point in points_of(row)))
    if machine is None:
        name = f"{name}-{wanted.network}-{wanted.polls}-polls" + ("" if wanted.dgemm == "july" else f"-{wanted.dgemm}")
        machine = dahu(NETWORKS[wanted.network], wanted.polls)
    return run(setup, name, points, machine, wanted.seeds) if points else {}


def table(title: str, name: str, rows: list[Row], setup: Setup, wanted: Wanted,
          machine: Machine | None = None) -> Iterator[str]:
    rows = [row for row in rows if wanted.has(row.configuration)]
    yield f"{title}: rates in Gflop/s"
    if not rows:
        yield "  no row is small enough"
        return
    results = predict(name, rows, setup, wanted, machine)
    lines = [("", "runs", "real", "least", "most", "published", "error", "ours", "error", "wall s")]
    errors: dict[str, list[float]] = {"published": [], "ours": [], "between": []}
    for row in rows:
        real, ours = row.measured.mean(), rate(row, results)
        theirs = row.measured.published.get(row.published)
        errors["ours"].append(ours / real - 1)
        if theirs:
            errors["published"].append(theirs / real - 1)
            errors["between"].append(ours / theirs - 1)
        wall_s = sum(result.wall_s for point in points_of(row) for result in results[point])
        lines.append((row.label, str(len(row.measured.real)), f"{real:.0f}", f"{min(row.measured.real):.0f}",
                      f"{max(row.measured.real):.0f}", f"{theirs:.0f}" if theirs else "-",
                      percent(theirs, real) if theirs else "-", f"{ours:.0f}", percent(ours, real), f"{wall_s:.0f}"))
    yield aligned(lines)
    for what, values in errors.items():
        if values:
            sizes = sorted(map(abs, values))
            label = "ours to published" if what == "between" else f"{what} to real"
            yield (f"  {label}: median |error| {100 * statistics.median(sizes):.1f} %, worst {100 * sizes[-1]:.1f} %, "
                   f"mean {100 * statistics.fmean(values):+.1f} % ({len(values)} rows)")


def by_size(state: str, model: Model, wanted: Wanted) -> list[Row]:
    return [Row(key, f"N = {key.n}", entry, model, sampled=wanted.is_sampled(key))
            for key, entry in sorted(published.cooling().items(), key=lambda item: item[0].n) if key.state == state]


def well_cooled(wanted: Wanted) -> Model:
    return Model(WELL_COOLED[wanted.dgemm])


def sizes(setup: Setup, wanted: Wanted) -> Iterator[str]:
    yield from table("sizes: 1,024 ranks, all nodes well cooled", "sizes", by_size("good", well_cooled(wanted), wanted), setup, wanted)


def cooling(setup: Setup, wanted: Wanted) -> Iterator[str]:
    yield from table("cooling: four of 32 nodes badly cooled", "cooling", by_size("bad", Model(BADLY_COOLED), wanted), setup, wanted)


ABLATION = {
    "A1_hom": Model(BADLY_COOLED, heterogeneous=False, noise=False, polynomial=False),
    "B1_hom": Model(BADLY_COOLED, heterogeneous=False, noise=True, polynomial=False),
    "A1_het": Model(BADLY_COOLED, heterogeneous=True, noise=False, polynomial=False),
    "C1_het": Model(BADLY_COOLED, heterogeneous=True, noise=False, polynomial=True),
    "D1_hom": Model(BADLY_COOLED, heterogeneous=False, noise=True, polynomial=True),
    "D1_het": Model(BADLY_COOLED),
}


def ablation(setup: Setup, wanted: Wanted) -> Iterator[str]:
    rows = [Row(key, f"N = {key.n} {name}", entry, model, name, wanted.is_sampled(key))
            for key, entry in sorted(published.sizes().items(), key=lambda item: item[0].n) if entry.real
            for name, model in ABLATION.items() if (key.n <= LARGEST_ABLATION_N or name in ("A1_hom", "D1_het"))
            and not (wanted.quick and name not in QUICK_MODELS)]
    yield from table("ablation: A, B linear dgemm, C, D polynomial; B, D noise; hom one dgemm for all processors",
                     "ablation", rows, setup, wanted)


def shapes(setup: Setup, wanted: Wanted) -> Iterator[str]:
    model = well_cooled(wanted)
    key_of = "1MB" if wanted.network == "2018" else "1GB_with_load"
    rows = [Row(key, f"{key.p} x {key.q}", entry, model, key_of, key.p > LARGEST_WHOLE_P)
            for key, entry in sorted(published.shapes().items(), key=lambda item: item[0].p)]
    yield from table("shapes: N = 250,000 on 960 ranks of 30 nodes", "shapes", rows, setup, wanted)


def parameter_rows(wanted: Wanted) -> list[Row]:
    return [Row(key, f"NB {key.nb} bcast {key.bcast} depth {key.depth} swap {key.swap}", entry, well_cooled(wanted),
                sampled=True) for key, entry in published.parameters().items()]


def parameters(setup: Setup, wanted: Wanted) -> Iterator[str]:
    yield from table("parameters: N = 250,000 on 1,024 ranks", "parameters", parameter_rows(wanted), setup, wanted)


def taurus(setup: Setup, wanted: Wanted) -> Iterator[str]:
    rows = [Row(key, f"{key.p * key.q} ranks", entry, NO_MODEL, "smpi_2017_hpl")
            for key, entry in sorted(published.taurus().items(), key=lambda item: item[0].q)]
    yield from table("taurus: N = 20,000, another cluster", "taurus", rows, setup, wanted, taurus_machine(setup))


STUDIES: dict[str, Callable[[Setup, Wanted], Iterator[str]]] = {
    "sizes": sizes, "cooling": cooling, "ablation": ablation, "shapes": shapes, "parameters": parameters, "taurus": taurus}
