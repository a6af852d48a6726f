# SPDX-License-Identifier: BSD-3-Clause
"""Records three kernels (kernels.c), and replays their traces on three platforms.

Each run is recorded into a compressed trace; its replay on the same machine must take the same time. Replays on other
machines tell what the program would gain there, without the program. One of them leaves a page to look at and a
timeline for Perfetto.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STEPS = {"conjugate": 75, "transpose": 20, "wavefront": 50}


class Machine(NamedTuple):
    name: str
    options: tuple[str, ...]


RECORDED = Machine("10 Gbit/s, one switch", ("--platform", "star:64", "--link", "10Gbps,24us", "--host-speed", "1Gf"))
MACHINES = (
    RECORDED,
    Machine("the same, processors 4 times faster",
            ("--platform", "star:64", "--link", "10Gbps,24us", "--host-speed", "4Gf")),
    Machine("100 Gbit/s, fat tree", ("--platform", "fat-tree:2;8,8;1,4;1,1", "--link", "100Gbps,1us",
                                     "--host-speed", "1Gf")),
    Machine("100 Gbit/s, torus 4x4x4", ("--platform", "torus:4x4x4", "--link", "100Gbps,1us", "--host-speed", "1Gf")),
)


def call(command: list[str], folder: pathlib.Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"traces: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Tools:
    """The commands of the build, and the folder of the results."""

    def __init__(self, folder_of_commands: pathlib.Path, ranks: int, folder: pathlib.Path):
        self.commands = folder_of_commands
        self.ranks = ranks
        self.folder = folder

    def run(self, name: str, machine: Machine, *more: str) -> tuple[float, float]:
        """Simulated and real seconds."""
        begin = time.monotonic()
        call([str(self.commands / "smpirun"), "-quiet", "-np", str(self.ranks), *machine.options,
              "--summary", f"{name}.json", *more], self.folder)
        real_s = time.monotonic() - begin
        return json.loads((self.folder / f"{name}.json").read_text())["simulated_s"], real_s

    def build(self) -> None:
        call([str(self.commands / "smpicc"), "-O2", "-g", str(HERE / "kernels.c"), "-o", "kernels"], self.folder)

    def steps_of(self, trace: str) -> str:
        """What smpi-trace says of the time steps, of the first structure."""
        text = call([str(self.commands / "smpi-trace"), "info", trace], self.folder)
        return next(line.split("; ")[-1] for line in text.splitlines() if "time steps" in line)


def study(tools: Tools, kernel: str, steps: int) -> None:
    trace = f"{kernel}.smpitrace"
    # Only what the kernels say counts as computation, so that runs repeat.
    recorded_s, real_s = tools.run(f"{kernel}-run", RECORDED, "--cfg=smpi/simulate-computation:no", "-trace-ti",
                                   "-trace-file", trace, "./kernels", kernel, str(steps))
    size_bytes = (tools.folder / trace).stat().st_size
    print(f"\n{kernel}: {recorded_s:.6f} s on {tools.ranks} ranks, recorded in {real_s:.1f} s; trace of {size_bytes} bytes")
    print(f"  {tools.steps_of(trace)}")
    for number, machine in enumerate(MACHINES):
        again_s, real_s = tools.run(f"{kernel}-{number}", machine, "-replay", trace)
        print(f"  {machine.name:<38} {again_s:12.6f} s  {recorded_s / again_s:6.2f} x   replayed in {real_s:.1f} s")
        if number == 0 and abs(again_s - recorded_s) > 1e-12 * recorded_s:
            sys.exit(f"traces: the replay of {kernel} takes {again_s!r} s, the run {recorded_s!r} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0], prog="examples/traces/run")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where smpirun is")
    parser.add_argument("--np", type=int, default=64, help="ranks, at most 64 (default 64)")
    parser.add_argument("--steps", type=int, help="of each kernel")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "traces", help="for traces and pages")
    arguments = parser.parse_args()
    if not 1 <= arguments.np <= 64:
        parser.error("--np is a number from 1 to 64")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(arguments.bin.resolve(), arguments.np, arguments.folder.resolve())
    tools.build()
    for kernel, steps in STEPS.items():
        study(tools, kernel, arguments.steps or steps)
    tools.run("page", MACHINES[2], "-replay", "wavefront.smpitrace", "--report", "wavefront.html")
    tools.run("timeline", MACHINES[2], "-replay", "wavefront.smpitrace", "--export", "wavefront-timeline.json")
    print(f"\nTo look at: {tools.folder}/wavefront.html, and wavefront-timeline.json in https://ui.perfetto.dev")


if __name__ == "__main__":
    main()
