# SPDX-License-Identifier: BSD-3-Clause
#
# The classes of mistakes: which place of the programs they change, into what, and what a report
# must say. A report that says something else does not count as found.
"""CLASSES: all of them; cases(): class x program."""
import re
from dataclasses import dataclass

import programs_more  # noqa: F401  (fills PROGRAMS)
from programs import PROGRAMS


@dataclass(frozen=True)
class Class:
    name: str
    place: str
    wrong: str | None  # None: the program says it
    expect: str  # regular expression
    only: str = "."  # programs
    strict_only: bool = False  # a run with buffers is right


ERROR = r"MPI_ERR_"
COLLECTIVE = (r"^MPI_I?(Bcast|Reduce|Allreduce|Scan|Exscan|Reduce_scatter|Reduce_scatter_block|Gather|Scatter|"
              r"Gatherv|Scatterv|Allgather|Allgatherv|Alltoall|Alltoallv|Barrier)(_init)?$")
ROOTED = r"^MPI_I?(Bcast|Reduce|Gather|Scatter|Gatherv|Scatterv)(_init)?$"
MESSAGE = r"[Ss]end|[Rr]ecv|[Pp]robe"
RMA = r"^MPI_(Put|Get|Accumulate|Get_accumulate|Fetch|Compare|R)"
OTHER_CALL = r"collective calls that do not match|never called|deadlock|another order|disagree|differ|another collective"
HUNG = r"deadlock"

CLASSES = [
    Class("negative count", "count", "-1", r"MPI_ERR_COUNT|MPI_ERR_ARG"),
    Class("negative count in RMA", "lcount", "-1", r"MPI_ERR_COUNT|MPI_ERR_ARG"),
    Class("null type", "type", "MPI_DATATYPE_NULL", r"MPI_ERR_TYPE"),
    Class("null type in RMA", "ltype", "MPI_DATATYPE_NULL", r"MPI_ERR_TYPE"),
    Class("uncommitted type", "type", "uncommitted", r"MPI_ERR_TYPE", r"^(?!MPI_Type_size)"),
    Class("null communicator", "comm", "MPI_COMM_NULL", r"MPI_ERR_COMM"),
    Class("rank too large", "peer", "size", r"MPI_ERR_RANK"),
    Class("rank negative", "peer", "-77", r"MPI_ERR_RANK"),
    Class("target negative", "lpeer", "-77", r"MPI_ERR_RANK"),
    Class("tag negative", "tag", "-77", r"MPI_ERR_TAG"),
    Class("null buffer", "buf", "NULL", r"MPI_ERR_BUFFER"),
    Class("null operator", "op", "MPI_OP_NULL", r"MPI_ERR_OP"),
    Class("operator not for the type", "op", "MPI_MAXLOC", r"MPI_ERR_OP"),
    Class("root out of range", "root", "size", r"MPI_ERR_ROOT"),
    Class("same buffer twice", "alias", None, r"MPI_ERR_BUFFER"),
    Class("send and receive buffer are one", "same", None, r"MPI_ERR_BUFFER|overlap|same buffer"),
    Class("truncated receive", "rcount", "2", r"MPI_ERR_TRUNCATE", MESSAGE),
    Class("type of message", "rtype", "MPI_FLOAT", r"received as another type", MESSAGE),
    Class("bytes of message", "rtype", "MPI_BYTE", r"received as another type|MPI_ERR_TRUNCATE", MESSAGE),
    Class("type of sender", "stype", "MPI_FLOAT", r"received as another type", MESSAGE),
    Class("tag without partner", "rtag", "9", r"deadlock|received|got no message"),
    Class("send without receive", "unreceived", None, r"messages that nobody received|deadlock"),
    Class("receive without send", "unsent", None, r"deadlock|receives that got no message"),
    Class("send forgotten", "unmatched", None, r"deadlock"),
    Class("wait forgotten", "wait", None, r"request|never completed|deadlock|MPI_ERR_|unfinished|lock",
          r"^(?!MPI_\w*send_init)"),  # an active send may be freed
    Class("start forgotten", "start", None, r"deadlock|never started|never called|MPI_ERR_REQUEST"),
    Class("started twice", "start_twice", None, r"MPI_ERR_REQUEST|active"),
    Class("request freed twice", "free_twice", None, r"MPI_ERR_REQUEST"),
    Class("persistent request leaked", "free", None, r"request"),
    Class("send buffer changed", "modify", None, r"buffer|conflict",
          r"^(?!MPI_I?[Bb]arrier)(?!MPI_(Put|Get|Acc|Fetch|Compare|Rput|Rget|Racc))"),
    Class("receive buffer written", "receive_write", None, r"buffer", r"^MPI_(Irecv|Recv_init)$|^MPI_I(all|reduce|scan)"),
    Class("receive buffers overlap", "overlap", None, r"writes memory that .* writes until it is complete"),
    Class("partition not ready", "ready", None, r"deadlock|partition"),
    Class("partition ready twice", "ready_twice", None, r"MPI_ERR_"),
    Class("root differs", "root", "rank", r"root", COLLECTIVE),
    Class("operator differs", "op", "rank == 1 ? MPI_MAX : MPI_SUM", r"MPI_MAX|operator|operation", COLLECTIVE),
    Class("type differs", "type", "rank == 1 ? MPI_FLOAT : MPI_INT", r"MPI_FLOAT|type|signature", COLLECTIVE),
    Class("size differs", "count", "rank == 1 ? 2 : 4", r"data of collective calls that do not match|TRUNCATE|size|bytes",
          r"^MPI_I?(Bcast|Reduce|Allreduce|Scan|Exscan|Reduce_scatter_block|Allgather|Alltoall)(_init)?$"),
    Class("communicator differs", "comm", "rank == 1 ? copy : MPI_COMM_WORLD", r"deadlock|never called|ranks never",
          r"^MPI_(Barrier|Allreduce|Allgather|Alltoall|Allgatherv|Alltoallv|Reduce_scatter|Reduce_scatter_block)$"),
    Class("collective without a rank", "absent", None, OTHER_CALL),
    Class("collectives in another order", "order", None, OTHER_CALL),
    Class("communicators in another order", "swapped", None, HUNG),
    Class("communicators in another order, hidden by buffers", "swapped_hidden", None, HUNG, strict_only=True),
    Class("cycle of messages", "cycle", None, HUNG),
    Class("cycle hidden by buffers", "buffered", None, HUNG, strict_only=True),
    Class("message race", "race", None, r"race|several senders|candidates|could have|wildcard|deadlock"),
    Class("ended without MPI_Finalize", "no_finalize", None, r"MPI_Finalize"),
    Class("call after MPI_Finalize", "after_end", None, r"MPI_Finalize|MPI_ERR_|MPI_Init"),
    Class("MPI_Init twice", "init_twice", None, r"MPI_Init|MPI_ERR_"),
    Class("no topology", "cart", None, r"MPI_ERR_TOPOLOGY|MPI_ERR_COMM"),
    Class("rank outside of a topology or group", "toporank", None, r"MPI_ERR_RANK|MPI_ERR_ARG"),
    Class("dimension that is not there", "direction", None, r"MPI_ERR_(DIMS|ARG)"),
    Class("dimensions that do not fit", "dims", None, r"MPI_ERR_DIMS|MPI_ERR_ARG"),
    Class("not an intercommunicator", "inter", None, r"MPI_ERR_COMM"),
    Class("unknown error code", "errorcode", None, r"MPI_ERR_ARG"),
    Class("two buffers attached", "attached_twice", None, r"MPI_ERR_BUFFER"),
    Class("attached buffer too small", "bspace", None, r"MPI_ERR_BUFFER"),
    Class("mode of a file", "amode", "0", r"MPI_ERR_AMODE"),
    Class("offset negative", "offset", None, r"MPI_ERR_ARG"),
    Class("handle leaked", "leak", None, r"never freed"),
    Class("handle used after free", "use_after_free", None, r"MPI_ERR_"),
    Class("handle freed twice", "free_handle_twice", None, r"MPI_ERR_"),
    Class("type not committed", "commit", None, r"MPI_ERR_TYPE"),
    Class("window without epoch", "fence", None, r"MPI_ERR_RMA_SYNC|epoch", r"^[^ ]*$"),
    Class("access without lock", "lock", None, r"MPI_ERR_RMA_SYNC|epoch"),
    Class("locked twice", "lock_twice", None, r"MPI_ERR_RMA_SYNC|lock"),
    Class("unlocked twice", "unlock_twice", None, r"MPI_ERR_RMA_SYNC|lock"),
    Class("unlock forgotten", "unlock", None, r"MPI_ERR_RMA_SYNC|epoch|lock"),
    Class("fence forgotten", "unclosed", None, r"epoch|fence|MPI_ERR_RMA_SYNC"),
    Class("lock inside a fence epoch", "lock_in_fence", None, r"epoch|MPI_ERR_RMA_SYNC|fence"),
    Class("start forgotten in RMA", "start_epoch", None, r"MPI_ERR_RMA_SYNC|epoch"),
    Class("complete forgotten", "complete", None, r"epoch|deadlock|MPI_ERR_RMA_SYNC"),
    Class("post forgotten", "post", None, r"epoch|deadlock|MPI_ERR_RMA_SYNC"),
    Class("window wait forgotten", "wait_epoch", None, r"epoch|deadlock|MPI_ERR_RMA_SYNC"),
    Class("conflicting accesses", "conflict", None, r"conflict|same (location|bytes|memory)|overlap"),
    Class("conflict with the owner's access", "local", None, r"conflict|same (location|bytes|memory)|overlap"),
    Class("origin buffer changed", "modify", None, r"buffer|conflict|changed|origin", RMA),
    Class("target outside of the window", "place", "900", r"MPI_ERR_RMA_RANGE|MPI_ERR_DISP"),
    Class("null window", "win", "MPI_WIN_NULL", r"MPI_ERR_WIN"),
    Class("window leaked", "winfree", None, r"never freed"),
]
PLACE = re.compile(r"@(\w+)\{((?:[^{}]|\{[^{}]*\})*)\}")


@dataclass(frozen=True)
class Case:
    number: int
    kind: Class
    program: str

    @property
    def name(self):
        return f"c{self.number}"

    def text(self, is_wrong):
        def choose(found):
            right, _, own = found.group(2).partition(" => ")
            if not is_wrong or found.group(1) != self.kind.place:
                return right
            return own if self.kind.wrong is None else self.kind.wrong
        before, text = None, PROGRAMS[self.program]
        while text != before:  # places in places
            before, text = text, PLACE.sub(choose, text)
        return text


def cases():
    found = []
    for kind in CLASSES:
        for program, text in PROGRAMS.items():
            if re.search(rf"@{kind.place}\{{", text) and re.search(kind.only, program):
                found.append(Case(len(found), kind, program))
    return found
