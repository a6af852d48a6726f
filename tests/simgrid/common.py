# SPDX-License-Identifier: BSD-3-Clause
"""What the tests beside SimGrid share: programs built by both, runs of both, and what they print."""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PEER = pathlib.Path("/usr/bin")  # where Debian puts SimGrid's wrappers
# Nothing takes time but what a program asks for. The peer updates all flows and rounds no times.
EXACT = ("--cfg=smpi/simulate-computation:no", "--cfg=smpi/wtime:0", "--cfg=smpi/host-speed:1e9")
PEER_EXACT = ("--cfg=surf/precision:1e-13", "--cfg=maxmin/precision:1e-10", "--cfg=network/optim:Full",
              "--log=xbt_cfg.thres:warning", "--log=smpi_config.thres:warning", "--log=no_loc")


class Pair:
    """A program that both compile and run."""

    def __init__(self, bin_folder: str, folder: str):
        self.bin = pathlib.Path(bin_folder).resolve()
        self.folder = pathlib.Path(folder)

    def build(self, name: str, *flags: str) -> tuple[str, str]:
        """The paths of ours and theirs."""
        source = HERE / "programs" / name
        compiler = {".c": "smpicc", ".cpp": "smpicxx", ".f90": "smpif90"}[source.suffix]
        paths = []
        for wrappers, kind in ((self.bin, "ours"), (PEER, "theirs")):
            paths.append(str(self.folder / f"{source.stem}-{kind}"))
            subprocess.run([wrappers / compiler, "-O1", "-g", *flags, source, "-o", paths[-1], "-lm"], check=True)
        return paths[0], paths[1]

    def ours(self, *words: object, status: int = 0) -> str:
        return self.run([self.bin / "smpirun", *words], status)

    def theirs(self, *words: object, status: int = 0) -> str:
        return self.run([PEER / "smpirun", *words], status)

    def run(self, command: list, status: int) -> str:
        """Both streams of a command that must end so."""
        words = list(map(str, command))
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=300, check=False,
                              env={**os.environ, "SMPI_REPRODUCIBLE": "1"})
        output = done.stdout + done.stderr
        if done.returncode != status:
            sys.exit(f"{' '.join(words)}\n{output}\nstatus {done.returncode} instead of {status}")
        return output


def values(output: str) -> dict[str, float]:
    """What programs print as `NAME = NUMBER`, and joules of hosts."""
    found = {name: float(value) for name, value in re.findall(r"^(\S+) = (\S+)$", output, re.MULTILINE)}
    for host, joules in re.findall(r"Energy consumption of host (\S+): (\S+) Joules", output):
        found[f"J of {host}"] = float(joules)
    return found


def expect_same(what: str, ours: dict[str, float], theirs: dict[str, float], relative: float = 1e-6) -> int:
    """Both have the same values, and some; returns how many. Printed numbers have six decimals or more."""
    if not theirs or ours.keys() != theirs.keys():
        sys.exit(f"{what}: {sorted(ours)} instead of {sorted(theirs)}")
    for name, value in theirs.items():
        if abs(ours[name] - value) > relative * abs(value) + 1e-6:
            sys.exit(f"{what}: {name} is {ours[name]!r}, SimGrid says {value!r}")
    return len(theirs)


def expect_near(what: str, found: float, wanted: float, relative: float = 1e-6) -> None:
    if abs(found - wanted) > relative * abs(wanted):
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")
