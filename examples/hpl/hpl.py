# SPDX-License-Identifier: BSD-3-Clause
"""Runs HPL on a simulated fat tree: a check with real arithmetic, then predictions.

Without arguments: N=1000 on 2x2 ranks with the real OpenBLAS, which must say PASSED, then N=5000,
10000 and 20000 on 8x8 ranks with modelled BLAS, and a table. With --n, --p and --q: one case, which
ends with a line `RESULT hpl key=value ...`. With --dat HPL.dat: all cases of HPL's input file, as HPL's own lines
and as a table. What follows `--` goes to smpirun; it replaces the
default of the same name (--platform, --host-speed, --link, --cores, --blas). All of HPL's input file can be
set (hpl_dat.py). `stampede` predicts the run that ranked Stampede in 2013, N=3875000 on 77x78 ranks; it takes
up to 45 minutes (about 16 with -- --cfg=smpi/collapse:fast) and 2 GB, and says every ten seconds how far it is.
`components`, `scalability`, `roots`, `geometry` and `switches` run the plans hpl-NAME.toml of examples/studies by
smpi-study, and print what was published beside what we find (studies.py): an interrupted table goes on where it
was; --only takes points that fulfil a formula, such as 'n == 50000'. `build` only makes xhpl and its overlays in --cache, for plans and for smpi-study hpl.
The default platform has 512 single-core hosts on a two-level fat tree with 10 Gbit/s, 24 us links; blas.toml has
the coefficients of dgemm and dtrsm. A host's speed, 2.294 Gflop/s, is that of its dgemm.
"""
import argparse
import dataclasses
import pathlib
import signal
import sys

import capacity
import dat_file
import hpl_dat
import measured
import roots
import source
import studies
from cases import HERE, PIVOTS, Case, Result, check_folding, link_program, option_name, run_case

# A node of Stampede is one rank: two Xeons and a Xeon Phi, whose dgemm made some 900 Gflop/s together
# (400 hosts of blas.toml). One leaf switch a process row.
STAMPEDE = (("--platform", "fat-tree:2;78,77;1,78;1,1"), ("--host-speed", "917.6Gf"), ("--link", "56Gbps,1us"))


def table(results: list[Result]) -> str:
    rows = [("N", "P x Q", "NB", "BLAS", "simulated s", "Gflops", "wall s", "peak MB", "messages", "residual")]
    rows += [(str(r.case.n), f"{r.case.p} x {r.case.q}", str(r.case.nb),
              "real" if r.case.real else "modelled", f"{r.simulated_s:.4f}", f"{r.gflops:.4g}",
              f"{r.wall_s:.2f}", f"{r.peak_mb:.1f}", str(r.messages), r.check) for r in results]
    return studies.aligned(rows)


STUDIES = {study.name: study for study in (
    studies.Study("components", capacity.components), studies.Study("scalability", capacity.scalability),
    studies.Study("roots", roots.roots, only="n == 50000"), studies.Study("geometry", measured.geometry),
    studies.Study("switches", measured.switches))}
USUAL_CACHE = HERE.parents[1] / "build" / "hpl"
USUAL_PLANS = HERE.parent / "studies"
OF_HPL = tuple(setting.name for setting in hpl_dat.SETTINGS)
DEFAULTS = {**{field.name: field.default for field in dataclasses.fields(Case) if field.name in OF_HPL},
            "pivots": "drawn", "plans": USUAL_PLANS}
OF_A_CASE = (*OF_HPL, "pivots", "real", "check_folding", "panels")
OF_STUDIES = ("plans", "only")


def refuse_what_is_not_used(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """An option that would be ignored is an error."""
    def refuse(names: tuple[str, ...], reason: str) -> None:
        for name in names:
            if getattr(options, name) not in (None, False):
                parser.error(f"--{name.replace('_', '-')} {reason}")

    size = [value is not None for value in (options.n, options.p, options.q)]
    if options.study not in STUDIES:
        refuse(OF_STUDIES, f"is of {', '.join(STUDIES)}")
    if options.dat is not None:
        if options.study is not None:
            parser.error(f"--dat is of cases, not of {options.study}")
        refuse(("n", "p", "q", *OF_HPL), "is in the file of --dat")
        refuse(("check_folding", "panels"), "is of one case")
    elif options.study is None:
        if any(size) and not all(size):
            parser.error("one case needs --n, --p and --q")
        if not all(size):
            refuse(OF_A_CASE, "needs --n, --p and --q of a case")
        if not options.real:
            refuse(("residual_threshold",), "needs --real")
        if options.check_folding and options.real:
            parser.error("--check-folding compares a modelled case with real arithmetic by itself")
        if options.panels and (options.real or options.check_folding or options.pivots == "none"):
            parser.error("--panels needs modelled arithmetic and pivots")
        if options.panels and options.panels * (options.nb or DEFAULTS["nb"]) >= options.n:
            parser.error(f"--panels {options.panels}: the matrix has no more of them")
    else:
        refuse(OF_A_CASE, f"is of one case, not of {options.study}")
        if options.study != "stampede":
            refuse(("n", "p", "q", "keep"), f"is not of {options.study}")


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    extra: list[str] = []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, extra = arguments[:cut], arguments[cut + 1:]
    parser = argparse.ArgumentParser(prog="examples/hpl/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", nargs="?", choices=("stampede", *STUDIES, "build"),
                        help="a known run, stampede, or a table of published ones; or build")
    parser.add_argument("--n", type=int, help="order of the matrix")
    parser.add_argument("--dat", type=pathlib.Path, metavar="HPL.dat", help="HPL's input file: all of its cases")
    parser.add_argument("--only", help="of a table, only the points of its plan that fulfil this formula")
    parser.add_argument("--plans", type=pathlib.Path, help="plans of tables, and what was published (examples/studies)")
    parser.add_argument("--p", type=int, help="rows of the process grid")
    parser.add_argument("--q", type=int, help="columns of the process grid")
    hpl_dat.add_options(parser, DEFAULTS)
    parser.add_argument("--pivots", choices=(*PIVOTS, "none"),
                        help="where modelled runs find pivots: drawn at random (drawn), in the first row, or as"
                             " HPL itself finds them, with its matrix in memory (none)")
    parser.add_argument("--panels", type=int,
                        help="run only so many panels: their time from the end of the first one's factorisation, and"
                             " their rate, for machines whose whole runs take hours")
    parser.add_argument("--real", action="store_true", help="real arithmetic, checked")
    parser.add_argument("--check-folding", action="store_true",
                        help="run the modelled case twice, with real and with modelled arithmetic, and compare"
                             " the MPI calls of each rank")
    parser.add_argument("--keep", action="store_true", help="show HPL's report, keep the run's folder")
    parser.add_argument("--bin", help="folder of smpicc and smpirun, if not build/release/bin")
    parser.add_argument("--cache", type=pathlib.Path, default=USUAL_CACHE,
                        help="where HPL's archive and binaries are kept (build/hpl)")
    parser.add_argument("--source", type=pathlib.Path, help="hpcc_*.orig.tar.gz, instead of fetching it")
    options = parser.parse_args(arguments)
    if extra and options.study in STUDIES:
        parser.error(f"options of smpirun for {options.study} are in its plan")
    if extra and options.study == "build":
        parser.error("build runs nothing")
    for name in ("n", "p", "q", "panels"):
        value = getattr(options, name)
        if value is not None and value < 1:
            parser.error(f"--{name} must be at least 1")
    refuse_what_is_not_used(parser, options)
    hpl_dat.check_options(parser, options)
    for name, value in DEFAULTS.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    options.cache = options.cache.resolve()
    if options.study in STUDIES and options.plans == USUAL_PLANS and options.cache != USUAL_CACHE.resolve():
        parser.error(f"the plan of {options.study} takes xhpl from {USUAL_CACHE}")
    if options.bin is None:
        options.bin = str(HERE.parents[1] / "build" / "release" / "bin")
    options.bin = str(pathlib.Path(options.bin).resolve())
    return options, extra


def stampede(options: argparse.Namespace, extra: list[str]) -> int:
    """The run that ranked Stampede in June 2013: 5,168 Tflop/s, 7,505 s."""
    given = {option_name(argument) for argument in extra}
    extra = [*(f"{name}={value}" for name, value in STAMPEDE if name not in given), *extra]
    case = Case(options.n or 3_875_000, options.p or 77, options.q or 78, nb=1024, depth=0, pivots="drawn")
    build = source.Build(f"{options.bin}/smpicc", HERE / "driver.c", HERE / "overlay.c", contiguous=True)
    program = source.built_hpl(options.cache, build, options.source)
    result = run_case(case, f"{options.bin}/smpirun", program, extra, options.keep)
    print(table([result]), result.line(), sep="\n")
    return 0


def build_only(options: argparse.Namespace) -> None:
    """xhpl and its overlays, which the plans take."""
    build = source.Build(f"{options.bin}/smpicc", HERE / "driver.c", HERE / "overlay.c", contiguous=True)
    link_program(source.built_hpl(options.cache, build, options.source), options.cache)


def of_dat_file(options: argparse.Namespace, extra: list[str], program: pathlib.Path) -> int:
    """The cases of HPL's input file: its lines as cases end, then the table."""
    cases = dat_file.cases_of(options.dat, lambda note: print(f"hpl: {note}", file=sys.stderr), real=options.real,
                              pivots=options.pivots)
    results = []
    print(dat_file.HEADING, flush=True)
    for case in cases:
        results.append(run_case(case, f"{options.bin}/smpirun", program, extra, options.keep))
        print(dat_file.hpl_line(results[-1]), flush=True)
    print(table(results))
    print(*(result.line() for result in results), sep="\n")
    return 1 if any(r.case.real and r.check != "PASSED" for r in results) else 0


def main(arguments: list[str]) -> int:
    options, extra = parse(arguments)
    if options.study == "stampede":
        return stampede(options, extra)
    if options.study is not None:
        build_only(options)
        if options.study == "build":
            print(options.cache / "xhpl")
            return 0
        return studies.print_table(STUDIES[options.study], pathlib.Path(options.bin) / "smpi-study", options.cache,
                                   options.plans, options.only)
    build = source.Build(f"{options.bin}/smpicc", HERE / "driver.c", HERE / "overlay.c",
                         contiguous=not options.real and options.pivots in PIVOTS)
    program = source.built_hpl(options.cache, build, options.source)
    if options.dat is not None:
        return of_dat_file(options, extra, program)
    if options.n:
        settings = {name: getattr(options, name) for name in OF_HPL}
        cases = [Case(options.n, options.p, options.q, real=options.real, pivots=options.pivots,
                      panels=options.panels or 0, **settings)]
    else:
        cases = [Case(1000, 2, 2, real=True), *(Case(n, 8, 8) for n in (5000, 10000, 20000))]
    if options.check_folding:
        return check_folding(cases[0], f"{options.bin}/smpirun", program, extra, options.keep)
    results = []
    for case in cases:
        results.append(run_case(case, f"{options.bin}/smpirun", program, extra, options.keep))
        if case.real:
            print(f"hpl: N={case.n} on {case.p}x{case.q} with the real BLAS: residual check "
                  f"{results[-1].check}", flush=True)
    print(table(results))
    print(*(result.line() for result in results), sep="\n")
    return 1 if any(r.case.real and r.check != "PASSED" for r in results) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main(sys.argv[1:]))
    except source.HplError as problem:
        print(f"hpl: {problem}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
