# SPDX-License-Identifier: BSD-3-Clause
"""Traces that cannot be replayed: (name, options, files, what is said)."""

HEAD = "0 init\n1 init\n"


def line(text: str) -> dict:
    """A trace with a wrong third line."""
    return {"t.ti": HEAD + text + "\n0 finalize\n1 finalize\n"}


WRONG_TRACES = (
    ("missing", "", {}, ("cannot read the trace", r"t\.ti")),
    ("empty", "", {"t.ti": ""}, ("the trace is empty",)),
    ("only-comments", "", {"t.ti": "# nothing\n\n"}, ("the trace is empty",)),
    ("unknown-action", "", line("0 sned 1 5 100 0"), (r"t\.ti:3\b", "unknown action", "did you mean 'send'")),
    ("no-rank", "", line("send 1 5 100 0"), (r"t\.ti:3\b", "begins with the number of a rank")),
    ("no-action", "", line("0"), (r"t\.ti:3\b", "an action is missing")),
    ("too-few-arguments", "", line("0 isend 1 5"), (r"t\.ti:3\b", "isend needs count")),
    ("peer-out-of-range", "", line("0 send 2 5 100 0"), (r"t\.ti:3\b", "dst of send is a rank that does not exist",
                                                       "there are 2 ranks")),
    ("root-out-of-range", "", line("0 bcast 100 9 0"), (r"t\.ti:3\b", "root of bcast")),
    ("rank-out-of-range", "", line("4 barrier"), (r"t\.ti:3\b", "there are 2 ranks", "rank 4")),
    ("negative-count", "", line("0 send 1 5 -3 0"), (r"t\.ti:3\b", "count of send is negative")),
    ("negative-flops", "", line("0 compute -1"), (r"t\.ti:3\b", "flops of compute is not a number that is not negative")),
    ("nan", "", line("0 compute nan"), (r"t\.ti:3\b", "flops of compute", "nan")),
    ("infinite", "", line("0 sleep inf"), (r"t\.ti:3\b", "seconds of sleep")),
    ("unknown-type", "", line("0 send 1 5 100 77"), (r"t\.ti:3\b", "type of send")),
    ("short-list", "", line("0 allgatherv 1 2"), (r"t\.ti:3\b", "a number for each of 2 ranks")),
    ("negative-in-list", "", line("0 allgatherv 1 2 -2 0 0"), (r"t\.ti:3\b", "negative")),
    ("persistent", "", line("0 Start 1 2 3"), (r"t\.ti:3\b", "cannot be replayed", "persistent")),
    ("nonblocking-collective", "", line("0 ibcast 100 0 0"), (r"t\.ti:3\b", "cannot be replayed", "nonblocking")),
    ("one-sided", "", line("0 Put 1 2"), (r"t\.ti:3\b", "cannot be replayed", "windows")),
    ("level-2-missing", "", line("0 @Send count=1 datatype=0 dest=1 comm=0"), (r"t\.ti:3\b", "needs tag=")),
    ("level-2-surplus", "", line("0 @Barrier comm=0 root=1"), (r"t\.ti:3\b", "no such argument", "root=1")),
    ("level-2-operation", "", line("0 @Allreduce count=1 datatype=0 op=plus comm=0 in_place=0"),
     (r"t\.ti:3\b", "op of @Allreduce is not an operation")),
    ("level-2-list", "", line("0 @Waitall requests=1:0"), (r"t\.ti:3\b", "requests of @Waitall is not a list")),
    ("index-names-nothing", "", {"t.ti": "a.txt\n"}, (r"t\.ti:1\b", "names a file that cannot be read", r"a\.txt")),
    ("index-too-short", "", {"t.ti": "a.txt\na.txt\n", "a.txt": HEAD}, ("fewer files than", "2 files, 3 ranks")),
    ("no-such-format", "--cfg=replay/format:new", line("0 barrier"), ("replay/format:new", "auto or old")),
    ("no-rates-file", "--cfg=replay/rates:none.toml", line("0 barrier"), ("none.toml",)),
    ("rates-of-nothing", "--cfg=replay/rates:r.toml",
     {**line("0 barrier"), "r.toml": "version = 1\nrate = 2\n[[burst]]\nafter = 'sent'\nbefore = ''\nrate = 1\n"},
     (r"r\.toml:4\b", "no action of traces has this name", "sent")),
    ("rate-of-zero", "--cfg=replay/rates:r.toml", {**line("0 barrier"), "r.toml": "version = 1\nrate = 0\n"},
     (r"r\.toml:2\b", "a rate must be positive")),
    ("no-such-wildcards", "--cfg=replay/wildcards:none", line("0 barrier"), ("replay/wildcards:none", "recorded or free")),
    ("with-overlay", "--overlay o.toml", line("0 barrier"), ("--overlay needs a program",)),
    ("with-blas", "--blas=modeled", line("0 barrier"), ("--blas needs a program",)),
)

# The beginnings of files that other tools write, and what each is called.
TIMELINE = "viewers show it; what a replay needs is not in it"
FOREIGN = (
    ("goal", b"num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 0\n}\n", ("a schedule in GOAL", "LogGOPSim replays it")),
    ("goal-binary", b"\x7f\x10\0\0\0\0\0\0\2\0\0\0\0\0", ("a schedule in GOAL, binary",)),
    ("otf2", b"\3BOTF2\0\3\0\xff", ("a part of an OTF2 archive", "smpi-packets replays it")),
    ("paje", b"%EventDef PajeDefineContainerType 0\n%\tAlias string\n", ("a Paje timeline", TIMELINE)),
    ("paraver", b"#Paraver (27/11/2026 at 03:07):1000_ns:1(1):1:1(1:1)\n1:1:1:1:1:0:10:1\n", ("a Paraver timeline", TIMELINE)),
    ("chrome", b'\xef\xbb\xbf {"displayTimeUnit": "ms", "traceEvents": [\n', ("a timeline in Trace Event Format", TIMELINE)),
    ("chrome-list", b'[{"ph": "B", "ts": 1}]\n', ("a timeline in Trace Event Format",)),
    ("json", b'{\n  "a": 1\n}\n', ("not a trace, but JSON",)),
    ("gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\3\n", ("packed by gzip", "unpack it first")),
    ("zstd", b"\x28\xb5\x2f\xfd\x24\n", ("packed by zstd", "unpack it first")),
    ("dumpi", b"\xff\xaa\xdd\x44UMPI\0\0", ("a DUMPI trace", "SST/macro replays it")),
    ("dumpi-text", b"MPI_Init entering at walltime 8.1, cputime 0.01 seconds in thread 0.\n", ("a DUMPI trace as text",)),
    ("dumpi-index", b"hostname=node\nnumprocs=2\nfileprefix=dumpi-2026\n", ("the index of DUMPI traces",)),
    ("program", b"\x7fELF\2\1\1\0", ("a program", "without -replay")),
    ("platform", b"<?xml version='1.0'?>\n<platform version=\"4.1\">\n", ("XML", "--platform")),
    ("data", b"\x00\x01\x02\x03", ("data of an unknown kind",)),
)


def jobs(text: str, **files: str) -> dict:
    """A file of jobs whose second line is wrong."""
    return {"j.txt": "a t.ti 2 0\n" + text + "\n", **{name.replace("_", "."): content for name, content in files.items()}}


WRONG_REPLAY_JOBS = (
    ("missing", "", {}, ("cannot read the file of jobs", r"j\.txt")),
    ("empty", "", {"j.txt": "# nothing\n\n"}, (r"j\.txt", "there is no job", "name trace np start_s")),
    ("columns", "", jobs("b t.ti 2"), (r"j\.txt:2\b", "not a job", "'b t.ti 2'", "name trace np start_s")),
    ("many-columns", "", jobs("b t.ti 2 0 h 7"), (r"j\.txt:2\b", "not a job", "name trace np start_s")),
    ("no-trace", "", jobs("b u.ti 2 0"), (r"j\.txt:2\b", "there is no such trace", r"'u\.ti'", "relative to the working folder")),
    ("np", "", jobs("b t.ti 4 0"), (r"j\.txt:2\b", r"t\.ti has 2 ranks", "'np 4'", "write 2")),
    ("np-zero", "", jobs("b t.ti 0 0"), (r"j\.txt:2\b", "whole number above 0", "'0'")),
    ("np-text", "", jobs("b t.ti two 0"), (r"j\.txt:2\b", "whole number above 0", "'two'")),
    ("start-negative", "", jobs("b t.ti 2 -1"), (r"j\.txt:2\b", "cannot start before the run", "'-1'")),
    ("start-text", "", jobs("b t.ti 2 1s"), (r"j\.txt:2\b", "not a number of seconds", "'1s'")),
    ("start-infinite", "", jobs("b t.ti 2 inf"), (r"j\.txt:2\b", "not a number of seconds", "'inf'")),
    ("twice", "", jobs("a t.ti 2 0"), (r"j\.txt:2\b", "two jobs have this name", "'a'")),
    ("no-hostfile", "", jobs("b t.ti 2 0 h"), (r"j\.txt:2\b", "there is no such hostfile", "'h'")),
    ("unknown-host", "", jobs("b t.ti 2 0 h.txt", h_txt="host-1\nhist-2\n"),
     (r"h\.txt:2\b", "no such host", "hist-2", "did you mean 'host-")),
    ("wrong-trace", "", jobs("b u.ti 2 0", u_ti="0 barrier\n1 barier\n"), (r"u\.ti:2\b", "unknown action", "did you mean 'barrier'")),
    ("with-np", "-np 4", jobs("b t.ti 2 0"), ("-replay-jobs does not go with this", "-np", "third column")),
    ("with-replay", "-replay t.ti", jobs("b t.ti 2 0"), ("-replay-jobs does not go with this", "-replay")),
    ("with-jobs", "--jobs k.toml", jobs("b t.ti 2 0"), ("--jobs",)),
    ("with-overlay", "--overlay o.toml", jobs("b t.ti 2 0"), ("--overlay needs a program", r"-replay-jobs j\.txt")),
)
