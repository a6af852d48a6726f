# SPDX-License-Identifier: BSD-3-Clause
"""Published studies of HPL: plans of smpi-study, and tables of what was published beside ours.

A study is a plan hpl-NAME.toml of examples/studies, mostly a file hpl-NAME.csv beside it with what was published, and a
function of this folder that makes lines of both. smpi-study keeps results: an interrupted study goes on where it was.
"""
import csv
import dataclasses
import json
import pathlib
import subprocess
from typing import Any, Callable, Iterator

import source
from cases import HERE

PLANS = HERE.parent / "studies"
Row = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Study:
    name: str
    lines: Callable[["Tables"], Iterator[str]]
    only: str | None = None  # points of the plan that the table is about


@dataclasses.dataclass(frozen=True)
class Tables:
    """What a table is made of."""
    points: list[Row]  # parameters of each point that was run, and its results with their units
    published: list[dict[str, str]]


def gflops(n: float, time_s: float) -> float:
    return (2 / 3 * n**3 + 3 / 2 * n**2) / time_s / 1e9  # as HPL counts


def aligned(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)


def change(value: float, reference: float) -> str:
    return f"{100 * (value / reference - 1):+.1f} %"


UNITS = {"time": "time_s", "first": "first_s", "warm": "warm_s", "wall": "wall_s", "memory": "memory_bytes"}


def run_plan(plan: pathlib.Path, only: str | None, smpi_study: pathlib.Path, folder: pathlib.Path) -> list[Row]:
    """Runs what is not done of a plan; the points that are."""
    command = [str(smpi_study), "run", str(plan), "--folder", str(folder), *(["--only", only] if only else [])]
    status = subprocess.run(command, check=False).returncode
    if status == 3:
        raise KeyboardInterrupt
    if status != 0:
        raise source.HplError(f"{' '.join(command)} ended with status {status}")
    command = [str(smpi_study), "results", str(plan), "--folder", str(folder), "--json"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [{**point["parameters"], **{UNITS[name]: value for name, value in point["runs"][0]["values"].items()}}
            for point in json.loads(shown)["points"] if point["state"] == "done"]


def read_published(table: pathlib.Path) -> list[dict[str, str]]:
    if not table.exists():
        return []
    with table.open(newline="") as file:
        return list(csv.DictReader(file))


def print_table(study: Study, smpi_study: pathlib.Path, cache: pathlib.Path, plans: pathlib.Path,
                only: str | None) -> int:
    plan = plans / f"hpl-{study.name}.toml"
    points = run_plan(plan, only or study.only, smpi_study, cache / f"hpl-{study.name}.study")
    print(*study.lines(Tables(points, read_published(plan.with_suffix(".csv")))), sep="\n")
    return 0
