# SPDX-License-Identifier: BSD-3-Clause
"""The protocol: calibrate on nodes of one rack, freeze the file, predict everything, then measure it.

Predictions are written before anything that they predict runs. The second topology is predicted with the
calibration of the first. Launches go round in a shuffled order, and each executes its cases in one, so that a slow minute of the
machine meets all alike. Raw data stay in the folder: plan, samples of the calibration, net.toml and its hash, schedules,
every sample with the counters of TCP.
"""
import csv
import dataclasses
import hashlib
import os
import pathlib
import random
import shlex
import subprocess
import time
import tomllib

import busy
import slept_hpl
import testbed
from experiments import Case, Launch, launches
from metrics import Tcp
from testbed import Topology

HERE = pathlib.Path(__file__).resolve().parent
REAL_COMPILER = "mpicc.openmpi"
FACTORS_1 = ("--cfg=network/bandwidth-factor:0:1", "--cfg=network/latency-factor:0:1", "--cfg=network/crosstraffic:no")
MODELS = ("factors 1", "SimGrid", "ours")
# Options of MPI on the testbed: the default puts large messages; without it they are sent.
TRANSPORTS = {"put": "", "send": "--mca btl_tcp_flags 1"}


class CampaignError(Exception):
    """What the user can mend, or what the machine did; the text says what."""


@dataclasses.dataclass(frozen=True)
class Settings:
    bin: pathlib.Path
    folder: pathlib.Path
    archive: pathlib.Path | None  # of HPL; it must be there when HPL runs
    topologies: tuple[Topology, ...]
    transports: tuple[str, ...]
    is_quick: bool
    repetitions: int
    rounds: int
    hpl_repetitions: int
    budget_s: float
    seed: int


@dataclasses.dataclass
class Measured:
    samples: list[float] = dataclasses.field(default_factory=list)
    tcp: Tcp = dataclasses.field(default_factory=Tcp)


@dataclasses.dataclass
class Result:
    """Of one topology and transport."""
    topology: Topology
    transport: str
    predicted: dict[str, dict[Case, float]] = dataclasses.field(default_factory=dict)  # by model
    measured: dict[Case, Measured] = dataclasses.field(default_factory=dict)
    loads: list[busy.Load] = dataclasses.field(default_factory=list)
    drops: int = 0


def say(text: str) -> None:
    print(f"fidelity: {text}", flush=True)


def execute(command: list[str], folder: pathlib.Path, limit_s: float, mca: str = "") -> str:
    environment = dict(os.environ, MCA=mca, TMPDIR=str(folder))
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=limit_s, check=False)
    except subprocess.TimeoutExpired:
        raise CampaignError(f"no end after {limit_s:.0f} s: {shlex.join(command)}") from None
    if done.returncode != 0:
        raise CampaignError(f"status {done.returncode}: {shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Campaign:
    def __init__(self, settings: Settings):
        self.settings, self.folder = settings, settings.folder
        self.launch = testbed.write_scripts(self.folder, max(one.nodes() for one in settings.topologies))
        self.launches = launches(settings.is_quick)
        self.random = random.Random(settings.seed)
        compilers = {"real": REAL_COMPILER, "simulated": str(settings.bin / "smpicc")}
        self.patterns = {world: self.compile(compiler, world) for world, compiler in compilers.items()}
        execute(["cc", "-O2", "-shared", "-fPIC", str(HERE / "yield.c"), "-o", "yield.so"], self.folder, 300)
        self.hpl = {}
        if settings.hpl_repetitions:
            say("compiling HPL for both worlds")
            self.hpl = slept_hpl.build(compilers, settings.archive, self.folder)

    def compile(self, compiler: str, world: str) -> pathlib.Path:
        program = self.folder / f"patterns-{world}"
        execute([compiler, "-std=gnu11", "-O2", str(HERE / "patterns.c"), "-o", str(program)], self.folder, 300)
        return program

    def hpl_cases(self) -> list[Case]:
        if not self.hpl:
            return []
        return [Case("hpl", f"HPL {name}", slept_hpl.BLOCK * slept_hpl.ORDER // slept_hpl.ROWS * 8)
                for name in slept_hpl.BROADCASTS]

    # Calibration

    def start_limit_s(self, mca: str) -> float:
        """After which a try of the search for thresholds stands for ever: three times what a start takes."""
        began = time.monotonic()
        (self.folder / "empty.csv").write_text("")
        execute([str(self.launch), "2", self.hosts(2), str(self.patterns["real"]), "empty.csv", "none.csv"], self.folder,
                300, mca)
        return max(3.0, 3 * (time.monotonic() - began))

    def hosts(self, count: int) -> str:
        return ",".join(testbed.node_name(node) for node in range(count))

    def calibrate(self, topology: Topology, transport: str) -> pathlib.Path:
        """Two nodes of one rack, and a third where it has one: without a ring of three, messages that wait in a socket look like
        cables of half the bandwidth. The testbed stands. Returns net.toml."""
        settings, mca = self.settings, TRANSPORTS[transport]
        network = self.folder / f"net-{transport}.toml"
        raw = self.folder / f"calibration-{transport}"
        limit_s, nodes = self.start_limit_s(mca), min(3, topology.racks[0])
        say(f"calibrating ({transport}): budget {settings.budget_s:.0f} s, thresholds with {limit_s:.0f} s a try")
        os.environ["LIMIT"] = f"{limit_s:.0f}"
        calibrate = [str(settings.bin / "smpi-calibrate"), "network"]
        execute([*calibrate, "measure", "-o", str(raw), "--seed", str(settings.seed), "--sizes",
                 "30" if settings.is_quick else "60", "--repetitions", "5" if settings.is_quick else "10",
                 "--max-size", "4MB", "--budget", str(settings.budget_s), "--expect",
                 f"{topology.node_mbit / 8}MBps", "--hosts", self.hosts(nodes), "--ranks", str(nodes),
                 "--nodes", str(nodes), "--cc", REAL_COMPILER, "--launcher", f"{self.launch} {{np}} {{hosts}}"],
                self.folder, 3600, mca)
        report = subprocess.run([*calibrate, "fit", str(raw), "-o", str(network), "--bandwidth",
                                 f"{topology.node_mbit}Mbps", "--report", "--tolerance", "10"],
                                capture_output=True, text=True, check=False)
        if report.returncode != 0:
            raise CampaignError(f"the fit failed:\n{report.stderr}")
        (self.folder / f"fit-{transport}.txt").write_text(report.stdout)
        self.refuse_measured_sizes(raw)
        say(f"frozen: {network.name}, sha256 {hashlib.sha256(network.read_bytes()).hexdigest()}")
        return network

    def refuse_measured_sizes(self, raw: pathlib.Path) -> None:
        """Held out means that the plan has none of the sizes."""
        with (raw / "plan.csv").open() as file:
            file.readline()
            planned = {int(row["size"]) for row in csv.DictReader(file)}
        for launch in self.launches:
            for case in launch.cases:
                if case.pattern == "pingpong" and case.size_bytes in planned:
                    raise CampaignError(f"{case.size_bytes} bytes are in the plan; another --seed draws other sizes")

    # Prediction

    def predict(self, result: Result, network: pathlib.Path) -> None:
        reference = tomllib.loads(network.read_text())["reference"]["latency"]
        platform = self.folder / f"{result.topology.name}.xml"
        platform.write_text(testbed.platform_text(result.topology, float(str(reference).removesuffix("s"))))
        options = {"factors 1": FACTORS_1, "SimGrid": (), "ours": (f"--network={network}",)}
        for model in MODELS:
            found = result.predicted[model] = {}
            command = [str(self.settings.bin / "smpirun"), "-quiet", "-np", str(result.topology.nodes()), "-platform",
                       str(platform), *options[model], "--cfg=smpi/simulate-computation:no"]
            for launch in self.launches:
                schedule, samples = self.write_schedule(list(launch.cases)), self.folder / "samples.csv"
                execute([*command, *launch.simulated(), str(self.patterns["simulated"]), schedule.name, samples.name],
                        self.folder, 3600)
                for case, duration_s, _ in self.read_samples(launch, samples):
                    found[case] = duration_s
            for case in self.hpl_cases():
                found[case] = self.run_hpl(case, [*command, str(self.hpl["simulated"])])
        self.append("predicted.csv", [(result.topology.name, result.transport, model, case.key(), f"{value!r}")
                                      for model, found in result.predicted.items() for case, value in found.items()])

    def write_schedule(self, cases: list[Case]) -> pathlib.Path:
        path = self.folder / "schedule.csv"
        path.write_text("".join(f"{case.key()},{case.pattern},{case.size_bytes}\n" for case in cases))
        return path

    def read_samples(self, launch: Launch, path: pathlib.Path) -> list[tuple[Case, float, Tcp]]:
        by_key = {case.key(): case for case in launch.cases}
        with path.open() as file:
            return [(by_key[key], float(duration), Tcp(int(sent), int(again), int(timeouts)))
                    for key, duration, sent, again, timeouts in csv.reader(file)]

    def run_hpl(self, case: Case, command: list[str]) -> float:
        folder = self.folder / "hpl"
        slept_hpl.write_input(folder, case.pattern.split()[1])
        return slept_hpl.time_of(execute(command, folder, 3600, os.environ.get("MCA", "")))

    # Reality

    def measure(self, result: Result) -> None:
        """Rounds of all launches; every round in another order."""
        each = max(1, self.settings.repetitions // self.settings.rounds)
        hpl_rounds = [self.settings.hpl_repetitions * (i + 1) // self.settings.rounds
                      - self.settings.hpl_repetitions * i // self.settings.rounds for i in range(self.settings.rounds)]
        before = testbed.drops()
        for number in range(self.settings.rounds):
            todo: list[Launch | Case] = [*self.launches, *(self.hpl_cases() * hpl_rounds[number])]
            self.random.shuffle(todo)
            for one in todo:
                load = busy.watch()
                result.loads.append(load)
                if isinstance(one, Launch):
                    self.measure_launch(result, one, each, load)
                else:
                    self.measure_hpl(result, one, load)
            say(f"{result.topology.name}, {result.transport}: round {number + 1} of {self.settings.rounds}, load average "
                f"{os.getloadavg()[0]:.1f}, others take {result.loads[-1].cores:.2f} cores")
        result.drops = testbed.drops() - before

    def real_command(self, result: Result, program: pathlib.Path) -> list[str]:
        count = result.topology.nodes()
        return [str(self.launch), str(count), self.hosts(count), str(program)]

    def measure_launch(self, result: Result, launch: Launch, each: int, load: busy.Load) -> None:
        cases = list(launch.cases) * each
        self.random.shuffle(cases)
        schedule, samples = self.write_schedule(cases), self.folder / "samples.csv"
        expected_s = sum(result.predicted["ours"][case] for case in cases)
        mca = f"{TRANSPORTS[result.transport]} {launch.mca()}"
        execute([*self.real_command(result, self.patterns["real"]), schedule.name, samples.name, "counters"], self.folder,
                300 + 30 * expected_s, mca)
        rows = self.read_samples(launch, samples)
        for case, duration_s, tcp in rows:
            entry = result.measured.setdefault(case, Measured())
            entry.samples.append(duration_s)
            entry.tcp.segments += tcp.segments
            entry.tcp.again += tcp.again
            entry.tcp.timeouts += tcp.timeouts
        self.append("measured.csv", [(result.topology.name, result.transport, case.key(), f"{duration_s:.9g}",
                                      str(tcp.segments), str(tcp.again), str(tcp.timeouts), f"{load.cores:.3f}")
                                     for case, duration_s, tcp in rows])

    def measure_hpl(self, result: Result, case: Case, load: busy.Load) -> None:
        os.environ["MCA"] = TRANSPORTS[result.transport]
        duration_s = self.run_hpl(case, self.real_command(result, self.hpl["real"]))
        result.measured.setdefault(case, Measured()).samples.append(duration_s)
        self.append("measured.csv", [(result.topology.name, result.transport, case.key(), f"{duration_s:.9g}", "", "", "",
                                      f"{load.cores:.3f}")])

    def append(self, name: str, rows: list[tuple[str, ...]]) -> None:
        with (self.folder / name).open("a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)

    def run(self) -> list[Result]:
        results = []
        networks: dict[str, pathlib.Path] = {}
        for topology in self.settings.topologies:
            say(f"{topology.name}: {topology.nodes()} nodes at {topology.node_mbit:g} Mbit/s"
                + (f", trunks of {topology.trunk_mbit:g}" if len(topology.racks) > 1 else ""))
            testbed.build(topology)
            for transport in self.settings.transports:
                if transport not in networks:
                    networks[transport] = self.calibrate(topology, transport)
                result = Result(topology, transport)
                self.predict(result, networks[transport])
                self.measure(result)
                results.append(result)
            testbed.remove(topology)
        return results
