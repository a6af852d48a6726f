# SPDX-License-Identifier: BSD-3-Clause
"""Compiles a program of tests/bench with a simulator's own wrapper and runs cases with it.

Both simulators get the same command line, but for the option that silences the peer's log and a
value that it knows by another name.
"""
import pathlib
import re
import subprocess
import tempfile
import threading

from cases import HOST_COUNT, Case

BENCH_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "bench"
TIMEOUT_S = 1200
# Values of options: ours, the peer's.
PEER_VALUES = {"smpi/grow-injected-times:shared": "smpi/grow-injected-times:yes"}


class Simulator:
    def __init__(self, compiler: str, launcher: str, extra: tuple[str, ...] = (),
                 values: dict[str, str] | None = None):
        self._values = values or {}
        self.compiler, self.launcher, self.extra = compiler, launcher, extra
        self._folder = tempfile.TemporaryDirectory(prefix="mpi_oracle.")
        self._programs: dict[str, pathlib.Path] = {}
        self._lock = threading.Lock()  # cases run on several threads

    def close(self) -> None:
        self._folder.cleanup()

    def _program(self, name: str) -> pathlib.Path:
        with self._lock:
            if name not in self._programs:
                output = pathlib.Path(self._folder.name) / name
                source = BENCH_FOLDER / f"{name}.c"
                subprocess.run([self.compiler, "-O2", str(source), "-o", str(output)], check=True)
                self._programs[name] = output
            return self._programs[name]

    def _hostfile(self, platform: str, ranks_on_host: int) -> pathlib.Path:
        path = pathlib.Path(self._folder.name) / f"hosts-{platform}-{ranks_on_host}"
        with self._lock:
            if not path.exists():
                names = (f"host-{index}\n" * ranks_on_host for index in range(HOST_COUNT[platform]))
                path.write_text("".join(names))
        return path

    def command(self, case: Case) -> list[str]:
        platform, _, ranks_on_host = case.platform.partition("/")
        return [self.launcher, "-np", str(case.ranks),
                "-hostfile", str(self._hostfile(platform, int(ranks_on_host or 1))),
                "-platform", str(BENCH_FOLDER / "platforms" / f"{platform}.xml"),
                "--cfg=smpi/simulate-computation:no", f"--cfg=network/model:{case.model}",
                *(f"--cfg={self._values.get(option, option)}" for option in case.options.split()), *self.extra,
                str(self._program(case.program)), *case.arguments.split()]

    def run(self, case: Case) -> dict[str, float]:
        """The figures of the program's RESULT line: simulated_s and, for coll, mean_s."""
        done = subprocess.run(self.command(case), capture_output=True, text=True,
                              timeout=TIMEOUT_S, check=False)
        found = dict(re.findall(r"(simulated_s|mean_s)=(\S+)", done.stdout))
        if done.returncode != 0 or not found:
            said = [line for line in (done.stderr + done.stdout).splitlines() if "hint:" not in line]
            raise RuntimeError(f"exit {done.returncode}: {' '.join(said[-1:])}\n{' '.join(self.command(case))}")
        return {name: float(text) for name, text in found.items()}


def simgrid(folder: str = "/usr/bin", precision_s: str = "") -> Simulator:
    """With a precision: full updates too, as lazy ones leave rounding of up to 1e-4 in small flows."""
    precision = ((f"--cfg=surf/precision:{precision_s}", "--cfg=network/optim:Full")
                 if precision_s else ())
    return Simulator(f"{folder}/smpicc", f"{folder}/smpirun", ("--log=root.thres:critical", *precision),
                     PEER_VALUES)


def ours(folder: str) -> Simulator:
    return Simulator(f"{folder}/smpicc", f"{folder}/smpirun", ("-quiet",))
