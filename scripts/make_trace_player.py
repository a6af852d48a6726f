#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C++ source that makes the calls of a trace again.

    make_trace_player.py FUNCTIONS_CSV OUTPUT_CPP

One case per call: its fields become arguments (libsmpi/run/replay/call_arguments.h), and what it makes is kept under its
number. The form with large counts is called where int is too narrow for a count. Calls whose replay is
more than that (tests, waits) are written by hand in libsmpi/run/replay.
"""
import re
import sys

from fortran_bindings import read_functions
from trace_actions import actions_of

BY_HAND = re.compile(r"(Wait|Test)(all|any|some)?$|I(m)?probe$|Parrived$|Win_test$|Request_get_status")
HEAD = """\
// Made by scripts/make_trace_player.py; do not edit.
#include "include/mpi.h"
#include "libsmpi/run/replay/call_arguments.h"

namespace smpi::replay {

using trace::Code;

bool play_call(CallArguments& in, Code code) {
  switch (code) {
"""
TAIL = """\
    default:
      return false;
  }
}

}  // namespace smpi::replay
"""

# Other calls that cost the same. Buffers of buffered sends are the library's own; that of the rank is always there.
# Addresses of dynamic windows mean nothing here.
INSTEAD = {"Buffer_detach": "PMPI_Buffer_flush()",
           "Comm_attach_buffer": "PMPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0)",
           "Comm_detach_buffer": "PMPI_Comm_detach_buffer(comm, &base, &size)",
           "Win_create_dynamic": "PMPI_Win_create_c(in.receive_buffer(), in.window_bytes(), 1, MPI_INFO_NULL, comm, &win)"}

READERS = {"number": "number", "tag": "tag", "peer": "peer", "root": "peer", "type": "type", "operation": "operation",
           "communicator": "communicator", "window": "window", "file": "file", "flag": "number", "message": "message"}
MADE = {"new_communicator": ("MPI_Comm", "keep_communicator"), "new_window": ("MPI_Win", "keep_window"),
        "new_file": ("MPI_File", "keep_file")}
IN_PLACE_RECEIVES = re.compile(r"I?scatterv?(_init)?$", re.IGNORECASE)
MESSAGE_MAKERS = {"Mprobe"}


def is_made(action, field):
    """Is it a request that the call makes?"""
    return field.kind == "request" and not re.match(r"(Start|Cancel|Request_free|Pready)", action.name)


def argument(action, function, parameter, fields):
    """The C++ expression of one argument."""
    name, c_type, form = parameter.name, parameter.c_type, parameter.form
    field = fields.get(name)
    if field is not None:
        if field.kind in MADE or is_made(action, field) or (field.kind == "message" and form == "pointer"):
            return f"&{name}"
        if field.kind in ("request", "requests"):
            return name if field.kind == "requests" or form == "value" else f"&{name}"
        if field.kind == "text":
            return f"{name}.handle()" if c_type == "MPI_Info" else f"{name}.c_str()"
        if field.kind in ("communicator", "window", "file") and form == "pointer":
            return f"&{name}"
        if field.kind == "types":
            return name
        if field.kind == "numbers":
            if name in ("weights", "sourceweights", "destweights"):
                return f"in.weights({name})"
            return f"in.wide({name})" if c_type in ("MPI_Count", "MPI_Aint") else f"in.narrow({name})"
        if name == "target_disp":
            return "0"  # where data is costs nothing, and addresses of dynamic windows mean nothing here
        if name in ("color", "split_type"):
            return f"{name} == trace::nobody ? MPI_UNDEFINED : static_cast<int>({name})"
        if field.kind in ("number", "tag", "peer", "root", "flag"):
            return f"static_cast<{c_type}>({name})"
        return name
    if c_type == "void" and name == "baseptr":
        return "&base"
    if c_type == "void":
        is_sent = parameter.is_const or name in ("sendbuf", "inbuf", "origin_addr")
        if name in ("sendbuf", "recvbuf") and "in_place" in fields:
            receives = bool(IN_PLACE_RECEIVES.match(action.name))
            if (name == "recvbuf") == receives:
                return f"in_place ? MPI_IN_PLACE : in.{'receive' if receives else 'send'}_buffer()"
        return "in.send_buffer()" if is_sent else "in.receive_buffer()"
    if c_type == "MPI_Info":
        return "MPI_INFO_NULL"
    if form == "pointer" and c_type == "MPI_Offset":
        return "&result"
    if c_type == "MPI_Status":
        return "MPI_STATUSES_IGNORE" if form == "array" else "MPI_STATUS_IGNORE"
    if name in ("displs", "sdispls", "rdispls"):
        return "in.no_displacements()" if c_type != "int" else "in.no_short_displacements()"
    if name in ("count", "incount") and "requests" in {f.kind for f in fields.values()}:
        return "in.length(array_of_requests)"
    if name in ("assert",):
        return "0"
    raise SystemExit(f"make_trace_player.py: what is {name} of {action.name}?")


def call(action, function, fields):
    """The call of one form."""
    arguments = [f"{p.name}_object.handle()" if fields.get(p.name) and fields[p.name].kind == "group"
                 else argument(action, function, p, fields) for p in function.parameters]
    return f"P{function.name}({', '.join(arguments)})"


def preparations(action, function, fields):
    """What stands between the fields and the call: places for results, and wildcards that are opened again."""
    lines = []
    if action.name == "Comm_detach_buffer":
        lines += ["      int size = 0;", "      void* base = nullptr;"]
    if any(p.name == "baseptr" for p in function.parameters):
        lines.append("      void* base = nullptr;")
    if any(p.form == "pointer" and p.c_type == "MPI_Offset" for p in function.parameters):
        lines.append("      MPI_Offset result = 0;")
    if "any" in fields:
        lines.append("      in.open_wildcards(any, source, " +
                     ("recvtag" if "recvtag" in fields else "tag") + ");")
    if action.name == "File_open":
        lines.append("      in.expect_file(filename, bytes);")
    if action.name == "Irecv":
        lines.append("      in.match_nothing(any, source, tag);")
    return lines


def case(action, function, large):
    fields = {f.parameter or f.name: f for f in action.fields}
    lines = [f"    case Code::call_{action.name}: {{"]
    after = []
    for field in action.fields:
        name = field.parameter or field.name
        if field.kind in MADE:
            c_type, keep = MADE[field.kind]
            lines += [f"      const trace::Word {name}_number = in.number();", f"      {c_type} {name}{{}};"]
            after.append(f"in.{keep}({name}_number, {name});")
        elif is_made(action, field):
            lines += [f"      const trace::Word {name}_number = in.number();",
                      f"      MPI_Request {name} = MPI_REQUEST_NULL;"]
            after.append(f"in.keep_request({name}_number, {name});")
        elif field.kind == "message" and action.name in MESSAGE_MAKERS:
            lines += [f"      const trace::Word {name}_number = in.number();", f"      MPI_Message {name}{{}};"]
            after.append(f"in.keep_message({name}_number, {name});")
        elif field.kind == "request":
            lines += [f"      const trace::Word {name}_number = in.number();",
                      f"      MPI_Request {name} = in.request_of({name}_number);"]
            after.append(f"in.keep_request({name}_number, {name});")
        elif field.kind == "requests":
            lines += [f"      const auto {name}_numbers = in.list();",
                      f"      MPI_Request* const {name} = in.requests_of({name}_numbers);"]
            after.append(f"in.keep_requests({name}_numbers, {name});")
        elif field.kind == "types":
            lines.append(f"      const MPI_Datatype* const {name} = in.types();")
        elif field.kind == "numbers":
            lines.append(f"      const auto {name} = in.list();")
        elif field.kind == "group":
            lines.append(f"      const CallArguments::Group {name}_object = in.group();")
        elif field.kind == "text" and name == "info":
            lines.append("      const CallArguments::Hints info = in.hints();")
        elif field.kind == "text":
            lines.append(f"      const std::string& {name} = in.text();")
        elif field.kind == "wildcard" or field.name in ("bytes", "target_disp") or \
                (field.name == "size" and action.name in INSTEAD):
            lines.append(f"      [[maybe_unused]] const trace::Word {name} = in.number();")
        elif field.kind in READERS:
            mutable = field.kind in ("communicator", "window", "file", "message")
            lines.append(f"      {'' if mutable else 'const '}auto {name} = in.{READERS[field.kind]}();")
        else:
            raise SystemExit(f"make_trace_player.py: {action.name} has a field of kind {field.kind}")
    lines += preparations(action, function, fields)
    if action.name in INSTEAD:
        text = INSTEAD[action.name]
    elif large is not None:
        text = f"in.is_small() ? {call(action, function, fields)} : {call(action, large, fields)}"
    else:
        text = call(action, function, fields)
    lines.append(f"      in.made({text});")
    if action.name == "Comm_free":
        after.append("in.forget_communicator(comm);")
    lines += [f"      {text}" for text in after]
    lines += ["      return true;", "    }\n"]
    text = "\n".join(lines)
    if "any" in fields:
        tag = "recvtag" if "recvtag" in fields else "tag"
        text = text.replace("const auto source =", "auto source =").replace(f"const auto {tag} =", f"auto {tag} =")
    return text


def main():
    functions_csv, output = sys.argv[1:]
    large = {f.name: f for f in read_functions(functions_csv) if f.is_large}
    with open(output, "w") as file:
        file.write(HEAD)
        for action in actions_of(functions_csv):
            if BY_HAND.match(action.name):
                continue
            file.write(case(action, action.function, large.get(f"{action.function.name}_c")))
        file.write(TAIL)


if __name__ == "__main__":
    main()
