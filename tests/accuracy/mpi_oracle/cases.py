# SPDX-License-Identifier: BSD-3-Clause
"""What is compared with SimGrid: programs, ranks, sizes, platforms, models, algorithms.

Two groups. `bench`: the programs of tests/bench on six platforms under three network models; the
sizes straddle every threshold of the factor tables (the model compares size + 16 with them) and
the one of detached sends. exchange and halo3d contain one collective each, so it is forced by
name to an algorithm that both simulators have. poll has two ranks: where many poll, the peer's one
counter of failed polls makes times depend on the order of events of one instant. `coll`: one collective at a time, for
algorithms that the selector `ompi` may choose, and for that selector, on powers of two of ranks. `named`: every
algorithm that both have under the same name, on numbers of ranks and sizes that suit few algorithms.
"""
from typing import Iterator, NamedTuple


class Case(NamedTuple):
    program: str
    arguments: str  # as on a command line
    ranks: int
    platform: str
    model: str
    options: str  # --cfg keys and values, separated by blanks

    def size_bytes(self) -> int:
        return int(self.arguments.split()[-1])


# Hosts of each platform in tests/bench/platforms, all named host-0, host-1, ...
HOST_COUNT = {
    "cluster": 1024, "fattree": 512, "torus": 240, "dragonfly": 256, "floyd": 64, "nested": 256,
}
MODELS = ("SMPI", "LV08", "CM02")

FACTOR_THRESHOLDS = (257, 732, 1426, 3484, 5776, 9376, 15424, 65472)
HEADER_BYTES = 16
DETACHED_THRESHOLD = 65536
PINGPONG_SIZES = sorted(
    {0, 1, 16, 1000, 262144, 1048576}
    | {threshold - HEADER_BYTES + step for threshold in FACTOR_THRESHOLDS for step in (0, 1)}
    | {DETACHED_THRESHOLD + step for step in (-1, 0, 1)})
SIZES = (0, 1, 1000, 5761, 65535, 65536, 1048576)

# program: (arguments before the size, ranks, largest size x ranks, options)
BENCH = {
    "pingpong": ("3", (2,), None, ""),
    "exchange": ("1", (2, 8, 64, 256), None, "smpi/reduce:ompi_basic_linear"),
    "halo3d": ("1", (2, 6, 27, 96, 100, 240), 100 << 20, "smpi/allreduce:rdb"),
    "alltoall": ("1", (2, 5, 16, 64), 16 << 20, ""),
    "poll": ("10", (2,), None, "smpi/iprobe:1e-4 smpi/test:1e-4 smpi/grow-injected-times:shared"),
}

# Algorithms by SimGrid's names; an empty name stands for "no algorithm can be chosen".
COLLECTIVES = {
    "barrier": ("ompi_basic_linear", "ompi_recursivedoubling", "ompi_bruck", "ompi_tree"),
    "bcast": ("flattree", "binomial_tree", "ompi_pipeline", "NTSL", "NTSB", "ompi_split_bintree",
              "scatter_rdb_allgather", "scatter_LR_allgather"),
    "reduce": ("ompi_basic_linear", "flat_tree", "ompi_chain", "ompi_pipeline", "ompi_binary",
               "ompi_binomial", "binomial", "ompi_in_order_binary", "scatter_gather"),
    "allreduce": ("rdb", "lr", "ompi_ring_segmented", "rab_rdb", "redbcast smpi/reduce:ompi_binomial smpi/bcast:binomial_tree"),
    "gather": ("ompi_basic_linear", "ompi_binomial", "ompi_linear_sync"),
    "scatter": ("ompi_basic_linear", "ompi_linear_nb", "ompi_binomial"),
    "allgather": ("bruck", "rdb", "ring", "ompi_neighborexchange", "pair", "spreading_simple"),
    "allgatherv": ("GB smpi/coll-selector:default smpi/bcast:binomial_tree", "ompi_bruck", "mpich_rdb", "ring", "mpich_ring", "ompi_neighborexchange",
                   "pair"),
    "alltoall": ("basic_linear", "bruck", "pair", "ring", "mvapich2_scatter_dest"),
    "alltoallv": ("ompi_basic_linear", "pair", "ring"),
    "reduce_scatter": ("default smpi/coll-selector:default",
                       "ompi_basic_recursivehalving", "ompi_ring", "ompi_butterfly",
                       "mpich_noncomm", "mpich_pair", "mpich_rdb"),
    "scan": (), "exscan": (), "gatherv": (), "scatterv": (), "reduce_scatter_block": (),
}
COLLECTIVE_SIZES = (8, 512, 4096, 16384, 65536, 262144)
COLLECTIVE_RANKS = (8, 16, 64)
COLLECTIVE_PLATFORMS = ("cluster", "fattree")
# Where every rank holds ranks x size bytes, the peer's memory and time bound the size.
BLOCK_PER_RANK = {"allgather", "allgatherv", "alltoall", "alltoallv", "reduce_scatter",
                  "reduce_scatter_block"}
LARGEST_BLOCK = {8: 262144, 16: 262144, 64: 16384}


def bench_cases() -> Iterator[Case]:
    for program, (before, all_ranks, largest, options) in BENCH.items():
        for platform, hosts in HOST_COUNT.items():
            for model in MODELS:
                for ranks in (n for n in all_ranks if n <= hosts):
                    for size in PINGPONG_SIZES if program == "pingpong" else SIZES:
                        if largest is None or ranks * size <= largest:
                            yield Case(program, f"{before} {size}", ranks, platform, model, options)


def collective_cases() -> Iterator[Case]:
    for name, algorithms in COLLECTIVES.items():
        choices = [f"smpi/{name}:{algorithm}" for algorithm in algorithms]
        for options in choices + ["smpi/coll-selector:ompi"]:
            for platform in COLLECTIVE_PLATFORMS:
                for ranks in COLLECTIVE_RANKS:
                    for size in (0,) if name == "barrier" else COLLECTIVE_SIZES:
                        if name in BLOCK_PER_RANK and size > LARGEST_BLOCK[ranks]:
                            continue
                        yield Case("coll", f"{name} {size}", ranks, platform, "SMPI", options)


# All algorithms that both simulators have under the same name.
NAMED = {
    "barrier": "ompi_basic_linear ompi_two_procs ompi_tree ompi_bruck ompi_recursivedoubling ompi_doublering mpich_smp "
               "mvapich2_pair",
    "bcast": "binomial_tree flattree flattree_pipeline NTSB NTSL NTSL_Isend scatter_LR_allgather scatter_rdb_allgather "
             "SMP_binary SMP_binomial SMP_linear ompi_split_bintree ompi_pipeline",
    "gather": "default ompi_basic_linear ompi_binomial ompi_linear_sync mvapich2_two_level",
    "scatter": "default ompi_basic_linear ompi_linear_nb ompi_binomial mvapich2_two_level_direct",
    "allgather": "default 2dmesh 3dmesh bruck GB NTSLR NTSLR_NB pair rdb rhv ring smp_simple spreading_simple "
                 "ompi_neighborexchange",
    "allgatherv": "default GB pair ring ompi_neighborexchange ompi_bruck mpich_rdb mpich_ring",
    "alltoall": "2dmesh 3dmesh basic_linear bruck pair pair_light_barrier pair_mpi_barrier pair_one_barrier rdb ring "
                "ring_light_barrier ring_mpi_barrier ring_one_barrier mvapich2_scatter_dest",
    "alltoallv": "bruck pair pair_light_barrier pair_mpi_barrier pair_one_barrier ring ring_light_barrier "
                 "ring_mpi_barrier ring_one_barrier ompi_basic_linear",
    "reduce": "default binomial flat_tree NTSL scatter_gather ompi_chain ompi_pipeline ompi_basic_linear "
              "ompi_in_order_binary ompi_binary ompi_binomial mvapich2_knomial mvapich2_two_level rab",
    "allreduce": "lr rab1 rab2 rab_rdb rdb smp_binomial smp_binomial_pipeline smp_rdb smp_rsag smp_rsag_lr smp_rsag_rab "
                 "redbcast ompi_ring_segmented mvapich2_rs mvapich2_two_level rab",
    "reduce_scatter": "default ompi_basic_recursivehalving ompi_ring ompi_butterfly mpich_pair mpich_rdb mpich_noncomm",
}
NAMED_RANKS = (3, 5, 6, 7, 13, 16)
# Doubles: 10, 125, 1251 and 18751, which few numbers of ranks divide.
NAMED_SIZES = (80, 1000, 10008, 150008)
# Several ranks on a host matter to these; the peer makes communicators of hosts in the first call.
NODE_AWARE = ("smp", "SMP", "two_level")
NAMED_PLATFORMS = {True: ("cluster", "cluster/4"), False: ("cluster",)}  # /4: four ranks on each host


def named_cases() -> Iterator[Case]:
    for collective, algorithms in NAMED.items():
        for algorithm in algorithms.split():
            node_aware = any(word in algorithm for word in NODE_AWARE)
            for platform in NAMED_PLATFORMS[node_aware]:
                for ranks in NAMED_RANKS:
                    for size in (0,) if collective == "barrier" else NAMED_SIZES:
                        yield Case("coll", f"{'again ' if node_aware else ''}{collective} {size}", ranks, platform, "SMPI",
                                   f"smpi/coll-selector:default smpi/{collective}:{algorithm}")


GROUPS = {"bench": bench_cases, "coll": collective_cases, "named": named_cases}
