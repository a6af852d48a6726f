# SPDX-License-Identifier: BSD-3-Clause
"""One case of HPL, and its simulated run."""
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Iterator

import hpl_dat
import source

HERE = pathlib.Path(__file__).resolve().parent
STOPPED = 75  # exit status of a run that overlay.c ends
PIVOTS = {"drawn": "drawn_pivot", "first-row": "first_row_pivot"}
# The speed of a large dgemm by blas.toml.
HOST_SPEED = "2.294Gf"
PLATFORM = (("--platform", "fat-tree:2;16,32;1,16;1,1"), ("--host-speed", HOST_SPEED),
            ("--link", "10Gbps,24us"), ("--cores", "1"))
# What says itself which host runs which rank; else hosts are filled one after the other, as launchers do.
PLACED = ("--placement", "--hostfile", "--machinefile")
# Real arithmetic is timed and injected as if the simulated hosts were as fast as this machine;
# a modelled run injects nothing that is measured, so that it repeats exactly, and can take HPL's searches for
# pivots as one exchange each.
REAL = (f"--cfg=smpi/host-speed:{HOST_SPEED}",)
MODELED = ("--cfg=smpi/simulate-computation:no", "--cfg=smpi/collapse:exact")


@dataclasses.dataclass(frozen=True)
class Case:
    n: int
    p: int
    q: int
    nb: int = 128
    bcast: str = "2ring"
    depth: int = 1
    real: bool = False
    pivots: str = "drawn"  # or "first-row", or "none": HPL's kernels are not replaced
    # The rest of HPL's input file: hpl_dat.py says what each means.
    pmap: str = "row"
    residual_threshold: float = 16.0
    pfact: str = "crout"
    nbmin: int = 2
    ndiv: int = 2
    rfact: str = "right"
    swap: str = "binary"
    swap_threshold: int = 64
    l1: str = "transposed"
    u: str = "transposed"
    equilibration: str = "yes"
    alignment: int = 8
    panels: int = 0  # only so many are factored, and the run ends; 0: all

    def uses_overlay(self) -> bool:
        return not self.real and self.pivots in PIVOTS

    def operation_count(self) -> float:
        """Of the panels that are run, as HPL counts them for a whole matrix."""
        left = max(self.n - self.panels * self.nb, 0) if self.panels else 0

        def whole(n: int) -> float:
            return 2 / 3 * n ** 3 + 3 / 2 * n ** 2

        return whole(self.n) - whole(left)

    def input_file(self) -> str:
        return hpl_dat.input_file(self)


@dataclasses.dataclass
class Result:
    case: Case
    simulated_s: float
    gflops: float
    wall_s: float
    processor_s: float
    peak_mb: float
    physical_mb: float  # shared pages counted once
    messages: int
    check: str  # PASSED, FAILED or "-"
    mean_w: float = 0  # of the machine, where its power is known

    def line(self) -> str:
        case = self.case
        # As in the Green500: of the operations that HPL counts, while hosts execute a few more or less.
        efficiency = f" gflops_per_w={self.gflops / self.mean_w:.6g}" if self.mean_w > 0 else ""
        panels = f" panels={case.panels}" if case.panels else ""
        return (f"RESULT hpl n={case.n} p={case.p} q={case.q}{panels} simulated_s={self.simulated_s:.9g} "
                f"gflops={self.gflops:.6g}{efficiency} wall_s={self.wall_s:.2f} peak_mb={self.peak_mb:.1f} "
                f"messages={self.messages}")


def option_name(argument: str) -> str:
    """-platform, --platform and --platform=x are one option to smpirun."""
    return "--" + argument.lstrip("-").split("=")[0] if argument.startswith("-") else ""


def overlay_text(case: Case, program: pathlib.Path) -> str:
    """overlay.toml with the plug-in of this program and the wanted pivots."""
    text = (HERE / "overlay.toml").read_text()
    text = text.replace('"overlay.so"', f'"{source.plugin_of(program)}"')
    return text.replace('"drawn_pivot"', f'"{PIVOTS.get(case.pivots, "drawn_pivot")}"')


def link_program(program: pathlib.Path, cache: pathlib.Path) -> None:
    """xhpl and its overlays in the cache, for plans of smpi-study: names that stay when the program changes."""
    overlays = {"overlay.toml": "drawn", "overlay-first-row.toml": "first-row"}
    with tempfile.TemporaryDirectory(prefix="link.", dir=cache) as folder:
        fresh = pathlib.Path(folder)
        for name, pivots in overlays.items():
            (fresh / name).write_text(overlay_text(Case(1, 1, 1, pivots=pivots), program))
        (fresh / "xhpl").symlink_to(program.name)
        for name in (*overlays, "xhpl"):
            (fresh / name).rename(cache / name)


def smpirun_options(case: Case, overlay: pathlib.Path, extra: list[str]) -> list[str]:
    given = {option_name(argument) for argument in extra}
    defaults = [] if "--platform" in given else list(PLATFORM)
    if not given & set(PLACED):
        defaults.append(("--placement", "block"))
    if not case.real:
        defaults.append(("--blas", f"modeled:{HERE}/blas.toml"))
    if case.uses_overlay():
        defaults.append(("--overlay", str(overlay)))
    options = [f"{name}={value}" for name, value in defaults if name not in given]
    return [*options, *(REAL if case.real else MODELED), *extra]


def run_child(command: list[str], folder: pathlib.Path, output: pathlib.Path,
              variables: dict[str, str] | None = None) -> int:
    """Runs to the end; an interrupt of ours becomes one of the child's, so nothing stays behind."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **(variables or {})}
    environment.pop("SMPI_REPRODUCIBLE", None)  # it takes wall time and memory out of the summary
    with output.open("w") as file:
        child = subprocess.Popen(command, cwd=folder, stdout=file, env=environment)
        try:
            return child.wait()
        finally:
            if child.poll() is None:
                child.terminate()
                try:
                    child.wait(timeout=5)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()


@contextlib.contextmanager
def case_folder(case: Case, program: pathlib.Path, keep: bool) -> Iterator[pathlib.Path]:
    """A folder with HPL's input and the overlay, gone afterwards unless it is kept."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hpl-run."))
    try:
        (folder / "hpccinf.txt").write_text(case.input_file())
        (folder / "overlay.toml").write_text(overlay_text(case, program))
        yield folder
    finally:
        if keep:
            print(f"hpl: kept {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def check_folding(case: Case, smpirun: str, program: pathlib.Path, extra: list[str], keep: bool) -> int:
    """Compares the MPI calls with those of the same case with real arithmetic and memory."""
    with case_folder(case, program, keep) as folder:
        command = [smpirun, "-np", str(case.p * case.q), "--check-folding",
                   *smpirun_options(case, folder / "overlay.toml", extra), str(program)]
        print("hpl: " + " ".join(command), file=sys.stderr, flush=True)
        status = run_child(command, folder, folder / "stdout")
        print((folder / "stdout").read_text(errors="replace"), end="")
        return status


@dataclasses.dataclass
class Output:
    status: int
    printed: str
    report: str  # HPL's own
    messages: int
    wall_s: float
    processor_s: float
    peak_mb: float
    physical_mb: float
    simulated_s: float = 0  # of the whole program
    energy: dict[str, float] = dataclasses.field(default_factory=dict)


def processor_time_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def split_summary(extra: list[str]) -> tuple[list[str], pathlib.Path | None]:
    """The user's options of smpirun without --summary, and the file it names: runs have folders of their own."""
    others: list[str] = []
    wanted = None
    words = iter(extra)
    for word in words:
        if option_name(word) == "--summary":
            wanted = pathlib.Path(word.partition("=")[2] or next(words, "")).absolute()
        else:
            others.append(word)
    return others, wanted


def simulate(case: Case, smpirun: str, program: pathlib.Path, extra: list[str], keep: bool) -> Output:
    extra, wanted_summary = split_summary(extra)
    with case_folder(case, program, keep) as folder:
        command = [smpirun, "-np", str(case.p * case.q),
                   *smpirun_options(case, folder / "overlay.toml", extra),
                   "--summary", str(folder / "summary.json"), str(program)]
        print("hpl: " + " ".join(command), file=sys.stderr, flush=True)
        if case.panels:
            print(f"hpl: it ends after {case.panels} panels, with MPI_Abort and code {STOPPED}", file=sys.stderr, flush=True)
        before_s = processor_time_s()
        # The plug-in ends the run at that row (overlay.c).
        stop = {"HPL_STOP_ROW": str(case.panels * case.nb)} if case.panels else {}
        status = run_child(command, folder, folder / "stdout", stop)
        report, summary = folder / "hpccoutf.txt", folder / "summary.json"
        output = Output(status=status, printed=(folder / "stdout").read_text(errors="replace"),
                        report=report.read_text(errors="replace") if report.exists() else "",
                        messages=0, wall_s=0, processor_s=processor_time_s() - before_s, peak_mb=0, physical_mb=0)
        if summary.exists():
            if wanted_summary is not None:
                shutil.copy(summary, wanted_summary)
            facts = json.loads(summary.read_text())
            runs = facts.get("runs", [facts])  # several with --replicas
            output.simulated_s, output.energy = runs[0]["simulated_s"], runs[0].get("energy", {})
            output.messages = max((run["messages"] for run in runs), default=0)
            output.wall_s = sum(run["measured"]["wall_s"] for run in runs)
            output.peak_mb = max((run["measured"]["peak_memory_bytes"] for run in runs), default=0) / 1e6
            output.physical_mb = max((run["measured"]["physical_memory_bytes"] for run in runs), default=0) / 1e6
        return output


def refuse(output: Output) -> None:
    sys.stderr.write(output.printed + output.report)
    raise source.HplError(f"smpirun ended with status {output.status}" if output.status else
                          "HPL ended without a result")


def of_panels(case: Case, output: Output) -> Result:
    """From when the first panel was factored until as many others were."""
    found = re.findall(r"^HPL stopped row=\d+ time_s=(\S+) .*first_s=(\S+)", output.printed, re.MULTILINE)
    if output.status != STOPPED or not found:
        refuse(output)
    time_s = statistics.fmean(float(end) - float(begin) for end, begin in found)
    return Result(case, time_s, case.operation_count() / time_s / 1e9, output.wall_s, output.processor_s,
                  output.peak_mb, output.physical_mb, output.messages, "-", output.energy.get("mean_w", 0))


def run_case(case: Case, smpirun: str, program: pathlib.Path, extra: list[str], keep: bool) -> Result:
    output = simulate(case, smpirun, program, extra, keep)
    if case.panels:
        return of_panels(case, output)
    found = re.findall(r"^HPL time_s=(\S+) gflops=(\S+) failure=\d+", output.printed, re.MULTILINE)
    if output.status != 0 or not found:
        refuse(output)
    time_s, gflops = (statistics.fmean(map(float, values)) for values in zip(*found))
    checks = re.findall(r"\b(PASSED|FAILED)\b", output.report)
    if keep:
        print(output.report)
    return Result(case, time_s, gflops, output.wall_s, output.processor_s, output.peak_mb, output.physical_mb,
                  output.messages, checks[-1] if checks else "-", output.energy.get("mean_w", 0))
