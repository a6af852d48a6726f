# SPDX-License-Identifier: BSD-3-Clause
"""Predictions as a plan of smpi-study: it runs what is not done yet, and goes on after any stop."""
import dataclasses
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "hpl"), str(HERE.parent / "energy")]
# pylint: disable=wrong-import-position
import source  # noqa: E402
import taurus  # noqa: E402
from machine import SPEED, Model, blas_text, network_options, overlay_text, plugin_text  # noqa: E402
from published import Configuration  # noqa: E402

HPL = HERE.parent / "hpl"
COLUMNS = ("n", "p", "q", "nb", "bcast", "depth", "swap", "threshold", "pfact", "rfact", "nodes")
PLAN = """\
# Made by examples/reality; changes are lost.
name = "{name}"
program = "env"
arguments = ["HPL_STOP_ROW={{stop_row}}", "HPL_WARM_ROW={{warm_row}}", "./xhpl"]
inputs = ["xhpl"]
exit_status = [0, 75]                # 75: ended by HPL_STOP_ROW
ranks = "{{p*q}}"
platform = "{platform}"
options = {options}
files = {{ "hpccinf.txt" = "hpl.dat.in" }}
[parameters]
case = {{ zip = {columns}, values = [
{values}
] }}
[replicas]
count = {seeds}
[results]
time = {{ from = "stdout", regex = "^HPL (?:stopped row=[0-9]+ )?time_s=([0-9.e+-]+)", better = "lower" }}
warm = {{ from = "stdout", regex = "^HPL (?:stopped .* warm_s|time_s)=([0-9.e+-]+)" }}
first = {{ from = "stdout", regex = "^HPL (?:stopped .* first_s|time_s)=([0-9.e+-]+)" }}
wall = {{ from = "summary", key = "measured.wall_s" }}
[limits]
memory = "1GB"
"""


@dataclasses.dataclass(frozen=True)
class Point:
    configuration: Configuration
    model: Model
    window: tuple[int, int] | None = None  # rows between which panels are timed; the whole run without


@dataclasses.dataclass(frozen=True)
class Result:
    time_s: float
    warm_s: float
    first_s: float
    wall_s: float


@dataclasses.dataclass(frozen=True)
class Setup:
    bin: pathlib.Path
    folder: pathlib.Path  # plans, programs and results
    archive: pathlib.Path | None
    jobs: int


def write_if_changed(path: pathlib.Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


NO_MODEL = Model("")  # of a machine whose kernels are not Dahu's


def overlay_name(model: Model) -> str:
    return "overlay-noisy" if model.noise else "overlay-exact"


def built_plugin(setup: Setup, name: str, code: str, archive: pathlib.Path) -> pathlib.Path:
    """The shared library of a plug-in, named by its source: what changed is another one."""
    compiler = str(setup.bin / "smpicc")
    headers = "".join(header.read_text() for header in source.headers_of(HPL / "overlay.c"))
    identity = code + headers + source.compiler_identity(compiler)
    library = setup.folder / f"{name}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.so"
    if not library.exists():
        with tempfile.TemporaryDirectory(prefix="plugin.", dir=setup.folder) as folder:
            fresh = pathlib.Path(folder)
            (fresh / "plugin.c").write_text(code)
            include = source.unpack(archive, fresh) / "include"
            source.run_compiler([compiler, *source.PLUGIN_FLAGS, f"-I{include}", f"-I{HPL}", str(fresh / "plugin.c"),
                                 "-lm", "-o", str(fresh / "plugin.so")], f"compile {name}")
            (fresh / "plugin.so").rename(library)
    return library


def build(setup: Setup) -> None:
    """xhpl, and overlays with their plug-ins: kernels with noise, without, and free."""
    setup.folder.mkdir(parents=True, exist_ok=True)
    cache = HPL.parents[1] / "build" / "hpl"
    made = source.built_hpl(
        cache, source.Build(f"{setup.bin}/smpicc", HPL / "driver.c", HPL / "overlay.c", contiguous=True), setup.archive)
    program = setup.folder / "xhpl"
    if not program.is_symlink() or program.resolve() != made.resolve():
        program.unlink(missing_ok=True)
        program.symlink_to(made)
    archive = setup.archive or sorted(cache.glob(f"{source.SOURCE_PACKAGE}_*.orig.tar.*"))[-1]
    overlay, code = (HPL / "overlay.toml").read_text(), (HPL / "overlay.c").read_text()
    for model in (Model("", noise=True), Model("", noise=False)):
        name = overlay_name(model)
        plugin = built_plugin(setup, name, plugin_text(code, model.noise), archive)
        text = overlay_text(overlay, model.noise).replace('"overlay.so"', f'"{plugin}"')
        write_if_changed(setup.folder / f"{name}.toml", text)
    write_if_changed(setup.folder / "overlay-free.toml",
                     overlay.replace('"overlay.so"', f'"{source.plugin_of(made)}"'))
    write_if_changed(setup.folder / "hpl.dat.in", (HERE / "hpl.dat.in").read_text())


@dataclasses.dataclass(frozen=True)
class Machine:
    """Where a study's runs are: a platform, and options of smpirun."""
    platform: str
    options: tuple[str, ...]


# How long MPI_Iprobe takes that finds nothing. SimGrid, when the published predictions were made: one counter of all ranks
# grows with each such call and is its length in units; any that succeeds resets it. Else each takes a unit.
POLLS = {"published": ("--cfg=smpi/grow-injected-times:shared",), "measured": ()}


def dahu(network: str, polls: str = "published") -> Machine:
    return Machine("star:{nodes}", ("--cores=32", "--placement=block:32", f"--host-speed={SPEED}",
                                    "--blas=modeled:{blas}.toml", "--overlay={overlay}.toml",
                                    *network_options(network), *POLLS[polls]))


def taurus_machine(setup: Setup) -> Machine:
    """That of examples/energy: dgemm and dtrsm as a multiple of their operations, all else is free."""
    write_if_changed(setup.folder / "taurus.xml", taurus.platform_text())
    return Machine("taurus.xml", ("--placement=block:12", f"--blas=modeled:{HPL.parent}/energy/blas.toml",
                                  "--overlay=overlay-free.toml",
                                  *(f"--cfg={option}" for option in taurus.NETWORK)))


def plan_text(name: str, points: list[Point], machine: Machine, seeds: int) -> str:
    options = ["--cfg=smpi/simulate-computation:no", *machine.options]
    rows = []
    for point in points:
        c = point.configuration
        warm_row, stop_row = point.window or (c.n, c.n)
        numbers = [getattr(c, column) for column in COLUMNS]
        rows.append([*numbers, warm_row, stop_row, point.model.name(), overlay_name(point.model)])
    return PLAN.format(name=name, options=json.dumps(options), seeds=seeds, platform=machine.platform,
                       columns=json.dumps([*COLUMNS, "warm_row", "stop_row", "blas", "overlay"]),
                       values=",\n".join(f"  {json.dumps(row)}" for row in rows))


def run(setup: Setup, name: str, points: list[Point], machine: Machine, seeds: int) -> dict[Point, list[Result]]:
    """Results of each point, one a seed."""
    for model in {point.model for point in points} - {NO_MODEL}:
        write_if_changed(setup.folder / f"{model.name()}.toml", blas_text(model))
    plan = setup.folder / f"{name}.toml"
    write_if_changed(plan, plan_text(name, points, machine, seeds))
    study = [str(setup.bin / "smpi-study")]
    status = subprocess.run([*study, "run", str(plan), "--jobs", str(setup.jobs)], check=False).returncode
    if status != 0:
        raise source.HplError(f"smpi-study run {plan} ended with status {status}")
    shown = subprocess.run([*study, "results", str(plan), "--json"], check=True, capture_output=True, text=True).stdout
    found: dict[Point, list[Result]] = {}
    for row in json.loads(shown)["points"]:
        key = tuple(row["parameters"][column] for column in (*COLUMNS, "warm_row", "stop_row", "blas"))
        for point in points:
            c = point.configuration
            own = (*(getattr(c, column) for column in COLUMNS), *(point.window or (c.n, c.n)), point.model.name())
            if own == key:
                found[point] = [Result(*(run["values"][value] for value in ("time", "warm", "first", "wall")))
                                for run in row["runs"]]
    return found
