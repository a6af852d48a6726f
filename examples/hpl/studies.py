# SPDX-License-Identifier: BSD-3-Clause
"""The published HPL simulations, and what we predict for them: two tables.

published.csv has results of a study that emulated HPL with SimGrid in 2017 (T. Cornebize, "Capacity
Planning of Supercomputers", hal-01544827, and its laboratory notebook), a row a simulation: HPL 2.2,
NB 128, row-major, Crout, NBMIN 2, NDIV 2, right, 2ring, depth 1, binary exchange, and blas.toml as
costs. `simulated_time_s` and `gflops` are what HPL printed, `simulation_wall_s` and `memory_bytes` what
the simulation took on one core of a Xeon E5-2620 v4; P and Q are empty where the study does not say them. Memory
is by how much the machine's used memory grew, so ours is the physical memory, each page counted once.

Our runs are set up as theirs were: pivots in the first row, and failed polls that cost 0.1 ms and more
the more of them failed, counted by all ranks together, which is what SimGrid does.

Large rows give away what kernels cost there: dgemm alone, N^3 / 3 / ranks of its coefficient, is the least
time, and the published times tend to 1.242 of it (1.286, 1.262, 1.251, 1.247 for 512 ranks), though nothing
else grows with N^3. So their kernels cost COST_FACTOR times what blas.toml says. Hosts are made slower by
it; --cost-factor 1 takes the coefficients as they are.

Results are kept, one JSON file a study in the cache folder, with the command and libraries that made
them: a study that was interrupted goes on where it was.
"""
import csv
import dataclasses
import hashlib
import json
import pathlib
import re
import tempfile
from typing import Iterator

import extrapolation
import source
from cases import HERE, Case, option_name, run_case, simulate

POLLS = ("--cfg=smpi/grow-injected-times:shared", "--cfg=smpi/iprobe:1e-4", "--cfg=smpi/test:1e-4")
COST_FACTOR = 1.2424
STOPPED_STATUS = 75          # overlay.c
STOP_PERCENT = 10
# What a simulation may take, relative to the published one.
WALL_SHARE, MEMORY_SHARE = 20, 4
GFLOPS_TOLERANCE = 0.1


@dataclasses.dataclass(frozen=True)
class Published:
    study: str
    platform: str
    cores: int
    speed_gflops: float
    bandwidth: str
    latency_s: float
    n: int
    ranks: int
    p: int | None
    q: int | None
    simulated_s: float
    gflops: float
    wall_s: float
    memory_mb: float

    def options(self, cost_factor: float) -> list[str]:
        return [f"--platform=fat-tree:{self.platform}", f"--host-speed={self.speed_gflops / cost_factor:g}Gf",
                f"--link={self.bandwidth},{self.latency_s:g}s", f"--cores={self.cores}"]


@dataclasses.dataclass(frozen=True)
class Prediction:
    simulated_s: float
    gflops: float
    wall_s: float
    processor_s: float
    memory_mb: float
    extrapolated: bool


@dataclasses.dataclass(frozen=True)
class Setup:
    smpirun: str
    program: pathlib.Path
    cache: pathlib.Path
    extra: list[str]  # the user's options of smpirun
    keep: bool
    published: pathlib.Path = HERE / "published.csv"
    only_n: int | None = None
    only_ranks: int | None = None
    only_grid: str | None = None  # of GRIDS
    whole_n: int = 1_000_000  # rows with a larger N are extrapolated
    cost_factor: float = COST_FACTOR

    def identity(self) -> str:
        """Another library, program or overlay makes kept results useless."""
        library = pathlib.Path(self.smpirun).parents[1] / "lib" / "libmpi_abi.so.1"
        if not library.exists():
            library = pathlib.Path(self.smpirun)
        parts = [library, HERE / "overlay.toml", HERE / "blas.toml"]
        content = b"".join(part.read_bytes() for part in parts) + self.program.name.encode()
        return hashlib.sha256(content).hexdigest()[:16]


def read_published(setup: Setup, study: str) -> list[Published]:
    def grid(text: str) -> int | None:
        return int(text) if text else None

    with setup.published.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["study"].startswith(study)]
    return [Published(study=row["study"].partition(":")[2], platform=row["fat_tree"],
                      cores=int(row["cores_per_host"]), speed_gflops=float(row["host_speed_gflops"]),
                      bandwidth=row["link_bandwidth"], latency_s=float(row["link_latency_s"]), n=int(row["N"]),
                      ranks=int(row["ranks"]), p=grid(row["P"]), q=grid(row["Q"]),
                      simulated_s=float(row["simulated_time_s"]), gflops=float(row["gflops"]),
                      wall_s=float(row["simulation_wall_s"]), memory_mb=float(row["memory_bytes"]) / 1e6)
            for row in rows]


def wanted(setup: Setup, rows: list[Published]) -> list[Published]:
    chosen = [row for row in rows if setup.only_n in (None, row.n) and setup.only_ranks in (None, row.ranks)]
    if not chosen:
        asked = [f"{what} = {value}" for what, value in (("N", setup.only_n), ("ranks", setup.only_ranks)) if value]
        raise source.HplError("the study has no row with " + " and ".join(asked))
    return chosen


class Kept:
    """Results of earlier runs, by what was run."""

    def __init__(self, setup: Setup, study: str):
        self._path = setup.cache / f"{study}.jsonl"
        self._identity = setup.identity()
        self._known: dict[str, Prediction] = {}
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                entry = json.loads(line)
                if entry["key"].startswith(self._identity):
                    self._known[entry["key"]] = Prediction(**entry["prediction"])

    def key(self, case: Case, options: list[str]) -> str:
        return " ".join([self._identity, str(case), *options])

    def find(self, key: str) -> Prediction | None:
        return self._known.get(key)

    def add(self, key: str, prediction: Prediction) -> None:
        self._known[key] = prediction
        with self._path.open("a") as file:
            file.write(json.dumps({"key": key, "prediction": dataclasses.asdict(prediction)}) + "\n")


def run_whole(setup: Setup, case: Case, options: list[str]) -> Prediction:
    result = run_case(case, setup.smpirun, setup.program, options, setup.keep)
    return Prediction(result.simulated_s, result.gflops, result.wall_s, result.processor_s, result.physical_mb, False)


def run_part(setup: Setup, case: Case, options: list[str], speed_gflops: float,
             whole: extrapolation.Whole) -> Prediction:
    """The first panels; the rest by extrapolation.py."""
    output = simulate(case, setup.smpirun, setup.program, options, setup.keep)
    panels = [extrapolation.Panel(int(row), float(time)) for row, time in
              re.findall(r"^HPL panel row=(\d+) time_s=(\S+)$", output.printed, re.MULTILINE)]
    if output.status != STOPPED_STATUS or len(panels) < extrapolation.LEAST_PANELS:
        raise source.HplError(f"no panels to extrapolate from; smpirun ended with status {output.status}")
    dgemm_s = extrapolation.dgemm_s(HERE / "blas.toml") / speed_gflops
    simulated_s = extrapolation.total_s(case, panels, whole, dgemm_s)
    gflops = (2 / 3 * case.n**3 + 3 / 2 * case.n**2) / simulated_s / 1e9  # as HPL counts
    return Prediction(simulated_s, gflops, output.wall_s, output.processor_s, output.physical_mb, True)


def predict(setup: Setup, kept: Kept, row: Published, grid: tuple[int, int],
            smaller: Published | None = None) -> Prediction:
    """From a whole run, or from the first panels and `smaller`, which is run as a whole."""
    case = Case(row.n, *grid, pivots="first-row", stop_percent=STOP_PERCENT if smaller else None)
    whole = None
    if smaller is not None:
        whole = extrapolation.Whole(smaller.n, predict(setup, kept, smaller, grid).simulated_s)
    given = {option_name(argument) for argument in setup.extra}
    options = [option for option in row.options(setup.cost_factor) if option_name(option) not in given]
    options += [*POLLS, *setup.extra]
    key = kept.key(case, options)
    prediction = kept.find(key)
    if prediction is None:
        with tempfile.NamedTemporaryFile("w", prefix="hpl-hosts.", suffix=".txt") as hostfile:
            hosts = -(-row.ranks // row.cores)
            hostfile.writelines(f"host-{number}:{row.cores}\n" for number in range(hosts))
            hostfile.flush()
            placed = [*options, f"--hostfile={hostfile.name}"]
            prediction = (run_part(setup, case, placed, row.speed_gflops / setup.cost_factor, whole) if whole else
                          run_whole(setup, case, placed))
        kept.add(key, prediction)
    return prediction


def aligned(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)


def costs(row: Published, prediction: Prediction) -> tuple[str, ...]:
    """Columns of COST_HEADS: what the simulation took, and what it may take."""
    return (f"{prediction.wall_s:.1f}", f"{prediction.processor_s:.1f}", f"{row.wall_s / WALL_SHARE:.1f}",
            f"{prediction.memory_mb:.0f}", f"{row.memory_mb / MEMORY_SHARE:.0f}")


COST_HEADS = ("wall s", "cpu s", f"published/{WALL_SHARE}", "memory MB", f"published/{MEMORY_SHARE}")


def direction(value: float, reference: float) -> str:
    return f"{100 * (value / reference - 1):+.1f} %"


def component_verdicts(n: int, rows: list[Published], predicted: dict[str, float]) -> Iterator[str]:
    """Same order of the settings, and each change in the same direction, as published?"""
    published = {row.study: row.simulated_s for row in rows}
    ours, theirs = (sorted(times, key=times.__getitem__) for times in (predicted, published))
    yield f"N={n}: order as published: " + ("yes" if ours == theirs else f"no: {' < '.join(ours)}; "
                                            f"published: {' < '.join(theirs)}")
    wrong = [name for name in published if name != "default" and
             (predicted[name] > predicted["default"]) != (published[name] > published["default"])]
    yield f"N={n}: direction of each change as published: " + (f"no: {', '.join(wrong)}" if wrong else "yes")


def components(setup: Setup) -> int:
    """Bandwidth, latency and speed, up and down, on 512 ranks."""
    published = wanted(setup, read_published(setup, "components"))
    kept = Kept(setup, "components")
    predictions = {row: predict(setup, kept, row, (row.p, row.q)) for row in published}
    table = [("setting", "N", "predicted s", "change", "published s", "change", "ratio", "Gflops", "published",
              *COST_HEADS)]
    verdicts: list[str] = []
    for n in sorted({row.n for row in published}):
        rows = [row for row in published if row.n == n]
        predicted = {row.study: predictions[row].simulated_s for row in rows}
        base = next(row for row in rows if row.study == "default")
        for row in rows:
            ours = predictions[row]
            table.append((row.study, str(n), f"{ours.simulated_s:.2f}",
                          direction(ours.simulated_s, predicted["default"]), f"{row.simulated_s:.2f}",
                          direction(row.simulated_s, base.simulated_s), f"{ours.simulated_s / row.simulated_s:.3f}",
                          f"{ours.gflops:.4g}", f"{row.gflops:.4g}", *costs(row, ours)))
        verdicts += component_verdicts(n, rows, predicted)
    print(aligned(table), *verdicts, sep="\n")
    return 0


def near_square(ranks: int) -> tuple[int, int]:
    p = max(p for p in range(1, ranks + 1) if ranks % p == 0 and p * p <= ranks)
    return p, ranks // p


# Shapes of the process grid that the study may have used.
GRIDS = {"8-rows": lambda ranks: (8, ranks // 8), "near-square": near_square}


def largest_whole(setup: Setup, rows: list[Published], row: Published) -> Published | None:
    """What a row is extrapolated with; None for a row that is run as a whole."""
    if row.n <= setup.whole_n:
        return None
    smaller = [other for other in rows if other.ranks == row.ranks and other.n <= setup.whole_n]
    if not smaller:
        raise source.HplError(f"no row to run as a whole on {row.ranks} ranks, for N = {row.n}")
    return max(smaller, key=lambda other: other.n)


def scalability(setup: Setup) -> int:
    """N from 5e5 to 4e6 on 512 to 4,096 ranks, 8 a host."""
    rows = read_published(setup, "scalability")
    published = wanted(setup, rows)
    kept = Kept(setup, "scalability")
    table = [("N", "ranks", "P x Q", "predicted s", "published s", "Gflops", "published", "differs", *COST_HEADS)]
    distances: dict[str, list[float]] = {}
    for row in published:
        for name, shape in GRIDS.items():
            if setup.only_grid not in (None, name):
                continue
            p, q = shape(row.ranks)
            ours = predict(setup, kept, row, (p, q), largest_whole(setup, rows, row))
            distances.setdefault(name, []).append(abs(ours.gflops / row.gflops - 1))
            table.append((str(row.n), str(row.ranks), f"{p} x {q}",
                          f"{ours.simulated_s:.0f}" + ("*" if ours.extrapolated else " "), f"{row.simulated_s:.0f}",
                          f"{ours.gflops:.1f}", f"{row.gflops:.1f}", direction(ours.gflops, row.gflops),
                          *costs(row, ours)))
    print(aligned(table))
    if any(row.n > setup.whole_n for row in published):
        print(f"* extrapolated from the first {STOP_PERCENT} % of the panels and the largest N that is run as a whole;"
              " wall, cpu and memory are of these panels")
    for name, values in distances.items():
        within = sum(value <= GFLOPS_TOLERANCE for value in values)
        print(f"{name}: {within} of {len(values)} rows within {GFLOPS_TOLERANCE:.0%} of the published Gflops,"
              f" {100 * sum(values) / len(values):.1f} % on average")
    if len(distances) > 1:
        print("fits best: " + min(distances, key=lambda name: sum(distances[name])))
    return 0


STUDIES = {"components": components, "scalability": scalability}
