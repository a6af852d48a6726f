# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of this folder share: building programs, running smpirun, asking for a mapping."""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


class Runner:
    """Runs things in a folder of its own."""

    def __init__(self, bin_folder: str, folder: str, limit_s: float = 300):
        self.limit_s = limit_s
        self.bin = pathlib.Path(bin_folder).resolve()
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, "SMPI_REPRODUCIBLE": "1"}

    def build(self, name: str, sources: pathlib.Path = HERE / "programs") -> str:
        program = str(self.folder / name)
        subprocess.run([self.bin / "smpicc", "-O1", "-g", sources / f"{name}.c", "-o", program], check=True)
        return program

    def run(self, *words: object, status: int = 0) -> str:
        command = [str(self.bin / "smpirun"), *map(str, words)]
        result = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                timeout=self.limit_s)
        output = result.stdout + result.stderr
        if result.returncode != status:
            sys.exit(f"{' '.join(command)}\n{output}\nstatus {result.returncode} instead of {status}")
        return output

    def hosts(self, *words: object) -> list[int]:
        """The number of each rank's host, host-N."""
        return [int(host) for host in re.findall(r"^rank +\d+ on host-(\d+)$", self.run("-map", *words), re.MULTILINE)]


def expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        sys.exit(f"{what}: {found} instead of {wanted}")
    print(f"ok: {what}")


def expect_true(what: str, is_true: bool, detail: object = "") -> None:
    if not is_true:
        sys.exit(f"{what}: {detail}")
    print(f"ok: {what}")
