# SPDX-License-Identifier: BSD-3-Clause
"""A cluster of network namespaces: a node is a namespace, a cable a veth pair, a switch a bridge.

Token buckets (tbf) at both ends of each cable give it its bandwidth, so that the network is far slower than the
processors and TCP of the kernel do not count. Racks have a switch each; with more than one, shaped trunks join
them to a spine. Everything lives in the private network of isolation.py. TCP is Reno, because what may be chosen
within a namespace is what the machine allows, and its windows do not collapse between messages.
"""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import time

from isolation import Unavailable

SUBNET = "10.77.0"
MTU_BYTES = 1500
QUEUE_S = 0.08  # how long a port keeps what it cannot send yet, before it drops
# Sockets hold a whole message, so that it flows while its rank waits for a processor.
TCP = {"net.ipv4.tcp_congestion_control": "reno", "net.ipv4.tcp_slow_start_after_idle": "0",
       "net.ipv4.tcp_no_metrics_save": "1", "net.ipv4.tcp_rmem": "4096 1048576 4194304",
       "net.ipv4.tcp_wmem": "4096 1048576 4194304"}
NEEDED = ("ip", "tc", "mpicc.openmpi", "mpirun.openmpi")


@dataclasses.dataclass(frozen=True)
class Topology:
    name: str
    racks: tuple[int, ...]  # nodes of each
    node_mbit: float
    trunk_mbit: float = 0.0

    def nodes(self) -> int:
        return sum(self.racks)

    def rack_of(self, node: int) -> int:
        """Nodes count from 0."""
        for rack, size in enumerate(self.racks):
            if node < size:
                return rack
            node -= size
        raise ValueError("no such node")


def node_name(node: int) -> str:
    return f"tb{node + 1}"


def burst_bytes(mbit: float) -> int:
    """Two frames, or what leaves in a millisecond; never less than 8 kB, below which a busy core stalls the shaper."""
    return int(max(2 * MTU_BYTES, mbit * 1e6 / 8 * 1e-3, 8192))


def is_installed(program: str) -> bool:
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") is not None


def limit_bytes(mbit: float) -> int:
    return max(4 * burst_bytes(mbit), int(mbit * 1e6 / 8 * QUEUE_S))


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def shape(device: str, mbit: float, namespace: str | None = None) -> None:
    where = ("tc", "-n", namespace) if namespace else ("tc",)
    run(*where, "qdisc", "add", "dev", device, "root", "tbf", "rate", f"{mbit}mbit", "burst", str(burst_bytes(mbit)),
        "limit", str(limit_bytes(mbit)))


def add_bridge(name: str) -> None:
    run("ip", "link", "add", name, "type", "bridge")
    run("ip", "link", "set", name, "up")


def add_node(node: int, topology: Topology) -> None:
    name, port = node_name(node), f"tbv{node + 1}"
    run("ip", "netns", "add", name)
    run("ip", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name)
    run("ip", "link", "set", port, "master", f"rack{topology.rack_of(node)}", "up")
    run("ip", "-n", name, "addr", "add", f"{SUBNET}.{node + 1}/24", "dev", "eth0")
    for device in ("lo", "eth0"):
        run("ip", "-n", name, "link", "set", device, "up")
    shape("eth0", topology.node_mbit, name)
    shape(port, topology.node_mbit)
    for key, value in TCP.items():
        run("ip", "netns", "exec", name, "sysctl", "-qw", f"{key}={value}")


def add_trunk(rack: int, mbit: float) -> None:
    up, down = f"tbup{rack}", f"tbdn{rack}"
    run("ip", "link", "add", up, "type", "veth", "peer", "name", down)
    run("ip", "link", "set", up, "master", f"rack{rack}", "up")
    run("ip", "link", "set", down, "master", "spine", "up")
    shape(up, mbit)
    shape(down, mbit)


AGENT = """\
#!/bin/sh
# How Open MPI starts its helper on a node.
h=$1; shift; exec ip netns exec $h unshare -u sh -c "hostname $h; $*"
"""
LAUNCH = """\
#!/bin/sh
# usage: launch RANKS HOST,HOST... PROGRAM [ARGUMENTS]; a rank per host, in this order.
ranks=$1; hosts=$2; shift 2
exec ip netns exec {first} unshare -u sh -c 'hostname {first}; exec "$@"' sh \\
  mpirun.openmpi --allow-run-as-root -np "$ranks" --host "$hosts" --mca plm_rsh_agent {folder}/agent \\
  --mca btl tcp,self --mca pml ob1 --mca btl_tcp_if_include {subnet}.0/24 --mca oob_tcp_if_include {subnet}.0/24 \\
  --bind-to none --mca mpi_yield_when_idle 1 -x LD_PRELOAD={folder}/yield.so $MCA "$@" </dev/null
"""


def write_scripts(folder: pathlib.Path, nodes: int) -> pathlib.Path:
    """The launcher of MPI programs on the testbed; hosts get their names from a file that is mounted over the machine's."""
    for name, text in (("agent", AGENT), ("launch", LAUNCH.format(first=node_name(0), folder=folder, subnet=SUBNET))):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    lines = ["127.0.0.1 localhost", *(f"{SUBNET}.{node + 1} {node_name(node)}" for node in range(nodes))]
    (folder / "hosts").write_text("\n".join(lines) + "\n")
    run("mount", "--bind", str(folder / "hosts"), "/etc/hosts")
    return folder / "launch"


def build(topology: Topology) -> None:
    for rack in range(len(topology.racks)):
        add_bridge(f"rack{rack}")
    if len(topology.racks) > 1:
        add_bridge("spine")
        for rack in range(len(topology.racks)):
            add_trunk(rack, topology.trunk_mbit)
    # The machine's rules for packets do not concern bridged ones here.
    subprocess.run(["sysctl", "-qw", "net.bridge.bridge-nf-call-iptables=0"], capture_output=True, check=False)
    for node in range(topology.nodes()):
        add_node(node, topology)
    time.sleep(0.2)  # bridges learn that their ports are up


def devices() -> list[str]:
    return [link["ifname"] for link in json.loads(run("ip", "-j", "link"))]


def remove(topology: Topology) -> None:
    for node in range(topology.nodes()):
        run("ip", "netns", "del", node_name(node))
    for device in devices():
        if device.startswith(("rack", "spine", "tbup", "tbv")):
            subprocess.run(["ip", "link", "del", device], capture_output=True, check=False)


def drops() -> int:
    """Packets that ports of switches have dropped."""
    return sum(queue.get("drops", 0) for queue in json.loads(run("tc", "-s", "-j", "qdisc")) if queue["kind"] == "tbf")


def platform_text(topology: Topology, latency_s: float) -> str:
    """The testbed as a platform file, every cable with its nominal bandwidth."""
    def link(name: str, mbit: float) -> str:
        return (f'    <link id="{name}" bandwidth="{mbit * 1e6!r}bps" latency="{latency_s!r}s" '
                'sharing_policy="SPLITDUPLEX"/>')

    nodes, racks = range(topology.nodes()), range(len(topology.racks))
    lines = ["<?xml version='1.0'?>", '<platform version="4.1">', '  <zone id="testbed" routing="Full">']
    lines += [f'    <host id="{node_name(node)}" speed="1Gf"/>' for node in nodes]
    lines += [link(f"cable{node}", topology.node_mbit) for node in nodes]
    if len(topology.racks) > 1:
        lines += [link(f"trunk{rack}", topology.trunk_mbit) for rack in racks]
    for source in nodes:
        for target in nodes:
            if source >= target:
                continue
            ways = [(f"cable{source}", "UP"), (f"cable{target}", "DOWN")]
            if topology.rack_of(source) != topology.rack_of(target):
                ways[1:1] = [(f"trunk{topology.rack_of(source)}", "UP"), (f"trunk{topology.rack_of(target)}", "DOWN")]
            links = "".join(f'<link_ctn id="{name}" direction="{way}"/>' for name, way in ways)
            lines.append(f'    <route src="{node_name(source)}" dst="{node_name(target)}">{links}</route>')
    return "\n".join([*lines, "  </zone>", "</platform>", ""])
