# SPDX-License-Identifier: BSD-3-Clause
"""Market files that smpi-study hpl refuses: a name, what is wrong in a good one, and what the error says."""

GOOD_MARKET = """goal = 0.001
[budget]
money = 100000
power_kw = 20
[operation]
electricity_price = 0.2
pue = 1.3
years = 4
utilisation = 0.8
[hpl]
nb = [128]
bcast = ["2ring"]
memory_share = 0.8
[nodes.small]
cores = 8
ranks = 2
dgemm = 3e-11
memory = "64GB"
idle_w = 100
loaded_w = 300
price = 3000
available = 20
[networks.star]
platform = "star:{nodes}"
bandwidth = "10Gbps"
latency = "5us"
switch_price = 2000
cable_price = 30
card_price = 100
ports = 48
"""

# Of the good market: a line of it, and what stands there instead.
CHANGES = (
    ("key", 'price = 3000', 'prise = 3000', ("market.toml:21", "unknown key", "'prise'", "did you mean 'price'")),
    ("table", '[operation]', '[operations]', ("market.toml:5", "'operations'", "did you mean 'operation'")),
    ("no-price", 'price = 3000\n', '', ("market.toml:14", "a node type needs 'price'")),
    ("no-switch-price", 'switch_price = 2000\n', '', ("market.toml:23", "a network needs 'switch_price'")),
    ("negative", 'cable_price = 30', 'cable_price = -30', ("market.toml:28", "'cable_price' is at least 0", "-30")),
    ("small-budget", 'money = 100000', 'money = 2999', ("market.toml:3", "too small for one node", "2999", "small, costs 3000")),
    ("little-power", 'power_kw = 20', 'power_kw = 0.2', ("market.toml:4", "too little for one node", "takes 300 W")),
    ("goal", 'goal = 0.001', 'goal = "most"', ("market.toml:1", "unknown goal", "'most'")),
    ("goal-zero", 'goal = 0.001', 'goal = 0', ("market.toml:1", "'goal' is more than 0")),
    ("no-goal", 'goal = 0.001\n', '', ("a market needs 'goal'",)),
    ("pue", 'pue = 1.3', 'pue = 0.9', ("market.toml:7", "'pue' is at least 1", "0.9")),
    ("utilisation", 'utilisation = 0.8', 'utilisation = 80', ("market.toml:9", "a share of the time", "80")),
    ("bcast", '"2ring"', '"2rings"', ("market.toml:12", "unknown value of 'bcast'", "'2rings'", "did you mean '2ring'")),
    ("nb", 'nb = [128]', 'nb = [0]', ("market.toml:11", "'nb' must be a whole number")),
    ("no-nb", 'nb = [128]', 'nb = []', ("market.toml:11", "'nb' has no values")),
    ("share", 'memory_share = 0.8', 'memory_share = 1.5', ("market.toml:13", "more than 0 and at most 1", "0.6 to 0.85")),
    ("ranks", 'ranks = 2', 'ranks = 3', ("market.toml:16", "shared by its ranks evenly", "3 ranks, 8 cores")),
    ("kernels-both", 'dgemm = 3e-11', 'dgemm = 3e-11\nkernels = "k.toml"', ("market.toml:14", "one of 'dgemm', 'kernels' and 'measured'")),
    ("measured-both", 'dgemm = 3e-11', 'dgemm = 3e-11\nmeasured = "n.out"', ("market.toml:14", "one of 'dgemm', 'kernels' and 'measured'")),
    ("measured-missing", 'dgemm = 3e-11', 'measured = "n.out"', ("cannot read this output of HPL", "n.out")),
    ("kernels-missing", 'dgemm = 3e-11', 'kernels = "k.toml"', ("market.toml:17", "there is no such file of kernels", "k.toml")),
    ("dgemm-zero", 'dgemm = 3e-11', 'dgemm = 0', ("market.toml:17", "'dgemm' must be more than 0")),
    ("unit", '"64GB"', '"64 gigs"', ("market.toml:18", "64 gigs", "sizes are written like")),
    ("watts", 'loaded_w = 300', 'loaded_w = 30', ("market.toml:20", "takes less under load than idle")),
    ("available", 'available = 20', 'available = 0', ("market.toml:22", "'available' must be a whole number of 1")),
    ("platform", 'star:{nodes}', 'stair:{nodes}', ("network star for 1 nodes", "'stair'", "did you mean 'star'")),
    ("platform-name", 'star:{nodes}', 'star:{node}', ("market.toml:24", "unknown name", "'node'", "did you mean 'nodes'")),
    ("platform-small", 'star:{nodes}', 'star:8', ("network star for 9 nodes has room for 8", "must grow with")),
    ("networks", '[networks.star]', '[network.star]', ("market.toml:23", "unknown key", "did you mean 'networks'")),
)

WRONG_MARKETS = tuple((name, "hpl market.toml", GOOD_MARKET.replace(old, new, 1), says) for name, old, new, says in CHANGES) + (
    ("missing", "hpl no.toml", GOOD_MARKET, (r"no\.toml", "cannot read")),
    ("level", "hpl market.toml --level 3", GOOD_MARKET, ("--level",)),
    ("program", "hpl market.toml --level 1", GOOD_MARKET + '[simulation]\nprogram = "xhpl"\n',
     ("HPL, which simulations run, is not here", "xhpl", "examples/hpl/run build")),
)
