# SPDX-License-Identifier: BSD-3-Clause
"""Are predictions right? A cluster of network namespaces is built, calibrated, predicted and then measured.

Needs root, and Open MPI; everything lives in namespaces that the kernel removes when this program ends, however it
ends. Exit status: 0 all bars hold, 1 one is missed or something failed, 2 wrong options, 75 the machine was busy and nothing is
judged, 77 skipped, with the reason.
"""
import argparse
import dataclasses
import datetime
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Callable

import slept_hpl
import testbed
from campaign import TRANSPORTS, Campaign, CampaignError, Settings
from isolation import Unavailable, run_isolated
from report import conclude
from slept_hpl import source
from testbed import Topology

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests/fidelity/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one size of each pattern, 3 repetitions, one transport")
    parser.add_argument("--topology", choices=("star", "tree", "both"), default="both")
    parser.add_argument("--transport", choices=(*TRANSPORTS, "both"), default="both",
                        help="large messages are put (Open MPI's default over TCP), or sent")
    parser.add_argument("--rate", type=float, default=40, metavar="MBIT", help="of a node's cable (40)")
    parser.add_argument("--repetitions", type=positive, help="of each case (15)")
    parser.add_argument("--hpl-repetitions", type=int, help="0 leaves HPL out (5)")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="of the calibration (120)")
    parser.add_argument("--seed", type=int, default=1, help="of sizes and orders (1)")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "release" / "bin",
                        help="folder of smpicc, smpirun and smpi-calibrate (build/release/bin)")
    parser.add_argument("--folder", type=pathlib.Path, help="of raw data and results (build/fidelity/DATE)")
    parser.add_argument("--source", type=pathlib.Path, help="hpcc_*.orig.tar.gz, instead of fetching it")
    parser.add_argument("--hold", action="store_true", help="builds the testbed, waits, and does nothing else")
    options = parser.parse_args(arguments)
    if not 1 <= options.rate <= 1000:
        parser.error("--rate is from 1 to 1000 Mbit/s")
    return options


def topologies(options: argparse.Namespace) -> tuple[Topology, ...]:
    star = Topology("star", (4,), options.rate)
    tree = Topology("tree", (2, 2), options.rate, 1.5 * options.rate)
    return {"star": (star,), "tree": (tree,), "both": (star, tree)}[options.topology]


def settings_of(options: argparse.Namespace) -> Settings:
    def default(given: float | None, quick: float, whole: float) -> float:
        return given if given is not None else quick if options.quick else whole
    folder = options.folder or ROOT / "build" / "fidelity" / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
    transports = tuple(TRANSPORTS) if options.transport == "both" and not options.quick else (
        ("put",) if options.transport == "both" else (options.transport,))
    return Settings(
        bin=options.bin.resolve(), folder=folder.resolve(), archive=options.source and options.source.resolve(),
        topologies=topologies(options), transports=transports, is_quick=options.quick,
        repetitions=int(default(options.repetitions, 3, 15)), rounds=1 if options.quick else 3,
        hpl_repetitions=int(default(options.hpl_repetitions, 1, 5)), budget_s=default(options.budget, 30, 120),
        seed=options.seed)


def hold(settings: Settings) -> int:
    """For people who want to look, and for the test that nothing is left behind: a process sleeps on each node."""
    settings.folder.mkdir(parents=True, exist_ok=True)
    testbed.write_scripts(settings.folder, settings.topologies[0].nodes())
    testbed.build(settings.topologies[0])
    for node in range(settings.topologies[0].nodes()):
        subprocess.Popen(["ip", "netns", "exec", testbed.node_name(node), "sleep", "3600"], start_new_session=True)
    print(f"fidelity: {settings.topologies[0].name} stands; end with Ctrl-C", flush=True)
    while True:
        time.sleep(3600)


def work(settings: Settings) -> int:
    settings.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    try:
        results = Campaign(settings).run()
    except (CampaignError, source.HplError) as problem:
        print(f"fidelity: {problem}", file=sys.stderr)
        return 1
    status, text = conclude(results)
    shown = "\n".join(text)
    (settings.folder / "report.txt").write_text(shown + "\n")
    print(f"{shown}\nraw data: {settings.folder}; {time.monotonic() - began:.0f} s", flush=True)
    return status


def missing() -> str:
    """Why this machine cannot have a testbed; empty when it seems to."""
    if os.geteuid() != 0:
        return "root is needed to make network namespaces"
    absent = [name for name in testbed.NEEDED if not testbed.is_installed(name)]
    return f"not installed: {', '.join(absent)}" if absent else ""


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    reason = missing()
    if reason:
        print(f"fidelity: skipped: {reason}")
        return SKIPPED
    settings = settings_of(options)
    if settings.hpl_repetitions > 0 and not options.hold:
        try:  # while the machine's network is there
            archive = slept_hpl.archive_in(ROOT / "build" / "hpl", settings.archive)
            settings = dataclasses.replace(settings, archive=archive)
        except source.HplError as problem:
            print(f"fidelity: {problem}", file=sys.stderr)
            return 1
    task: Callable[[Settings], int] = hold if options.hold else work
    try:
        return run_isolated(lambda: task(settings))
    except Unavailable as lacking:
        print(f"fidelity: skipped: {lacking}")
        return SKIPPED


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
