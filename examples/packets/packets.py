# SPDX-License-Identifier: BSD-3-Clause
"""Does the flow model lie here? One program on four models of a network, and replays of up to half a million nodes.

The first table has patterns (patterns.c) on a fat tree with 4:1 oversubscription: by network cards only, as flows, by
reserved links, as packets. The second repeats the scaling study of Acun et al. (2015), a stencil of 3 iterations with 6
messages of 128 KiB on a near-cubic torus, with the numbers that they give beside ours.
"""
import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

LEAF = 16
FAT_TREE = ("--platform", f"fat-tree:2;{LEAF},4;1,4;1,1", "--link", "100Gbps,100ns")
MODELS = (
    ("nic", ("--cfg=network/model:nic",)),
    ("flow", ("--cfg=network/model:raw",)),
    ("reserve", ("--cfg=network/model:reserve",)),
    ("packet", ("--cfg=network/model:packet",)),
    ("packet, adaptive", ("--cfg=network/model:packet", "--cfg=network/routing:adaptive")),
)
TORI = {512: "8x8x8", 4096: "16x16x16", 32768: "32x32x32", 524288: "128x64x64"}
# What the study says of 524,288 nodes on up to 512 cores of Blue Waters; of smaller systems: below 100 s.
PUBLISHED_S = {("nic", 524288): 95, ("packet", 524288): 542}


def call(command: list[str], folder: pathlib.Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"packets: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def compare(commands: pathlib.Path, folder: pathlib.Path, sizes: list[int]) -> None:
    call([str(commands / "smpicc"), "-O2", str(HERE / "patterns.c"), "-o", "patterns"], folder)
    for size in sizes:
        print(f"\n64 ranks, fat tree with 4:1 oversubscription, messages of {size} bytes: us of the last rank (mean)")
        print(f"{'':18}{'alltoall':>20}{'incast':>20}{'victims':>20}")
        for name, options in MODELS:
            text = call([str(commands / "smpirun"), "-quiet", "-np", "64", *FAT_TREE, *options,
                         "--cfg=smpi/simulate-computation:no", "./patterns", str(size), str(LEAF)], folder)
            cells = []
            for line in text.splitlines():
                _, last_s, mean_s = line.split()
                cells.append(f"{float(last_s) * 1e6:10.1f} ({float(mean_s) * 1e6:7.1f})")
            print(f"{name:18}" + "".join(f"{cell:>20}" for cell in cells))


def scale(commands: pathlib.Path, folder: pathlib.Path, nodes_max: int, threads: list[int]) -> None:
    print("\nstencil3d, 3 iterations, 6 messages of 128 KiB a rank, torus, 2 GB/s and 40 ns a link")
    print(f"{'nodes':>8} {'model':>7} {'packet':>7} {'threads':>7} {'simulated':>12} {'packet-hops':>14} "
          f"{'ns a hop':>9} {'processor':>10} {'memory':>8}   published")
    for nodes, grid in TORI.items():
        for model, payload in (("nic", 4096), ("packet", 4096), ("packet", 512)):
            for count in threads:
                if nodes > nodes_max or (model == "nic" and count > 1):
                    continue
                call([str(commands / "smpi-packets"), f"stencil3d:ranks={nodes},size=128KiB,iterations=3,grid={grid}",
                      "--platform", f"torus:{grid}", "--link", "2GBps,40ns", f"--cfg=network/model:{model}",
                      f"--cfg=packet/mtu:{payload}", f"--cfg=packet/threads:{count}", "--quiet",
                      "--summary", "run.json"], folder)
                run = json.loads((folder / "run.json").read_text())
                measured = run["measured"]
                published = PUBLISHED_S.get((model, nodes)) if payload == 4096 else None
                print(f"{nodes:8} {model:>7} {payload:>5} B {run['threads']:7} {run['simulated_s'] * 1e6:9.1f} us "
                      f"{run['packet_hops']:14} {measured['packet_hop_ns']:9.0f} "
                      f"{measured['setup_s'] + measured['processor_s']:8.1f} s {measured['memory_bytes'] / 1e9:5.2f} GB"
                      + (f"   {published} s on up to 512 cores" if published else ""), flush=True)
    print("published: packet size and speed of links are not in the text; nic stands for its SimpleNet, packet for its "
          "TorusNet.\nNot repeated: LeanMD (needs Charm++; --pattern halo26 of smpi-packets is near it), optimistic "
          "execution (nothing is ever undone here).")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0], prog="examples/packets/run")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where smpirun is")
    parser.add_argument("--sizes", type=int, nargs="+", default=[4096, 65536, 1048576], help="of messages, in bytes")
    parser.add_argument("--nodes", type=int, default=32768, help="largest torus: 512 to 524288 (default 32768)")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="threads of packet/threads to try")
    parser.add_argument("--only", choices=("compare", "scale"), help="one of the two tables")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "packets", help="for files")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    commands = arguments.bin.resolve()
    if arguments.only != "scale":
        compare(commands, folder, arguments.sizes)
    if arguments.only != "compare":
        scale(commands, folder, arguments.nodes, arguments.threads)


if __name__ == "__main__":
    main()
