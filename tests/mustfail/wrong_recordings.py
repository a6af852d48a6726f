# SPDX-License-Identifier: BSD-3-Clause
"""Recording of traces that must be refused: smpirun -trace-ti, smpi-acquire."""
from case import RUN, Case

SMPI_RUN = RUN + "--platform star:4 "
BUILD = "{acquire} build "
ACQUIRE = "{acquire} run --library ./recorder.so "
LIBRARY = {"recorder.so": "", "program": "#!/bin/sh\n"}

TRACES = (
    Case("trace-level", SMPI_RUN + "-trace-ti --cfg=tracing/ti-level:3 {program}", 2,
         ("no such level", "tracing/ti-level:3", "SimGrid's actions")),
    Case("trace-level-text", SMPI_RUN + "-trace-ti --cfg=tracing/ti-level:all {program}", 2, ("tracing/ti-level", "all")),
    Case("trace-level-half", SMPI_RUN + "-trace-ti --cfg=tracing/ti-level:1.5 {program}", 2, ("tracing/ti-level:1.5",)),
    Case("trace-one-file", SMPI_RUN + "-trace-ti --cfg=tracing/smpi/format/ti-one-file:maybe {program}", 2,
         ("ti-one-file", "maybe")),
    Case("trace-no-folder", SMPI_RUN + "-trace-ti -trace-file /proc/nowhere/t.txt {program}", 2,
         ("cannot make the folder of the trace", "/proc/nowhere/t.txt_files")),
    Case("trace-is-a-folder", SMPI_RUN + "-trace-ti -trace-file /proc {program}", 2, ("/proc",)),
    Case("trace-file-empty", SMPI_RUN + "-trace-ti -trace-file '' {program}", 2, ("empty value", "--trace-file")),
    Case("trace-and-replicas", SMPI_RUN + "-trace-ti --replicas 2 {program}", 2, ("--trace-ti", "--replicas")),
    Case("trace-and-folding", SMPI_RUN + "-trace-ti --check-folding {program}", 2, ("--trace-ti", "--check-folding")),
    Case("trace-and-jobs", "{smpirun} --platform star:4 --jobs jobs.toml -trace-ti", 2, ("--jobs", "--trace-ti"), program="",
         files={"jobs.toml": '[[job]]\nprogram = "./a"\nnp = 2\n'}),
    Case("rate-without-times", "{calibrate} rate t.ti", 2, ("no computation", r"t\.ti", "--times"), program="",
         files={"t.ti": "0 init\n0 compute 100\n0 finalize\n"}),
    Case("rate-without-trace", "{calibrate} rate", 2, ("trace is required",), program=""),
    Case("rate-no-trace", "{calibrate} rate t.ti", 2, ("cannot read the trace", r"t\.ti"), program=""),
    Case("rate-folder", "{calibrate} rate t.ti -o no/r.toml", 2, ("no/r.toml",), program="",
         files={"t.ti": "0 init\n0 compute 100 t=1\n0 finalize\n"}),
    Case("acquire-command", "{acquire} record ./a", 2, ("invalid choice", "record"), program=""),
    Case("acquire-no-command", "{acquire}", 2, ("required", "command"), program=""),
    Case("acquire-mpicc", BUILD + "--mpicc mpicc.none", 2, ("no compiler", r"mpicc\.none", "--mpicc"), program=""),
    Case("acquire-not-mpicc", BUILD + "--mpicc gcc", 2, ("cannot compile the recorder", r"mpi\.h"), program=""),
    Case("acquire-build-folder", BUILD + "--mpicc gcc -o no/where.so", 2, ("no folder no",), program=""),
    Case("acquire-library", "{acquire} run ./program", 2, (r"no libsmpi-acquire\.so", "smpi-acquire build"), program="",
         files=LIBRARY),
    Case("acquire-program", ACQUIRE + "./no-program", 2, ("no program ./no-program",), program="", files=LIBRARY),
    Case("acquire-rate", ACQUIRE + "--rate fast ./program", 2, ("--rate fast", "not a rate", "2e9"), program="",
         files=LIBRARY),
    Case("acquire-rate-zero", ACQUIRE + "--rate 0 ./program", 2, ("--rate 0", "not a rate"), program="", files=LIBRARY),
    Case("acquire-folder", ACQUIRE + "-o no/where.txt ./program", 2, ("no folder", "no"), program="", files=LIBRARY),
    Case("acquire-level", ACQUIRE + "--level 3 ./program", 2, ("--level 3", "no such value", "1 .SimGrid's actions"), program="",
         files=LIBRARY),
    Case("acquire-ranks", ACQUIRE + "--ranks 3-1 ./program", 2, ("--ranks 3-1", "not a list of ranks", "0-3,7"), program="",
         files=LIBRARY),
    Case("acquire-ranks-empty", ACQUIRE + "--ranks '' ./program", 2, ("not a list of ranks", "0-3,7"), program="",
         files=LIBRARY),
    Case("acquire-control", ACQUIRE + "--control mpi ./program", 2, ("--control mpi", "no such value", r"MPI_Pcontrol\(1\)"),
         program="", files=LIBRARY),
    Case("acquire-merge", ACQUIRE + "--merge both ./program", 2, ("--merge both", "no such value", "tree"), program="",
         files=LIBRARY),
    Case("acquire-merge-text", ACQUIRE + "--merge tree -o t.txt ./program", 2, ("--merge tree", "not merged", r"\.smpitrace"),
         program="", files=LIBRARY),
    Case("replay-unrecorded", "{smpirun} --platform star:2 -replay t.txt", 2,
         ("t\\.txt", "ranks of the trace were not recorded", "not recorded: 1", "smpi-trace merge"), program="",
         files={"t.txt": "r0.txt\nr1.txt\n", "r0.txt": "0 init\n0 finalize\n", "r1.txt": "# isa=a recorded=no rate=0\n"}),
    Case("acquire-nothing", ACQUIRE, 2, ("required", "program"), program="", files=LIBRARY),
)
