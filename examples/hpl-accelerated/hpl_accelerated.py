#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Predicts HPL on accelerators: a table of how fast it is on 1, 8 and 64 devices.

With --source or --fetch the program is rocHPL, AMD's public HPL for accelerators, unchanged (its residual means
nothing, because no number is computed); else lu.cpp, a small program of
the same structure. The machine has hosts of eight devices and a network of one switch.

  examples/hpl-accelerated/run                          lu.cpp, 1, 8 and 64 devices
  examples/hpl-accelerated/run --check                  lu.cpp computes for real on a small matrix, and with the same MPI calls
  examples/hpl-accelerated/run --source ~/src/rocHPL    AMD's
"""
import argparse
import hashlib
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
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


class Program:
    """lu.cpp, compiled into `folder`."""
    score = re.compile(r"N .*: ([0-9.]+) s, ([0-9.e+]+) Gflop/s")
    title = "lu.cpp"

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
        return [self.folder / "lu", case.n, case.nb, *case.grid()]


class RocHpl(Program):
    """rocHPL from its source, compiled into a folder of build/ that later runs find again."""
    score = re.compile(r"Final Score:()\s+([0-9.e+]+) GFLOPS")
    title = "rocHPL"

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
    def __init__(self, arguments: argparse.Namespace):
        self.per_host, self.device = arguments.per_host, arguments.device
        self.link, self.loopback = arguments.link, arguments.loopback
        self.kernels = [word for path in arguments.kernels for word in ("--kernels", path)]

    def run(self, program: Program, case: Case, *options: object) -> str:
        hosts = -(-case.devices // self.per_host)
        return call((program.bin / "smpirun", "-np", case.devices, "--platform", f"star:{hosts}", "--cores", self.per_host,
                     "--devices", f"{self.per_host}x{self.device}", "--link", self.link, "--loopback", self.loopback,
                     "--cfg=smpi/simulate-computation:no", *self.kernels, *program.costs(), *options,
                     *program.command(case, min(case.devices, self.per_host))))


def predict(machine: Machine, program: Program, cases: list[Case]) -> None:
    print(f"{program.title} on {machine.device}, {machine.per_host} per host, link {machine.link}")
    print(" devices   P x Q          N     NB        Tflop/s   per device   efficiency")
    first = 0.0
    for case in cases:
        output = machine.run(program, case)
        found = program.score.search(output)
        if not found:
            raise ExampleError(f"no result in the output\n{output}")
        speed = float(found.group(2)) / 1e3
        each = speed / case.devices
        first = first or each
        p, q = case.grid()
        print(f"{case.devices:8d} {p:3d} x {q:<3d} {case.n:9d} {case.nb:6d} {speed:14.3f} {each:12.3f} {each / first:11.1%}", flush=True)


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


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="examples/hpl-accelerated/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of smpirun and smpicxx (run builds them)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--source", type=pathlib.Path, help="folder of rocHPL's source")
    which.add_argument("--fetch", action="store_true", help=f"get that source from {REPOSITORY}")
    which.add_argument("--check", action="store_true", help="lu.cpp on small matrices: residuals, and equal MPI calls")
    parser.add_argument("--devices", default="1,8,64", help="numbers of devices (default %(default)s)")
    parser.add_argument("--n", type=int, default=32768, help="order of the matrix on one device; its memory grows with the devices")
    parser.add_argument("--nb", type=int, default=512, help="columns of a panel (default %(default)s)")
    parser.add_argument("--device", default="mi250x_gcd", help="a preset of smpirun --devices, or of a file of --kernels")
    parser.add_argument("--per-host", type=int, default=8, help="devices of a host (default %(default)s)")
    parser.add_argument("--kernels", type=pathlib.Path, action="append", default=[],
                        help="file with measured library calls or devices, before the example's own")
    parser.add_argument("--link", default="800Gbps,2us", help="of a host to the switch (default %(default)s: four cards)")
    parser.add_argument("--loopback", default="50GBps,2us", help="between devices of a host (default %(default)s)")
    return parser.parse_args()


def main() -> int:
    arguments = read_arguments()
    cache = ROOT / "build" / "hpl-accelerated"
    try:
        counts = [int(word) for word in arguments.devices.split(",")]
        if min(counts) < 1 or arguments.n < 1 or arguments.nb < 1 or arguments.per_host < 1:
            raise ExampleError("--devices, --n, --nb and --per-host are whole numbers above 0")
        if any(count > arguments.per_host and count % arguments.per_host != 0 for count in counts):
            raise ExampleError(f"numbers of devices above --per-host fill whole hosts of {arguments.per_host}")
        if arguments.fetch and not (cache / "rocHPL").exists():
            call(("git", "clone", "--depth", "1", REPOSITORY, cache / "rocHPL"))
        source = cache / "rocHPL" if arguments.fetch else arguments.source
        machine = Machine(arguments)
        with tempfile.TemporaryDirectory(prefix="hpl-accelerated-") as folder:
            bin_folder = arguments.bin.resolve()
            program = RocHpl(bin_folder, cache, source.resolve()) if source else Program(bin_folder, pathlib.Path(folder))
            if arguments.check:
                check(machine, program)
                return 0
            cases = [Case(count, round(arguments.n * math.sqrt(count) / arguments.nb) * arguments.nb, arguments.nb) for count in counts]
            predict(machine, program, cases)
    except ValueError:
        print(f"hpl-accelerated: --devices {arguments.devices}: numbers with commas between them", file=sys.stderr)
        return 2
    except ExampleError as error:
        print(f"hpl-accelerated: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
