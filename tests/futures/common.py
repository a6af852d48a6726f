# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of futures share: running a program whole and with futures, and comparing the bytes."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
from typing import Iterable, NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXACT = ("--cfg=smpi/simulate-computation:no",)
TIMEOUT_S = 900
RECORD = "run.json"  # of --report


class Program(NamedTuple):
    """A command without smpirun, and what it writes besides its output."""
    name: str
    options: tuple[str, ...]
    words: tuple[str, ...]
    results: tuple[str, ...] = ()  # given as options with paths
    files: tuple[str, ...] = ()  # of its own, by pattern
    inputs: tuple[tuple[str, str], ...] = ()  # that it reads: names and contents
    function: str = ""  # one of its own, at whose calls it may be split


class Bench:
    def __init__(self, bin_folder: str, folder: str):
        self.bin = pathlib.Path(bin_folder).resolve()
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, "SMPI_REPRODUCIBLE": "1"}
        self.resets_signals = True  # those that Python ignores

    def build(self, source: pathlib.Path) -> str:
        target = self.folder / source.stem
        if not target.exists():
            subprocess.run([self.bin / "smpicc", "-O1", "-g", source, "-o", target], check=True)
        return str(target)

    def smpirun(self, folder: pathlib.Path, words: Iterable[object], status: int = 0) -> subprocess.CompletedProcess:
        command = [str(self.bin / "smpirun"), *map(str, words)]
        done = subprocess.run(command, cwd=folder, env=self.environment, capture_output=True, timeout=TIMEOUT_S,
                              stdin=subprocess.DEVNULL, restore_signals=self.resets_signals)
        if done.returncode != status:
            sys.exit(f"in {folder}: {' '.join(command)}\n{done.stdout.decode()[-2000:]}{done.stderr.decode()[-3000:]}"
                     f"status {done.returncode} instead of {status}")
        return done

    def fresh(self, name: str, program: Program) -> pathlib.Path:
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for file, content in program.inputs:
            (folder / file).write_text(content)
        return folder

    def whole(self, program: Program, folder: str = "whole", more: tuple = (), status: int = 0) -> pathlib.Path:
        """Runs it; its folder then has stdout, stderr and summary.json as that of a future."""
        into = self.fresh(folder, program)
        done = self.smpirun(into, [*program.options, *more, "--summary", "summary.json", *program.results, *program.words],
                            status)
        (into / "stdout").write_bytes(done.stdout)
        (into / "stderr").write_bytes(done.stderr)
        return into

    def split(self, program: Program, plan: str, folder: str = "split", status: int = 0,
              more: tuple = ()) -> pathlib.Path:
        into = self.fresh(folder, program)
        (into / "plan.toml").write_text(plan)
        done = self.smpirun(into, [*program.options, *more, "--futures", "plan.toml", *program.results, *program.words],
                            status)
        (into / "table").write_bytes(done.stderr)
        return into


def simulated_s(folder: pathlib.Path) -> float:
    return json.loads((folder / "summary.json").read_text())["simulated_s"]


def without_wall_times(text: bytes) -> list[bytes]:
    """Lines of smpirun but for what the machine that runs it took."""
    lines = []
    for line in text.splitlines():
        line = re.sub(rb"wall [0-9.]+ s|\([0-9.e+]+ a second\)|peak memory [^,]*", b"", line)
        lines.append(line)
    return lines


def difference(program: Program, whole: pathlib.Path, split: pathlib.Path, name: str) -> str:
    """What of a future is not as in the whole run; empty: nothing."""
    future = split / "futures" / name
    for file in ("stdout", "summary.json"):
        if (whole / file).read_bytes() != (future / file).read_bytes():
            return file
    # Warnings before the run are told once, by smpirun itself.
    told = without_wall_times((whole / "stderr").read_bytes())
    found = without_wall_times((future / "stderr").read_bytes())
    if told[len(told) - len(found):] != found:
        return "stderr"
    for result in (word for word in program.results if not word.startswith("-")):
        if any(not same_file(path, future / result / path.relative_to(whole / result))
               for path in [whole / result, *(whole / result).rglob("*")] if path.is_file()):
            return result
    for path in (path for pattern in program.files for path in whole.glob(pattern)):
        copy = pathlib.Path(f"{future}/files{split.resolve()}/{path.name}")
        # What a future has not written is as the past left it.
        if not same_file(path, copy if copy.exists() else split / path.name):
            return path.name
    return ""


def same_file(one: pathlib.Path, other: pathlib.Path) -> bool:
    if not other.is_file():
        return False
    if one.name != RECORD:
        return one.read_bytes() == other.read_bytes()
    records = [json.loads(path.read_text()) for path in (one, other)]
    for record in records:
        del record["command"]  # only one of them has --futures
    return json.dumps(records[0]) == json.dumps(records[1])


def drawn_times(seed: int, count: int, end_s: float) -> list[float]:
    """Some near the start and the end, others anywhere."""
    draw = random.Random(seed)
    shares = [draw.choice((draw.random(), draw.random(), 0.05 * draw.random(), 1 - 0.05 * draw.random()))
              for _ in range(count)]
    return [max(share, 1e-3) * end_s for share in shares]


def drawn_calls(seed: int, count: int) -> list[int]:
    """Of a function that all ranks together call more than 30 times."""
    draw = random.Random(seed)
    return [draw.randint(1, 30) for _ in range(count)]
