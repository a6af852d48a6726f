#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicts HPL on accelerators: a table of how fast it is on 1, 8 and 64 devices.

With --source or --fetch the program is rocHPL, AMD's public HPL for accelerators, unchanged (its residual means
nothing, because no number is computed); else lu.cpp, a small program of
the same structure. The machine has hosts of eight devices and a network of one switch.

  examples/hpl-accelerated/run                          lu.cpp, 1, 8 and 64 devices
  examples/hpl-accelerated/run --check                  lu.cpp computes for real on a small matrix, and with the same MPI calls
  examples/hpl-accelerated/run --source ~/src/rocHPL    AMD's
  examples/hpl-accelerated/run --devices 75264 --panels 30    the first panels of a matrix for a large machine
"""
import argparse
import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
REPOSITORY = "https://github.com/ROCm/rocHPL"
# rocHPL's flags, and the report that ends with its final score.
ROCHPL_FLAGS = ("-std=c++14", "-O2", "-w", "-fopenmp", "-DHPL_PROGRESS_REPORT")
# The kernels that talk to the host while they run; rochpl_panel.cpp has what is called instead.
REPLACED = [f"_Z12HPL_pdpan{name}P11HPL_S_paneliii" for name in ("llN", "llT", "crN", "crT", "rlN", "rlT")]


class ExampleError(Exception):
    """Something a user can mend; the text says what."""


@dataclass
class Case:
    devices: int
    n: int
    nb: int
    panels: int | None = None  # of its first panels only

    def grid(self) -> tuple[int, int]:
        """P and Q, as near to a square as the number of devices allows, P <= Q."""
        p = max(i for i in range(1, math.isqrt(self.devices) + 1) if self.devices % i == 0)
        return p, self.devices // p

    def grid_of_host(self, ranks: int) -> tuple[int, int]:
        """How the ranks of a host lie in the grid."""
        p, q = self.grid()
        return next((i, ranks // i) for i in range(math.isqrt(ranks), 0, -1)
                    if ranks % i == 0 and p % i == 0 and q % (ranks // i) == 0)


def call(words: Iterable[object], folder: pathlib.Path | None = None) -> str:
    """Output of a command, both streams; an ExampleError when it fails."""
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=folder, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise ExampleError(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def call_watched(words: Iterable[object], folder: pathlib.Path | None = None, period_s: float = 10) -> str:
    """The same; shows now and then which panel has ended."""
    words = [str(word) for word in words]
    lines: list[str] = []
    shown_s = time.monotonic()
    with subprocess.Popen(words, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.startswith("panel ") and time.monotonic() - shown_s >= period_s:
                shown_s = time.monotonic()
                print(f"hpl-accelerated: {line.rstrip()} of simulated time", flush=True)
    if process.returncode != 0:
        raise ExampleError(f"{' '.join(words)}: status {process.returncode}\n{''.join(lines)}")
    return "".join(lines)


class Program:
    """lu.cpp, compiled into `folder`."""
    score = re.compile(r"N .*: ([0-9.]+) s, ([0-9.e+]+) Gflop/s")
    title = "lu.cpp"
    # What a timeline calls them: updates on the device, and calls of MPI in which rows are exchanged; those of pivots are
    # shorter.
    updates = ("update",)
    swaps = ("MPI_Allreduce",)

    def __init__(self, bin_folder: pathlib.Path, folder: pathlib.Path):
        self.bin, self.folder = bin_folder, folder
        folder.mkdir(parents=True, exist_ok=True)
        self.build()

    def build(self) -> None:
        call((self.bin / "smpicxx", "--hip", "-O2", "-g", HERE / "lu.cpp", HERE / "lu_panel.cpp", "-o", self.folder / "lu"))
        call((self.bin / "smpicxx", "-O2", "-g", "-fPIC", "-shared", HERE / "lu_plugin.cpp", "-o", self.folder / "lu_plugin.so"))
        shutil.copy(HERE / "lu.toml", self.folder)

    def costs(self) -> list[object]:
        return ["--kernels", self.folder / "lu.toml", "--overlay", HERE / "lu_overlay.toml"]

    def command(self, case: Case, _ranks_of_host: int) -> list[object]:
        return [self.folder / "lu", case.n, case.nb, *case.grid(), *([case.panels] if case.panels else [])]


class RocHpl(Program):
    """rocHPL from its source, compiled into a folder of build/ that later runs find again."""
    score = re.compile(r"Final Score:()\s+([0-9.e+]+) GFLOPS")
    title = "rocHPL"
    updates = ("dgemm",)
    swaps = ("MPI_Wait", "MPI_Waitall")  # it scatters and gathers by messages of its own

    def __init__(self, bin_folder: pathlib.Path, cache: pathlib.Path, source: pathlib.Path):
        self.source = source
        if not (source / "src" / "HPL_pdtest.cpp").is_file():
            raise ExampleError(f"{source} does not have rocHPL's source (src/HPL_pdtest.cpp)")
        self.sources = sorted((source / "src").rglob("*.cpp"))
        headers = [*source.glob("include/*"), *(ROOT / "include" / "accelerator").rglob("*.h")]
        digest = hashlib.sha256(" ".join(ROCHPL_FLAGS).encode())
        for path in sorted([*self.sources, *headers, HERE / "rochpl_panel.cpp"]):
            digest.update(path.read_bytes())
        super().__init__(bin_folder, cache / f"rochpl-{digest.hexdigest()[:16]}")

    def build(self) -> None:
        if (self.folder / "rochpl").exists():
            return
        print(f"hpl-accelerated: compiling rocHPL, {len(self.sources)} files", flush=True)
        found = re.search(r"rocm_setup_version\(VERSION ([0-9]+)\.([0-9]+)\.([0-9]+)", (self.source / "CMakeLists.txt").read_text())
        numbers = iter(found.groups() if found else ("0", "0", "0"))
        template = (self.source / "include" / "hpl_version.hpp.in").read_text()
        (self.folder / "hpl_version.hpp").write_text(re.sub(r"@\w+@", lambda _: next(numbers, "0"), template))
        flags = [*ROCHPL_FLAGS, f"-I{self.source}/include", f"-I{self.folder}"]

        def compile_one(path: pathlib.Path) -> pathlib.Path:
            target = self.folder / (path.stem + ".o")
            call((self.bin / "smpicxx", "--hip", *flags, "-c", path, "-o", target))
            return target
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, [*self.sources, HERE / "rochpl_panel.cpp"]))
        wrapped = [f"-Wl,--wrap={name}" for name in REPLACED]
        call((self.bin / "smpicxx", "--hip", *objects, *wrapped, "-o", self.folder / "rochpl.new"))
        (self.folder / "rochpl.new").rename(self.folder / "rochpl")
        for path in objects:
            path.unlink()

    def costs(self) -> list[object]:
        return ["--kernels", HERE / "rochpl.toml"]

    def command(self, case: Case, ranks_of_host: int) -> list[object]:
        (p, q), (local_p, local_q) = case.grid(), case.grid_of_host(ranks_of_host)
        return [self.folder / "rochpl", "-P", p, "-Q", q, "-p", local_p, "-q", local_q, "-N", case.n, "-NB", case.nb]


class Machine:
    """Runs programs in `folder`, as rocHPL leaves a file where it runs."""

    def __init__(self, arguments: argparse.Namespace, device: str, way: str, folder: pathlib.Path):
        self.folder = folder
        self.per_host, self.device, self.way = arguments.per_host, device, way
        self.link, self.loopback = arguments.link, arguments.loopback
        self.kernels = [word for path in arguments.kernels for word in ("--kernels", path.resolve())]

    def run(self, program: Program, case: Case, *options: object) -> str:
        hosts = -(-case.devices // self.per_host)
        start = call_watched if case.panels else call
        return start((program.bin / "smpirun", "-np", case.devices, "--platform", f"star:{hosts}", "--cores", self.per_host,
                     "--devices", f"{self.per_host}x{self.device}", "--link", self.link, "--loopback", self.loopback,
                     "--cfg=smpi/simulate-computation:no", f"--cfg=accel/mpi:{self.way}", *self.kernels, *program.costs(), *options,
                     *program.command(case, min(case.devices, self.per_host))), self.folder)


Interval = tuple[float, float]


def common_length(first: list[Interval], second: list[Interval]) -> float:
    """Of two lists of disjoint intervals, each in order."""
    length, i, j = 0.0, 0, 0
    while i < len(first) and j < len(second):
        length += max(0.0, min(first[i][1], second[j][1]) - max(first[i][0], second[j][0]))
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return length


def describe_swaps(program: Program, case: Case, timeline: pathlib.Path) -> str:
    """How long ranks exchange rows, and how much of it their devices update meanwhile."""
    events = json.loads(timeline.read_text())["traceEvents"]
    names = {event["tid"]: event["args"]["name"].split() for event in events if event["name"] == "thread_name"}
    rows: dict[tuple[str, bool], list[Interval]] = defaultdict(list)
    pivot_bytes = 8 * (case.nb + 2)
    for event in events:
        words = names.get(event.get("tid"), [])
        is_on_device = "device" in words
        if event["ph"] != "X" or event["name"] not in (program.updates if is_on_device else program.swaps):
            continue
        if is_on_device or event["args"].get("bytes", math.inf) > pivot_bytes:
            rows[words[1], is_on_device].append((event["ts"], event["ts"] + event["dur"]))
    swaps_us = hidden_us = 0.0
    for (rank, is_on_device), swaps in rows.items():
        if is_on_device:
            continue
        swaps_us += sum(end - begin for begin, end in swaps)
        hidden_us += common_length(sorted(swaps), sorted(rows[rank, True]))
    share = hidden_us / swaps_us if swaps_us > 0 else 0.0
    return f"ranks exchange rows for {swaps_us / 1e6:.6f} s in all; devices update during {share:.1%} of it ({timeline})"


def predict(machine: Machine, program: Program, cases: list[Case], timeline: pathlib.Path | None) -> list[float]:
    """Prints a table; returns Tflop/s of each case."""
    print(f"{program.title} on {machine.device}, {machine.per_host} per host, link {machine.link}, messages {machine.way}")
    print(" devices   P x Q          N     NB        Tflop/s   per device   efficiency")
    speeds: list[float] = []
    for case in cases:
        output = machine.run(program, case, *(("--export", timeline.resolve()) if timeline and case is cases[-1] else ()))
        found = program.score.search(output)
        if not found:
            raise ExampleError(f"no result in the output\n{output}")
        speed = float(found.group(2)) / 1e3
        speeds.append(speed)
        each, first = speed / case.devices, speeds[0] / cases[0].devices
        p, q = case.grid()
        print(f"{case.devices:8d} {p:3d} x {q:<3d} {case.n:9d} {case.nb:6d} {speed:14.3f} {each:12.3f} {each / first:11.1%}", flush=True)
        if case.panels:
            print(f"{case.panels} of {case.n // case.nb} panels; {output.splitlines()[-1]}", flush=True)
    if timeline:
        print(describe_swaps(program, cases[-1], timeline))
    return speeds


def describe_intervals(counts: list[int], all_speeds: list[list[float]]) -> str:
    """From the slowest to the fastest table, and the same of speed-ups, each within one table."""
    lines = []
    for place, devices in enumerate(counts):
        speeds = [speeds[place] for speeds in all_speeds]
        ratios = [speeds[place] / speeds[0] for speeds in all_speeds]
        lines.append(f"{devices} devices: {min(speeds):.3f} to {max(speeds):.3f} Tflop/s, "
                     f"{min(ratios):.2f} to {max(ratios):.2f} times {counts[0]}")
    return "\n".join(lines)


def check(machine: Machine, program: Program) -> None:
    """Real arithmetic passes its residual; modelled, the MPI calls are the same."""
    for devices in (1, 4, 8, 64):
        case = Case(devices, 8 * 24, 8)
        output = call((program.bin / "smpirun", "-quiet", "-np", devices, "--platform", f"star:{-(-devices // machine.per_host)}",
                       "--cores", machine.per_host, "--devices", f"{machine.per_host}x{machine.device}",
                       "--kernels", program.folder / "lu.toml", "--cfg=accel/content:all", "--cfg=smpi/simulate-computation:no",
                       *program.command(case, 0), "check"))
        print(f"{devices:3d} devices, computed: {output.splitlines()[-1]}")
        output = machine.run(program, case, "--check-folding")
        found = re.search(r"check-folding: .*", output)
        print(f"{devices:3d} devices, modelled: {found.group() if found else output}", flush=True)


def numbers(option: str, text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise ExampleError(f"{option} {text}: numbers with commas between them") from None


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="examples/hpl-accelerated/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of smpirun and smpicxx (run builds them)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--source", type=pathlib.Path, help="folder of rocHPL's source")
    which.add_argument("--fetch", action="store_true", help=f"get that source from {REPOSITORY}")
    which.add_argument("--check", action="store_true", help="lu.cpp on small matrices: residuals, and equal MPI calls")
    parser.add_argument("--devices", default="1,8,64", help="numbers of devices (default %(default)s)")
    parser.add_argument("--n", default="32768",
                        help="order of the matrix on one device; its memory grows with the devices. Several with commas: an interval at the end")
    parser.add_argument("--nb", type=int, default=512, help="columns of a panel (default %(default)s)")
    parser.add_argument("--panels", type=int, metavar="K", help="only the first K panels of the matrix, with the speed of those (lu.cpp)")
    parser.add_argument("--device", default="mi250x_gcd",
                        help="a preset of smpirun --devices, or of a file of --kernels; several with commas: an interval at the end")
    parser.add_argument("--mpi", default="direct", help="how messages leave devices: direct, staged, or both with a comma")
    parser.add_argument("--per-host", type=int, default=8, help="devices of a host (default %(default)s)")
    parser.add_argument("--kernels", type=pathlib.Path, action="append", default=[],
                        help="file with measured library calls or devices, before the example's own")
    parser.add_argument("--timeline", type=pathlib.Path, metavar="FILE.json",
                        help="timeline of the last row, for https://ui.perfetto.dev, and how well swaps hide behind updates")
    parser.add_argument("--link", default="800Gbps,2us", help="of a host to the switch (default %(default)s: four cards)")
    parser.add_argument("--loopback", default="50GBps,2us", help="between devices of a host (default %(default)s)")
    return parser.parse_args()


def main() -> int:
    arguments = read_arguments()
    cache = ROOT / "build" / "hpl-accelerated"
    try:
        counts, orders = numbers("--devices", arguments.devices), numbers("--n", arguments.n)
        if min(counts) < 1 or min(orders) < 1 or arguments.nb < 1 or arguments.per_host < 1:
            raise ExampleError("--devices, --n, --nb and --per-host are whole numbers above 0")
        if arguments.panels is not None and (arguments.panels < 1 or arguments.source or arguments.fetch or arguments.check):
            raise ExampleError("--panels is a whole number above 0, for lu.cpp without --check: rocHPL ends with its matrix")
        if arguments.timeline and arguments.timeline.suffix != ".json":
            raise ExampleError(f"--timeline {arguments.timeline}: a file that ends in .json")
        if any(count > arguments.per_host and count % arguments.per_host != 0 for count in counts):
            raise ExampleError(f"numbers of devices above --per-host fill whole hosts of {arguments.per_host}")
        if arguments.fetch and not (cache / "rocHPL").exists():
            call(("git", "clone", "--depth", "1", REPOSITORY, cache / "rocHPL"))
        source = cache / "rocHPL" if arguments.fetch else arguments.source
        with tempfile.TemporaryDirectory(prefix="hpl-accelerated-") as name:
            folder, bin_folder = pathlib.Path(name).resolve(), arguments.bin.resolve()
            machines = [Machine(arguments, device, way, folder)
                        for device in arguments.device.split(",") for way in arguments.mpi.split(",")]
            program = RocHpl(bin_folder, cache, source.resolve()) if source else Program(bin_folder, folder)
            if arguments.check:
                check(machines[0], program)
                return 0
            tables = [[Case(count, round(n * math.sqrt(count) / arguments.nb) * arguments.nb, arguments.nb, arguments.panels)
                       for count in counts] for n in orders]
            for case in (case for cases in tables for case in cases):
                if case.panels and case.panels > case.n // case.nb:
                    raise ExampleError(f"--panels {case.panels}: a matrix of order {case.n} has {case.n // case.nb} panels of {case.nb} columns")
            speeds = [predict(machine, program, cases, arguments.timeline) for machine in machines for cases in tables]
            if len(speeds) > 1:
                print(describe_intervals(counts, speeds))
    except ExampleError as error:
        print(f"hpl-accelerated: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
