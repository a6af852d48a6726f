# SPDX-License-Identifier: BSD-3-Clause
"""Runs a simulation under callgrind and says which part of the simulator took the instructions.

A part is a row of PARTS: the first pattern that the name of a function matches. Release builds inline
the files of the hot path into each other, so a function's part may hold some of its neighbours' work:
the sum is exact, the parts are a guide.
"""
import json
import pathlib
import re
import subprocess
import tempfile
from typing import Iterator, NamedTuple

PARTS = (
    ("solver", r"^smpi::models::(MaxMin|LevelQueue)\b"),
    ("other network", r"^smpi::models::|^smpi::(\w+::)*ship|^smpi::start_flow"),
    ("switches", r"^(jump|make|ontop)_fcontext|^smpi::kernel::(Context|Engine::(leave|block|resume|wake|push_ready|"
                 r"pop_ready|run_ready|yield))\b|follow_strand"),
    ("events", r"^smpi::kernel::"),
    ("folded memory", r"^smpi::memory::|folded|[Cc]ontent\b|ContentPool|^smpi::p2p::.*(prepare|lacks)_"),
    ("copies, types", r"^smpi::(Datatype|datatype|copy|pack|unpack|Layout|Op|apply|reduce)|^smpi::p2p::(stage|deliver|"
                      r"drop_payload|PayloadPool)|untouched|^smpi::load::\w*[mM]appings"),
    ("matching, requests", r"^smpi::p2p::|^smpi::(\(anonymous namespace\)::)?(\w*request|complete|finish|wait_\w+|"
                           r"note_activity|write_status|Request|ObjectPool|HandlePool)"),
    ("doors, checks", r"^P?MPI_|^smpi::api::|^smpi::(find_\w+|raise|Communicator)"),
    ("collectives", r"^smpi::coll::"),
    ("modelled kernels", r"^smpi::modeled::|^(cblas_)?[ds](gemm|trsm|gemv|scal|ger|axpy|copy|swap|amax)|overlay"),
    ("clearing memory", r"memset"),
    ("other library", r"^smpi::"),
)
PROGRAM = "program, C library"
COMPILED = tuple((name, re.compile(pattern)) for name, pattern in PARTS)
NAMES = (*(name for name, _ in PARTS), PROGRAM)


class Counts(NamedTuple):
    """Of one run."""
    messages: int
    functions: dict[str, int]  # instructions by name of the function

    @property
    def instructions(self) -> int:
        return sum(self.functions.values())


def part_of(function: str) -> str:
    # Templates come with their result, operators and lambdas with their place.
    return next((name for name, pattern in COMPILED if pattern.search(function)), PROGRAM)


def by_part(functions: dict[str, float]) -> dict[str, float]:
    sums = dict.fromkeys(NAMES, 0.0)
    for function, count in functions.items():
        sums[part_of(function)] += count
    return sums


def own_costs(lines: Iterator[str]) -> Iterator[tuple[str, int]]:
    """(function, instructions) of a file of callgrind's; a call's own line is that of the function called."""
    names: dict[str, str] = {}
    function = ""
    is_call = False
    for line in lines:
        if line.startswith(("fn=", "cfn=")):
            number, _, name = line.split("=", 1)[1].rstrip().partition(" ")
            if name:
                names[number] = name
            if line[0] == "f":
                function = names[number]
        elif line.startswith("calls="):
            is_call = True
        elif line[:1].isdigit() or line[:1] in "+-*":
            if not is_call:
                yield function, int(line.split()[1])
            is_call = False


def read(path: pathlib.Path) -> dict[str, int]:
    functions: dict[str, int] = {}
    with path.open(encoding="utf-8", errors="replace") as file:
        for function, count in own_costs(file):
            functions[function] = functions.get(function, 0) + count
    return functions


def count(command: list[str], folder: pathlib.Path, environment: dict[str, str]) -> Counts:
    """Runs `smpirun ...` in `folder`. Raises RuntimeError with what it printed when that fails."""
    with tempfile.TemporaryDirectory(prefix="callgrind.") as name:
        scratch = pathlib.Path(name)
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={scratch}/out.%p",
                               "--trace-children=yes", command[0], "--summary", f"{scratch}/summary.json",
                               *command[1:]],
                              cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
        if done.returncode != 0:
            raise RuntimeError(f"exit {done.returncode}: {' '.join(command)}\n{done.stdout[-1000:]}{done.stderr[-2000:]}")
        functions = max((read(path) for path in scratch.glob("out.*")), key=lambda found: sum(found.values()))
        return Counts(json.loads((scratch / "summary.json").read_text())["messages"], functions)


def difference(short: Counts, long: Counts) -> Counts:
    """What the longer run did more: the start is in both."""
    names = {**short.functions, **long.functions}
    return Counts(long.messages - short.messages,
                  {name: long.functions.get(name, 0) - short.functions.get(name, 0) for name in names})
