# SPDX-License-Identifier: BSD-3-Clause
"""Which calls a trace has, and what it says of each: for the scripts that write tables, recorders and players.

A trace says of a call all that decides what it costs: numbers, handles as small integers, and lists of
both. It says nothing of buffers, statuses, infos and names. Everything is derived from the C prototypes
(functions.csv); the tables below are what prototypes do not tell.
"""
import re
from typing import NamedTuple

from fortran_bindings import read_functions

# Calls that no trace has: they look something up, or change what costs nothing.
LEFT_OUT_CHAPTERS = {"group", "attr", "info", "errhandler", "profiling", "abi", "fortran-conversion", "external",
                     "session", "dynamic", "datatype", "failures"}
LEFT_OUT = re.compile(
    r"MPI_(Abort|Alloc_mem|Free_mem|Finalized|Initialized|Is_thread_main|Query_thread|Wtime|Wtick|Get_(?!accumulate)\w+"
    r"|Init|Init_thread|Finalize|Aint_\w+|Session_(attach|detach|flush|iflush)_buffer|Buffer_attach|Status_\w+|Test_cancelled"
    r"|Op_\w+|Reduce_local"
    r"|Comm_(compare|get_\w+|set_\w+|group|rank|remote_\w+|size|test_inter)|\w+_from_groups?|Group_\w+"
    r"|Cart_(coords|get|map|rank|shift)|Cartdim_get|Dims_create|Dist_graph_neighbors\w*|Graph_(get|map|neighbors\w*)"
    r"|Graphdims_get|Topo_test|Win_(get|set|shared_query|attach|detach)\w*"
    r"|File_get_(amode|atomicity|byte_offset|group|info|position|type_extent|view)|Register_datarep)$")
# Of these only the plain form is known; counts are 64 bits wide in a trace.
REMOVED = re.compile(r"removed|deprecated")

NUMBERED = {"MPI_Comm": "communicator", "MPI_Datatype": "type", "MPI_Op": "operation", "MPI_Win": "window",
            "MPI_File": "file", "MPI_Group": "group"}
PEERS = {"dest", "source", "target_rank", "rank"}
ROOTS = {"root"}
TAGS = {"tag", "sendtag", "recvtag"}
# Say where data is, or how it is laid out: nothing that costs.
WITHOUT_COST = {"displs", "sdispls", "rdispls", "info", "status", "array_of_statuses", "statuses", "assert",
                "port_name"}
# Of files names, hints and representations decide what accesses cost.
TEXTS = {"filename", "datarep"}
HINTED = {"MPI_File_open", "MPI_File_set_view", "MPI_File_set_info"}
# Results that only tell the program something it can find out by the requests that are done.
TOLD_BY_DONE = {"index", "indx", "outcount", "array_of_indices", "flag"}


class Field(NamedTuple):
    name: str
    kind: str            # an enumerator of FieldKind (libsmpi/watch/trace/action.h)
    parameter: str = ""  # of the function that it comes from; empty: none


class Action(NamedTuple):
    name: str       # without MPI_
    fields: list
    function: object

    @property
    def is_poll(self):
        return self.name.startswith(("Test", "Iprobe", "Improbe"))


# SimGrid's actions, in its order of arguments. What begins with [ may be left out by who wrote the trace: it has
# a default. Of what is written as name=value nothing counts for SimGrid.
LEVEL_1 = """
init          [double:flag]
finalize
comm_size
comm_split
comm_dup
compute       flops:flops t=seconds
sleep         seconds:seconds
location      file:text line:number
send          dst:peer tag:tag count:number [type:type]
isend         dst:peer tag:tag count:number [type:type]
recv          src:peer tag:tag count:number [type:type] any=wildcard
irecv         src:peer tag:tag count:number [type:type] any=wildcard
Ssend         dst:peer tag:tag count:number [type:type]
ISsend        dst:peer tag:tag count:number [type:type]
bsend         dst:peer tag:tag count:number [type:type]
ibsend        dst:peer tag:tag count:number [type:type]
sendRecv      scount:number dst:peer rcount:number src:peer stype:type rtype:type
test          src:peer dst:peer tag:tag
wait          src:peer dst:peer tag:tag
waitall       [count:number]
waitAny       count:number
testany
testall
testsome
barrier
bcast         count:number [root:root] [type:type]
reduce        count:number flops:flops [root:root] [type:type]
allreduce     count:number flops:flops [type:type]
scan          count:number flops:flops [type:type]
exscan        count:number flops:flops [type:type]
reducescatter rcounts:numbers flops:flops [type:type]
alltoall      scount:number rcount:number [stype:type] [rtype:type]
alltoallv     slength:number scounts:numbers rlength:number rcounts:numbers [stype:type] [rtype:type]
gather        scount:number rcount:number [root:root] [stype:type] [rtype:type]
scatter       scount:number rcount:number [root:root] [stype:type] [rtype:type]
allgather     scount:number rcount:number [stype:type] [rtype:type]
gatherv       scount:number rcounts:numbers [root:root] [stype:type] [rtype:type]
scatterv      scounts:numbers rcount:number [root:root] [stype:type] [rtype:type]
allgatherv    scount:number rcounts:numbers [stype:type] [rtype:type]
"""
# What level 2 has besides calls: it says so, derived types and operations of the program, streaks of polls, where the
# data of a type are (of types that a file is seen through), that calls which are not in a trace came between two polls,
# the predefined type that all of a derived one is made of.
NOTES = """
ti2
Type          k:number size:number extent:number
Op            k:number commute:flag
poll          kind:number failed:number flops:flops until:flag apart=flag
pause
Layout        k:number offsets:numbers sizes:numbers
Unit          k:number type:type
"""


def parse_rows(text):
    """Rows of the two tables above as (name, fields); a field's parameter is its mark: "[", "=" or none."""
    for line in text.strip().splitlines():
        name, *words = line.split()
        fields = []
        for word in words:
            mark = "[" if word.startswith("[") else "=" if "=" in word else ""
            field_name, kind = word.strip("[]").replace("=", ":").split(":")
            fields.append(Field(field_name, kind, mark))
        yield name, fields


def field_of(function, parameter):
    """The field that stands for a parameter, or None."""
    name, c_type, form = parameter.name, parameter.c_type, parameter.form
    if name in TEXTS or (name == "info" and function.name in HINTED):
        return Field(name, "text", name)
    if name in WITHOUT_COST or c_type in ("MPI_Info", "MPI_Status", "void") or parameter.is_text or parameter.is_texts:
        return None
    if name in TOLD_BY_DONE and form != "value" and not parameter.is_const:
        return None
    if c_type == "MPI_Request":
        return Field("requests" if form == "array" else "request", "requests" if form == "array" else "request", name)
    if c_type == "MPI_Message":
        return Field("message", "message", name)
    if c_type in NUMBERED:
        kind = NUMBERED[c_type]
        if form == "pointer" and not parameter.is_const and c_type in ("MPI_Comm", "MPI_Win", "MPI_File") \
                and not re.search(r"_(free|close|disconnect)$", function.name):
            kind = "new_" + kind
        if form == "array":
            kind += "s"
        return Field(name, kind, name)
    if form == "array":
        return Field(name, "numbers", name)
    if form == "pointer":
        return None  # a result
    if name in PEERS:
        return Field(name, "peer", name)
    if name in ROOTS:
        return Field(name, "root", name)
    if name in TAGS:
        return Field(name, "tag", name)
    return Field(name, "number", name)


def extra_fields(function):
    """What the call found, and what its buffers say."""
    short = function.name.removeprefix("MPI_")
    parameters = {p.name: p for p in function.parameters}
    extra = []
    if "MPI_IN_PLACE" and ({"sendbuf", "recvbuf"} <= parameters.keys()) and "comm" in parameters and \
            not re.match(r"I?(sendrecv)", short, re.IGNORECASE):
        extra.append(Field("in_place", "flag", ""))
    if re.match(r"(Test|Wait)(any|some)$|Test(all)?$", short):
        extra.append(Field("done", "requests", ""))
    if re.match(r"(Iprobe|Improbe|Parrived|Win_test|Request_get_status\w*)$", short):
        extra.append(Field("found", "flag", ""))
    if "source" in parameters and parameters["source"].form == "value":
        extra.append(Field("any", "wildcard", ""))
    if short in ("Probe", "Mprobe", "Iprobe", "Improbe", "File_open"):
        extra.append(Field("bytes", "number", ""))  # of a file: when it was opened
    return extra


def actions_of(path):
    """The calls of a trace, in the order of functions.csv."""
    result = []
    for function in read_functions(path):
        name = function.name
        if function.is_large or name.endswith("_c") or LEFT_OUT.match(name) or REMOVED.search(function.status):
            continue
        if function.chapter in LEFT_OUT_CHAPTERS:
            continue
        fields = [f for f in (field_of(function, p) for p in function.parameters) if f]
        if any(f.kind == "requests" for f in fields):
            fields = [f for f in fields if f.kind != "number"]  # as many as there are requests
        result.append(Action(name.removeprefix("MPI_"), fields + extra_fields(function), function))
    return result
