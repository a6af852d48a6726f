# SPDX-License-Identifier: BSD-3-Clause
"""Models of packets: wrong parameters, options of other models, networks that stand still, GOAL files."""
from case import RUN, Case

PACKET = "--cfg=network/model:packet "


def option(name: str, setting: str, *says: str, platform: str = "star:4", model: str = PACKET) -> Case:
    return Case("packet-" + name, RUN + f"--platform '{platform}' {model} --cfg='{setting}' {{program}}", 2, says)


def replay(name: str, command: str, *says: str, files: dict = {}, status: int = 2) -> Case:
    return Case("packets-" + name, "{packets} " + command, status, says, program="", files=files)


def jobs(name: str, text: str, *says: str, hosts: str = "") -> Case:
    return replay(name, "--jobs jobs.txt", *says, files={"jobs.txt": text, "hosts.txt": hosts})


def goal(name: str, text: str, *says: str) -> Case:
    return replay("goal-" + name, "a.goal", *says, files={"a.goal": text})


TWO = "num_ranks 2\nrank 0 {\n"
# Two hosts on a line of routers that no topology knows: each way has a link that serves both directions.
RING = ("<?xml version='1.0'?>\n<platform version=\"4.1\">\n  <zone id=\"w\" routing=\"Full\">\n" +
        "".join(f'    <host id="h{i}" speed="1Gf"/>\n    <link id="l{i}" bandwidth="10Gbps" latency="1us"/>\n'
                for i in range(4)) +
        "".join(f'    <route src="h{i}" dst="h{(i + 3) % 4}" symmetrical="NO">'
                + "".join(f'<link_ctn id="l{(i + k) % 4}"/>' for k in range(3)) + "</route>\n" for i in range(4)) +
        "".join(f'    <route src="h{i}" dst="h{j}" symmetrical="NO"><link_ctn id="l{i}"/></route>\n'
                for i in range(4) for j in range(4) if j not in (i, (i + 3) % 4)) + "  </zone>\n</platform>\n")

PACKETS = (
    option("preset", "packet/preset:ib-hdt", "unknown preset of packets", "did you mean 'ib-hdr'"),
    option("mtu-zero", "packet/mtu:0", r"packet/mtu is out of range: '0'", "1 B"),
    option("mtu-large", "packet/mtu:2MiB", r"packet/mtu is out of range: '2MiB'"),
    option("mtu-text", "packet/mtu:large", "packet/mtu", "large"),
    option("mtu-fraction", "packet/mtu:10.5", "whole number of bytes", "10.5"),
    option("header-negative", "packet/header:-1B", "packet/header", "-1B"),
    option("delay-long", "packet/router-delay:1s", r"packet/router-delay is out of range: '1s'"),
    option("delay-unit", "packet/router-delay:1parsec", "1parsec"),
    option("credit-negative", "packet/credit-delay:-1ns", "packet/credit-delay"),
    option("buffer-small", "packet/buffer:4000B", "a buffer must hold a packet: '4000B'", "4126 bytes"),
    option("buffer-word", "packet/buffer:none", "packet/buffer", "none"),
    option("bubble-buffer", "packet/channels:bubble packet/buffer:5000B", "hold two packets", "8252", platform="torus:4x4"),
    option("bubble-tree", "packet/channels:bubble", "bubbles are for tori", platform="clos:4"),
    option("channels", "packet/channels:many", "packet/channels: 'many'", "topology or hops or bubble"),
    option("arbiter", "packet/arbiter:agge", "packet/arbiter: 'agge'", "did you mean 'age'"),
    option("queueing", "packet/queueing:lifo", "did you mean 'fifo'"),
    option("switching", "packet/switching:cutthrough", "did you mean 'cut-through'"),
    option("injection", "packet/injection:random", "packet/injection"),
    option("speedup", "packet/crossbar-speedup:-1", "packet/crossbar-speedup cannot be -1"),
    option("rendezvous", "packet/rendezvous:never", "control or free"),
    option("control-bytes", "packet/control-bytes:2MB", "packet/control-bytes is out of range"),
    option("threads", "packet/threads:0", "packet/threads is a whole number", "1 to 256"),
    option("trains", "packet/trains:long", "packet/trains", "long"),
    option("bias", "packet/adaptive-bias:-2", "packet/adaptive-bias cannot be -2"),
    option("loopback", "network/loopback-bw:0", "network/loopback-bw is above 0"),
    option("factor", "network/bandwidth-factor:0.9", "network/bandwidth-factor is about flows"),
    option("gamma", "network/TCP-gamma:1000", "network/TCP-gamma is about flows"),
    option("crosstraffic", "network/crosstraffic:yes", "network/crosstraffic is about flows"),
    option("noise", "network/noise:lognormal:0.1", "network/noise"),
    option("scaled-collectives", "smpi/scale-collectives:0.5", "cannot make parts of messages cheaper", "scale-collectives"),
    option("socket", "smpi/socket-buffer:100000", "cannot make parts of messages cheaper", "socket-buffer"),
    option("ugal-g", "network/routing:ugal-g", "does not know the queues of others", "ugal-l", platform="df:2,4,2,9"),
    option("rails", "network/rail-policy:adaptive", "rails are not chosen by load", platform="star:4;rails=2"),
    option("nic-adaptive", "network/routing:adaptive", "nic has no queues", platform="torus:4x4", model="--cfg=network/model:nic "),
    option("reserve-par", "network/routing:par", "reserve has no queues", platform="df:2,4,2,9",
           model="--cfg=network/model:reserve "),
    option("nic-mtu", "packet/mtu:0", "packet/mtu is out of range", model="--cfg=network/model:nic "),
    Case("packet-nic-energy", RUN + "--platform star:4 --cfg=network/model:nic --power p.toml {program}", 2,
         ("energy and loads of links need a model that looks at each link", "nic"),
         files={"p.toml": 'wattage_per_state = "95:120:200"\nlink_wattage = "1:3"\n'}),
    Case("packet-reserve-failure", RUN + "--platform torus:4x4 --cfg=network/model:reserve --scenario s.toml {program}", 2,
         ("links that go off need a model that looks at each link", "reserve"),
         files={"s.toml": '[[event]]\nat = "1s"\nwhat = "link"\nname = "all"\naction = "off"\n'}),
    option("compare-packets", "network/model:packet", "compares flows with packets", model="--compare-models "),
    Case("packet-compare-jobs", RUN + "--platform star:4 --compare-models --jobs j.toml", 2, ("--compare-models is of one program",),
         program="", files={"j.toml": ""}),
    Case("packet-compare-pop", RUN + "--platform star:4 --compare-models --pop {program}", 2, ("several times", "--compare-models")),
    Case("packet-compare-export", RUN + "--platform star:4 --compare-models --export a.json {program}", 2, ("several times", "--export")),
    option("model", "network/model:packets", "packets", "did you mean 'packet'", model=""),
    Case("packet-circle", RUN + f"--platform ring.xml {PACKET} {{program}}", 2,
         (r"ring\.xml", "wait for each other in a circle", "l0 -> l1|l1 -> l2", "packet/buffer:unlimited"),
         files={"ring.xml": RING}),
    Case("packet-circle-unlimited", RUN + f"--platform ring.xml {PACKET} --cfg=packet/buffer:unlimited {{program}}", 0,
         files={"ring.xml": RING}),
    Case("packet-fifo-file", RUN + f"--platform ring.xml {PACKET} --cfg=packet/queueing:fifo {{program}}", 2,
         (r"ring\.xml", "does not say where its links end", "packet/queueing:fifo"), files={"ring.xml": RING}),
    replay("no-workload", "--platform star:4", "a workload is required"),
    replay("unknown-option", "--platfrom star:4 ring:ranks=4", "platfrom"),
    replay("pattern", "rings:ranks=4", "unknown pattern", "did you mean 'ring'"),
    replay("pattern-setting", "ring:rank=4", "no such setting", "did you mean 'ranks'"),
    replay("pattern-no-ranks", "ring", "a pattern needs ranks"),
    replay("pattern-number", "ring:ranks=x", "ranks of a pattern is a whole number", "'x'"),
    replay("pattern-size", "ring:ranks=4,size=-1B", "no message has this size|size", "-1B"),
    replay("pattern-grid", "stencil3d:ranks=8,grid=2x2", "the grid does not fit", "3 sizes whose product is 8"),
    replay("flow-model", "ring:ranks=4 --cfg=network/model:SMPI", "models of packets only", "SMPI"),
    replay("reserve-threads", "ring:ranks=4 --cfg=network/model:reserve --cfg=packet/threads:2", "looks at links far ahead"),
    replay("free", "ring:ranks=4 --cfg=packet/rendezvous:free", "tell each other by messages", "packet/rendezvous:free"),
    jobs("jobs-two", "NA\n2\nring NA 2 1\n", "another number of jobs", "1 lines of jobs, 2 wanted"),
    jobs("jobs-count", "NA\nmany\n", r"jobs\.txt:2", "the second line is the number of jobs", "many"),
    jobs("jobs-line", "NA\n1\nring NA two 1\n", r"jobs\.txt:3", "WORKLOAD MAP RANKS ITERATIONS"),
    jobs("jobs-map", "NA\n1\nring none.map 2 1\n", r"jobs\.txt:3", "cannot read this map", "none.map"),
    jobs("jobs-host", "NA\n1\nring hosts.txt 2 1\n", r"jobs\.txt:3", "no such host", "nobody", hosts="nobody\n"),
    jobs("jobs-short-map", "NA\n1\nring hosts.txt 2 1\n", "the map has fewer hosts", "1 hosts, 2 ranks", hosts="host-0\n"),
    jobs("jobs-all", "hosts.txt\n1\nring NA 2 1\n", r"jobs\.txt:1", "three 32-bit numbers", hosts="12345678"),
    jobs("jobs-ranks", "NA\n1\nring:ranks=3 NA 2 1\n", r"jobs\.txt:3", "another number of ranks", "it has 3"),
    jobs("jobs-trace-twice", "NA\n1\n./a.goal NA 2 3\n", r"jobs\.txt:3", "a trace is replayed once"),
    replay("jobs-and-workload", "ring:ranks=2 --jobs jobs.txt", "the file of jobs names the workloads"),
    replay("jobs-missing", "--jobs nowhere/jobs.txt", "cannot read this file of jobs", "nowhere"),
    replay("timeline-empty", "a.prv --parallelism 1us", "no message in this timeline", files={"a.prv": "#Paraver\n1:1\n"}),
    replay("timeline-line", "a.prv --parallelism 1us", r"a\.prv:2", "15 numbers", files={"a.prv": "#Paraver\n3:1:1\n"}),
    replay("parallelism-zero", "ring:ranks=4 --parallelism 0s", "a lookahead is a time"),
    replay("parallelism-threads", "ring:ranks=4 --parallelism 1us --cfg=packet/threads:2 --platform torus:2x2", "counted on one thread"),
    replay("repeats-threads", "ring:ranks=4,iterations=5 --skip-repeats --cfg=packet/threads:2 --platform star:4", "on one thread, in one part"),
    replay("repeats-random", "random:ranks=4,iterations=5 --skip-repeats", "no iterations repeat in this workload", "stencil3d"),
    replay("repeats-nic", "ring:ranks=4,iterations=5 --skip-repeats --cfg=network/model:nic", "packets take one way"),
    replay("parts", "ring:ranks=4 --parts 1000", "no network has so many parts", "at most 256"),
    replay("reserve-parts", "ring:ranks=4 --cfg=network/model:reserve --parts 2", "looks at links far ahead", "2 parts"),
    replay("processes-zero", "ring:ranks=4 --processes 0", "no replay has so many processes", "1 to 256"),
    replay("processes-many", "ring:ranks=4 --processes 1000", "no replay has so many processes", "--processes 1000"),
    replay("processes-word", "ring:ranks=4 --processes all", "--processes", "all"),
    Case("packets-helper", "env SMPI_PACKETS_HELPER=77 {packets} ring:ranks=2", 2, ("is for smpi-packets-mpi only", "77"), program=""),
    replay("otf2-empty", "e.otf2", r"e\.otf2", "cannot read this OTF2 archive|without OTF2", files={"e.otf2": ""}),
    replay("otf2-ranks", "e.otf2 -n 3", r"e\.otf2", "says how many ranks it has", "-n 3", files={"e.otf2": ""}),
    replay("links-of-nic", "ring:ranks=4 --cfg=network/model:nic --links l.csv", "does not look at each link", "--links"),
    replay("summary-folder", "ring:ranks=4 --summary nowhere/a.json", "nowhere"),
    replay("file-and-link", "ring:ranks=2 --platform ring.xml --link 1Gbps,1us", "takes no --link", files={"ring.xml": RING}),
    replay("missing-file", "nowhere/trace.ti", "nowhere/trace.ti"),
    goal("empty", "# num_ranks\n", "no num_ranks"),
    goal("ranks-twice", "num_ranks 2\nnum_ranks 2\n", r"a\.goal:2", "comes twice"),
    goal("rank-unknown", TWO + "}\nrank 7 {\n}\n", r"a\.goal:4", "no such rank", "num_ranks is 2"),
    goal("open", TWO, "the last rank has no '}'"),
    goal("statement", TWO + "l1: clac 5\n}\n", r"a\.goal:3", "unknown statement", "clac"),
    goal("send", TWO + "l1: send 10 to 1\n}\n", r"a\.goal:3", "send SIZEb to RANK"),
    goal("peer", TWO + "l1: send 10b to 9\n}\n", r"a\.goal:3", "no such rank"),
    goal("label", TWO + "l1: calc 5\nl1 requires l2\n}\n", r"a\.goal:4", "has this label", "l2"),
    goal("label-twice", TWO + "l1: calc 5\nl1: calc 5\n}\n", r"a\.goal:4", "this label comes twice"),
    goal("circle", TWO + "a: calc 5\nb: calc 5\na requires b\nb requires a\n}\n", r"a\.goal:7", "in a circle"),
    goal("attribute", TWO + "a: calc 5 core 1\n}\n", r"a\.goal:3", "unknown attribute", "core"),
    replay("goal-cut", "a.bin", r"a\.bin", "at byte", "the file was cut",
           files={"a.bin": (4223).to_bytes(8, "little") + (2).to_bytes(4, "little") + b"\0" * 9}),
    replay("standstill", "a.goal", "1 of 2 ranks cannot go on", "rank 1 of a.goal waits for a message from rank 0, tag 3",
           files={"a.goal": TWO + "}\nrank 1 {\nr: recv 8b from 0 tag 3\n}\n"}, status=3),
)
