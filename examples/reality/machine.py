# SPDX-License-Identifier: BSD-3-Clause
"""What was measured of Dahu, as files and options of smpirun.

data/dgemm_dahu_cpus.csv has a law of dgemm for each of 64 processors, data/hpl_kernels_dahu.csv one for each
other kernel of HPL, data/network_models.csv the network. A `Model` says how much of it a prediction uses: the whole, one
dgemm for all processors, no noise, or dgemm as a multiple of M N K alone.
"""
import csv
import dataclasses
import math
import pathlib
import re
import statistics
from typing import Iterator

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "data"
TERMS = ("M*N*K", "M*N", "M*K", "N*K", "1")
COLUMNS = ("mnk", "mn", "mk", "nk", "1")
PER_HOST = 2
SPEED_GFLOPS = 29.7  # of dgemm on a core; all seconds are of hosts of this speed
SPEED = f"{SPEED_GFLOPS}Gf"
NETWORK_2018, NETWORK_2020 = "dahu_2018_detached64000", "dahu_2020_ring_final"
# SimGrid of 2020 took a bandwidth factor as the limit of one flow. That matters where it is far below 1: the ranks of a node
# together fill its cable, which each alone cannot.
PER_FLOW = ("--cfg=network/per-flow:0:1", "--cfg=network/loopback-per-flow:0:1")
Row = dict[str, str]


def rows_of(name: str) -> list[Row]:
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


@dataclasses.dataclass(frozen=True)
class Model:
    """Of dgemm. The published names of these choices are those of `hpl_dahu_size.csv`: D1_het is the whole."""
    calibration: str
    heterogeneous: bool = True  # else the mean of all processors
    noise: bool = True
    polynomial: bool = True     # else M N K and a constant

    def name(self) -> str:
        form = "polynomial" if self.polynomial else "linear"
        return f"{self.calibration}-{'het' if self.heterogeneous else 'hom'}-{form}" + ("" if self.noise else "-exact")


@dataclasses.dataclass(frozen=True)
class Law:
    """Means and standard deviations of a dgemm: a coefficient for each of TERMS, in seconds."""
    mean: tuple[float, ...]
    deviation: tuple[float, ...]


def law_of(row: Row) -> Law:
    # Some fits of deviations have slightly negative terms; a standard deviation has none here.
    return Law(tuple(float(row[f"mu_{c}"]) for c in COLUMNS),
               tuple(max(0.0, float(row[f"sigma_{c}"])) for c in COLUMNS))


def mean_law(laws: list[Law]) -> Law:
    def mean(values: Iterator[tuple[float, ...]]) -> tuple[float, ...]:
        return tuple(statistics.fmean(column) for column in zip(*values))
    return Law(mean(law.mean for law in laws), mean(law.deviation for law in laws))


# Shapes of the dgemms that count: large updates, with the panel's width as one dimension.
TYPICAL = tuple((m, n, k) for m in (500, 1000, 2000, 4000, 8000) for n in (500, 1000, 2000, 4000, 8000) for k in (128,))


def linear_law(law: Law) -> Law:
    """The multiple of M N K that takes as long as the polynomial over typical updates."""
    def fit(coefficients: tuple[float, ...]) -> tuple[float, ...]:
        times = [sum(c * x for c, x in zip(coefficients, (m * n * k, m * n, m * k, n * k, 1))) for m, n, k in TYPICAL]
        return (sum(times) / sum(m * n * k for m, n, k in TYPICAL), 0, 0, 0, 0)
    return Law(fit(law.mean), fit(law.deviation))


def dgemm_laws(model: Model) -> dict[tuple[int, int], Law]:
    """By node (from 1) and processor."""
    rows = [row for row in rows_of("dgemm_dahu_cpus.csv") if row["calibration"] == model.calibration]
    laws = {(int(row["node"]), int(row["cpu"])): law_of(row) for row in rows}
    if not model.polynomial:
        laws = {processor: linear_law(law) for processor, law in laws.items()}
    if not model.heterogeneous:
        laws = dict.fromkeys(laws, mean_law(list(laws.values())))
    if not model.noise:
        laws = {processor: Law(law.mean, (0.0,) * len(TERMS)) for processor, law in laws.items()}
    return laws


# Variables of hpl_kernels_dahu.csv as arguments of routines.
VARIABLES = {"M*M*N if left, M*N*N if right": "R*T^2", "call": "1"}


def kernel_lines(row: Row, noise: bool) -> list[str]:
    variable = VARIABLES.get(row["variable"], row["variable"])
    lines = [f'terms = {{"{variable}" = {float(row["mu_s_per_unit"]):.7g}}}']
    if noise and float(row["sigma_s_per_unit"]) > 0:
        lines.append(f'deviation = {{"{variable}" = {float(row["sigma_s_per_unit"]):.7g}}}')
    return lines


def kernels(is_blas: bool) -> list[Row]:
    return [row for row in rows_of("hpl_kernels_dahu.csv")
            if row["kernel"].startswith("HPL_") != is_blas and float(row["mu_s_per_unit"]) > 0]


def blas_text(model: Model) -> str:
    def numbers(values: tuple[float, ...]) -> str:
        return "[" + ", ".join(f"{value:.7g}" for value in values) + "]"

    lines = ["# Made by examples/reality from data/dgemm_dahu_cpus.csv and data/hpl_kernels_dahu.csv.",
             f'reference_speed = "{SPEED}"', 'default = "free"',
             f'processors = {{per_host = {PER_HOST}, ranks = "cyclic"}}']
    for row in kernels(is_blas=True):
        lines += ["", f"[{row['kernel']}]", *kernel_lines(row, model.noise)]
    lines += ["", "[[dgemm.table]]", f'calibration = "{model.calibration}"', f"terms = {list(TERMS)}", "rows = ["]
    for (node, processor), law in dgemm_laws(model).items():
        lines.append(f'  ["host-{node - 1}", {processor}, {numbers(law.mean)}, {numbers(law.deviation)}],')
    return "\n".join([*lines, "]", ""])


ARGUMENTS = {
    "HPL_dlacpy": "int M, int N, const double* A, int LDA, double* B, int LDB",
    "HPL_dlatcpy": "int M, int N, const double* A, int LDA, double* B, int LDB",
    "HPL_dlaswp01T": "int M, int N, double* A, int LDA, double* U, int LDU, const int* LINDXA, const int* LINDXAU",
    "HPL_dlaswp02N": "int M, int N, const double* A, int LDA, double* W0, double* W, int LDW, const int* LINDXA,"
                     " const int* LINDXAU",
    "HPL_dlaswp03T": "int M, int N, double* U, int LDU, const double* W0, const double* W, int LDW",
    "HPL_dlaswp04T": "int M0, int M1, int N, double* U, int LDU, double* A, int LDA, const double* W0,"
                     " const double* W, int LDW, const int* LINDXA, const int* LINDXAU",
}
WRITES = {
    "HPL_dlacpy": 'writes = {B = {rows = "M", columns = "N", stride = "LDB"}}',
    "HPL_dlatcpy": 'writes = {B = {rows = "M", columns = "N", stride = "LDB"}}',
    "HPL_dlaswp02N": 'writes = {W0 = "M*LDW"}',
}


def overlay_text(common: str, noise: bool) -> str:
    """The overlay of examples/hpl with costs for the copy kernels that were measured."""
    for row in kernels(is_blas=False):
        name = row["kernel"]
        table = [f"[{name}]", f'arguments = "{ARGUMENTS[name]}"', *kernel_lines(row, noise)]
        if name in WRITES:
            table.append(WRITES[name])
        # A table ends where the next one begins.
        common, count = re.subn(rf"^\[{name}\]\n(?:[^\[\n].*\n)*", "\n".join(table) + "\n", common, flags=re.MULTILINE)
        if count != 1:
            raise ValueError(f"the overlay of HPL has {count} tables of {name}")
    common = re.sub(r'^reference_speed = "[^"]*"', f'reference_speed = "{SPEED}"', common, flags=re.MULTILINE)
    return common.replace('"drawn_pivot"', '"timed_pivot"').replace('"copied_panel"', '"timed_panel"')


def plugin_text(common: str, noise: bool) -> str:
    """The plug-in of examples/hpl, with the times of what it does in the place of HPL."""
    laws = {row["kernel"]: row for row in rows_of("hpl_kernels_dahu.csv")}
    constants = f"#define HOST_FLOPS {SPEED_GFLOPS}e9\n"
    for kernel, name in (("idamax", "SEARCH"), ("HPL_dlacpy", "COPY")):
        deviation = float(laws[kernel]["sigma_s_per_unit"]) if noise else 0
        constants += f"#define {name}_S {float(laws[kernel]['mu_s_per_unit']):.7g}\n"
        constants += f"#define {name}_DEVIATION_S {deviation:.7g}\n"
    return common + constants + (HERE / "timed.c").read_text()


def network_options(name: str) -> list[str]:
    """A calibration as options of smpirun; links and loopback too."""
    tables: dict[str, list[str]] = {}
    single: dict[str, str] = {}
    for row in rows_of("network_models.csv"):
        if row["model"] != name:
            continue
        option, threshold, value = row["option"], row["threshold_bytes"], row["value_or_intercept"]
        if threshold:
            slope = f":{row['slope_s_per_byte']}" if row["slope_s_per_byte"] else ""
            tables.setdefault(option, []).append(f"{threshold}:{value}{slope}")
        else:
            single[option] = value
    names = {"smpi/bw-factor": "network/bandwidth-factor", "smpi/lat-factor": "network/latency-factor",
             "smpi/loopback-bw-factor": "network/loopback-bandwidth-factor",
             "smpi/loopback-lat-factor": "network/loopback-latency-factor"}
    options = [f"--link={single.pop('cluster:bw')},{single.pop('cluster:lat')}",
               f"--loopback={single.pop('cluster:loopback_bw')},{single.pop('cluster:loopback_lat')}"]
    options += [f"--cfg={names.get(option, option)}:{';'.join(rows)}" for option, rows in tables.items()]
    if name == NETWORK_2020:
        options += PER_FLOW
    values = {"true": "yes", "false": "no"}
    return options + [f"--cfg={option}:{values.get(value, value)}" for option, value in single.items()
                      if not option.startswith("cluster:")]


def median_error(errors: list[float]) -> float:
    return statistics.median(map(abs, errors)) if errors else math.nan
