# SPDX-License-Identifier: BSD-3-Clause
"""Descriptions of topologies and policies that are refused: name, what the options say, what the error says."""

WRONG_TOPOLOGIES = (
    ("kary-tree-levels", "kary-tree:2,17", ("more than 16 levels", "kary-tree")),
    ("rails-0", "star:4;rails=0", ("1 to 8 rails", "0")),
    ("rails-9", "star:4;rails=9", ("more than 8 rails", "'9'")),
    ("rails-text", "clos:4;rails=two", ("two", "1 to 8 rails")),
    ("rails-twice", "clos:4;rails=2;rails=2", ("rails are given twice",)),
    ("clos-odd", "clos:7", ("radix", "even")),
    ("hypercube-large", "hypercube:21", ("more than 20 dimensions",)),
    ("hyperx-key", "hyperx:4x4;host=2", ("unknown key 'host'", "did you mean 'hosts'")),
    ("hyperx-twice", "hyperx:4x4;hosts=2;hosts=3", ("key 'hosts' twice", "hosts=3")),
    ("hyperx-no-value", "hyperx:4x4;hosts", ("KEY=VALUE",)),
    ("hyperx-width", "hyperx:4x4;width=1x2x3", ("each of the 2 dimensions", "1x2x3")),
    ("hyperx-large", "hyperx:8192x8192", (r"more than 2\^24",)),
    ("butterfly", "flattened-butterfly:4,1", ("at least 2",)),
    ("express-mesh-gap", "express-mesh:8x8", ("gap=NUMBER",)),
    ("df-groups", "df:2,4,2,10", ("10 groups need 9 global ports", "a group has 8")),
    ("df-arrangement", "df:2,4,2,9;arrangement=circular", ("relative or absolute", "circular")),
    ("df-plus-groups", "df+:2,2,2,2,6", ("6 groups need 5 global ports",)),
    ("slimfly-field", "slimfly:6", ("power of a prime", "'6'")),
    ("polarfly-field", "polarfly:10", ("power of a prime", "'10'")),
    ("jellyfish-odd", "jellyfish:7,3", ("must be even",)),
    ("jellyfish-tables", "jellyfish:20000,4", ("762 MiB of tables", "256 MiB")),
    ("graph-missing", "graph:no-such-file", ("cannot read the graph", "no-such-file")),
)

# Platform, then what --cfg says.
WRONG_ROUTING = (
    ("unknown", "clos:4", "network/routing:ecpm", ("unknown routing policy", "ecpm", "did you mean 'ecmp'")),
    ("far", "clos:4", "network/routing:shortcut", ("unknown routing policy", "write one of minimal, ecmp")),
    ("valiant-tree", "clos:4", "network/routing:valiant", ("no topology for this routing policy", "valiant",
                                                           "possible here: minimal, ecmp, .*spread")),
    ("star", "star:4", "network/routing:ugal-g", ("no topology for this routing policy", "ugal-g", "star:4")),
    ("par-torus", "torus:4x4", "network/routing:par", ("no topology for this", "par", "ugal-l, ugal-g, spread")),
    ("dal", "df:2,4,2,9", "network/routing:dal", ("no topology for this", "dal", "ugal-g, par")),
    ("omniwar-mesh", "express-mesh:4x4;gap=2", "network/routing:omniwar", ("no topology for this", "omniwar")),
    ("ksp", "slimfly:5", "network/routing:ksp:4", ("no topology for this", "ksp", "valiant-spread")),
    ("omniwar-many", "hyperx:4x4", "network/routing:omniwar:99", ("too many ways for omniwar", r"at most \d+ deroutes")),
    ("number", "jellyfish:10,3", "network/routing:ksp:0", ("whole one from 1 to 1024", "ksp:0", "ksp:8")),
    ("number-text", "jellyfish:10,3", "network/routing:ksp:many", ("whole one from 1 to 1024", "ksp:many")),
    ("number-none", "clos:4", "network/routing:ecmp:4", ("takes no number", "write ecmp alone")),
    ("candidates", "df:2,4,2,9", "network/routing-candidates:0", ("network/routing-candidates", "from 1 to 1024")),
    ("candidates-part", "df:2,4,2,9", "network/routing-candidates:1.5", ("network/routing-candidates", "whole number")),
    ("seed", "df:2,4,2,9", "network/routing-seed:-1", ("network/routing-seed", "-1")),
    ("rails", "clos:4", "network/rail-policy:stripes", ("unknown policy of rails", "did you mean 'stripe'")),
    ("rails-far", "clos:4", "network/rail-policy:all", ("unknown policy of rails", "write one of round-robin, hash")),
    ("stripe-without-size", "clos:4", "network/rail-policy:stripe", ("stripe needs a size", "stripe:64KiB")),
    ("hash-with-size", "clos:4", "network/rail-policy:hash:64KiB", ("takes no size", "write hash alone")),
    ("stripe-of-0", "clos:4", "network/rail-policy:stripe:0B", ("larger than 0 bytes",)),
    ("stripe-unit", "clos:4", "network/rail-policy:stripe:4parsec", ("parsec",)),
    ("on-failure", "clos:4", "network/on-failure:rerout", ("links that fail", "rerout", "did you mean 'reroute'")),
    ("on-failure-far", "clos:4", "network/on-failure:die", ("links that fail", "die", "reroute, wait or fail")),
    ("reroute-delay", "clos:4", "network/reroute-delay:-1", ("network/reroute-delay", "seconds from 0", "-1")),
    ("min-size", "df:2,4,2,9", "network/adaptive-min-size:-8", ("network/adaptive-min-size", "-8")),
)

# Platform, then what --link says.
WRONG_LINKS = (
    ("kind", "df:2,4,2,9", "globl=1GBps,1us", ("no links of this kind", "globl", "df has host, local, global")),
    ("level", "clos:4", "level4=1GBps,1us", ("no links of this kind", "level4", "level3")),
    ("dim", "torus:4x4", "dim3=1GBps,1us", ("no links of this kind", "dim3", "dim1, dim2")),
    ("latency", "torus:4x4", "dim1=1GBps", ("a bandwidth and a latency", "10Gbps,24us")),
    ("zero", "torus:4x4", "dim1=0Bps,1us", ("bandwidth must be positive",)),
    ("empty", "star:4", "=1GBps,1us", ("no links of this kind", "star has host")),
    ("twice", "star:4", "host=1GBps,1us --link host=2GBps,1us", ("two figures for one kind", "host=2GBps")),
)
