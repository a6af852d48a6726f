#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the functions of virtual time on a real MPI (tools/acquire/virtual_messages.h), as one C source.

    make_virtual_time.py FUNCTIONS_CSV OUTPUT_C

For each MPI function that takes virtual time, in its plain form and that with large counts: timed_X, which does what the
tables below say before and after it calls the function, next_X; and a table of all.
"""
import csv
import re
import sys

from make_trace_recorder import COMPLETING
from trace_actions import actions_of

HEAD = "/* Made by scripts/make_virtual_time.py; do not edit. */\n"

OWN_STATUS = "MPI_Status own;\n  if (status == MPI_STATUS_IGNORE) status = &own;"
SENT = "message_sent(comm, dest, tag, SIZE_OF(count, datatype));"
SENT_TOO = "message_sent(comm, dest, sendtag, SIZE_OF({}));"
SYNCHRONOUS = "acquire_leave_out_of_clock(\"waits of synchronous sends\");\n  "
RECEIVED = "message_received(comm, status);"
POSTED = "request_receive_posted(comm, source, {}, *request);"

# What stands before a function and, when it succeeded, after it.
MESSAGES = {
    "Send": (SENT, ""), "Bsend": (SENT, ""), "Rsend": (SENT, ""), "Ssend": (SYNCHRONOUS + SENT, ""),
    "Isend": (SENT, "request_sent(*request);"), "Ibsend": (SENT, "request_sent(*request);"),
    "Irsend": (SENT, "request_sent(*request);"), "Issend": (SYNCHRONOUS + SENT, "request_sent(*request);"),
    "Recv": (OWN_STATUS, RECEIVED), "Irecv": ("", POSTED.format("tag")),
    "Recv_init": ("", "request_receive_made(comm, source, tag, *request);"),
    "Sendrecv": (OWN_STATUS + "\n  " + SENT_TOO.format("sendcount, sendtype"), RECEIVED),
    "Sendrecv_replace": (OWN_STATUS + "\n  " + SENT_TOO.format("count, datatype"), RECEIVED),
    "Isendrecv": (SENT_TOO.format("sendcount, sendtype"), POSTED.format("recvtag")),
    "Isendrecv_replace": (SENT_TOO.format("count, datatype"), POSTED.format("recvtag")),
    "Probe": (OWN_STATUS, "message_found(comm, status, 0);"),
    "Mprobe": (OWN_STATUS, "message_found(comm, status, 1);"),
    "Iprobe": (OWN_STATUS, "if (*flag) message_found(comm, status, 0);"),
    "Improbe": (OWN_STATUS, "if (*flag) message_found(comm, status, 1);"),
    "Start": ("request_start(*request);", ""),
    "Startall": ("for (int i = 0; i < count; i++) request_start(array_of_requests[i]);", ""),
    "Cancel": ("if (request_cancel(*request)) return MPI_SUCCESS;", ""),
    "Request_free": ("if (request_free(request)) return MPI_SUCCESS;", ""),
    "Comm_free": ("channel* const freed = channel_known(*comm);", "if (freed != NULL) channel_free(freed);"),
}
for mode in ("Send", "Bsend", "Rsend", "Ssend"):
    MESSAGES[f"{mode}_init"] = ("", "request_send_made(comm, dest, tag, SIZE_OF(count, datatype), *request);")

# Collectives: who waits for whom, and the bytes that pass the busiest rank. $x: sums over the arrays of counts.
PARTNERS = "on->partners * (double)SIZE_OF"
COLLECTIVES = {
    "Barrier": ("all", "0"),
    "Bcast": ("fan_out", "(double)SIZE_OF(count, datatype)"),
    "Reduce": ("fan_in", "(double)SIZE_OF(count, datatype)"),
    "Allreduce": ("all", f"2 * {PARTNERS}(count, datatype) / (on->partners + 1)"),
    "Scan": ("before", "(double)SIZE_OF(count, datatype)"),
    "Exscan": ("before", "(double)SIZE_OF(count, datatype)"),
    "Reduce_scatter": ("all", "$local(recvcounts) * (double)SIZE_OF(1, datatype)"),
    "Reduce_scatter_block": ("all", f"{PARTNERS}(recvcount, datatype)"),
    "Gather": ("fan_in", f"{PARTNERS}(recvcount, recvtype)"),
    "Gatherv": ("fan_in", "$sum(recvcounts) * (double)SIZE_OF(1, recvtype)"),
    "Scatter": ("fan_out", f"{PARTNERS}(sendcount, sendtype)"),
    "Scatterv": ("fan_out", "$sum(sendcounts) * (double)SIZE_OF(1, sendtype)"),
    "Allgather": ("all", f"{PARTNERS}(recvcount, recvtype)"),
    "Allgatherv": ("all", "$sum(recvcounts) * (double)SIZE_OF(1, recvtype)"),
    "Alltoall": ("all", f"{PARTNERS}(recvcount, recvtype)"),
    "Alltoallv": ("all", "$sum(recvcounts) * (double)SIZE_OF(1, recvtype)"),
    "Alltoallw": ("all", "$typed(recvcounts, recvtypes)"),
    "Neighbor_allgather": ("neighbours", "neighbours_there(on) * (double)SIZE_OF(recvcount, recvtype)"),
    "Neighbor_allgatherv": ("neighbours", "$near(recvcounts) * (double)SIZE_OF(1, recvtype)"),
    "Neighbor_alltoall": ("neighbours", "neighbours_there(on) * (double)SIZE_OF(recvcount, recvtype)"),
    "Neighbor_alltoallv": ("neighbours", "$near(recvcounts) * (double)SIZE_OF(1, recvtype)"),
    "Neighbor_alltoallw": ("neighbours", "$neartyped(recvcounts, recvtypes)"),
}
SUMS = {"$sum": "sum_of_others(on, on->lengths, ", "$local": "sum_of_others(on, on->locals, ", "$typed": "sum_of_typed(on, ",
        "$near": "sum_of_neighbours(on, ", "$neartyped": "sum_of_typed_neighbours(on, "}
# Only there these arguments say something.
AT_ROOT = {"Gather", "Gatherv", "Scatter", "Scatterv"}

# Making communicators: all ranks of the first wait for each other, or those of the second, which are made from groups.
FROM_PARENT = {"Comm_dup": ("comm", "newcomm"), "Comm_dup_with_info": ("comm", "newcomm"),
               "Comm_create": ("comm", "newcomm"), "Comm_split": ("comm", "newcomm"), "Comm_split_type": ("comm", "newcomm"),
               "Intercomm_merge": ("intercomm", "newintracomm"), "Cart_create": ("comm_old", "comm_cart"),
               "Cart_sub": ("comm", "newcomm"), "Graph_create": ("comm_old", "comm_graph"),
               "Dist_graph_create": ("comm_old", "comm_dist_graph"),
               "Dist_graph_create_adjacent": ("comm_old", "comm_dist_graph")}
FROM_GROUPS = {"Comm_create_group": ("comm", "newcomm"), "Intercomm_create": ("local_comm", "newintercomm")}
COPIES = ("Comm_idup", "Comm_idup_with_info")

LEFT_OUT = re.compile(r"(R?(Put|Get|Accumulate|Get_accumulate)|Fetch_and_op|Compare_and_swap"
                      r"|Win_\w+|File_\w*(read|write|open|close|sync|delete)\w*)$")


def types_of(declared):
    """Names of parameters with their types."""
    types = {}
    for text in declared.split(",") if declared != "void" else ():
        type_name, name = re.match(r"\s*(?:const )?(\w+) ?\**(?: const)? ?(\w+)(?:\[\])*$", text).groups()
        types[name] = type_name
    return types


def bytes_of(plain, types):
    text = COLLECTIVES[plain][1]
    for mark, function in SUMS.items():
        found = re.search(re.escape(mark) + r"\((\w+)", text)
        if found:
            kind = "ints" if types[found[1]] == "int" else "large"
            text = text.replace(found[0], f"{function}(counts){{.{kind} = {found[1]}}}")
    if plain in AT_ROOT:
        return f"channel_is_root(on, root) ? {text} : 0"
    return text


def collective(plain, base, types):
    rule = COLLECTIVES[base][0]
    root = "root" if "root" in types else "0"
    prepare = [f"channel* const on = channel_of(comm);",
               f"const double size_bytes = on == NULL ? 0 : {bytes_of(base, types)};",
               f"exchange of = exchange_of(exchange_{rule}, on, {root}, size_bytes);"]
    if plain.endswith("_init"):
        return prepare, "request_collective_made(of, *request);"
    if plain != base:
        return prepare, "request_collective_begun(of, *request);"
    return prepare, "exchange_done(&of);\n    acquire_count_collective();"


def base_of(plain):
    """Barrier for Barrier, Ibarrier and Barrier_init; None for others."""
    base = plain.removesuffix("_init")
    if base not in COLLECTIVES and base.startswith("I"):
        base = base[1:].capitalize()
    return base if base in COLLECTIVES else None


def completing(plain):
    count, requests, statuses, status_count, how, done = COMPLETING[plain]
    before = ["completion call;", f"completion_begin(&call, {count}, {requests}, &{statuses}, {status_count});"]
    arguments = {"all": done or "1", "one": done if "," in done else f"1, {done}", "some": done}[how]
    return before, f"completion_{how}(&call, {arguments});", status_count, requests


def look(plain):
    return ["completion call;", "completion_begin(&call, 1, &request, &status, 1);"], "completion_one(&call, *flag, 0);"


def body(plain, types):
    """-> lines before the call, and the text after it"""
    after_success = "  if (code == MPI_SUCCESS) {{\n    {}\n  }} else {{\n    call_failed();\n  }}\n"
    base = base_of(plain)
    if plain in MESSAGES:
        before, after = MESSAGES[plain]
        return [before] if before else [], after_success.format(after) if after else "  if (code != MPI_SUCCESS) call_failed();\n"
    if base:
        before, after = collective(plain, base, types)
        return before, after_success.format(after)
    if plain in FROM_PARENT:
        parent, made = FROM_PARENT[plain]
        copied = f"channel_make_copy({parent}, *{made});" if "dup" in plain else f"if (on != NULL) channel_make(*{made});"
        return [f"channel* const on = channel_of({parent});", "exchange of = exchange_of_making(on);"], after_success.format(
            f"exchange_done(&of);\n    {copied}")
    if plain in FROM_GROUPS:
        parent, made = FROM_GROUPS[plain]
        return [f"channel* const on = channel_of({parent});"], after_success.format(
            f"if (on != NULL) channel_make(*{made});\n    exchange of = exchange_of_making(channel_known(*{made}));\n"
            "    exchange_done(&of);")
    if plain in COPIES:
        return [], after_success.format("request_copy_begun(comm, newcomm, *request);")
    if plain == "Request_get_status":
        before, after = look(plain)
        return before, f"  if (code == MPI_SUCCESS) {after}\n  completion_end(&call, 1);\n"
    if plain in COMPLETING:
        before, after, status_count, requests = completing(plain)
        count = "1" if status_count == "1" else f"{status_count} > 0 ? {status_count} : 1"
        return before, (f"  if (code == MPI_SUCCESS) {{\n    {after}\n  }} else {{\n"
                        f"    completion_failed(&call, {requests}, {count});\n  }}\n  completion_end(&call, 0);\n")
    if LEFT_OUT.match(plain):
        return [f"acquire_leave_out_of_clock(\"MPI_{plain}\");"], ""
    return None


def main():
    functions_csv, output = sys.argv[1:]
    with open(functions_csv, newline="") as file:
        rows = list(csv.DictReader(file))
    wrapped = {f"MPI_{action.name}{ending}" for action in actions_of(functions_csv) for ending in ("", "_c")}
    table = []
    with open(output, "w") as file:
        file.write(HEAD)
        for row in rows:
            if row["name"] not in wrapped:
                continue
            short = row["name"].removeprefix("MPI_")
            declared = re.match(r".*?\((.*)\);", row["c_prototype"])[1]
            types = types_of(declared)
            text = body(short.removesuffix("_c"), types)
            if text is None:
                continue
            before, after = text
            version, subversion = row["since"].split(".")
            arguments = ", ".join(types)
            lines = "".join(f"  {line}\n" for line in before)
            table.append(f"#if RECORDER_SINCE({version}, {subversion})\n"
                         f"    {{\"PMPI_{short}\", (void*)timed_{short}, (void**)(void*)&next_{short}}},\n#endif\n")
            file.write(f"\n#if RECORDER_SINCE({version}, {subversion})\n"
                       f"static __typeof__(PMPI_{short})* next_{short};\n"
                       f"static int timed_{short}({declared}) {{\n"
                       f"  if (!virtual_is_watched()) return next_{short}({arguments});\n"
                       f"{lines}"
                       f"  const int code = next_{short}({arguments});\n"
                       f"{after}"
                       "  return code;\n"
                       "}\n#endif\n")
        file.write("\nstatic const struct {\n  const char* name;\n  void* function;\n  void** next;\n} timed_functions[] = {\n")
        file.writelines(table)
        file.write("    {NULL, NULL, NULL}};\n")


if __name__ == "__main__":
    main()
