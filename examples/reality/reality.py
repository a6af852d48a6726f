# SPDX-License-Identifier: BSD-3-Clause
"""Predicts HPL runs that were measured on real clusters, from measurements of their parts.

sizes: N from 50,000 to 500,000 on 1,024 ranks of Dahu (32 nodes). cooling: the same while four nodes had a
cooling fault. ablation: what a prediction loses that leaves something out. shapes: 13 process grids of 960
ranks. parameters: 72 combinations of NB, broadcast, depth and swap. taurus: N = 20,000 on 12 to 192 ranks of another
cluster. clusters: public runs of other clusters, each from its run on one node. coverage: how often the interval of a
prediction holds the real runs of sizes, cooling and parameters. Each but the last prints a row per configuration: the rate that was measured (mean, least, most), what SMPI
predicted when it was published, what this simulator predicts, and both errors; then the medians of the errors.

Matrices above N = 200,000 on 1,024 ranks are predicted from samples of their panels (--whole: run to the end).
Results are kept in build/reality: after Ctrl-C the same command goes on. --quick takes the small rows.
"""
import argparse
import pathlib
import signal
import sys

import clusters
import coverage
import tables
from plans import POLLS, Setup, build, source

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="examples/reality/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", nargs="?", default="all", choices=(*tables.STUDIES, "clusters", "coverage", "all"))
    parser.add_argument("--quick", action="store_true", help="small rows only: some minutes")
    parser.add_argument("--largest-n", type=int, help="rows with a larger N are left out")
    parser.add_argument("--seeds", type=int, default=1, help="runs of each row, whose mean counts (1)")
    parser.add_argument("--network", choices=tables.NETWORKS, default="2018",
                        help="calibration of the network: of 2018 on idle nodes, or of 2020 on busy ones (2018)")
    parser.add_argument("--dgemm", choices=tables.WELL_COOLED, default="july",
                        help="month of 2019 in which dgemm was calibrated, for rows with well cooled nodes (july)")
    parser.add_argument("--polls", choices=POLLS, default="published",
                        help="MPI_Iprobe that finds nothing takes longer each time, counted over all ranks, as in SimGrid when the "
                             "published predictions were made; or what was measured (published)")
    parser.add_argument("--whole", action="store_true",
                        help="run all N to the end; else those above 200,000 are predicted from samples of their panels")
    parser.add_argument("--jobs", type=int, default=1, help="runs at once (1)")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "bin",
                        help="folder of smpicc, smpirun and smpi-study (build/release/bin)")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "reality",
                        help="where plans and results are kept (build/reality)")
    parser.add_argument("--source", type=pathlib.Path, help="hpcc_*.orig.tar.gz, instead of fetching it")
    options = parser.parse_args(arguments)
    for name in ("largest_n", "seeds", "jobs"):
        if getattr(options, name) is not None and getattr(options, name) < 1:
            parser.error(f"--{name.replace('_', '-')} must be at least 1")
    return options


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    setup = Setup(options.bin.resolve(), options.folder.resolve(), options.source, options.jobs)
    if options.study in ("clusters", "all"):
        clusters.build(setup)
        print(*clusters.table(setup, options.quick), sep="\n", flush=True)
    if options.study == "clusters":
        return 0
    build(setup)
    wanted = tables.Wanted(options.quick, options.largest_n, options.seeds, options.network, options.polls, options.dgemm,
                           options.whole)
    for name in tables.STUDIES if options.study == "all" else {options.study} & tables.STUDIES.keys():
        print(*tables.STUDIES[name](setup, wanted), sep="\n", flush=True)
    if options.study in ("coverage", "all"):
        print(*coverage.table(setup, wanted), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(sys.argv[1:]))
    except source.HplError as problem:
        print(f"reality: {problem}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
