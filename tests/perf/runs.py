# SPDX-License-Identifier: BSD-3-Clause
"""The cases whose instructions are counted, and which train profiles: programs of tests/bench, and HPL."""
import contextlib
import pathlib
import re
import subprocess
import sys
from typing import Iterator, NamedTuple, Optional

HERE = pathlib.Path(__file__).resolve().parent
BENCH = HERE.parent / "bench"
HPL = ("--platform=fat-tree:2;1,77;1,78;1,1", "--host-speed=917.6Gf", "--link=56Gbps,1us")


class Row(NamedTuple):
    name: str
    program: str
    ranks: int
    platform: str  # a file of tests/bench/platforms, or a short description
    short: str  # arguments
    long: Optional[str]  # None: one run, counted per rank
    is_daily: bool


ROWS = (
    Row("pingpong", "pingpong", 2, "cluster", "500 1024", "3500 1024", True),
    Row("exchange", "exchange", 512, "fattree", "1 1024", "3 1024", True),
    Row("halo3d", "halo3d", 216, "fattree", "1 131072", "5 131072", True),
    Row("allreduce", "collective_loop", 256, "fattree", "allreduce 2 8", "allreduce 8 8", True),
    Row("alltoall", "collective_loop", 128, "fattree", "alltoall 1 1024", "alltoall 3 1024", False),
    Row("start", "start", 1024, "cluster", "", None, False),
    Row("p77", "hpl", 77, "", "64", "4096", False),  # the order of the matrix
)


class Run(NamedTuple):
    command: list[str]
    folder: pathlib.Path


def bench_run(row: Row, arguments: str, bin_folder: pathlib.Path, work: pathlib.Path) -> Run:
    program = work / row.program
    if not program.exists():
        subprocess.run([f"{bin_folder}/smpicc", "-O2", str(BENCH / f"{row.program}.c"), "-o", str(program)], check=True)
    file = BENCH / "platforms" / f"{row.platform}.xml"
    hosts = work / f"hosts-{row.platform}"
    count = int(re.search(r'radical="0-(\d+)"', file.read_text()).group(1)) + 1
    hosts.write_text("".join(f"host-{index}\n" for index in range(count)))
    return Run([f"{bin_folder}/smpirun", "-quiet", "-np", str(row.ranks), "-platform", str(file), "-hostfile", str(hosts),
                "--cfg=smpi/simulate-computation:no", "--cfg=smpi/coll-selector:ompi", str(program), *arguments.split()],
               work)


@contextlib.contextmanager
def hpl_run(row: Row, order: str, bin_folder: pathlib.Path, cache: pathlib.Path) -> Iterator[Run]:
    """The pivot search of HPL: one column of processes, each at a leaf switch of its own, routes of four links."""
    sys.path.insert(0, str(HERE.parents[1] / "examples" / "hpl"))
    import cases  # pylint: disable=import-outside-toplevel
    import source  # pylint: disable=import-outside-toplevel
    example = HERE.parents[1] / "examples" / "hpl"
    build = source.Build(f"{bin_folder}/smpicc", example / "driver.c", example / "overlay.c", contiguous=True)
    program = source.built_hpl(cache, build, None)
    case = cases.Case(int(order), row.ranks, 1, nb=1024, depth=0, pivots="drawn")
    with cases.case_folder(case, program, keep=False) as folder:
        yield Run([f"{bin_folder}/smpirun", "-quiet", "-np", str(row.ranks),
                   *cases.smpirun_options(case, folder / "overlay.toml", list(HPL)), str(program)], folder)


@contextlib.contextmanager
def case_run(row: Row, arguments: str, bin_folder: pathlib.Path, work: pathlib.Path,
             hpl_cache: pathlib.Path) -> Iterator[Run]:
    if row.program == "hpl":
        with hpl_run(row, arguments, bin_folder, hpl_cache) as run:
            yield run
    else:
        yield bench_run(row, arguments, bin_folder, work)
