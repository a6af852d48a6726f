# SPDX-License-Identifier: BSD-3-Clause
"""The table of what must fail, and how.

`says` are regular expressions, matched without regard to case over standard output and error
together: a file name with its line, the offending text, the hint. `{program}` is the compiled
source, `{smpirun}` and `{smpicc}` are ours.
"""
import re
from typing import Iterator

from analysis import ANALYSIS, RACES
from case import DEADLOCK_STATUS, RUN, UNCHECKED, Case
from wrong_bytes import BYTES
from wrong_calls import WRONG_CALLS
from wrong_jobs import JOBS
from wrong_placements import PLACEMENTS
from wrong_networks import NETWORKS
from wrong_packets import PACKETS
from wrong_clusters import CLUSTERS
from wrong_exchanges import EXCHANGES
from wrong_markets import WRONG_MARKETS
from wrong_measurements import WRONG_MEASUREMENTS
from wrong_plans import GOOD_PLAN, JSON_FILES, WRONG_PLANS, WRONG_STUDIES
from wrong_power import TABLES, WRONG_OPTIONS, WRONG_POWER, WRONG_POWER_FILES, WRONG_TARIFFS
from wrong_scenarios import SCENARIOS
from wrong_simgrid import SIMGRID
from wrong_recordings import TRACES
from wrong_timelines import WRONG_TIMELINES
from wrong_tables import WRONG_CHOICES, WRONG_TABLES
from wrong_topologies import WRONG_LINKS, WRONG_ROUTING, WRONG_TOPOLOGIES
from wrong_compressed import COMPRESSED
from wrong_traces import FOREIGN, WRONG_REPLAY_JOBS, WRONG_TRACES


def platform(body: str) -> str:
    return ("<?xml version='1.0'?>\n"
            '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
            f'<platform version="4.1">\n  <zone id="world" routing="Full">\n{body}\n  </zone>\n</platform>\n')


def with_platform(name: str, body: str, *says: str) -> Case:
    """A platform file that is wrong in line 5, the first of its body."""
    return Case(name, RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:5\b", *says), files={"bad.xml": platform(body)})


CLUSTER = ('    <cluster id="c" prefix="host-" suffix="" radical="0-7" speed="1Gf" bw="10Gbps" lat="24us"/>')
GOOD = {"good.xml": platform(CLUSTER)}

PLATFORMS = tuple(Case("platform-" + name, RUN + f"--platform '{description}' {{program}}", 2, says)
                  for name, description, says in WRONG_TOPOLOGIES) + tuple(
    Case("routing-" + name, RUN + f"--platform '{description}' --cfg={option} {{program}}", 2, says)
    for name, description, option, says in WRONG_ROUTING) + tuple(
    Case("link-" + name, RUN + f"--platform '{description}' --link {option} {{program}}", 2, says)
    for name, description, option, says in WRONG_LINKS) + tuple(
    with_platform("power-" + name, body, *says) for name, body, says in WRONG_POWER) + tuple(
    Case("power-file-" + name, RUN + "--platform star:2 --power p.toml {program}", 2, says, files={"p.toml": text})
    for name, text, says in WRONG_POWER_FILES) + tuple(
    Case("tariffs-" + name, RUN + "--platform star:2 --power p.toml --cfg=energy/tariffs:t.csv "
         "--cfg=energy/tariffs-period:1d {program}", 2, says, files={"p.toml": 'wattage_per_state = "1:2"\n', "t.csv": text})
    for name, text, says in WRONG_TARIFFS) + (
    Case("power-file-missing", RUN + "--platform star:2 --power no.toml {program}", 2, (r"no\.toml", "cannot read")),
    Case("power-file-of-platform", RUN + "-platform good.xml --power p.toml {program}", 2, ("--power", "short"),
         files={**GOOD, "p.toml": ""})) + tuple(
    Case("energy-" + name, RUN + option + " -platform good.xml {program}", 2, says,
         files={"good.xml": platform(CLUSTER), **TABLES}) for name, option, says in WRONG_OPTIONS) + tuple(
    Case("plan-" + name, "{study} plan plan.toml", 2, says, program="",
         files={"plan.toml": plan, "runs": "#!/bin/sh\n>started\n", "a.in": "{m}\n"})
    for name, plan, says in WRONG_PLANS) + tuple(
    Case("study-" + name, "{study} " + command, 2, says, program="",
         files={"plan.toml": GOOD_PLAN, "runs": "#!/bin/sh\n>started\n", **JSON_FILES})
    for name, command, says in WRONG_STUDIES) + tuple(
    Case("market-" + name, "{study} " + command, 2, says, program="", files={"market.toml": market})
    for name, command, market, says in WRONG_MARKETS) + tuple(
    Case("replay-" + name, f"{{smpirun}} -np {3 if name == 'index-too-short' else 2} --platform star:4 {options} -replay t.ti",
         2, says, program="", files=files)
    for name, options, files, says in WRONG_TRACES) + tuple(
    Case("replay-jobs-" + name, f"{{smpirun}} --platform star:4 {options} -replay-jobs j.txt", 2, says, program="",
         files={"t.ti": "0 barrier\n1 barrier\n", **files}, not_says=("simulated",))
    for name, options, files, says in WRONG_REPLAY_JOBS) + tuple(
    Case("measurement-" + name, "{calibrate} " + command, 2, says, program="", files=files)
    for name, command, files, says in WRONG_MEASUREMENTS) + (
    *(Case(f"{tool}-of-{name}", command, 2, (r"file\.x: this is not a trace", *says, "indexes of these and .smpitrace files"), program="",
           files={"file.x": content})
      for name, content, says in FOREIGN
      for tool, command in (("replay", "{smpirun} -np 2 --platform star:2 -replay file.x"), ("trace-tool", "{trace} info file.x"))),
    *(Case(f"replay-of-our-{name}", f"{{smpirun}} -np 2 --platform star:2 -replay {file}", 2, (r"this is not a trace, but", says),
           prepare=(command,))
      for name, file, command, says in (
          ("timeline", "e.json", "{smpirun} -np 2 --platform star:2 --export e.json {program}", "Trace Event Format"),
          ("paraver", "e.prv", "{smpirun} -np 2 --platform star:2 --export e.prv {program}", "a Paraver timeline"),
          ("paje", "e.trace", "{smpirun} -np 2 --platform star:2 --export e.trace {program}", "a Paje timeline"),
          ("goal", "e.goal", "printf '0 barrier\\n1 barrier\\n' > t; {trace} convert t e.goal", "in GOAL"),
          ("binary-goal", "e.bin", "printf '0 barrier\\n1 barrier\\n' > t; {trace} convert t e.bin", "in GOAL, binary"),
          ("program", "{program}", "true", "a program"))),
    Case("replay-of-an-archive", "{smpirun} -np 2 --platform star:2 -replay e.otf2", 2, (r"e\.otf2: this is not a trace, but an OTF2 archive",),
         program="", prepare=("mkdir e.otf2; touch e.otf2/traces.otf2",)),
    Case("replay-of-a-folder", "{smpirun} -np 2 --platform star:2 -replay .", 2, ("this is not a trace, but a folder",), program=""),
    Case("replay-of-packed-parts", "{smpirun} -np 2 --platform star:2 -replay index", 2, (r"a\.gz: this is not a trace, but packed by gzip",),
         program="", files={"index": "b\na.gz\n", "a.gz": b"\x1f\x8b\x08\0\n", "b": "0 barrier\n"}),
    Case("replay-of-files-without-end", "{smpirun} --platform star:3 -replay index", 0,
         (r"warning: a and 2 more files: the last line has no end\n",), program="", not_says=("warning: [bc]:",),
         files={"index": "a\nb\nc\n", **{name: f"{rank} barrier" for rank, name in enumerate("abc")}}),
    Case("replay-waits-for-nothing", "{smpirun} -np 2 --platform star:2 -replay t.ti", 2,
         (r"t\.ti:3\b", "never posted a request"), program="", files={"t.ti": "0 init\n1 init\n0 wait 1 0 5\n"}),
    Case("replay-deadlock", "{smpirun} -np 2 --platform star:2 -replay t.ti", DEADLOCK_STATUS,
         (r"rank 0: MPI_Recv \(t\.ti:3\)", r"rank 1: MPI_Recv \(t\.ti:4\)"), program="",
         files={"t.ti": "0 init\n1 init\n0 recv 1 5 8 0\n1 recv 0 5 8 0\n"}),
    Case("replay-jobs-deadlock", "{smpirun} --platform star:4 -replay-jobs j.txt", DEADLOCK_STATUS,
         (r"rank 0 of job b: MPI_Recv \(t\.ti:2\)", "job a: 2 ranks, start .*, end .*, time", "job b: 2 ranks, start .*, not ended"),
         program="", files={"t.ti": "1 compute 1\n0 recv 1 5 8 0\n", "u.ti": "0 barrier\n1 barrier\n",
                            "j.txt": "a u.ti 2 0\nb t.ti 2 0.5\n"}),
    Case("stop-after", RUN + "--platform star:2 --stop-after 1parsec {program}", 2, ("unknown unit", "1parsec")),
    Case("report-ending", RUN + "--platform star:4 --report a.htm {program}", 2,
         ("a page or JSON", "a.htm", ".html, .json")),
    Case("report-folder", RUN + "--platform star:4 --report nowhere/a.html {program}", 2,
         ("cannot write the report", "nowhere")),
    Case("report-of-replicas", RUN + "--platform star:4 --report a.html --replicas 2 {program}", 2,
         ("--report", "several times")),
    Case("stop-after-zero", RUN + "--platform star:2 --stop-after 0s {program}", 2, ("--stop-after", "begins")),
    Case("platform-missing", RUN + "-platform nowhere.xml {program}", 2, (r"nowhere\.xml", "no such file|cannot")),
    Case("platform-malformed", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:[45]",),
         files={"bad.xml": "<?xml version='1.0'?>\n<platform version=\"4.1\">\n  <zone id=\"w\" routing=\"Full\">\n"
                           "    <host id=\"a\" speed=\"1Gf\">\n  </zone>\n</platform>\n"}),
    Case("platform-empty", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml",), files={"bad.xml": ""}),
    Case("platform-is-a-folder", RUN + "-platform . {program}", 2, (r"\.", "directory|not a file|cannot")),
    Case("platform-no-hosts", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml", "no host"),
         files={"bad.xml": platform("")}),
    Case("platform-old-version", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:\d", "version"),
         files={"bad.xml": platform(CLUSTER).replace('"4.1"', '"3"')}),
    with_platform("platform-unknown-tag", '    <hosts id="a" speed="1Gf"/>', "hosts", "did you mean.*host"),
    with_platform("platform-unknown-attribute", '    <host id="a" sped="1Gf"/>', "sped", "did you mean.*speed"),
    with_platform("platform-nested", "".join(f'<zone id="z{i}" routing="Full">' for i in range(10_000)) + 10_000 * "</zone>",
                  "nested too deeply"),
    with_platform("platform-missing-attribute", '    <host id="a"/>', "speed"),
    with_platform("platform-bad-speed-unit", '    <host id="a" speed="1Gb"/>', "1Gb"),
    with_platform("platform-bad-bandwidth-unit",
                  '    <link id="l" bandwidth="10Gbpx" latency="1us"/>\n    <host id="a" speed="1Gf"/>', "10Gbpx"),
    with_platform("platform-bad-latency-unit",
                  '    <link id="l" bandwidth="10Gbps" latency="1parsec"/>\n    <host id="a" speed="1Gf"/>', "1parsec"),
    with_platform("platform-negative-bandwidth",
                  '    <link id="l" bandwidth="-10Gbps" latency="1us"/>\n    <host id="a" speed="1Gf"/>', "-10Gbps"),
    with_platform("platform-bad-topology", CLUSTER.replace("/>", ' topology="FAT_TRE" topo_parameters="1;8;1;1"/>'),
                  "FAT_TRE"),
    with_platform("platform-fat-tree-parameters",
                  CLUSTER.replace("/>", ' topology="FAT_TREE" topo_parameters="2;4,3;1,2;1,1"/>'), "8|12"),
    Case("platform-duplicate-host", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:6", "'?a'?"),
         files={"bad.xml": platform('    <host id="a" speed="1Gf"/>\n    <host id="a" speed="1Gf"/>')}),
    Case("platform-route-to-unknown", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:7", "nobody"),
         files={"bad.xml": platform('    <host id="a" speed="1Gf"/>\n    <link id="l" bandwidth="1Gbps" latency="1us"/>\n'
                                    '    <route src="a" dst="nobody"><link_ctn id="l"/></route>')}),
    Case("platform-no-route", RUN + "-platform bad.xml {program}", 2, ("no route", "'?a'?", "'?b'?"),
         program="ring.c", files={"bad.xml": platform('    <host id="a" speed="1Gf"/>\n    <host id="b" speed="1Gf"/>')}),
    Case("platform-short-bad", RUN + "--platform 'fat-tree:2;4,4;1,x;1,1' {program}", 2, ("fat tree", "'x'")),
    Case("platform-file-and-short-options", RUN + "-platform good.xml --host-speed 9Gf --link=1kbps,1s {program}", 2,
         ("no --host-speed and no --link: 'good.xml'", "star:"), files=GOOD),
    Case("platform-file-and-cores", RUN + "-cores 1 --loopback 1Gbps,1us -platform good.xml {program}", 2,
         ("no --cores and no --loopback",), files=GOOD),
    Case("platform-graph-line", RUN + "--platform graph:bad.graph {program}", 2, (r"bad\.graph:2", "to itself"),
         files={"bad.graph": "0 1\n1 1\n"}),
    with_platform("platform-slimfly-hosts", CLUSTER.replace("/>", ' topology="SLIMFLY" topo_parameters="5;hosts=4"/>'),
                  "these parameters need 200 hosts"),
    Case("platform-short-unknown", RUN + "--platform rings:8 {program}", 2, ("rings",)),
    Case("energy-detail-nothing", RUN + "-platform good.xml --energy-detail {program}", 2,
         ("no host and no link says what power it takes", "--energy-detail", "wattage_per_state"), files=GOOD),
    Case("energy-lines-nothing", RUN + "--simgrid-energy-lines -platform good.xml {program}", 2,
         ("no host and no link says", "--simgrid-energy-lines"), files=GOOD),
    Case("platform-io-host", RUN + "-platform good.xml --cfg=smpi/io-host:host-9 {program}", 2,
         ("no such host", "host-9", "did you mean 'host-"), files=GOOD),
    Case("platform-small-stack", "{smpirun} -np 1 -platform small.xml {program}", 0,
         (r"warning: small\.xml:4: contexts/stack-size is '16', too small for a rank: 64 KiB are taken", "hello"),
         files={"small.xml": platform(CLUSTER).replace(
             '  <zone', '  <config id="x"><prop id="contexts/stack-size" value="16"/></config>\n  <zone')}),
    Case("platform-small-stack-of-option", "{smpirun} -np 1 -platform good.xml --cfg=contexts/stack-size:16 {program}", 2,
         ("a stack needs at least 64 KiB: '16'",), files=GOOD),
    Case("platform-unknown-config-key", RUN + "-platform bad.xml {program}", 2, (r"bad\.xml:4", "network/modle", "network/model"),
         files={"bad.xml": platform(CLUSTER).replace(
             '  <zone', '  <config id="x"><prop id="network/modle" value="SMPI"/></config>\n  <zone')}),
)

HOSTS = (
    Case("hostfile-missing", RUN + "-platform good.xml -hostfile nowhere {program}", 2, ("nowhere",), files=GOOD),
    Case("hostfile-is-a-folder", RUN + "-platform good.xml -hostfile . {program}", 2, ("hostfile .it is a folder", "'\\.'"), files=GOOD),
    Case("hostfile-empty", RUN + "-platform good.xml -hostfile hosts {program}", 2, ("hosts", "empty|no host"),
         files={**GOOD, "hosts": ""}),
    Case("hostfile-only-comments", RUN + "-platform good.xml -hostfile hosts {program}", 2, ("hosts", "empty|no host"),
         files={**GOOD, "hosts": "\n# nobody\n\n"}),
    Case("hostfile-unknown-host", RUN + "-platform good.xml -hostfile hosts {program}", 2, (r"hosts:2\b", "host-99"),
         files={**GOOD, "hosts": "host-1\nhost-99\n"}),
    Case("hostfile-bad-count", RUN + "-platform good.xml -hostfile hosts {program}", 2, (r"hosts:1\b", "host-1:many"),
         files={**GOOD, "hosts": "host-1:many\n"}),
    Case("hostfile-absurd-count", RUN + "-platform good.xml -hostfile hosts {program}", 2,
         (r"hosts:1\b", "wrong number of ranks", "host-1:4000000000"), files={**GOOD, "hosts": "host-1:4000000000\n"}),
    Case("hostfile-absurd-sum", "{smpirun} -platform good.xml -hostfile hosts {program}", 2,
         (r"hosts:2\b", "no machine runs so many"), files={**GOOD, "hosts": "host-1:9000000\nhost-2:9000000\n"}),
    Case("hostfile-of-open-mpi", "{smpirun} -np 3 -map -platform good.xml -hostfile hosts {program}", 0,
         ("rank +0 on host-1", "rank +1 on host-1", "rank +2 on host-2"),
         files={**GOOD, "hosts": "host-1 slots=2\nhost-2\tslots=1 # one\n"}),
    Case("hostfile-of-open-mpi-bad-count", RUN + "-platform good.xml -hostfile hosts {program}", 2,
         (r"hosts:1\b", "wrong number of ranks", "host-1 slots=many", "host slots=ranks"), files={**GOOD, "hosts": "host-1 slots=many\n"}),
    Case("hostfile-other-words", RUN + "-platform good.xml -hostfile hosts {program}", 2,
         (r"hosts:1\b", "no such host", "a line is a host, host:ranks or host slots=ranks"),
         files={**GOOD, "hosts": "host-1 max_slots=4\n"}),
    Case("hostfile-has-more-places-than-ranks", "{smpirun} -np 3 -map -platform good.xml -hostfile hosts {program}", 0,
         ("rank +1 on host-1", "rank +2 on host-2"), not_says=("places",),
         files={**GOOD, "hosts": "host-1:2\nhost-2:16000000\nhost-3\n"}),
    Case("hostfile-unknown-host-behind-the-ranks", RUN + "-platform good.xml -hostfile hosts {program}", 2,
         (r"hosts:2\b", "host-99"), files={**GOOD, "hosts": "host-1:4\nhost-99\n"}),
    Case("np-absurd", "{smpirun} -np 4000000000 -platform good.xml {program}", 2, ("4000000000", "no machine runs so many"),
         files=GOOD),
    Case("fewer-hosts-than-ranks", "{smpirun} -np 20 -platform good.xml {program}", 0, ("20 ranks", r"8 (hosts|places)"), files=GOOD),
)

DESCRIBE = "{smpirun} --platform star:3 --describe-platform "
DESCRIPTIONS = (
    Case("describe-before-other-options", "{smpirun} --describe-platform -platform star:2", 0, ("star of 2 hosts",), program=""),
    Case("describe-route", DESCRIBE + "host-0 host-2", 0, ("2 links, 48 us in all",), program=""),
    Case("describe-route-before-other-options", "{smpirun} -describe-platform host-0 host-2 -platform star:3", 0,
         ("2 links, 48 us in all",), program=""),
    Case("describe-half-a-route", DESCRIBE + "host-0", 2, ("two hosts or none", "host-0"), program=""),
    Case("describe-with-program", DESCRIBE + "{program}", 2, ("runs no program", "program-")),
    Case("describe-with-program-behind", DESCRIBE + "-np 2 {program} 5", 2, ("runs no program", "program-")),
    Case("describe-route-with-program", DESCRIBE + "host-0 host-1 {program}", 2, ("runs no program", "program-")),
    Case("describe-unknown-host", DESCRIBE + "host-0 host-4", 2, ("host-4",), program=""),
)

OPTIONS = (
    Case("cfg-unknown-key", RUN + "--cfg=network/modle:SMPI {program}", 2, ("network/modle", "did you mean.*network/model")),
    Case("cfg-no-colon", RUN + "--cfg=network/model {program}", 2, ("network/model", "key:value")),
    Case("cfg-not-a-number", RUN + "--cfg=network/TCP-gamma:big {program}", 2, ("network/TCP-gamma", "big")),
    Case("cfg-unknown-model", RUN + "--cfg=network/model:LV09 {program}", 2, ("LV09", "LV08")),
    Case("cfg-bad-factor-table", RUN + "--cfg=network/bandwidth-factor:'100:x;200:2' {program}", 2,
         ("network/bandwidth-factor", "x")),
    Case("cfg-rules-are-a-folder", RUN + "--cfg=smpi/coll-selector:./ {program}", 2, ("collective algorithms .it is a folder",)),
    *(Case(f"cfg-rules-{name}", RUN + "--cfg=smpi/coll-selector:rules.csv {program}", 2, ("rules.csv", *says), files={"rules.csv": text})
      for name, text, says in (
          ("without-a-column", "collective,ranks_min\nbcast,2\n", (r"rules\.csv:1:", "the column algorithm is needed")),
          ("with-a-column-twice", "collective,algorithm,ranks_min,ranks_min\nbcast,binomial_tree,1,2\n",
           ("two columns ranks_min",)),
          ("with-a-wrong-number", "collective,algorithm,ranks_max\nbcast,binomial_tree,many\n",
           ("not a number in column ranks_max", "many")),
          ("with-a-wrong-word", "algorithm,collective,in_place\nbinomial_tree,bcast,maybe\n",
           ("unknown word in column in_place", "maybe")),
          ("with-an-unknown-collective", "collective,algorithm\nbroadcast,binomial_tree\n",
           ("unknown collective", "broadcast")))),
    *(Case(f"cfg-open-mpi-rules-{name}", RUN + "--cfg=smpi/coll-selector:rules.conf {program}", 2, says,
           files={"rules.conf": text})
      for name, text, says in (
          ("end-early", "1\n7 1\n0 1\n0 6\n", (r"rules\.conf:5:", "end before the fan-out")),
          ("are-not-numbers", "1\n7 one\n", (r"rules\.conf:2:", "not a number: the number of communicator sizes", "one")),
          ("have-an-unknown-collective", "1\n22 0\n", (r"rules\.conf:2:", "number of a collective is too large", "at most 21")),
          ("have-an-unknown-algorithm", "1\n7 1\n0 1\n0 10 0 0\n",
           (r"rules\.conf:4:", "number of an algorithm of bcast is too large", "at most 9")),
          ("start-above-0", "1\n7 1\n0 1\n8 6 0 0\n", (r"rules\.conf:4:", "first message size", "must be 0")),
          ("descend", "1\n7 1\n0 3\n0 6 0 0\n9 1 0 0\n8 6 0 0\n", (r"rules\.conf:6:", "must ascend")),
          ("have-communicators-that-descend", "1\n7 2\n8 0\n4 0\n", (r"rules\.conf:4:", "sizes of communicators of bcast must ascend")),
          ("are-too-long", "0\n1\n", (r"rules\.conf:2:", "more numbers")),
          ("have-sizes-for-scan", "1\n14 1\n0 2\n0 1 0 0\n9 2 0 0\n", ("several message sizes for scan",)))),
    Case("cfg-mpich-rules", RUN + "--cfg=smpi/coll-selector:rules.json {program}", 2,
         ("rules of MPICH in JSON", "rules.json", "table in columns"), files={"rules.json": '{"collective=bcast": {}}\n'}),
    Case("open-mpi-parameter", RUN + "--mca coll_tuned_use_dynamic_rules 1 {program}", 2,
         ("--mca", "Open MPI", "smpi/coll-selector:FILE")),
    Case("cfg-unknown-algorithm", RUN + "--cfg=smpi/bcast:binomal_tree {program}", 2, ("binomal_tree", "binomial_tree")),
    Case("cfg-negative-precision", RUN + "--cfg=precision/timing:-1ns {program}", 2,
         ("precision/timing cannot be negative", "-1ns")),
    Case("cfg-negative-time", RUN + "--cfg=smpi/test:-1us {program}", 2, ("smpi/test cannot be negative", "-1us")),
    Case("cfg-negative-speed", RUN + "--cfg=smpi/host-speed:-1Gf {program}", 2,
         ("smpi/host-speed cannot be negative", "-1Gf")),
    *(Case(f"cfg-{name}", RUN + f"--cfg={key}:{value} {{program}}", 2, (key, says, value)) for name, key, value, says in (
        ("infinite-number", "network/header-size", "inf", "finite number"),
        ("infinite-weight", "network/weight-S", "inf", "finite number"),
        ("infinite-share", "smpi/poll-power", "inf", "finite number"),
        ("negative-share", "smpi/poll-power", "-5", "share from 0 to 1"),
        ("endless-stack", "contexts/stack-size", "1e30", "no stack has room"),
        ("overflowing-unit", "smpi/test", "1e308d", "larger than any number"),
        ("no-speed", "smpi/host-speed", "0", "above 0.*\n.*smpi/simulate-computation:no"),
        ("infinite-overhead", "smpi/or", "0:inf:0", "wrong segment"),
        ("nan-overhead", "smpi/ois", "0:nan:0", "wrong segment"),
        ("negative-overhead", "smpi/os", "0:-1:0", "negative time"),
        ("long-overhead", "smpi/os", "0:0:0:5", "more than three numbers"),
        ("overhead-negative-at-start", "smpi/os", "1000:1e-6:-1e-6", "negative time"))),
    Case("cfg-bad-poll-growth", RUN + "--cfg=smpi/grow-injected-times:sometimes {program}", 2,
         ("smpi/grow-injected-times", "yes, shared or no", "sometimes")),
    Case("option-unknown", RUN + "--platfrom x.xml {program}", 2, ("platfrom",)),
    *(Case(f"empty-{option.strip('-= ')}", RUN + option + "'' {program}", 2, ("empty value", option.strip("= ")))
      for option in ("--summary ", "--platform=", "--tool ", "--profile-functions ", "--cfg=")),
    *(Case(f"np-{name}", f"{{smpirun}} -np {value} {{program}}", 2,
           ("a number of ranks is a whole number from 1 on", f"-np {re.escape(value)}", "such as -np 16"))
      for name, value in (("negative", "-3"), ("power", "1e3"), ("fraction", "2.5"), ("too-large", "5000000000"), ("word", "two"))),
    Case("np-one", "{smpirun} -np 1 {program}", 0, ("a star of 1 host, ",)),
    Case("np-zero", "{smpirun} -np 0 {program}", 2, ("np|ranks",)),
    Case("np-not-a-number", "{smpirun} -np four {program}", 2, ("four",)),
    Case("summary-without-folder", RUN + "-platform star:4 --summary no/s.json {program}", 2,
         (r"cannot write the summary \(No such file or directory\): 'no/s\.json'",), not_says=("hello",)),
    Case("summary-is-a-folder", RUN + "-platform star:4 --summary . {program}", 2,
         (r"cannot write the summary \(Is a directory\): '\.'",), not_says=("hello",)),
    Case("summary-of-replicas-without-folder", RUN + "-platform star:4 --replicas 2 --summary no/s.json {program}", 2,
         ("cannot write the summary",), not_says=("hello",)),
    Case("summary-of-a-run-that-does-not-start", RUN + "-platform nowhere.xml --summary s.json {program}", 2, ("nowhere",)),
    Case("profile-is-a-folder", RUN + "-platform star:4 --profile-functions . {program}", 2,
         (r"cannot write the overlay \(Is a directory\): '\.'",), not_says=("hello",)),
    Case("last-value-is-wrong", "{smpirun} -np 2 -np 0 {program}", 2, ("-np 0",)),
    Case("no-program", "{smpirun} -np 2", 2, ("program",), program=""),
)

# What is said where nobody can hear it.
STREAMS = (
    Case("stderr-full", RUN + "{program} 2>/dev/full", 0),
    Case("stderr-closed", RUN + "{program} 2>&-", 0),
    Case("stderr-full-and-bad-input", RUN + "--platfrom x.xml {program} 2>/dev/full", 2),
    Case("stderr-full-and-crash", RUN + "{program} segfault 2>/dev/full", 139, program="endings.c", flags=UNCHECKED),
    Case("stderr-full-and-deadlock", RUN + "{program} deadlock 2>/dev/full", DEADLOCK_STATUS, program="endings.c"),
    Case("standard-streams-closed", RUN + "{program} <&- >&- 2>&-", 0),
    Case("help-nowhere", "{smpirun} --help >/dev/full", 2, ("cannot write to standard output", "no space left"), program=""),
    Case("platform-nowhere", "{smpirun} --platform star:2 --describe-platform >/dev/full", 2,
         ("cannot write to standard output", "no space left"), program=""),
    Case("comparison-nowhere", RUN + "--check-folding {program} >/dev/full", 2,
         ("cannot write to standard output", "no space left")),
)

LOADING = (
    Case("program-not-found", RUN + "./nowhere", 2, ("nowhere", "no such file|not found"), program=""),
    Case("program-not-elf", RUN + "./script", 2, ("script", "ELF"), program="",
         files={"script": "#!/usr/bin/awk -f\n{ print }\n"}),
    *(Case(f"program-behind-{name}", RUN + command, 2,
           (r"cannot see which program .*: '\S+.*'", r"give smpirun the MPI program itself.*-wrapper"), not_says=("hello",),
           files={"script": "#!/usr/bin/env bash\ncd /tmp\nexec ./program\n"}, prepare=("chmod 755 script",))
      for name, command in (
          ("pipe", "sh -c '{program} | cat'"), ("variable", "sh -c '$HOME/{program}'"), ("folder", "env -C / {program}"),
          ("two-commands", "bash -c 'true; {program}'"), ("quote", "sh -c \"'{program}\""), ("login-shell", "bash -lc {program}"),
          ("script", "./script"), ("shell-and-script", "sh script"), ("debugger", "gdb {program}"))),
    Case("program-of-exec", RUN + "{program}", 1, ("exec is only possible after fork", "give smpirun the MPI program itself"),
         program="exec.c"),
    Case("program-of-another-mpi", RUN + "./other", 2, (r"other was linked with another MPI: 'libmpi\.so\.40'\n", "smpicc"), program="",
         files={"mpi.c": "int MPI_Init(int* c, char*** v) { return 0; }\n",
                "main.c": "int MPI_Init(int* c, char*** v);\nint main(int c, char** v) { return MPI_Init(&c, &v); }\n"},
         prepare=("gcc -shared -fPIC -Wl,-soname,libmpi.so.40 mpi.c -o libmpi.so.40", "gcc main.c ./libmpi.so.40 -o other")),
    Case("program-empty", RUN + "./nothing", 2, ("nothing", "the file is empty"), program="", files={"nothing": ""}),
    Case("program-truncated", RUN + "./cut", 2, ("cut",), prepare=("head -c 700 {program} > cut; chmod 755 cut",)),
    Case("program-32-bit", RUN + "./old", 2, ("old", "32"),
         prepare=(r"cp {program} old && printf '\001' | dd of=old bs=1 seek=4 conv=notrunc",)),
    Case("program-other-machine", RUN + "./arm", 2, ("arm", "machine|architecture|x86"),
         prepare=(r"cp {program} arm && printf '\267' | dd of=arm bs=1 seek=18 conv=notrunc",)),
    Case("program-static", RUN + "./static", 2, ("static",), program="",
         files={"main.c": "int main(void) { return 0; }\n"}, prepare=("gcc -static main.c -o static",)),
    Case("program-not-position-independent", RUN + "./fixed", 2, ("position", "smpicc"), program="",
         files={"main.c": "#include <mpi.h>\nint main(int c, char** v) { MPI_Init(&c, &v); return MPI_Finalize(); }\n"},
         prepare=("gcc -fno-pie -no-pie main.c $({smpicc} -showme:compile) $({smpicc} -showme:link) -o fixed",)),
    Case("program-missing-library", RUN + "./lonely", 2, ("libgone\\.so",), program="",
         files={"gone.c": "int gone(void) { return 0; }\n",
                "main.c": "#include <mpi.h>\nint gone(void);\nint main(int c, char** v)"
                          "{ MPI_Init(&c, &v); gone(); return MPI_Finalize(); }\n"},
         prepare=("gcc -shared -fPIC gone.c -o libgone.so", "{smpicc} main.c -L. -lgone -o lonely", "rm libgone.so")),
    Case("program-no-main", RUN + "./nomain.so", 2, ("nomain", "main"), program="",
         files={"a.c": "int nothing;\n"}, prepare=("gcc -shared -fPIC a.c -o nomain.so",)),
    Case("too-many-ranks-for-the-machine", "{smpirun} -np 9000000 --platform star:16 {program}", 2,
         ("9000000|9,000,000", "vm.max_map_count|memory|address space")),
    Case("too-many-mappings", "{smpirun} -np 200000 --platform star:16 --cfg=smpi/privatization:dlopen {program}", 2,
         ("200000|200,000", "sysctl vm.max_map_count=|memory")),
    Case("no-space-for-the-ranks", "prlimit --as=4000000000 {smpirun} -np 2000 {program}", 2,
         ("2000|2,000", "address space", "ulimit -v"), limits_address_space=True),
    Case("function-that-no-mpi-has", RUN + "./odd", 2, ("MPIX_Send_by_owl",), program="",
         files={"main.c": "#include <mpi.h>\nint MPIX_Send_by_owl(void);\nint main(int c, char** v)"
                          "{ MPI_Init(&c, &v); if (c > 5) MPIX_Send_by_owl(); return MPI_Finalize(); }\n"},
         prepare=("{smpicc} main.c -Wl,-z,lazy -Wl,--warn-unresolved-symbols -o odd",)),
)

CALLS = (
    Case("send-to-invalid-rank", RUN + "{program} send-rank", "nonzero", ("MPI_ERR_RANK|invalid rank", "MPI_Send"),
         program="wrong_call.c"),
    Case("send-negative-count", RUN + "{program} send-count", "nonzero", ("MPI_ERR_COUNT|count", "MPI_Send"),
         program="wrong_call.c"),
    Case("send-null-type", RUN + "{program} send-type", "nonzero", ("MPI_ERR_TYPE|datatype", "MPI_Send"),
         program="wrong_call.c"),
    Case("send-null-communicator", RUN + "{program} send-comm", "nonzero", ("MPI_ERR_COMM|communicator", "MPI_Send"),
         program="wrong_call.c"),
    Case("send-negative-tag", RUN + "{program} send-tag", "nonzero", ("MPI_ERR_TAG|tag", "MPI_Send"),
         program="wrong_call.c"),
    Case("truncation", RUN + "{program} truncate", "nonzero", ("MPI_ERR_TRUNCATE|truncat", "MPI_Recv"),
         program="wrong_call.c"),
    Case("use-after-free-communicator", RUN + "{program} freed-comm", "nonzero",
         ("MPI_ERR_COMM|communicator", "MPI_Comm_size|MPI_Barrier|MPI_Send"), program="wrong_call.c"),
    Case("use-after-free-datatype", RUN + "{program} freed-type", "nonzero", ("MPI_ERR_TYPE|datatype", "MPI_Send"),
         program="wrong_call.c"),
    Case("double-free-communicator", RUN + "{program} double-free", "nonzero", ("MPI_Comm_free",), program="wrong_call.c"),
    Case("errors-return", RUN + "{program} errors-return", 0, ("class right",), program="wrong_call.c"),
    Case("mismatched-roots", RUN + "{program} roots", "nonzero", ("root|deadlock|MPI_Bcast",), program="wrong_call.c"),
    Case("call-before-init", RUN + "{program} before-init", "nonzero", ("MPI_Init", "MPI_Comm_size|MPI_Barrier"),
         program="wrong_call.c"),
    Case("call-after-finalize", RUN + "{program} after-finalize", "nonzero", ("finali[sz]e", "MPI_Barrier"),
         program="wrong_call.c"),
)

ENDINGS = (
    Case("deadlocked-ring", RUN + "{program} deadlock", DEADLOCK_STATUS,
         ("deadlock", "MPI_Recv", r"endings\.c:\d+", "rank"), program="endings.c"),
    Case("deadlocked-thousand", "{smpirun} -np 1000 {program} deadlock", DEADLOCK_STATUS,
         ("deadlock", "MPI_Recv", "1000|999"), program="endings.c"),
    Case("missing-partner", RUN + "{program} missing", DEADLOCK_STATUS, ("deadlock|wait", "MPI_Recv"), program="endings.c"),
    Case("absent-from-collective", RUN + "{program} absent", DEADLOCK_STATUS,
         ("deadlock", r"MPI_Wait .*endings\.c:\d+.* take part in MPI_Iallreduce", "rank"), program="endings.c"),
    Case("deadlocked-mutexes", RUN + "{program} mutexes", DEADLOCK_STATUS,
         ("deadlock", r"pthread_mutex_lock .*threads\.c:\d+\) waits for a mutex",
          r"a thread in pthread_mutex_lock"), program="threads.c"),
    Case("deadlocked-thread", RUN + "{program} join", DEADLOCK_STATUS,
         ("deadlock", r"pthread_join .*threads\.c:\d+\) waits for the end of a thread",
          r"a thread in MPI_Recv .*threads\.c:\d+"), program="threads.c"),
    Case("exit-in-thread", RUN + "{program} exit", 6, (), program="threads.c", not_says=("segmentation", "deadlock")),
    Case("return-before-thread", RUN + "{program} return", 7, (), program="threads.c", not_says=("segmentation", "deadlock")),
    Case("segfault-of-tagged-rank", RUN + "--tag-output {program} segfault", 139, (r"\nsmpirun: rank 2", "SIGSEGV"),
         program="endings.c", flags=UNCHECKED),
    Case("segfault", RUN + "{program} segfault", 139,
         ("rank 2", "SIGSEGV|segmentation", r"endings\.c:\d+|in main|crash_here"), program="endings.c", flags=UNCHECKED),
    Case("receive-buffer-no-memory", RUN + "{program} receive", 139,
         (r"rank 1 .* in MPI_Recv \(.*bad_buffers\.c:\d+\): SIGSEGV", r"the receive buffer \(.*bad_buffers\.c:29\)"),
         program="bad_buffers.c", not_says=("rank 0", "internal error")),
    Case("irecv-buffer-no-memory", RUN + "{program} irecv", 139,
         (r"rank 1 .* in MPI_Barrier \(.*bad_buffers\.c:33\): SIGSEGV", r"the receive buffer \(.*bad_buffers\.c:32\)"),
         program="bad_buffers.c", not_says=("rank 0", "internal error")),
    Case("send-buffer-no-memory", RUN + "{program} send", 139,
         (r"rank 1 .* in MPI_Send \(.*bad_buffers\.c:38\): SIGSEGV", r"the send buffer \(.*bad_buffers\.c:38\)"),
         program="bad_buffers.c", not_says=("rank 0", "internal error")),
    Case("get-buffer-no-memory", RUN + "{program} get", 139,
         ("rank 1 .*SIGSEGV", r"of MPI_Get \(.*bad_buffers\.c:15\)"),
         program="bad_buffers.c", not_says=("rank 0", "internal error")),
    Case("division-by-zero", RUN + "{program} fpe", 136, ("rank 2", "SIGFPE|arithmetic|floating"), program="endings.c", flags=UNCHECKED),
    Case("abort", RUN + "{program} abort", 134, ("rank 2", "SIGABRT|abort"), program="endings.c"),
    Case("stack-overflow", RUN + "{program} stack", 139, ("rank 2", "stack"), program="endings.c", flags=UNCHECKED),
    Case("exit-3", RUN + "{program} exit", 3, (), program="endings.c", not_says=("segmentation",)),
    Case("return-4-from-main", RUN + "{program} return", 4, (), program="endings.c"),
    Case("mpi-abort-0", RUN + "{program} mpi-abort 0", 1, ("aborted with code 0", "rank 2"), program="endings.c"),
    Case("mpi-abort-256", RUN + "{program} mpi-abort 256", 1, ("aborted with code 256", "rank 2"), program="endings.c"),
    Case("mpi-abort-5", RUN + "{program} mpi-abort", 5, ("MPI_Abort", "rank 2"), program="endings.c"),
    Case("uncaught-exception", RUN + "{program}", 134, ("rank 1", "terminate|abort|exception"), program="throws.cpp"),
    Case("no-finalize", RUN + "{program} no-finalize", "nonzero", ("MPI_Finalize",), program="endings.c"),
)

BLAS = RUN + "--blas=modeled:b.toml "


def with_blas(name: str, content: str, *says: str, line: int = 2) -> Case:
    """A coefficients file that is wrong in a line."""
    return Case(name, BLAS + "{program}", 2, (rf"b\.toml:{line}\b", *says), files={"b.toml": content})


MODELED = (
    Case("blas-unknown", RUN + "--blas=modelled {program}", 2, ("modelled", "--blas=modeled")),
    Case("blas-file-missing", BLAS + "{program}", 2, (r"b\.toml", "no such file")),
    Case("blas-file-is-a-folder", RUN + "--blas=modeled:. {program}", 2, (r"\.: cannot read this file \(it is a folder",)),
    with_blas("blas-malformed", "[dgemm]\nterms = {'M' = }\n"),
    with_blas("blas-negative-term", "[dgemm]\nterms = {'M*N*K' = -1e-10}\n", "negative", r"M\*N\*K"),
    with_blas("blas-unknown-routine", "\n[dgem]\nterms = {}\n", "dgem", "did you mean.*dgem[mv]"),
    with_blas("blas-unknown-argument", "[dgemm]\nseconds = '1e-9*M*L'\n", "unknown name 'L'", "column 8", "M, N, K"),
    with_blas("blas-negative-cost", "[dgemm]\nseconds = '-1e-9'\n", "not a possible time", "-1e-9"),
    with_blas("blas-negative-noise", "[dgemm]\nterms = {}\nnoise = -0.1\n", "noise", "'-0.1'", line=3),
    with_blas("blas-too-much-noise", "\nnoise = {host = 1.5}\n", "noise of a host", "1\\.5"),
    with_blas("blas-unknown-noise", "\nnoise = {hour = 0.1}\n", "hour", "unknown key"),
    with_blas("blas-mixture-share", "\nnoise = {mixture = [{share = 1.5, factor = 0.9}]}\n", "share is from 0 to 1", "'1.5'"),
    with_blas("blas-mixture-factor", "\nnoise = {mixture = [{share = 0.5, factor = 0}]}\n", "factor is above 0", "'0'"),
    with_blas("blas-mixture-too-much", "\nnoise = {mixture = [{share = 0.5, factor = 2}, {share = 0.6, factor = 1}]}\n",
              "add up to more than 1", "'1.1'"),
    with_blas("blas-mixture-half", "\nnoise = {mixture = [{share = 0.5}]}\n", "factor"),
    with_blas("blas-mixture-key", "\nnoise = {mixture = [{share = 0.5, faktor = 2}]}\n", "faktor", "did you mean 'factor'"),
    with_blas("blas-mixture-form", "\nnoise = {mixture = 0.1}\n", "mixture"),
    Case("seed-negative", RUN + "--cfg=smpi/seed:-1 {program}", 2, ("smpi/seed:-1", "whole number")),
    Case("day-not-whole", RUN + "--cfg=smpi/day:1.5 {program}", 2, (r"smpi/day:1\.5", "whole number")),
    with_blas("blas-infinite", "[dgemm]\nseconds = '1/0'\n", "not a possible time"),
    Case("blas-negative-at-run-time", BLAS + "{program} dgemm", 2,
         (r"b\.toml:2\b", r"dgemm\(M=1, N=2, K=3\) is -1e-09 s: not a possible time", "rank 0", r"modeled\.c:\d+|MPI"),
         program="modeled.c", flags="-lopenblas", files={"b.toml": "[dgemm]\nseconds = '1e-9*(M-N)'\n"}),
    Case("execute-negative", RUN + "{program} execute", "nonzero", ("smpi_execute", "-1"), program="modeled.c",
         flags="-lopenblas"),
    Case("shared-free-twice", RUN + "{program} free-twice", "nonzero", ("SMPI_SHARED_FREE", "no shared block", r"modeled\.c:\d+|in main|free_twice"),
         program="modeled.c", flags="-lopenblas"),
    Case("shared-parts-overlap", RUN + "{program} overlap", "nonzero", ("SMPI_PARTIAL_SHARED_MALLOC", r"\[50, 80\)"),
         program="modeled.c", flags="-lopenblas"),
    Case("shared-too-large", RUN + "{program} too-large", "nonzero", ("SMPI_SHARED_MALLOC", "no room", "memory"),
         program="modeled.c", flags="-lopenblas"),
    Case("sample-without-end", RUN + "{program} sample", "nonzero", ("SMPI_SAMPLE", "iterations", "threshold"),
         program="modeled.c", flags="-lopenblas"),
    Case("shared-malloc-unknown", RUN + "--cfg=smpi/shared-malloc:all {program}", 2, ("smpi/shared-malloc:all", "global")),
    Case("shared-malloc-no-huge-pages", RUN + "--cfg=smpi/shared-malloc-hugepage:/nowhere {program}", 2,
         ("/nowhere", "no such file")),
    Case("auto-shared-malloc-negative", RUN + "--cfg=smpi/auto-shared-malloc-thresh:-1 {program}", 2,
         ("smpi/auto-shared-malloc-thresh:-1", "not a possible size", "at least 0")),
    Case("shared-malloc-not-huge-pages", RUN + "--cfg=smpi/shared-malloc-hugepage:. {program}", 2,
         ("'\\.'", "no huge pages", "hugetlbfs")),
)

TABLES_OF_PROCESSORS = (
    *(with_blas(f"blas-table-{name}", content, *says, line=line) for name, content, line, says in WRONG_TABLES),
    *(Case(f"blas-calibration-{name}", RUN + f"{option} --blas=modeled:b.toml {{program}}", 2, says, files={"b.toml": content})
      for name, option, content, says in WRONG_CHOICES),
    Case("blas-calibration-real", RUN + "--cfg=smpi/blas-calibration:june {program}", 2,
         ("a calibration is chosen, but the BLAS is not modelled", "june", "--blas=modeled")),
)

OVERLAY = RUN + "--overlay o.toml {program}"


def with_overlay(name: str, content: str, *says: str, line: int = 2) -> Case:
    """An overlay that is wrong in a line."""
    return Case(name, OVERLAY, 2, (rf"o\.toml:{line}\b", *says), program="overlay.c",
                files={"o.toml": content})


WORK = "[work]\narguments = 'int count, const double* data'\n"
PLUGIN = '#include <stddef.h>\nint crash(int count, double* data) { return *(volatile int*)NULL; }\n'
OVERLAYS = (
    Case("overlay-missing", OVERLAY, 2, (r"o\.toml", "no such file"), program="overlay.c"),
    Case("overlay-is-a-folder", RUN + "--overlay . {program}", 2, (r"\.: cannot read this file \(it is a folder",),
         program="overlay.c"),
    with_overlay("overlay-malformed", "\n[work\nseconds = 0\n"),
    with_overlay("overlay-unknown-function", "\n[wrok]\nseconds = 0\n", "wrok", "no function", "did you mean 'work'"),
    with_overlay("overlay-variable", "\n[table]\nseconds = 0\n", "table", "variable, not a function"),
    with_overlay("overlay-no-cost", "\n[work]\narguments = 'int count'\n", "no cost", "terms"),
    with_overlay("overlay-unknown-key", "[work]\nsecond = 0\n", "second", "did you mean 'seconds'"),
    with_overlay("overlay-unknown-type", "[work]\narguments = 'integer count'\nseconds = 0\n", "integer count",
                 "unknown type"),
    with_overlay("overlay-nameless-argument", "[work]\narguments = 'int, int'\nseconds = 0\n", "type and a name"),
    with_overlay("overlay-unknown-argument", WORK + "seconds = '1e-9*cuont'\n", "unknown name 'cuont'",
                 "did you mean 'count'", line=3),
    with_overlay("overlay-negative-time", WORK + "seconds = -1\n", "not a possible time", line=3),
    with_overlay("overlay-negative-term", WORK + "terms = {count = -1e-9}\n", "negative coefficient", line=3),
    with_overlay("overlay-negative-deviation", WORK + "terms = {count = 1e-9}\ndeviation = {count = -1e-10}\n",
                 "negative coefficient", line=4),
    with_overlay("overlay-unknown-deviation", WORK + "terms = {count = 1e-9}\ndeviation = {size = 1e-10}\n",
                 "unknown name 'size'", line=4),
    with_overlay("overlay-infinite-at-run-time", WORK + "seconds = '1/(count-8)'\n", r"work\(count=8\)",
                 "not a possible time, inf s", r"rank [0-3] on host-[0-3]", line=3),
    with_overlay("overlay-negative-at-run-time", WORK + "seconds = '1-count'\n", r"work\(count=8\)",
                 "not a possible time, -7 s", line=3),
    with_overlay("overlay-argument-twice", "[work]\narguments = 'int n, const double* n'\nseconds = 0\n", "two arguments",
                 "'n'"),
    with_overlay("overlay-name-without-arguments", "[work]\nseconds = 'count'\n", "unknown name 'count'",
                 "no arguments here"),
    with_overlay("overlay-unknown-pointer", WORK + "seconds = 0\nwrites = {date = 'count'}\n", "date",
                 "did you mean 'data'", line=4),
    with_overlay("overlay-value-without-type", WORK + "seconds = 0\nreturns = 1\n", "no type of the result", line=4),
    with_overlay("overlay-folds-unknown", "\nfolded = ['wokr']\n", "wokr", "did you mean 'work'"),
    with_overlay("overlay-clears-unknown", "\nclearing = ['wokr']\n", "wokr", "did you mean 'work'"),
    with_overlay("overlay-no-plugin", "\n[work]\nreplace = 'mine'\n", "mine", "no plug-in"),
    with_overlay("overlay-plugin-missing", "\nplugin = 'p.so'\n[work]\nreplace = 'mine'\n", r"p\.so",
                 "cannot load the plug-in"),
    Case("overlay-plugin-without-function", OVERLAY, 2, (r"o\.toml:2\b", "mine", "no function of this name"),
         program="overlay.c", prepare=("cc -shared -fPIC p.c -o p.so",),
         files={"o.toml": "plugin = 'p.so'\n[work]\nreplace = 'mine'\n", "p.c": PLUGIN}),
    Case("overlay-plugin-crashes", OVERLAY, 139, ("rank [0-3]", "SIGSEGV|segmentation", r"crash|p\.so"),
         program="overlay.c", prepare=("cc -g -shared -fPIC p.c -o p.so",),
         files={"o.toml": "plugin = 'p.so'\n[work]\nreplace = 'crash'\n", "p.c": PLUGIN}),
    Case("overlay-twice", RUN + "--overlay o.toml --overlay o.toml {program}", 2, (r"o\.toml:1\b", "work", "another overlay"),
         program="overlay.c", files={"o.toml": "[work]\nseconds = 0\n"}),
)

PROCESSES = (
    Case("called-before-init", RUN + "{program} too-early", "nonzero", ("MPI_Comm_size", "before MPI_Init"),
         program="processes.c"),
    Case("world-in-a-session", RUN + "{program} world-in-session", "nonzero", ("MPI_Barrier", "MPI_ERR_COMM"),
         program="processes.c"),
    Case("spawn-missing-program", RUN + "{program} spawn-missing", "nonzero", ("MPI_ERR_SPAWN", "/no/such/program"),
         program="processes.c"),
    Case("spawn-without-route", "{smpirun} -np 1 -platform island.xml {program} spawn-island", "nonzero",
         ("MPI_ERR_SPAWN", "route", "island"), program="processes.c",
         files={"island.xml": platform('    <host id="a" speed="1Gf"/>\n    <host id="island" speed="1Gf"/>')}),
    Case("spawn-without-init", RUN + "{program} spawn-silent", DEADLOCK_STATUS,
         ("deadlock", "MPI_Comm_spawn", "spawned processes to call MPI_Init"), program="processes.c"),
    Case("spawned-crash", RUN + "{program} spawn-crash", 139, ("SIGSEGV|segmentation", r"processes\.c:\d+"),
         program="processes.c"),
    Case("accept-nobody", RUN + "{program} accept", DEADLOCK_STATUS,
         ("deadlock", "MPI_Comm_accept", "another process to connect"), program="processes.c"),
    Case("child-calls-mpi", "{smpirun} -np 1 {program} fork", 0,
         (r"MPI_Comm_rank was called in a process that a rank made by fork\(\)", "hint: call MPI in the rank only", "child ended with 2"),
         program="processes.c", not_says=("internal error",)),
    Case("window-lock-for-ever", RUN + "{program} lock", DEADLOCK_STATUS,
         ("deadlock", "MPI_Win_lock", "lock of a window"), program="processes.c"),
)

# Which of two ranks is told that their calls do not match must not depend on measured times.
WRONG = "{smpirun} -np 2 --cfg=smpi/simulate-computation:no {program} "


def wrong_calls() -> Iterator[Case]:
    """Each wrong call where errors are returned, and where they are fatal."""
    for source, rows in WRONG_CALLS.items():
        for row in rows.strip().splitlines():
            name, error_class, function, *waits = row.split()
            yield Case(f"call-returned-{name}", WRONG + "return " + name,
                       DEADLOCK_STATUS if waits else 0,
                       (f"returned {error_class}", "deadlock" if waits else "survived"),
                       program=source, leaves=("wrong.data",))
            yield Case(f"call-fatal-{name}", WRONG + "fatal " + name, 1,
                       (rf"in {function} .*: {error_class}\b|{function}: {error_class}\b",), program=source,
                       not_says=("survived",), leaves=("wrong.data",))


TIMELINES = tuple(
    Case("timeline-" + name, RUN + "-platform star:4 " + options + " {program}", 2, says, not_says=("hello",),
         files={"kept.otf2": ""})
    for name, options, says in WRONG_TIMELINES)

CASES = (*wrong_calls(),) + TIMELINES + PLATFORMS + HOSTS + PLACEMENTS + JOBS + SCENARIOS + DESCRIPTIONS + OPTIONS + SIMGRID + STREAMS + LOADING + CALLS + ENDINGS + ANALYSIS + RACES + MODELED + TABLES_OF_PROCESSORS + OVERLAYS + PROCESSES + TRACES + NETWORKS + COMPRESSED + BYTES + PACKETS + CLUSTERS + EXCHANGES
