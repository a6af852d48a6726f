# SPDX-License-Identifier: BSD-3-Clause
"""What smpi-calibrate network refuses: a name, the command, what is wrong in a good folder, what the error says."""

PLAN = "# network plan 1 run 7\nid,op,size,count,peer_mode,load\n0,pingpong,8,1,remote,idle\n"
RAW = ("run,id,op,placement,load,size,count,start_s,duration_s,part\n"
       "7,0,pingpong,remote,idle,8,1,0.000002555,5.000000000e-06,total\n"
       "7,0,pingpong,remote,idle,16,1,0.000012555,6.000000000e-06,total\n")
META = """format = 1
program = 1
run = 7
raw_rows = 2
plan_rows = 1
skipped_rows = 0
clock_cost_s = 2.741e-08
clock_resolution_s = 1.000e-09
load_average_before = 0.10
load_average_after = 0.11
date = "2026-03-01T12:00:00Z"
mpi = "Some MPI 1.0"
hosts = ["a", "b"]
cpu = "a processor"
kernel = "Linux"
governor = ""
turbo_off = ""
command = "./measure_network plan.csv raw.csv meta.toml"
cards = []
environment = []
"""
THRESHOLDS = "placement,test,size,result\nremote,deadlock,1,ended\nremote,deadlock,2,stuck\n"
GOOD = {"plan.csv": PLAN, "raw.csv": RAW, "meta.toml": META, "thresholds.csv": THRESHOLDS}
NETWORK = """format = 1
[reference]
bandwidth = "1e9Bps"
latency = "1e-5s"
links_on_route = 2
[overheads]
os = [[0, 1e-6, 0], [1000, 2e-6, 0]]
[remote]
factors = [[0, 1, 0.5, false]]
"""

FIT = "network fit . -o net.toml"

# Of the good folder: a file, a piece of it, and what stands there instead.
CHANGES = (
    ("no-metadata", "meta.toml", META, None, (r"meta\.toml", "numbers without metadata", "measure again")),
    ("truncated", "raw.csv", "e-06,total\n7,0,pingpong,remote,idle,16,1,0.0000", "e-06,total\n7,0,pingpong,remote,idle,1",
     (r"raw\.csv:3", "7,0,pingpong", "not 10 fields")),
    ("row-missing", "raw.csv", "7,0,pingpong,remote,idle,16,1,0.000012555,6.000000000e-06,total\n", "",
     (r"raw\.csv:3", "a row is missing", "1 rows", "there were 2")),
    ("cut-line", "raw.csv", "6.000000000e-06,total\n", "6.0", (r"raw\.csv:3", "ends within a line", "cut off")),
    ("plan-version", "plan.csv", "network plan 1", "network plan 2",
     (r"plan\.csv:1", "a plan of another version", "# network plan 2 run 7")),
    ("plan-empty", "plan.csv", PLAN, "", (r"plan\.csv:1", "another version")),
    ("plan-of-another-run", "plan.csv", "run 7", "run 8", (r"meta\.toml", "metadata of another plan", "run = 7", "of run 8")),
    ("columns", "raw.csv", "duration_s,part", "duration,part", (r"raw\.csv:1", "name the columns", "expected run,id")),
    ("not-a-number", "raw.csv", "5.000000000e-06", "5.0us", (r"raw\.csv:2", "duration_s is not a number", "'5.0us'")),
    ("nan", "raw.csv", "5.000000000e-06", "nan", (r"raw\.csv:2", "duration_s is not a number", "'nan'")),
    ("negative", "raw.csv", "5.000000000e-06", "-5e-06", (r"raw\.csv:2", "duration_s is below 0", "-5e-06")),
    ("count", "raw.csv", "idle,16,1,", "idle,16,0,", (r"raw\.csv:3", "count is below 1", "'0'")),
    ("other-run", "raw.csv", "\n7,0,pingpong,remote,idle,16", "\n9,0,pingpong,remote,idle,16",
     (r"raw\.csv:3", "a row of another run", "'9'", "of run 7")),
    ("program-version", "meta.toml", "program = 1", "program = 3", (r"meta\.toml:2", "an unknown program", "3")),
    ("meta-key", "meta.toml", "cpu =", "cpus =", (r"meta\.toml", "cpu")),
    ("meta-no-key", "meta.toml", "raw_rows = 2\n", "", (r"meta\.toml", "raw_rows")),
    ("meta-type", "meta.toml", "clock_cost_s = 2.741e-08", 'clock_cost_s = "27ns"', (r"meta\.toml:7", "clock_cost_s")),
    ("meta-toml", "meta.toml", 'hosts = ["a", "b"]', 'hosts = ["a", "b"', (r"meta\.toml:1[34]",)),
    ("threshold-test", "thresholds.csv", "remote,deadlock,2", "remote,lock,2", (r"thresholds\.csv:3", "an unknown test", "'lock'")),
    ("threshold-result", "thresholds.csv", "2,stuck", "2,intact", (r"thresholds\.csv:3", "an unknown result", "ended or stuck")),
    ("few-sizes", "raw.csv", "", "", ("2 sizes of a ping-pong", "at least 10", "remote, idle")),
)


def changed(name: str, old: str, new: str | None) -> dict[str, str]:
    files = dict(GOOD)
    if new is None:
        del files[name]
    else:
        files[name] = files[name].replace(old, new, 1) if old else files[name]
    return files


WRONG_MEASUREMENTS = tuple((name, FIT, changed(file, old, new), says) for name, file, old, new, says in CHANGES) + (
    ("no-folder", "network fit nowhere -o net.toml", GOOD, ("not a folder of measurements", "'nowhere'")),
    ("no-argument", "network fit -o net.toml", {}, ("folder is required",)),
    ("from-model", "network measure -o m --from paket --platform star:4", {}, ("did you mean 'packet'",)),
    ("from-nowhere", "network measure -o m --from packet", {}, ("needs a platform", "star:4")),
    ("from-machine", "network measure -o m --platform star:4", {}, ("only a simulated network", "--from packet")),
    ("from-compiler", "network measure -o m --from packet --platform star:4 --cc mpicc", {}, ("commands of libsmpi", "'--cc'")),
    ("no-output", "network fit .", GOOD, ("--output",)),
    ("picture", "network fit . -o net.svg", GOOD, ("would replace", "'net.svg'")),
    ("unwritable", "network fit . -o no/net.toml", GOOD, ("cannot write", "no/net.toml")),
    ("breaks", FIT + " --breaks 1000,10", GOOD, ("ascending sizes", "'10'")),
    ("tolerance", FIT + " --tolerance nan", GOOD, ("not a number",)),
    ("bandwidth", FIT + " --bandwidth 3parsec", GOOD, ("unknown unit", "3parsec")),
    ("command", "network fitt", {}, ("unknown command", "'fitt'", "did you mean 'fit'")),
    ("option", FIT + " --detach 3", GOOD, ("unknown option", "did you mean '--detached'")),
    ("load", "network program -o new --load busy", {}, ("--load", "busy")),
    ("launcher", "network program -o new --launcher 'srun -n {{n}}'", {}, ("unknown word in the launcher", "'{n}'", "{np}")),
    ("size", "network program -o new --max-size 5GB", {}, ("2 GiB", "5GB")),
    ("measured", "network program -o .", GOOD, ("a measurement is in this folder already",)),
    ("export-missing", "network export --simgrid no.toml", {}, (r"no\.toml", "cannot read")),
    ("export-order", "network export --simgrid n.toml", {"n.toml": NETWORK.replace("[1000,", "[0,")},
     (r"n\.toml:7", "must ascend")),
    ("export-negative", "network export --simgrid n.toml", {"n.toml": NETWORK.replace("1, 0.5", "1, -0.5")},
     (r"n\.toml:9", "a negative value", "-0.5")),
    ("export-key", "network export --simgrid n.toml", {"n.toml": NETWORK.replace("[remote]", "[remotes]")},
     (r"n\.toml:8", "remotes", "did you mean 'remote'")),
    ("export-format", "network export --simgrid n.toml", {"n.toml": NETWORK.replace("format = 1", "format = 2")},
     (r"n\.toml:1", "an unknown format")),
)
