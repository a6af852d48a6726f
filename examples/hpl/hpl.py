# SPDX-License-Identifier: BSD-3-Clause
"""Runs HPL on a simulated fat tree: a check with real arithmetic, then predictions.

Without arguments: N=1000 on 2x2 ranks with the real OpenBLAS, which must say PASSED, then N=5000,
10000 and 20000 on 8x8 ranks with modelled BLAS, and a table. With --n, --p and --q: one case, which
ends with a line `RESULT hpl key=value ...`. What follows `--` goes to smpirun; it replaces the
default of the same name (--platform, --host-speed, --link, --cores, --blas). `stampede` predicts the
run that ranked Stampede in 2013, N=3875000 on 77x78 ranks; it takes about an hour and 1.5 GB and says
every ten seconds how far it is.
The default platform has 512 single-core hosts of 1 Gflop/s on a two-level fat tree with 10 Gbit/s,
24 us links; blas.toml has the coefficients of dgemm and dtrsm.
"""
import argparse
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import Iterator

import source

HERE = pathlib.Path(__file__).resolve().parent
BROADCASTS = {"1ring": 0, "1ringM": 1, "2ring": 2, "2ringM": 3, "blong": 4, "blongM": 5}
PIVOTS = {"drawn": "drawn_pivot", "first-row": "first_row_pivot"}
PLATFORM = (("--platform", "fat-tree:2;16,32;1,16;1,1"), ("--host-speed", "1Gf"),
            ("--link", "10Gbps,24us"), ("--cores", "1"))
# A node of Stampede is one rank: two Xeons and a Xeon Phi, whose dgemm made some 900 Gflop/s together
# (2 / 8.72e-10 s at 1 Gflop/s is 2.3 Gflop/s, so 400 of them). One leaf switch a process row.
STAMPEDE = (("--platform", "fat-tree:2;78,77;1,78;1,1"), ("--host-speed", "400Gf"), ("--link", "56Gbps,1us"))
# Real arithmetic is timed and injected as if the simulated hosts were as fast as this machine;
# a modelled run injects nothing that is measured, so that it repeats exactly.
REAL = ("--cfg=smpi/host-speed:1e9",)
MODELED = ("--cfg=smpi/simulate-computation:no",)


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

    def uses_overlay(self) -> bool:
        return not self.real and self.pivots in PIVOTS

    def input_file(self) -> str:
        """HPL's input: one value a line; the residual is checked only where it has a meaning."""
        threshold = 16.0 if self.real else -1.0
        return f"""HPLinpack benchmark input file
written by examples/hpl
HPL.out      output file name, not used
6            device out, not used
1            # of problem sizes
{self.n}     N
1            # of block sizes
{self.nb}    NB
0            PMAP: row-major
1            # of process grids
{self.p}     P
{self.q}     Q
{threshold}  threshold
1            # of panel factorisations
1            PFACT: Crout
1            # of recursive stopping criteria
2            NBMIN
1            # of panels in recursion
2            NDIV
1            # of recursive panel factorisations
2            RFACT: right
1            # of broadcasts
{BROADCASTS[self.bcast]}  BCAST
1            # of lookahead depths
{self.depth} DEPTH
0            SWAP: binary exchange
64           swapping threshold
0            L1 transposed
0            U transposed
1            equilibration
8            memory alignment in doubles
"""


@dataclasses.dataclass
class Result:
    case: Case
    simulated_s: float
    gflops: float
    wall_s: float
    peak_mb: float
    messages: int
    check: str  # PASSED, FAILED or "-"

    def line(self) -> str:
        case = self.case
        return (f"RESULT hpl n={case.n} p={case.p} q={case.q} simulated_s={self.simulated_s:.9g} "
                f"gflops={self.gflops:.6g} wall_s={self.wall_s:.2f} peak_mb={self.peak_mb:.1f} "
                f"messages={self.messages}")


def option_name(argument: str) -> str:
    """-platform, --platform and --platform=x are one option to smpirun."""
    return "--" + argument.lstrip("-").split("=")[0] if argument.startswith("-") else ""


def overlay_text(case: Case, program: pathlib.Path) -> str:
    """overlay.toml with the plug-in of this program and the wanted pivots."""
    text = (HERE / "overlay.toml").read_text()
    text = text.replace('"overlay.so"', f'"{source.plugin_of(program)}"')
    return text.replace('"drawn_pivot"', f'"{PIVOTS.get(case.pivots, "drawn_pivot")}"')


def smpirun_options(case: Case, overlay: pathlib.Path, extra: list[str]) -> list[str]:
    given = {option_name(argument) for argument in extra}
    defaults = [] if "--platform" in given else list(PLATFORM)
    if not case.real:
        defaults.append(("--blas", f"modeled:{HERE}/blas.toml"))
    if case.uses_overlay():
        defaults.append(("--overlay", str(overlay)))
    options = [f"{name}={value}" for name, value in defaults if name not in given]
    return [*options, *(REAL if case.real else MODELED), *extra]


def run_child(command: list[str], folder: pathlib.Path, output: pathlib.Path) -> int:
    """Runs to the end; an interrupt of ours becomes one of the child's, so nothing stays behind."""
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1")
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


def run_case(case: Case, smpirun: str, program: pathlib.Path, extra: list[str], keep: bool) -> Result:
    with case_folder(case, program, keep) as folder:
        command = [smpirun, "-np", str(case.p * case.q),
                   *smpirun_options(case, folder / "overlay.toml", extra),
                   "--summary", str(folder / "summary.json"), str(program)]
        print("hpl: " + " ".join(command), file=sys.stderr, flush=True)
        status = run_child(command, folder, folder / "stdout")
        printed = (folder / "stdout").read_text(errors="replace")
        found = re.search(r"^HPL time_s=(\S+) gflops=(\S+) failure=(\d+)", printed, re.MULTILINE)
        report = folder / "hpccoutf.txt"
        text = report.read_text(errors="replace") if report.exists() else ""
        if status != 0 or not found:
            sys.stderr.write(printed + text)
            raise source.HplError(f"smpirun ended with status {status}" if status else
                                  "HPL ended without a result")
        checks = re.findall(r"\b(PASSED|FAILED)\b", text)
        summary = json.loads((folder / "summary.json").read_text())
        measured = summary["measured"]
        if keep:
            print(text)
        return Result(case, float(found.group(1)), float(found.group(2)), measured["wall_s"],
                      measured["peak_memory_bytes"] / 1e6, summary["messages"],
                      checks[-1] if checks else "-")


def table(results: list[Result]) -> str:
    rows = [("N", "P x Q", "NB", "BLAS", "simulated s", "Gflops", "wall s", "peak MB", "messages", "residual")]
    rows += [(str(r.case.n), f"{r.case.p} x {r.case.q}", str(r.case.nb),
              "real" if r.case.real else "modelled", f"{r.simulated_s:.4f}", f"{r.gflops:.4g}",
              f"{r.wall_s:.2f}", f"{r.peak_mb:.1f}", str(r.messages), r.check) for r in results]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    extra: list[str] = []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, extra = arguments[:cut], arguments[cut + 1:]
    parser = argparse.ArgumentParser(prog="examples/hpl/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", nargs="?", choices=("stampede",),
                        help="a known run: stampede, N=3875000 on 77x78 ranks")
    parser.add_argument("--n", type=int, help="order of the matrix")
    parser.add_argument("--p", type=int, help="rows of the process grid")
    parser.add_argument("--q", type=int, help="columns of the process grid")
    parser.add_argument("--nb", type=int, default=128, help="block size (128)")
    parser.add_argument("--bcast", choices=BROADCASTS, default="2ring", help="panel broadcast (2ring)")
    parser.add_argument("--depth", type=int, default=1, help="lookahead (1)")
    parser.add_argument("--pivots", choices=(*PIVOTS, "none"), default="drawn",
                        help="where modelled runs find pivots: drawn at random (drawn), in the first row, or as"
                             " HPL itself finds them, with its matrix in memory (none)")
    parser.add_argument("--real", action="store_true", help="real arithmetic, checked")
    parser.add_argument("--check-folding", action="store_true",
                        help="run the modelled case twice, with real and with modelled arithmetic, and compare"
                             " the MPI calls of each rank")
    parser.add_argument("--keep", action="store_true", help="show HPL's report, keep the run's folder")
    parser.add_argument("--bin", help="folder of smpicc and smpirun, if not build/release/bin")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "build" / "hpl",
                        help="where HPL's archive and binaries are kept (build/hpl)")
    parser.add_argument("--source", type=pathlib.Path, help="hpcc_*.orig.tar.gz, instead of fetching it")
    options = parser.parse_args(arguments)
    if options.bin is None:
        options.bin = str(HERE.parents[1] / "build" / "release" / "bin")
    options.bin = str(pathlib.Path(options.bin).resolve())
    given = [options.n, options.p, options.q]
    if options.check_folding and (options.real or options.study or not all(given)):
        parser.error("--check-folding needs --n, --p and --q of a modelled case")
    if any(given) and not all(given) and options.study is None:
        parser.error("one case needs --n, --p and --q")
    for name, least in (("n", 1), ("p", 1), ("q", 1), ("nb", 1), ("depth", 0)):
        value = getattr(options, name)
        if value is not None and value < least:
            parser.error(f"--{name} must be at least {least}")
    return options, extra


def stampede(options: argparse.Namespace, extra: list[str]) -> int:
    """The run that ranked Stampede in June 2013: 5,168 Tflop/s, 7,505 s."""
    given = {option_name(argument) for argument in extra}
    extra = [*(f"{name}={value}" for name, value in STAMPEDE if name not in given), *extra]
    case = Case(options.n or 3_875_000, options.p or 77, options.q or 78, nb=1024, depth=0, pivots="drawn")
    build = source.Build(f"{options.bin}/smpicc", HERE / "driver.c", HERE / "overlay.c", contiguous=True)
    program = source.built_hpl(options.cache, build, options.source)
    result = run_case(case, f"{options.bin}/smpirun", program, extra, options.keep)
    print(table([result]), result.line(), sep="\n")
    return 0


def main(arguments: list[str]) -> int:
    options, extra = parse(arguments)
    if options.study == "stampede":
        return stampede(options, extra)
    build = source.Build(f"{options.bin}/smpicc", HERE / "driver.c", HERE / "overlay.c",
                         contiguous=not options.real and options.pivots in PIVOTS)
    program = source.built_hpl(options.cache, build, options.source)
    if options.n:
        cases = [Case(options.n, options.p, options.q, options.nb, options.bcast, options.depth,
                      options.real, options.pivots)]
    else:
        cases = [Case(1000, 2, 2, real=True), *(Case(n, 8, 8) for n in (5000, 10000, 20000))]
    if options.check_folding:
        return check_folding(cases[0], f"{options.bin}/smpirun", program, extra, options.keep)
    results = []
    for case in cases:
        results.append(run_case(case, f"{options.bin}/smpirun", program, extra, options.keep))
        if case.real:
            print(f"hpl: N={case.n} on {case.p}x{case.q} with the real BLAS: residual check "
                  f"{results[-1].check}", flush=True)
    print(table(results))
    print(*(result.line() for result in results), sep="\n")
    return 1 if any(r.case.real and r.check != "PASSED" for r in results) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(sys.argv[1:]))
    except source.HplError as problem:
        print(f"hpl: {problem}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
