# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of energy share: a compiled program, runs of it, and what their summaries say."""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# Nothing takes time but what a program asks for.
EXACT = ("--cfg=smpi/simulate-computation:no", "--cfg=smpi/wtime:0", "--cfg=smpi/host-speed:1e9")


class Runner:
    def __init__(self, bin_folder: str, folder: str):
        self.bin = pathlib.Path(bin_folder).resolve()
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, "SMPI_REPRODUCIBLE": "1"}
        self.output = ""  # of the last run

    def build(self, name: str, folder: pathlib.Path = HERE / "programs") -> str:
        program = str(self.folder / name)
        subprocess.run([self.bin / "smpicc", "-O1", "-g", folder / f"{name}.c", "-o", program, "-lm"], check=True)
        return program

    def run(self, *words: object, status: int = 0) -> dict:
        """The summary of a run."""
        command = [str(self.bin / "smpirun"), "--summary", "summary.json", *EXACT, *map(str, words)]
        result = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                timeout=300)
        self.output = result.stdout + result.stderr
        if result.returncode != status:
            sys.exit(f"{' '.join(command)}\n{self.output}\nstatus {result.returncode} instead of {status}")
        return json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))


def platform(name: str) -> pathlib.Path:
    return HERE / "platforms" / f"{name}.xml"


def expect_near(what: str, found: float, wanted: float, relative: float = 1e-9) -> None:
    if abs(found - wanted) > relative * abs(wanted):
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")
