# SPDX-License-Identifier: BSD-3-Clause
"""Files of measured networks, and options of such, that are refused."""
from case import RUN, Case

COMMAND = RUN + "--platform star:4 --network n.toml {program}"
GOOD = "format = 1\n[remote]\nfactors = [[0, 1.2, 0.5, false]]\n"


def network(name: str, content: str, *says: str, command: str = COMMAND) -> Case:
    return Case("network-" + name, command, 2, says, files={"n.toml": content})


def part(name: str, lines: str, line: int, *says: str) -> Case:
    """A file whose first line is its format."""
    return network(name, "format = 1\n" + lines + "\n", rf"n\.toml:{line}\b", *says)


def option(name: str, value: str, *says: str) -> Case:
    return Case("network-option-" + name, RUN + f"--platform star:4 '--cfg={value}' {{program}}", 2, says)


XML = "<?xml version='1.0'?>\n<platform version=\"4.1\">\n{}</platform>\n"

NETWORKS = (
    Case("network-missing", COMMAND, 2, (r"n\.toml", "cannot read this network file")),
    network("empty", "", r"n\.toml", "needs 'format'"),
    network("not-toml", "format = \n", r"n\.toml:1"),
    network("format", "format = 2\n", r"n\.toml:1", "'format'", "'2'"),
    part("unknown-table", "[remotes]", 2, "unknown key", "did you mean 'remote'"),
    part("unknown-key", "[sharing]\npair_duplx = 'half'", 3, "unknown key", "did you mean 'pair_duplex'"),
    part("unknown-sharing", "[sharing]\ncrosstraffic = 'maybe'", 3, "'maybe'", "reserve"),
    part("acknowledgements-text", "[sharing]\nacknowledgements = 'few'", 3, "must be a number"),
    part("acknowledgements-above-one", "[sharing]\nacknowledgements = 1.5", 3, "at most 1", "'1.5'"),
    part("acknowledgements-negative", "[sharing]\nacknowledgements = -0.1", 3, "negative", "'-0.1'"),
    part("pair-duplex", "[sharing]\npair_duplex = 'half:many'", 3, "half:BYTES", "half:many"),
    part("reference-no-unit", "[reference]\nbandwidth = 12.5e9\nlatency = '1us'", 3, "needs a unit", "12.5GBps"),
    part("reference-text-no-unit", "[reference]\nbandwidth = '1GBps'\nlatency = '0.5'", 4, "needs a unit", "0.5us"),
    part("reference-unit", "[reference]\nbandwidth = '1GBpx'\nlatency = '1us'", 3, "1GBpx"),
    part("reference-half", "[reference]\nbandwidth = '1GBps'", 2, "needs 'latency'"),
    part("reference-zero", "[reference]\nbandwidth = '0GBps'\nlatency = '1us'", 3, "positive"),
    part("sizes-backwards", "[sizes]\nmin = 100\nmax = 10", 4, "below the smallest"),
    part("sizes-half", "[sizes]\nmin = 1", 2, "needs 'max'"),
    part("threshold-negative", "[protocol]\nasync_small_thresh = -1", 3, "negative", "'-1'"),
    part("overheads-ascending", "[overheads]\nos = [[0, 1e-6, 0], [0, 2e-6, 0]]", 3, "must ascend", "'0'"),
    part("overheads-short-row", "[overheads]\nos = [[0, 1e-6]]", 3, "2 values", "seconds_per_byte"),
    part("overheads-negative", "[overheads]\nor = [[0, 1e-6, -1e-10]]", 3, "negative", "or"),
    part("overheads-no-rows", "[overheads]\nois = []", 3, "no rows"),
    part("overheads-number", "[overheads]\nois = 3e-6", 3, "must be a list"),
    part("iprobe-text", "[overheads]\niprobe = '1us'", 3, "must be a number"),
    part("factors-ascending", "[remote]\nfactors = [\n[0, 1, 1, false],\n[64, 1, 1, false],\n[32, 1, 1, false]]", 6,
         "must ascend", "'32'", "begins at 64"),
    part("factors-negative", "[remote]\nfactors = [[0, -1, 1, false]]", 3, "negative", "'-1'"),
    part("factors-zero", "[remote]\nfactors = [[0, 1, 0, false]]", 3, "above 0"),
    part("factors-per-flow", "[remote]\nfactors = [[0, 1, 1, 1]]", 3, "true or false"),
    part("socket-buffer", "[protocol]\nsocket_buffer = '1MB'", 3, "number", "1MB"),
    part("factors-text", "[remote]\nfactors = [['0', 1, 1, false]]", 3, "must be a number"),
    part("factors-size-negative", "[remote]\nfactors = [[-1, 1, 1, false]]", 3, "negative"),
    part("loopback-capacity", "[loopback]\nnode_capacity = 40e9", 3, "needs a unit"),
    part("loopback-latency", "[loopback]\nlatency = '-1us'", 3, "negative"),
    part("noise-negative", "[noise]\nremote = [[0, -0.1]]", 3, "negative"),
    part("noise-mode", "[noise]\nremote = [[0, 0.1, [[1], [2, 0.1]]]]", 3, "1 values", "weight"),
    part("noise-mean", "[noise]\nremote = [[0, 0.1, [[1, 0.1, 0]]]]", 3, "above 0"),
    network("simgrid-no-config", XML.format('<zone id="w" routing="Full"/>\n'), r"n\.toml:2", "says nothing"),
    network("simgrid-unknown", XML.format('<config><prop id="smpi/bw-factr" value="1"/></config>\n'), r"n\.toml:3",
            "unknown option", "smpi/bw-factr"),
    network("noise-of-nothing", GOOD, "nothing to draw from", r"\[noise\]",
            command=COMMAND.replace("--network", "--cfg=network/noise:yes --network")),
    option("crosstraffic", "network/crosstraffic:sometimes", "yes, no or reserve", "sometimes"),
    option("acknowledgements", "network/acknowledgements:2", "from 0 to 1", "'2'"),
    option("pair-duplex", "smpi/pair-duplex:quarter", "full, half or half:BYTES", "quarter"),
    option("socket-buffer", "smpi/socket-buffer:-1", "negative", "-1"),
    option("measured-sizes", "network/measured-sizes:10:1", "smallest and the largest", "10:1"),
    option("noise", "network/noise-remote:0:a", "needs numbers", "'a'"),
    option("noise-mode", "network/noise-remote:0:1,0.1", "network/noise-remote", "numbers|above 0"),
    option("noise-twice", "network/noise-remote:0:0.1;0:0.2", "two rows"),
    option("noise-seed", "network/noise-seed:-1", "whole number", "-1"),
    option("loopback-capacity", "network/loopback-capacity:-1", "negative", "-1"),
    option("loopback-factor", "network/loopback-bandwidth-factor:0", "above 0"),
)
