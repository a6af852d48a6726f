# SPDX-License-Identifier: BSD-3-Clause
"""Does the flow model lie here? One program on four models of a network, and replays of up to half a million nodes.

The first table has patterns (patterns.c) on a fat tree with 4:1 oversubscription: by network cards only, as flows, by
reserved links, as packets. The second repeats the scaling study of Acun et al. (2015), a stencil of 3 iterations with 6
messages of 128 KiB on a near-cubic torus, with the numbers that they give beside ours. The third has a line for each of their
experiments, and says which cannot be repeated.
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
          "TorusNet.")


def replay(commands: pathlib.Path, folder: pathlib.Path, workload: str, torus: str, *options: str) -> dict:
    call([str(commands / "smpi-packets"), workload, "--platform", f"torus:{torus}", "--link", "2GBps,40ns", *options,
          "--quiet", "--summary", "run.json"], folder)
    return json.loads((folder / "run.json").read_text())


def seconds(run: dict) -> float:
    return run["measured"]["setup_s"] + run["measured"]["processor_s"]


def machine() -> str:
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores"


def study(commands: pathlib.Path, folder: pathlib.Path, nodes_max: int, threads: list[int]) -> None:
    """T1 to T9: the experiments of the study in its order. Times are processor time."""
    nodes = max(count for count in TORI if count <= nodes_max)
    stencil = "stencil3d:size=128KiB,iterations=3,ranks={},grid={}"
    largest = {}
    for model in ("nic", "packet"):
        largest[model] = replay(commands, folder, stencil.format(nodes, TORI[nodes]), TORI[nodes], f"--cfg=network/model:{model}")
    quick = replay(commands, folder, stencil.format(nodes, TORI[nodes]), TORI[nodes], "--cfg=packet/trains:yes")
    packet = largest["packet"]
    rows = [("T1", "stencil3d, 6 x 128 KB a rank, 3 iterations, 3D tori", "setting", f"the same, packets of {packet['packet_payload_bytes']} bytes")]
    for count in sorted({*threads, 2}):
        run = replay(commands, folder, stencil.format(4096, TORI[4096]), TORI[4096], f"--cfg=packet/threads:{count}")
        waiting = run["measured"]["barriers_s"] / max(run["measured"]["run_s"] * run["threads"], 1e-9)
        rows.append(("T2", f"4,096 nodes, {count} threads", "conservative: 43 million synchronisations, 31 %; optimistic: 1,239, 10 %",
                     f"{run['rounds']} rounds, {100 * waiting:.0f} % of the time at barriers"))
    rows.append(("T3", "batch size, interval of global time", "gains level off with the batch", "no such settings: windows follow from the links"))
    rows.append(("T4", "processes that are rolled back", "51 % efficient to -87 %", "100 %: nothing is ever undone"))
    rows.append(("T5", "a packet on a link, one core", "10 times faster than BigSim, twice as fast as SST",
                 f"{packet['measured']['packet_hop_ns']:.0f} ns; ns-3: 11.8 to 13.7 us (512 nodes, measured once)"))
    share = packet["measured"]["setup_s"] / seconds(packet)
    rows.append(("T6", "start-up", "below 5 % of the run", f"{100 * share:.1f} %"))
    for model, name in (("nic", "SimpleNet"), ("packet", "TorusNet")):
        published = PUBLISHED_S.get((model, nodes))
        rows.append(("T7", f"{nodes} nodes, {model}", f"{name}: " + (f"{published} s on up to 512 cores" if published else "below 100 s"),
                     f"{seconds(largest[model]):.1f} s on one core, {largest[model]['measured']['memory_bytes'] / 1e9:.2f} GB"))
    rows.append(("T7", f"{nodes} nodes, packet/trains:yes", "", f"{seconds(quick):.1f} s, {packet['events'] / quick['events']:.1f} times fewer events"))
    halo = min(nodes, 32768)
    run = replay(commands, folder, f"halo26:size=128KiB,iterations=3,ranks={halo},grid={TORI[halo]}", "8x8x8x8x8" if halo == 32768 else TORI[halo])
    rows.append(("T8", "LeanMD, 32 K nodes, 5D torus", "SimpleNet 2 s, TorusNet 65 s on 128 cores",
                 f"no Charm++; halo26 on {halo} nodes: {seconds(run):.1f} s on one core"))
    rows.append(("T9", "LeanMD on Blue Gene/Q", "errors below 9 %, mostly 2 %", "not repeatable without that machine: closed forms"))
    run = replay(commands, folder, "alltoall:ranks=512,size=4KiB", "8x8x8")
    rows.append(("-", "all-to-all, 512 nodes, 4 KiB", "not in the study", f"{seconds(run):.1f} s, {run['measured']['packet_hop_ns']:.0f} ns a packet-hop"))
    print(f"\nAcun et al. (2015), Blue Waters; ours: {machine()}")
    print(f"{'':4}{'experiment':52}{'published':72}ours")
    for row in rows:
        print(f"{row[0]:4}{row[1]:52}{row[2]:72}{row[3]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0], prog="examples/packets/run")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="where smpirun is")
    parser.add_argument("--sizes", type=int, nargs="+", default=[4096, 65536, 1048576], help="of messages, in bytes")
    parser.add_argument("--nodes", type=int, default=32768, help="largest torus: 512 to 524288 (default 32768)")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="threads of packet/threads to try")
    parser.add_argument("--only", choices=("compare", "scale", "study"), help="one of the tables")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "packets", help="for files")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    commands = arguments.bin.resolve()
    if arguments.only in (None, "compare"):
        compare(commands, folder, arguments.sizes)
    if arguments.only in (None, "scale"):
        scale(commands, folder, arguments.nodes, arguments.threads)
    if arguments.only in (None, "study"):
        study(commands, folder, arguments.nodes, arguments.threads)


if __name__ == "__main__":
    main()
