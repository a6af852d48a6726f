# SPDX-License-Identifier: BSD-3-Clause
"""The messages of collectives between ranks: of a real MPI (openmpi_counter.c, mpich_counter.c), and of the simulator
(--comm-matrix). Traffic is {(from, to): (messages, bytes)}; what a rank sends to itself is left out."""
import csv
import hashlib
import os
import pathlib
import subprocess
import tempfile

from cases import Case

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_S = 900
Traffic = dict[tuple[int, int], tuple[int, int]]


def totals(traffic: Traffic) -> tuple[int, int]:
    return sum(m for m, _ in traffic.values()), sum(b for _, b in traffic.values())


def digest(traffic: Traffic) -> str:
    text = " ".join(f"{a}>{b}:{m}:{n}" for (a, b), (m, n) in sorted(traffic.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def run(command: list[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
                          env=os.environ | (environment or {}))
    if done.returncode != 0:
        raise RuntimeError(f"status {done.returncode}: {' '.join(command)}\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return done.stdout


class RealMpi:
    """Runs all calls of a number of ranks in one run of the program."""

    def __init__(self, compiler: str, counter: str, launcher: list[str], environment: dict[str, str]):
        self._launcher, self._environment = launcher, environment
        self._folder = tempfile.TemporaryDirectory(prefix="traffic.")
        self._program = pathlib.Path(self._folder.name) / "traffic"
        run([compiler, "-O1", "-rdynamic", str(HERE / "traffic.c"), str(HERE / counter), "-o", str(self._program), "-ldl"])

    def traffic(self, calls: list[tuple[str, int]], ranks: int) -> dict[Case, Traffic]:
        listed = pathlib.Path(self._folder.name) / "calls"
        listed.write_text("".join(f"{name} {size}\n" for name, size in calls))
        text = run([*self._launcher, "-np", str(ranks), str(self._program), f"@{listed}"], self._environment)
        found = {}
        for line in text.splitlines():
            word, *rest = line.split()
            if word == "TRAFFIC":
                found[Case(rest[0], int(rest[1]), ranks)] = parse(rest[2:])
        if len(found) != len(calls):
            raise RuntimeError(f"{len(found)} of {len(calls)} calls on {ranks} ranks were counted")
        return found


def parse(words: list[str]) -> Traffic:
    traffic = {}
    for word in words:
        pair, messages, size_bytes = word.split(":")
        source, target = pair.split(">")
        traffic[int(source), int(target)] = (int(messages), int(size_bytes))
    return traffic


def open_mpi(rules: pathlib.Path | None = None) -> RealMpi:
    dynamic = ["--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_dynamic_rules_filename", str(rules)]
    return RealMpi("mpicc.openmpi", "openmpi_counter.c",
                   ["mpirun.openmpi", "--oversubscribe", "--allow-run-as-root", "--mca", "pml_monitoring_enable", "1",
                    "--mca", "btl_base_warn_component_unused", "0", *(dynamic if rules else [])], {})


def mpich() -> RealMpi:
    """Every rank as on a host of its own."""
    return RealMpi("mpicc.mpich", "mpich_counter.c", ["mpiexec.mpich"], {"MPIR_CVAR_NOLOCAL": "1"})


REAL = {"ompi": open_mpi, "mpich": mpich}


class Simulator:
    def __init__(self, folder: str, selector: str):
        self._smpirun, self._selector = f"{folder}/smpirun", selector
        self._folder = tempfile.TemporaryDirectory(prefix="traffic.")
        self._program = pathlib.Path(self._folder.name) / "traffic"
        run([f"{folder}/smpicc", "-O1", str(HERE / "traffic.c"), "-o", str(self._program)])

    def traffic(self, case: Case) -> Traffic:
        matrix = pathlib.Path(self._folder.name) / "-".join(map(str, case))
        run([self._smpirun, "-quiet", "-np", str(case.ranks), "--platform", f"star:{case.ranks}",
             "--cfg=smpi/simulate-computation:no", f"--cfg=smpi/coll-selector:{self._selector}", "--comm-matrix", str(matrix),
             str(self._program), case.name, str(case.size_bytes)])
        with matrix.open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["source"] != row["destination"]]
        matrix.unlink()
        traffic: Traffic = {}
        for row in rows:
            pair = int(row["source"]), int(row["destination"])
            messages, size_bytes = traffic.get(pair, (0, 0))
            traffic[pair] = (messages + int(row["messages"]), size_bytes + int(row["bytes"]))
        return traffic
