# SPDX-License-Identifier: BSD-3-Clause
"""What -analyze and --explore say of programs, and with which exit status they end."""
from typing import Iterator

from case import DEADLOCK_STATUS, RUN, Case

MISTAKE_STATUS = 5
ANALYZE = "{smpirun} -np 3 -analyze {program} "


def analyzed(kind: str, *says: str, complaint: bool = True) -> Case:
    """A program that ends well, and what its analysis says."""
    nothing = "nothing to complain about"
    return Case(f"analyze-{kind}", ANALYZE + kind, MISTAKE_STATUS if complaint else 0, says if complaint else (nothing, *says), program="untidy.c",
                not_says=(nothing,) if complaint else ("handles that were", "nobody received", "got no message"))


# Of programs/misused_memory.c: what is said of each mistake.
AT = r"\(.*misused_memory\.c:\d+\)"
MISUSES = {
    "send-changed": rf"changed memory that MPI_Isend {AT} reads until it is complete: ranks 0, 1",
    "receive-written": rf"changed memory that MPI_Irecv {AT} writes until it is complete: ranks 0, 1",
    "receive-overlaps": rf"MPI_Irecv {AT} writes memory that MPI_Irecv {AT} writes",
    "columns": rf"MPI_Irecv {AT} writes memory that MPI_Irecv {AT} writes",
    "receive-sent": rf"MPI_Send {AT} reads memory that MPI_Irecv {AT} writes",
    "sendrecv": rf"the buffers of MPI_Sendrecv {AT} overlap: ranks 0, 1",
    "collective-overlaps": rf"the buffers of MPI_Allreduce {AT} overlap: ranks 0, 1, 2",
    "collective-written": rf"changed memory that MPI_Iallreduce {AT} writes",
    "never-completed": rf"never completed:\n  2 x MPI_Isend {AT}: ranks 0, 1",
    "freed-in-epoch": rf"MPI_Win_free {AT} frees the window while the epoch of MPI_Win_fence {AT} is open",
    "lock-in-fence": rf"MPI_Win_lock {AT} opens an epoch inside that of MPI_Win_fence {AT}",
    "put-put": rf"MPI_Put {AT} of rank \d and MPI_Put {AT} of rank \d access the same bytes of rank 0's memory",
    "put-in-turn": rf"MPI_Put {AT} of rank \d and MPI_Put {AT} of rank \d access the same bytes of rank 0's memory",
    "accumulates": rf"MPI_Accumulate {AT} of rank \d and MPI_Accumulate {AT} of rank \d access the same bytes",
    "local-store": rf"rank 1 stores into rank 1's memory in the window {AT} while MPI_Put {AT} of rank 0",
    "origin-changed": rf"changed memory that MPI_Put {AT} reads until it is complete: rank 0",
    "result-sent": rf"MPI_Send {AT} reads memory that MPI_Get {AT} writes until it is complete: rank 0",
    "window-received": rf"(MPI_Put {AT} of rank 0 and MPI_Recv {AT} of rank 1|MPI_Recv {AT} of rank 1 and MPI_Put {AT} of rank 0) "
                       "access the same bytes",
}


def misused() -> Iterator[Case]:
    for kind, says in MISUSES.items():
        yield Case(f"analyze-{kind}", ANALYZE + kind + " wrong", MISTAKE_STATUS, (says,), program="misused_memory.c")
    yield Case("analyze-rightly-used", ANALYZE, 0, ("nothing to complain about",), program="misused_memory.c")


# Of programs/short_window.c: refused in the call.
SHORT = {
    "create": r"MPI_Win_create \(.*short_window\.c:\d+\).*MPI_ERR_SIZE.*larger than what is allocated at its base",
    "middle": r"MPI_Win_create \(.*short_window\.c:\d+\).*MPI_ERR_SIZE.*larger than what is allocated at its base",
    "attach": r"MPI_Win_attach \(.*short_window\.c:\d+\).*MPI_ERR_RMA_ATTACH.*larger than what is allocated there",
}


def short_windows() -> Iterator[Case]:
    for kind, says in SHORT.items():
        yield Case(f"analyze-short-{kind}", ANALYZE + kind, 1, (says,), program="short_window.c")
        yield Case(f"analyze-long-enough-{kind}", ANALYZE + kind + " right", 0, ("nothing to complain about",),
                   program="short_window.c")


# Of programs/mismatched.c: the status and what is said of each mistake.
CALL_AT = r"\(.*mismatched\.c:\d+\)"
MISMATCHES = {
    "mixed-order": (MISTAKE_STATUS, rf"MPI_\w+ {CALL_AT} on MPI_COMM_WORLD, where rank \d calls MPI_\w+ {CALL_AT}: rank \d"),
    "creation-order": (MISTAKE_STATUS, rf"MPI_\w+ {CALL_AT} on MPI_COMM_WORLD, where rank \d calls MPI_\w+ {CALL_AT}: rank \d"),
    "types": (MISTAKE_STATUS, rf"MPI_Bcast {CALL_AT} on MPI_COMM_WORLD with 1 MPI_\w+, where rank \d has 1 MPI_\w+ in MPI_Bcast"),
    "sizes": (DEADLOCK_STATUS, rf"MPI_Gather {CALL_AT} on MPI_COMM_WORLD .* 1 MPI_\w+ .*rank \d, which \w+ 1 MPI_\w+ in MPI_Gather"),
    "pairs": (MISTAKE_STATUS, rf"MPI_Alltoallv {CALL_AT} on MPI_COMM_WORLD .* 1 MPI_\w+ .*rank \d, which \w+ 1 MPI_\w+ in MPI_Alltoallv"),
}


def mismatched() -> Iterator[Case]:
    for kind, (status, says) in MISMATCHES.items():
        yield Case(f"analyze-collective-{kind}", "{smpirun} -np 2 -analyze {program} " + kind, status,
                   ("collective calls that do not match", says), program="mismatched.c",
                   not_says=("nothing to complain about",))
    yield Case("analyze-collective-right", "{smpirun} -np 2 -analyze {program} right", 0,
               ("nothing to complain about",), program="mismatched.c")


ANALYSIS = (
    analyzed("handles", "handles that were never freed", *(
        rf"3 x {kind} \(.*untidy\.c:\d+\): ranks 0, 1, 2"
        for kind in ("communicator", "group", "attribute key", "window")),
        "operations that were never completed", r"3 x MPI_Isend \(.*untidy\.c:\d+\): ranks 0, 1, 2",
        r"3 x info object \(.*untidy\.c:\d+\)\n", r"1 x datatype \(.*untidy\.c:\d+\)"),
    analyzed("messages", "messages that nobody received",
             r"3 x 40 bytes to rank 1, tag 77 on MPI_COMM_WORLD, sent \(.*untidy\.c:\d+\): rank 0"),
    analyzed("receives", "receives that got no message",
             r"1 x from any rank, tag 9 on MPI_COMM_WORLD, posted \(.*untidy\.c:\d+\): rank 2"),
    analyzed("types", r"2 MPI_INT sent \(.*untidy\.c:\d+\), received as 1 MPI_DOUBLE \(.*untidy\.c:\d+\): rank 1"),
    analyzed("collectives", r"MPI_Bcast \(.*untidy\.c:\d+\) on MPI_COMM_WORLD, which 2 of 3 ranks never called"),
    analyzed("allocations", r"5 MiB at once \(.*untidy\.c:\d+\), rank 0; 3 calls by 3 ranks; 1 blocks never freed",
             r"1 MiB at once \(.*untidy\.c:\d+\), rank 0; 3 calls by 3 ranks\n", complaint=False),
    analyzed("tidy", complaint=False),
    *misused(),
    *short_windows(),
    *mismatched(),
    Case("analyze-report", "{smpirun} -np 3 -analyze=report {program} messages", 0, ("messages that nobody received",),
         program="untidy.c"),
    Case("analyze-unknown-mode", "{smpirun} -np 3 -analyze=strickt {program}", 2, ("-analyze", "'strict'"),
         program="untidy.c"),
    # Two standard sends that face each other: only their buffering lets the program end.
    Case("analyze-eager", "{smpirun} -np 2 -analyze {program} facing-sends", 0, ("nothing to complain about",),
         program="unsafe.c"),
    Case("analyze-strict-sends", "{smpirun} -np 2 -analyze=strict {program} facing-sends", DEADLOCK_STATUS,
         ("deadlock", r"MPI_Send.*unsafe\.c"), program="unsafe.c", not_says=("nothing to complain about",)),
    Case("analyze-loose-root", "{smpirun} -np 2 -analyze {program} bcast", 0, ("nothing to complain about",),
         program="unsafe.c"),
    Case("analyze-strict-bcast", "{smpirun} -np 2 -analyze=strict {program} bcast", DEADLOCK_STATUS,
         ("deadlock", r"MPI_Bcast.*unsafe\.c"), program="unsafe.c", not_says=("nothing to complain about",)),
    Case("analyze-strict-safe", "{smpirun} -np 2 -analyze=strict {program} safe", 0, ("nothing to complain about",),
         program="unsafe.c"),
    Case("analyze-deadlock", RUN + "-analyze {program} missing", DEADLOCK_STATUS,
         ("deadlock", "receives that got no message", r"from rank 0, tag 5 on MPI_COMM_WORLD.*endings\.c"),
         program="endings.c", not_says=("never freed",)),
    Case("deadlock-cycle", "{smpirun} -np 4 {program} deadlock", DEADLOCK_STATUS,
         (r"a message from rank 0, 1, 2, 3, tag 5 on MPI_COMM_WORLD\n",
          r"\n  ranks 0 -> 3 -> 2 -> 1 -> 0 wait for each other\n"), program="endings.c"),
    Case("deadlock-awaited", "{smpirun} -np 4 {program} missing", DEADLOCK_STATUS,
         (r"rank 0: MPI_Barrier .*waits for rank 1; rank 1 is in MPI_Recv \(.*endings\.c:\d+\)\n",
          r"a message from rank 0, tag 5 on MPI_COMM_WORLD; rank 0 is in MPI_Barrier \(.*endings\.c:\d+\)\n",
          r"\n  ranks 0 -> 1 -> 0 wait for each other\n"), program="endings.c"),
    Case("analyze-no-finalize", "{smpirun} -np 2 -analyze {program} finalize", MISTAKE_STATUS,
         (r"ranks that never called MPI_Finalize:\n.*ranks 0, 1",), program="forgotten.c",
         not_says=("nothing to complain about",)),
    Case("deadlock-never-started", "{smpirun} -np 2 {program} start", DEADLOCK_STATUS,
         (r"rank 0 has a persistent send to rank 1, tag 3 on MPI_COMM_WORLD, that was never started "
          r"\(.*forgotten\.c:\d+\)",), program="forgotten.c"),
    Case("deadlock-never-started-freed", "{smpirun} -np 2 {program} freed", DEADLOCK_STATUS,
         (r"rank 0 has a persistent send to rank 1, tag 3 on MPI_COMM_WORLD, that was freed and never started "
          r"\(.*forgotten\.c:\d+\)",), program="forgotten.c"),
    Case("deadlock-in-collective", "{smpirun} -np 2 {program} barrier", DEADLOCK_STATUS,
         (r"rank 0: MPI_Barrier \(.*forgotten\.c:\d+\) waits for rank 1; rank 1 has ended\n",), program="forgotten.c",
         not_says=("tag",)),
)

RECEIVES = "receives that several senders had a message for"


def raced(kind: str, status: int, *says: str, options: str = "-analyze", ranks: int = 3, **other) -> Case:
    """Messages in another order."""
    name = "-".join(("analyze-race", kind, *options.replace("-", " ").replace(":", " ").split()[1:]))
    return Case(name, f"{{smpirun}} -np {ranks} -quiet {options} {{program}} {kind}", status, says,
                program="races.c", **other)


RACES = (
    # Without being asked: what fails.
    raced("hang", MISTAKE_STATUS, RECEIVES, "with other messages first, the program fails: deadlock",
          r"rank 0, MPI_Recv \(.*races\.c:\d+\): takes the message of rank 2 instead of rank 1",
          r"rank 0: MPI_Recv \(.*races\.c:\d+\) waits for a message from rank 2", "--matching 0:1=2"),
    raced("nonblocking", MISTAKE_STATUS, "fails: deadlock", r"MPI_Irecv \(.*takes the message of rank 2 instead"),
    raced("probe", MISTAKE_STATUS, "fails: aborted", r"MPI_Probe \(.*takes the message of rank 2 instead", "code 7"),
    raced("abort", MISTAKE_STATUS, "fails: aborted", "code 7"),
    raced("output", 0, RECEIVES, "none fails", not_says=("changes",)),
    raced("file", 0, RECEIVES, "the program writes files", leaves=("race.out",)),
    # The printed choice repeats what was found.
    raced("hang", DEADLOCK_STATUS, r"rank 0: MPI_Recv .* waits for a message from rank 2", options="--matching 0:1=2"),
    raced("abort", 7, "code 7", options="--matching 0:1=2"),
    raced("abort", 0, options="--matching 0:1=1"),
    # All of them: n senders in any order are n! matchings; two of each of two, 4! / (2! 2!).
    raced("output", MISTAKE_STATUS, "the output changes", "was: the last is 3", "now: the last is 2",
          "all 6 matchings were tried", ranks=4, options="--explore 100"),
    raced("sum", 0, "all 6 matchings were tried: none changes the result", ranks=4, options="--explore 100"),
    raced("probes", 0, "all 6 matchings were tried: none changes the result", ranks=4, options="--explore 5"),
    raced("sum", 0, "4 other matchings were tried, of more", ranks=4, options="--explore 4"),
    raced("workers", 0, "all 6 matchings were tried: none", ranks=3, options="--explore 100"),
    Case("analyze-race-bad-choice", RUN + "--matching 0:1 {program}", 2, ("0:1", "RANK:NUMBER=SOURCE")),
    Case("analyze-race-nothing", RUN + "--explore 0 {program}", 2, ("--explore 0", "nothing to explore")),
)
