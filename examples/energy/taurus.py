# SPDX-License-Identifier: BSD-3-Clause
"""HPL on Taurus, a cluster of Grid'5000: measured time and energy beside ours.

Nodes of 2 x 6 cores (Xeon E5-2630, 2.3 GHz) with wattmeters, one switch of 10 Gbit/s; HPL 2.2 with
N = 20000 on 12 x Q ranks, one per core. The measurements, the coefficients of the network and the power
of each node are those that Heinrich et al. (CLUSTER 2017, hal-01446134) and Cornebize (2017,
hal-01544827) published. taurus.csv has real runs and the published simulations of them; a file of the
same form may be given with --rows.
"""
import argparse
import csv
import pathlib
import re
import sys
import tempfile
from typing import NoReturn

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "hpl"))
# pylint: disable=wrong-import-position
import cases  # noqa: E402
import source  # noqa: E402
import studies  # noqa: E402

CORES = 12
IDLE_W, OFF_W = 115, 10
# Node: W with one busy core, and with all. The property watt_per_state has this form.
POWER = {1: (120.75, 214.75), 3: (118.75, 211), 4: (118.88, 213), 5: (117.62, 210.62), 6: (117.5, 209.94),
         7: (121.62, 216.88), 8: (118.75, 210.38), 10: (133, 226.185), 11: (120.75, 216), 12: (134.75, 230.12),
         13: (121.12, 216.12), 16: (121.5, 219.06)}
NODES = (8, 7, 6, 5, 4, 3, 16, 12, 13, 11, 10, 1)  # in the order in which runs took them
NETWORK = """\
network/bandwidth-factor:0:0.0489825651012801;1420:0.824385608826111;33500:0.600278012183156;65536:1;320000:0.536759617074721
network/latency-factor:0:1;1420:2.16408517748122;33500:1.76905573216394;65536:2.9114462429055;320000:2.5981998109037
smpi/os:0:3.79946267082783e-06:1.09809596167633e-10;1420:4.06752467953734e-06:8.98782555257323e-11;\
33500:6.01204627458251e-06:7.10122202865045e-11;65536:7.28270630967833e-05:1.9683266729216e-10;320000:0:0
smpi/or:0:3.51809764924934e-06:3.01847204118237e-10;1420:8.16124874852713e-06:2.66840481979518e-10;\
33500:1.49347740713389e-05:1.97645004617501e-10;65536:5.88893263987424e-05:1.29160163208845e-09;320000:0:0
smpi/ois:0:3.65848336553355e-06:1.33280621516301e-10;1420:3.83673729379869e-06:7.84867337035856e-11;\
33500:5.57232433176236e-06:6.5668893954931e-11;65536:4.17803219267394e-06:2.37460347640595e-12;\
320000:4.70677307448713e-06:3.38065421824938e-13
smpi/async-small-thresh:65536
smpi/send-is-detached-thresh:320000
smpi/iprobe:3.49479752916953e-07
smpi/test:2.46327639751553e-07
smpi/wtime:4.195637e-08
smpi/init:0.1""".splitlines()


def platform_text() -> str:
    hosts, links = "", ""
    for node in NODES:
        one, every = POWER[node]
        hosts += (f'    <host id="taurus-{node}" speed="8.18Gf" core="{CORES}">'
                  f'<prop id="watt_per_state" value="{IDLE_W}:{one}:{every}"/>'
                  f'<prop id="watt_off" value="{OFF_W}"/></host>\n')
        links += (f'    <link id="cable-{node}" bandwidth="10Gbps" latency="24us" sharing_policy="SPLITDUPLEX"/>\n'
                  f'    <link id="inside-{node}" bandwidth="5120MiBps" latency="1.5ns" sharing_policy="FATPIPE"/>\n'
                  f'    <route src="taurus-{node}" dst="taurus-{node}"><link_ctn id="inside-{node}"/></route>\n')
    for index, a in enumerate(NODES):
        for b in NODES[index + 1:]:
            links += (f'    <route src="taurus-{a}" dst="taurus-{b}"><link_ctn id="cable-{a}" direction="UP"/>'
                      f'<link_ctn id="cable-{b}" direction="DOWN"/></route>\n')
    return ('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
            f'<platform version="4.1">\n  <zone id="taurus" routing="Full">\n{hosts}{links}  </zone>\n</platform>\n')


def simulate(row: dict[str, str], options: argparse.Namespace, program: pathlib.Path,
             folder: pathlib.Path) -> tuple[float, float, float]:
    """Seconds of the program and of HPL, joules of the nodes with ranks."""
    ranks = int(row["ranks"])
    (folder / "platform.xml").write_text(platform_text())
    (folder / "hosts").write_text("".join(f"taurus-{node}:{CORES}\n" for node in NODES[:-(-ranks // CORES)]))
    case = cases.Case(options.n, int(row["P"]), int(row["Q"]), nb=120, bcast="1ring", depth=0, pfact="left",
                      rfact="left", swap="mix")
    extra = [f"--platform={folder}/platform.xml", "-hostfile", f"{folder}/hosts", "-quiet",
             f"--blas=modeled:{HERE}/blas.toml", *(f"--cfg={option}" for option in NETWORK)]
    output = cases.simulate(case, f"{options.bin}/smpirun", program, extra, keep=False)
    found = re.search(r"^HPL time_s=(\S+)", output.printed, re.MULTILINE)
    if output.status != 0 or not found:
        cases.refuse(output)
    return output.simulated_s, float(found.group(1)), output.energy["used_hosts_j"]


COLUMNS = {"ranks", "P", "Q", *(f"real_{name}" for name in ("full_time_s", "hpl_time_s", "energy_used_nodes_j")),
           *(f"published_optimized_{name}" for name in ("full_time_s", "hpl_time_s", "energy_j"))}


def read_rows(path: pathlib.Path) -> list[dict[str, str]]:
    """Ends with status 2 when the file cannot be read, or a row lacks a number."""
    def refuse(problem: str) -> NoReturn:
        print(f"energy: {path}{problem}", file=sys.stderr)
        sys.exit(2)
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError) as error:
        refuse(f": cannot read this file ({error})")
    for line, row in enumerate(rows, start=2):
        for column in sorted(COLUMNS):
            try:
                is_number = float(row[column]) > 0
            except (KeyError, TypeError, ValueError):
                is_number = False
            if not is_number:
                refuse(f":{line}: column {column} is not a number above 0: '{row.get(column)}'\n"
                       f"  hint: {HERE}/taurus.csv has the form")
    if not rows:
        refuse(": no rows")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(prog="examples/energy/run", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=pathlib.Path, default=HERE / "taurus.csv", help="measured runs (taurus.csv)")
    parser.add_argument("--n", type=int, default=20000, help="order of the matrix (20000, as measured)")
    parser.add_argument("--bin", default=str(HERE.parents[1] / "build" / "release" / "bin"),
                        help="folder of smpicc and smpirun")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "build" / "hpl",
                        help="where HPL's archive and binaries are kept (build/hpl)")
    parser.add_argument("--source", type=pathlib.Path, help="hpcc_*.orig.tar.gz, instead of fetching it")
    options = parser.parse_args()
    rows = read_rows(options.rows)
    options.bin = str(pathlib.Path(options.bin).resolve())
    hpl = HERE.parent / "hpl"
    build = source.Build(f"{options.bin}/smpicc", hpl / "driver.c", hpl / "overlay.c", contiguous=True)
    program = source.built_hpl(options.cache.resolve(), build, options.source)
    lines = [("ranks", "", "whole s", "HPL s", "energy J", "mean W per node")]
    for row in rows:
        nodes = -(-int(row["ranks"]) // CORES)
        with tempfile.TemporaryDirectory(prefix="taurus.") as folder:
            whole_s, hpl_s, joules = simulate(row, options, program, pathlib.Path(folder))
        real = [float(row[f"real_{name}"]) for name in ("full_time_s", "hpl_time_s", "energy_used_nodes_j")]
        published = [float(row[f"published_optimized_{name}"])
                     for name in ("full_time_s", "hpl_time_s", "energy_j")]
        for name, (full, part, energy) in (("measured", real), ("published simulation", published),
                                           ("ours", (whole_s, hpl_s, joules))):
            lines.append((row["ranks"] if name == "measured" else "", name, f"{full:.2f}", f"{part:.2f}",
                          f"{energy:.0f}", f"{energy / full / nodes:.1f}"))
        mean, real_mean = joules / whole_s / nodes, real[2] / real[0] / nodes
        lines.append(("", "ours / measured", f"{whole_s / real[0] - 1:+.1%}", f"{hpl_s / real[1] - 1:+.1%}",
                      f"{joules / real[2] - 1:+.1%}", f"{mean / real_mean - 1:+.1%}"))
    print(studies.aligned(lines))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except source.HplError as error:
        sys.exit(f"energy: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
