# SPDX-License-Identifier: BSD-3-Clause
"""The published runs: what was measured, and what SMPI predicted then, by configuration."""
import dataclasses
import statistics
from typing import Callable

from machine import Row, rows_of


@dataclasses.dataclass(frozen=True)
class Configuration:
    """What HPL.dat says, and where it ran. Those of all runs but a few."""
    n: int
    p: int = 32
    q: int = 32
    nb: int = 128
    bcast: int = 2
    depth: int = 1
    swap: int = 0
    threshold: int = 128
    pfact: int = 1
    rfact: int = 2
    nodes: int = 32
    state: str = "good"  # of the nodes: four had a cooling fault from the end of 2018 to 2019


@dataclasses.dataclass
class Measured:
    real: list[float] = dataclasses.field(default_factory=list)       # Gflop/s of each run
    published: dict[str, float] = dataclasses.field(default_factory=dict)  # by SMPI's model

    def mean(self) -> float:
        return statistics.fmean(self.real)


Measurements = dict[Configuration, Measured]


def collect(file: str, configuration: Callable[[Row], Configuration], model: Callable[[Row], str]) -> Measurements:
    found: Measurements = {}
    for row in rows_of(file):
        entry = found.setdefault(configuration(row), Measured())
        if row["source"] == "real":
            entry.real.append(float(row["gflops"]))
        else:
            entry.published[model(row)] = float(row["gflops"])
    return {key: entry for key, entry in found.items() if entry.real}


def cooling() -> Measurements:
    return collect("hpl_dahu_cooling.csv", lambda row: Configuration(int(row["N"]), state=row["cooling"]),
                   lambda row: "whole model")


def sizes() -> Measurements:
    """With the name of the published model, such as D1_het."""
    def configuration(row: Row) -> Configuration:
        return Configuration(int(row["N"]), state="bad")
    found: Measurements = {}
    for row in rows_of("hpl_dahu_size.csv"):
        entry = found.setdefault(configuration(row), Measured())
        if row["source"] == "real" and row["date"] == "2019-03":
            entry.real.append(float(row["gflops"]))
        elif row["source"] != "real":
            entry.published[row["smpi_model"].split("|")[0].replace("het_het", "het")] = float(row["gflops"])
    return found


def shapes() -> Measurements:
    return collect("hpl_dahu_geometry.csv",
                   lambda row: Configuration(250_000, int(row["P"]), int(row["Q"]), nodes=30),
                   lambda row: row["source"].removeprefix("smpi_calibrated_to_"))


def parameters() -> Measurements:
    return collect("hpl_dahu_factorial.csv",
                   lambda row: Configuration(250_000, nb=int(row["NB"]), threshold=int(row["NB"]),
                                             bcast=int(row["bcast"]), depth=int(row["depth"]), swap=int(row["swap"])),
                   lambda row: "whole model")


def taurus() -> Measurements:
    """Another cluster: 12 cores a node. The settings are those of examples/energy."""
    return collect("hpl_taurus.csv",
                   lambda row: Configuration(20_000, 12, int(row["ranks"]) // 12, nb=120, threshold=64, bcast=0, depth=0,
                                             swap=2, pfact=0, rfact=0, nodes=12),
                   lambda row: row["source"])
