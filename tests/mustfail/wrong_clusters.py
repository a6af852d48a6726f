# SPDX-License-Identifier: BSD-3-Clause
"""What `smpi-study hpl --measured` refuses: a name, the command, files, and what the error says."""
from case import Case

HEAD = """HPLinpack 2.3
SWAP   : Mix (threshold = 64)
T/V                N    NB     P     Q               Time                 Gflops
"""
RESULT = "WR11C2R4       23314   256     1     4             738.95             1.1433e+01\n"
OTHER = "WR11C2R4       23314   256     1     4             563.22             1.5000e+01\n"
GRID = "WR11C2R4       23314   256     2     4             738.95             1.1433e+01\n"
INPUT = "".join(f"{value}\n" for value in (
    "HPL", "input", "out", 6, 1, 57600, 1, 192, 0, 1, 4, 4, "16.0", 1, 2, 1, 4, 1, 2, 1, 1, 1, 1, 1, 1, 2, 64, 0, 0, 1, 8))
CABLE = """rate = "1Gbps"
payload = [0.85, 0.93, 0.945]
left = [0.85, 0.95, 1.0]
latency = ["20us", "30us", "50us"]
message = ["3us", "5us", "10us"]
core_rate = ["150MBps", "300MBps", "1GBps"]
"""
ASK = "hpl --measured node.out --nodes 4 --cable 1GbE"


def with_files(**files: str) -> dict[str, str]:
    return {"node.out": HEAD + RESULT, "HPL.dat": INPUT, "my.toml": CABLE,
            **{name.replace("_", "."): text for name, text in files.items()}}


WRONG_CLUSTERS = (
    ("nothing", "hpl", with_files(), ("needs a market file, or --measured FILE",)),
    ("no-nodes", "hpl --measured node.out --cable 1GbE", with_files(), ("--measured needs --nodes or --dat", "--nodes 4,6,10")),
    ("no-cable", "hpl --measured node.out --nodes 4", with_files(), ("--measured needs --cable", "--cable 1GbE")),
    ("no-measured", "hpl market.toml --nodes 4", with_files(), ("needs --measured", "--nodes")),
    ("both", ASK + " market.toml", with_files(), ("a market file or --measured, not both", "market.toml")),
    ("choose-alone", "hpl market.toml --choose", with_files(), ("needs --measured", "--choose")),
    ("report-alone", "hpl market.toml --report page.html", with_files(), ("needs --measured", "--report")),
    ("report-folder", ASK + " --report none/page.html", with_files(), ("none/page.html",)),
    ("n-within-alone", "hpl market.toml --n-within 10", with_files(), ("needs --measured", "--n-within")),
    ("n-within", ASK + " --n-within 101", with_files(), ("--n-within", "101")),
    ("memory-rate-alone", "hpl market.toml --memory-rate 20GBps", with_files(), ("needs --measured", "--memory-rate")),
    ("choose-with-dat", "hpl --measured node.out --dat HPL.dat --cable 1GbE --choose", with_files(),
     ("--choose or --dat, not both", "HPL.dat")),
    ("nodes", "hpl --measured node.out --nodes 4,,6 --cable 1GbE", with_files(), ("whole number from 1", "--nodes 4,,6")),
    ("nodes-zero", "hpl --measured node.out --nodes 0 --cable 1GbE", with_files(), ("whole number from 1", "--nodes 0")),
    ("cable", "hpl --measured node.out --nodes 4 --cable 1GBE", with_files(), ("unknown cable", "'1GBE'", "did you mean '1GbE'")),
    ("cable-rate", "hpl --measured node.out --nodes 4 --cable 25Gigs,12us", with_files(), ("'25Gigs'", "bandwidths are written like")),
    ("cable-zero", "hpl --measured node.out --nodes 4 --cable 0Gbps,12us", with_files(), ("rate and latency of a cable are more than 0",)),
    ("cable-key", "hpl --measured node.out --nodes 4 --cable my.toml", with_files(my_toml=CABLE.replace("left", "leff")),
     ("my.toml:3", "unknown key", "did you mean 'left'")),
    ("cable-order", "hpl --measured node.out --nodes 4 --cable my.toml", with_files(my_toml=CABLE.replace("0.85, 0.93", "0.95, 0.93")),
     ("my.toml:2", "'payload' are more than 0 and ascend")),
    ("cable-two", "hpl --measured node.out --nodes 4 --cable my.toml", with_files(my_toml=CABLE.replace("0.85, 0.95, ", "0.85, ")),
     ("my.toml:3", "'left' has three values")),
    ("cable-other", "hpl --measured node.out --nodes 4 --cable my.toml", with_files(my_toml="x = 1\n"),
     ("my.toml", "neither a cable nor a file of smpi-calibrate network")),
    ("missing", "hpl --measured no.out --nodes 4 --cable 1GbE", with_files(), ("cannot read this output of HPL", "no.out")),
    ("cut", ASK, with_files(node_out=HEAD), ("node.out:3", "ends before the first result")),
    ("cut-line", ASK, with_files(node_out=HEAD + RESULT[:60]), ("node.out:4", "without Gflops: the line is cut off")),
    ("cut-timing", ASK, with_files(node_out=HEAD + RESULT + "Max aggregated wall time rfact . . . :\n"),
     ("node.out:5", "the seconds of rfact are not a number: the line is cut off")),
    ("long-timing", ASK, with_files(node_out=HEAD + RESULT + "Max aggregated wall time rfact . . . : 739.10\n"),
     ("node.out:5", "rfact takes longer than the 738.95 s of the run before")),
    ("no-output", ASK, with_files(node_out="hello\n"), ("node.out:1", "this is not an output of HPL")),
    ("rate", ASK, with_files(node_out=HEAD + RESULT.replace("e+01", "e+02")), ("node.out:4", "contradict each other", "11.434 Gflop/s")),
    ("two-outputs", ASK + " --measured b.out", with_files(b_out=HEAD + OTHER),
     ("node.out:4", "two outputs of the same run contradict each other", "b.out:4")),
    ("ranks", ASK + " --measured b.out", with_files(b_out=HEAD + GRID), ("b.out:4", "8 ranks on a node, node.out has 4", "FILE@NODES")),
    ("at", "hpl --measured node.out@3 --nodes 4 --cable 1GbE", with_files(), ("node.out:4", "does not fill 3 nodes evenly")),
    ("memory", ASK + " --memory 8Gigs", with_files(), ("'8Gigs'", "sizes are written like")),
    ("memory-rate", ASK + " --memory-rate 0", with_files(), ("this is more than 0", "--memory-rate 0")),
    ("dat", "hpl --measured node.out --dat HPL.dat --cable 1GbE", with_files(HPL_dat=INPUT.replace("57600", "many")),
     ("HPL.dat:6", "N: 1 whole number wanted", "'many'")),
    ("dat-short", "hpl --measured node.out --dat HPL.dat --cable 1GbE", with_files(HPL_dat=INPUT[:-2]), ("HPL.dat:30", "31 lines, this file 30")),
    ("dat-grid", "hpl --measured node.out --dat HPL.dat --cable 1GbE", with_files(HPL_dat=INPUT.replace("\n4\n4\n", "\n3\n5\n")),
     ("HPL.dat:11", "a grid of 3 x 5 does not fill whole nodes of 4 ranks")),
    ("dat-nodes", "hpl --measured node.out --dat HPL.dat --nodes 6 --cable 1GbE", with_files(),
     ("HPL.dat:11", "a grid of 4 x 4 does not fill 6 nodes of 4 ranks")),
)

CLUSTERS = tuple(Case("cluster-" + name, "{study} " + command, 2, says, program="", files=files)
                 for name, command, files, says in WRONG_CLUSTERS)
