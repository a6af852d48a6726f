# SPDX-License-Identifier: BSD-3-Clause
"""Descriptions of topologies that are refused: name, what --platform says, what the error says."""

WRONG_TOPOLOGIES = (
    ("kary-tree-levels", "kary-tree:2,17", ("more than 16 levels", "kary-tree")),
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
