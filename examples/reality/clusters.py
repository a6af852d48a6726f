# SPDX-License-Identifier: BSD-3-Clause
"""Clusters of which one node was measured: each is predicted from its smallest run and the name of its cable.

data/hpl_clusters.csv has published runs that nobody here made. For each system the run on one node becomes an output in
HPL's format, the others an HPL.dat, and `smpi-study hpl --measured` does the rest with its defaults: no system has
settings of its own. Where a report gives a rate without its N, the column N_within says by how many per cent the N here may
be off; the interval then allows for it.
"""
import dataclasses
import json
import pathlib
import re
import statistics
import subprocess
import sys
from typing import Iterator

from machine import rows_of
from plans import HPL, Setup, source

FIT_TOLERANCE = 0.001
FIT_CHANCE = 0.005  # of the times of more than so many ranks
FEW_RANKS = 64
SWAPS = {"binary": ("Binary-exchange", 0), "long": ("Spread-roll (long)", 1), "mix": ("Mix (threshold = 64)", 2)}
FACTORISATIONS = "LCR"
QUICK_RANKS = 32


@dataclasses.dataclass(frozen=True)
class Run:
    system: str
    cable: str
    nodes: int
    n: int
    n_within_percent: float
    nb: int
    p: int
    q: int
    variant: str
    swap: str
    gflops: float
    time_s: float

    def settings(self) -> list[str]:
        """Mapping, depth, broadcast, RFACT, NDIV, PFACT and NBMIN."""
        return list(re.fullmatch(r"W([RC])(\d)(\d)([LCR])(\d)([LCR])(\d+)", self.variant).groups())


@dataclasses.dataclass(frozen=True)
class Predicted:
    run: Run
    gflops: float
    low: float
    high: float
    division: float

    def holds(self) -> bool:
        return self.low <= self.run.gflops <= self.high

    def error(self) -> float:
        return self.gflops / self.run.gflops - 1

    def half_width(self) -> float:
        return max(self.high / self.gflops - 1, 1 - self.low / self.gflops)


def systems() -> dict[str, list[Run]]:
    """By name, the runs by the number of nodes."""
    found: dict[str, list[Run]] = {}
    for row in rows_of("hpl_clusters.csv"):
        n, gflops = int(row["N"]), float(row["gflops"])
        counted_s = (2 / 3 * n**3 + 3 / 2 * n**2) / gflops / 1e9
        found.setdefault(row["system"], []).append(
            Run(row["system"], row["cable"], int(row["nodes"]), n, float(row["N_within"] or 0), int(row["NB"]), int(row["P"]), int(row["Q"]),
                row["variant"], row["swap"], gflops, float(row["time_s"] or counted_s)))
    return {name: sorted(runs, key=lambda run: run.nodes) for name, runs in found.items()}


def output_text(run: Run) -> str:
    """As HPL prints it."""
    return (f"HPLinpack 2.3\nSWAP   : {SWAPS[run.swap][0]}\n"
            f"T/V                N    NB     P     Q               Time                 Gflops\n"
            f"{run.variant}{run.n:12d} {run.nb:5d} {run.p:5d} {run.q:5d} {run.time_s:18.2f}     {run.gflops:18.4e}\n")


def input_text(run: Run) -> str:
    mapping, depth, broadcast, rfact, ndiv, pfact, nbmin = run.settings()
    values = ["HPL.dat", "of examples/reality", "HPL.out", "6", "1", run.n, "1", run.nb, "RC".index(mapping), "1", run.p, run.q,
              "16.0", "1", FACTORISATIONS.index(pfact), "1", nbmin, "1", ndiv, "1", FACTORISATIONS.index(rfact), "1", broadcast,
              "1", depth, SWAPS[run.swap][1], "64", "0", "0", "1", "8"]
    return "".join(f"{value}\n" for value in values)


def predict(setup: Setup, one: Run, run: Run) -> Predicted:
    name = re.sub(r"[^A-Za-z0-9]+", "-", f"{run.system}-{run.nodes}")
    folder = setup.folder / "clusters" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "node.out").write_text(output_text(one))
    (folder / "HPL.dat").write_text(input_text(run))
    command = [str(setup.bin / "smpi-study"), "hpl", "--measured", str(folder / "node.out"), "--dat", str(folder / "HPL.dat"),
               "--cable", run.cable, "--n-within", f"{run.n_within_percent:g}", "--json", "--jobs", str(setup.jobs)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise source.HplError(f"{' '.join(command)} failed")
    answer = json.loads(done.stdout)
    assert abs(answer["fit"]["errors"][0]) <= (FIT_TOLERANCE if one.p * one.q <= FEW_RANKS else FIT_CHANCE), answer["fit"]
    row = answer["clusters"][0]
    return Predicted(run, row["gflops"], row["gflops_low"], row["gflops_high"], row["gflops_by_division"])


def percent(value: float) -> str:
    return f"{100 * value:+.1f} %"


def table(setup: Setup, quick: bool) -> Iterator[str]:
    yield "clusters: each from its run on one node; Gflop/s"
    heads = ("system", "nodes", "N", "real", "ours", "80 % between", "", "error", "by division", "error")
    lines = [heads]
    found: list[Predicted] = []
    for name, (one, *others) in systems().items():
        for run in others:
            if quick and run.p * run.q > QUICK_RANKS:
                continue
            one_row = predict(setup, one, run)
            print(f"{name}, {run.nodes} nodes: {percent(one_row.error())}", file=sys.stderr, flush=True)
            found.append(one_row)
            lines.append((name, str(run.nodes), "~" * (run.n_within_percent > 0) + str(run.n), f"{run.gflops:.4g}", f"{one_row.gflops:.4g}",
                          f"{one_row.low:.4g} to {one_row.high:.4g}", "holds" if one_row.holds() else "",
                          percent(one_row.error()), f"{one_row.division:.4g}", percent(one_row.division / run.gflops - 1)))
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    yield from ("  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines)
    ours = sorted(abs(row.error()) for row in found)
    division = sorted(abs(row.division / row.run.gflops - 1) for row in found)
    for label, errors in (("ours", ours), ("by division", division)):
        yield f"  {label}: median |error| {100 * statistics.median(errors):.1f} %, worst {100 * errors[-1]:.1f} %"
    yield (f"  {sum(row.holds() for row in found)} of {len(found)} real rates are inside their interval, the widest of which is"
           f" +-{100 * max(row.half_width() for row in found):.0f} %")


def build(setup: Setup) -> pathlib.Path:
    """xhpl where smpi-study looks for it."""
    cache = HPL.parents[1] / "build" / "hpl"
    command = [sys.executable, "-B", str(HPL / "hpl.py"), "build", "--bin", str(setup.bin)]
    subprocess.run([*command, *(["--source", str(setup.archive)] if setup.archive else [])], check=True,
                   stdout=subprocess.DEVNULL)
    return cache / "xhpl"
