#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the wrappers of MPI functions that record traces, as one C source.

    make_trace_recorder.py FUNCTIONS_CSV OUTPUT_C

For each function that is in the table of actions (trace_actions.py), in its plain form and that with large counts:
a function RECORDED(X) that calls REAL(X) and, when that succeeded, tells the recorder of the rank what the action has
to say (libsmpi/watch/trace/recorder/recorder.h). Who includes the source defines both: in the simulator the
wrappers have names of their own, on a real MPI they are the MPI functions. Besides, what keeps the numbers of handles right:
MPI_Init, MPI_Finalize, MPI_Type_free, MPI_Op_free.
"""
import csv
import re
import sys

from trace_actions import LEVEL_1, NOTES, actions_of, parse_rows

HEAD = """\
/* Made by scripts/make_trace_recorder.py; do not edit. */
"""

# Calls that may complete requests: how many, which, where their statuses are and how many of them, and what is done.
COMPLETING = {
    "Wait": ("1", "request", "status", "1", "all", ""),
    "Waitall": ("count", "array_of_requests", "array_of_statuses", "count", "all", ""),
    "Waitany": ("count", "array_of_requests", "status", "1", "one", "1, *indx"),
    "Waitsome": ("incount", "array_of_requests", "array_of_statuses", "incount", "some", "*outcount, array_of_indices"),
    "Test": ("1", "request", "status", "1", "one", "*flag, 0"),
    "Testall": ("count", "array_of_requests", "array_of_statuses", "count", "all", "*flag"),
    "Testany": ("count", "array_of_requests", "status", "1", "one", "*flag, *indx"),
    "Testsome": ("incount", "array_of_requests", "array_of_statuses", "incount", "some",
                 "*outcount, array_of_indices"),
    "Request_free": ("1", "request", "", "0", "", ""),
}
FOUND = {"Test": "*flag", "Testall": "*flag", "Testany": "*flag",
         "Testsome": "(*outcount == MPI_UNDEFINED || *outcount > 0)", "Iprobe": "*flag", "Improbe": "*flag",
         "Parrived": "*flag", "Win_test": "*flag", "Request_get_status": "*flag", "Request_get_status_any": "*flag",
         "Request_get_status_all": "*flag",
         "Request_get_status_some": "(*outcount == MPI_UNDEFINED || *outcount > 0)"}
USING = {"Start", "Cancel", "Pready", "Pready_list", "Pready_range", "Parrived", "Request_get_status"}
FREEING = {"Comm_free": "communicators", "Win_free": "windows", "File_close": "files"}
OBJECTS = {"window": ("windows", "MPI_WIN_NULL"), "file": ("files", "MPI_FILE_NULL")}

POLLS = re.compile(r"(Im?probe|Test(all|any|some)?|Request_get_status\w*|Win_test|Parrived)$")
# Calls that are between two ranks, or a rank and a file. Where a recorder pauses (tools/acquire) these are left out.
PAUSABLE = re.compile(r"(I?[bsr]?send|I?recv|I?sendrecv(_replace)?|I?m?probe|I?mrecv|Start(all)?|Cancel|Pready\w*|Parrived"
                      r"|Request_get_status\w*|R?(put|get|accumulate|get_accumulate)|Fetch_and_op|Compare_and_swap"
                      r"|Win_(lock|unlock|flush|sync|post|start|complete|wait|test)\w*"
                      r"|File_i?(read|write)(_at|_shared)?)$", re.IGNORECASE)

# Types of SimGrid that are the same, with its number and how many bytes it counts.
TYPES = [
    ("DOUBLE", 0, 8), ("INT", 1, 4), ("CHAR", 2, 1), ("SHORT", 3, 2), ("LONG", 4, 8), ("FLOAT", 5, 4), ("BYTE", 6, 1),
    ("LONG_LONG", 7, 8), ("SIGNED_CHAR", 8, 1), ("UNSIGNED_CHAR", 9, 1), ("UNSIGNED_SHORT", 10, 2), ("UNSIGNED", 11, 4),
    ("UNSIGNED_LONG", 12, 8), ("UNSIGNED_LONG_LONG", 13, 8), ("LONG_DOUBLE", 14, 16), ("WCHAR", 15, 4),
    ("C_BOOL", 16, 1), ("INT8_T", 17, 1), ("INT16_T", 18, 2), ("INT32_T", 19, 4), ("INT64_T", 20, 8),
    ("UINT8_T", 21, 1), ("UINT16_T", 22, 2), ("UINT32_T", 23, 4), ("UINT64_T", 24, 8), ("C_FLOAT_COMPLEX", 25, 8),
    ("C_DOUBLE_COMPLEX", 26, 16), ("C_LONG_DOUBLE_COMPLEX", 27, 32), ("AINT", 28, 8), ("OFFSET", 29, 8),
    ("FLOAT_INT", 30, 8), ("LONG_INT", 31, 16), ("DOUBLE_INT", 32, 16), ("SHORT_INT", 33, 8), ("2INT", 34, 8),
    ("PACKED", 57, 1), ("COUNT", 59, 8),
    # Fortran's are recorded as those of C that are as long.
    ("INTEGER", 1, 4), ("LOGICAL", 1, 4), ("REAL", 38, 4), ("DOUBLE_PRECISION", 0, 8), ("CHARACTER", 2, 1),
    ("COMPLEX", 25, 8), ("DOUBLE_COMPLEX", 26, 16), ("2INTEGER", 34, 8), ("2REAL", 30, 8), ("2DOUBLE_PRECISION", 36, 16),
    ("INTEGER1", 8, 1), ("INTEGER2", 46, 2), ("INTEGER4", 47, 4), ("INTEGER8", 48, 8), ("REAL4", 39, 4),
    ("REAL8", 40, 8), ("REAL16", 41, 16),
]
OPERATIONS = ["MAX", "MIN", "SUM", "PROD", "LAND", "BAND", "LOR", "BOR", "LXOR", "BXOR", "MAXLOC", "MINLOC", "REPLACE",
              "NO_OP"]


class Wrapper:
    """The text of one wrapper."""

    def __init__(self, action, code, row):
        self.action = action
        self.code = code
        self.row = row
        self.short = row["name"].removeprefix("MPI_")
        self.plain = action.name
        prototype = re.match(r"(.*?)\((.*)\);", row["c_prototype"])
        self.declared = prototype[2]
        self.types = {}
        for text in self.declared.split(",") if self.declared != "void" else ():
            type_name, name, brackets = re.match(r"\s*(?:const )?(\w+) ?\**(?: const)? ?(\w+)((?:\[\])*)$", text).groups()
            self.types[name] = type_name
        self.names = list(self.types)
        self.parameters = {p.name: p for p in action.function.parameters}

    def c_name(self, parameter):
        return "indx" if parameter == "index" and "indx" in self.types else parameter

    # What stands of a collective call's two sides. -> C conditions
    def sides(self):
        base = re.sub(r"_init$", "", self.plain)
        base = re.sub(r"^I(?=[a-z])", "", base).lower()
        if base in ("gather", "gatherv"):
            return ("sendbuf != MPI_IN_PLACE && recorder_takes_part(comm, root)", "recorder_is_root(comm, root)")
        if base in ("scatter", "scatterv"):
            return ("recorder_is_root(comm, root)", "recvbuf != MPI_IN_PLACE && recorder_takes_part(comm, root)")
        return ("sendbuf != MPI_IN_PLACE", "1")

    @property
    def has_sides(self):
        return any(f.name == "in_place" for f in self.action.fields) and "sendtype" in "".join(self.types)

    def side_of(self, name):
        if not self.has_sides:
            return ""
        return "sends" if name.startswith("send") else "receives" if name.startswith("recv") else ""

    def length(self, name):
        neighbour = "eighbor" in self.plain
        if name in ("sendcounts", "recvcounts", "sendtypes", "recvtypes"):
            if neighbour:
                return "destinations" if name.startswith("send") else "sources"
            return "recorder_size(comm)" if "educe_scatter" in self.plain else "recorder_partners(comm)"
        return {"dims": "ndims", "periods": "ndims", "remain_dims": "recorder_dimensions(comm)", "degrees": "n",
                "index": "nnodes", "edges": "nnodes > 0 ? indx[nnodes - 1] : 0", "sourceweights": "indegree",
                "destweights": "outdegree", "array_of_partitions": "length",
                "sources": "n" if self.plain == "Dist_graph_create" else "indegree",
                "destinations": "sum_of(n, degrees)" if self.plain == "Dist_graph_create" else "outdegree",
                "weights": "sum_of(n, degrees)"}[name]

    def numbers(self, field):
        name = self.c_name(field.parameter)
        length = self.length(field.parameter)
        side = self.side_of(field.name)
        if side:
            length = f"{side} ? {length} : 0"
        if "weights" in name:
            return f"add_weights(r, {length}, {name});"
        helper = "add_counts" if self.types[name] in ("MPI_Count", "MPI_Aint") else "add_ints"
        return f"{helper}(r, {length}, {name});"

    def request(self, name):
        if self.plain in COMPLETING:
            return "recorder_add(r, taken.numbers[0]);"
        value = name if self.parameters[name].form == "value" else f"*{name}"
        if self.plain in USING:
            return f"recorder_add(r, recorder_request(r, KEY({value})));"
        return f"recorder_add(r, recorder_new_request(r, KEY({value})));"

    def object_word(self, field):
        kind = field.kind.removeprefix("new_")
        name = field.parameter
        objects, null = OBJECTS[kind]
        if self.plain in FREEING:
            return "recorder_add(r, freed);"
        value = name if self.parameters[name].form == "value" else f"*{name}"
        function = "recorder_new" if field.kind.startswith("new_") else "recorder_number"
        return f"recorder_add(r, {value} == {null} ? -1 : {function}(r, recorder_{objects}, KEY({value})));"

    def statement(self, field):
        """The C statement that adds a field's words."""
        name = self.c_name(field.parameter)
        side = self.side_of(field.name)
        kind = field.kind
        if kind == "numbers":
            return self.numbers(field)
        if kind == "text":
            return f"recorder_add_info(r, {name});" if name == "info" else f"recorder_add_text(r, {name});"
        if kind == "type" and self.plain == "File_set_view":
            return f"recorder_add(r, recorder_file_type(r, KEY({name})));"
        if kind == "types":
            length = self.length(field.parameter)
            return f"add_types(r, {side} ? {length} : 0, {name});" if side else f"add_types(r, {length}, {name});"
        if kind == "type":
            return f"recorder_add(r, {side} ? type_word(r, {name}) : -1);" if side else \
                f"recorder_add(r, type_word(r, {name}));"
        if kind == "number" and field.parameter:
            is_constant = name in ("color", "split_type", "lock_type", "whence", "amode")
            word = f"{name}_word({name})" if is_constant else f"(int64_t){name}"
            return f"recorder_add(r, {side} ? {word} : 0);" if side else f"recorder_add(r, {word});"
        if kind == "flag" and field.name == "in_place":
            return "recorder_add(r, sendbuf == MPI_IN_PLACE || recvbuf == MPI_IN_PLACE);"
        if kind == "flag" and field.name == "found":
            return f"recorder_add(r, {FOUND[self.plain]} != 0);"
        if kind in ("peer", "root"):
            return f"recorder_add(r, {self.peer(name)});"
        if kind == "tag":
            matched = self.is_matched and name in ("tag", "recvtag")
            return f"recorder_add(r, {'any ? matched_tag : ' if matched else ''}tag_word({name}));"
        if kind == "wildcard":
            return "recorder_add(r, any);"
        if kind == "communicator":
            return "recorder_add(r, freed);" if self.plain in FREEING else f"recorder_add(r, comm_word(r, {name}));"
        if kind == "new_communicator":
            return f"recorder_add(r, new_comm_word(r, *{name}));"
        if kind == "operation":
            return f"recorder_add(r, recorder_operation(r, KEY({name})));"
        if kind == "group":
            return f"recorder_add_group(r, {name});"
        if kind == "request":
            return self.request(name)
        if kind == "requests":
            if field.name == "done":
                return ""  # at the end
            if self.plain == "Startall" or self.plain.startswith("Request_get_status"):
                count = "incount" if "incount" in self.types else "count"
                return (f"recorder_add(r, {count});\n    for (int i = 0; i < {count}; i++) "
                        f"recorder_add(r, recorder_request(r, KEY({name}[i])));")
            return "add_taken(r, &taken);"
        if kind == "message":
            if self.plain in ("Mrecv", "Imrecv"):
                return "recorder_add(r, received);"
            found = "*flag && " if self.plain == "Improbe" else ""
            return (f"recorder_add(r, {found}*{name} != MPI_MESSAGE_NULL && *{name} != MPI_MESSAGE_NO_PROC ? "
                    f"recorder_new_message(r, KEY(*{name})) : 0);")
        if kind in ("new_window", "window", "new_file", "file"):
            return self.object_word(field)
        if field.name == "bytes" and self.plain == "File_open":
            return "recorder_add(r, recorder_opened_bytes(*fh));"
        if field.name == "bytes":
            found = "*flag" if self.plain in FOUND else "1"
            return f"recorder_add(r, {found} ? recorder_received_bytes(status) : 0);"
        sys.exit(f"{self.row['name']}: no words for {field}")

    @property
    def is_matched(self):
        """Is what a wildcard matched known when the call returns?"""
        return any(f.kind == "wildcard" for f in self.action.fields) and "status" in self.types

    def peer(self, name):
        if name == "source" and self.is_matched:
            return "any ? matched_source : peer_word(source)"
        return f"peer_word({name})"

    def before(self):
        lines = []
        if self.plain in COMPLETING:
            count, requests, statuses, status_count, *_ = COMPLETING[self.plain]
            where = f"&{statuses}" if statuses else "NULL"
            lines.append("taken_requests taken;")
            lines.append(f"take_requests(&call, &taken, {count}, {requests}, {where}, {status_count});")
        if self.plain in ("Mrecv", "Imrecv"):
            lines.append("const int64_t received = r ? recorder_take_message(r, KEY(*message)) : 0;")
        if self.plain in FREEING:
            name = self.names[0]
            kind = FREEING[self.plain]
            number = f"comm_word(r, *{name})" if kind == "communicators" else \
                f"recorder_number(r, recorder_{kind}, KEY(*{name}))"
            lines.append(f"const intptr_t key = KEY(*{name});")
            lines.append(f"const int64_t freed = r ? {number} : -1;")
        if self.is_matched:
            lines.append("MPI_Status own;")
            lines.append("if (status == MPI_STATUS_IGNORE) status = &own;")
        return lines

    def inside(self):
        lines = []
        if self.plain in FREEING:
            lines.append(f"recorder_forget(r, recorder_{FREEING[self.plain]}, key);")
        if self.has_sides:
            sends, receives = self.sides()
            lines.append(f"const int sends = {sends};")
            lines.append(f"const int receives = {receives};")
            lines.append("(void)sends, (void)receives;")
        if "eighbor" in self.plain and ("sendcounts" in self.types or "recvcounts" in self.types):
            lines.append("int sources = 0, destinations = 0;")
            lines.append("recorder_neighbours(comm, &sources, &destinations);")
            lines.append("(void)sources, (void)destinations;")
        if any(f.kind == "wildcard" for f in self.action.fields):
            tag = "recvtag" if "recvtag" in self.types else "tag"
            lines.append(f"const int64_t any = wildcards(source, {tag});")
            if self.is_matched and self.plain not in FOUND:
                lines.append("const int64_t matched_source = peer_word(status->MPI_SOURCE);")
                lines.append("const int64_t matched_tag = tag_word(status->MPI_TAG);")
            elif self.is_matched:
                lines.append("const int64_t matched_source = *flag ? peer_word(status->MPI_SOURCE) : word_any_source;")
                lines.append("const int64_t matched_tag = *flag ? tag_word(status->MPI_TAG) : word_any_tag;")
        if self.plain in COMPLETING and COMPLETING[self.plain][4]:
            how, done = COMPLETING[self.plain][4:]
            condition = f"if ({done}) " if how == "all" and done else ""
            arguments = f", {done}" if done and how != "all" else ", 1, 0" if how == "one" else ""
            lines.append(f"{condition}tell_{how}(r, &taken{arguments});")
        lines.append(f"recorder_begin(&call, {self.code});")
        if self.plain in ("Iprobe", "Improbe"):
            lines += self.probe_lines()
        else:
            lines += [s for s in (self.statement(f) for f in self.action.fields if f.name != "found") if s]
        if self.plain in FOUND and self.plain not in ("Iprobe", "Improbe"):
            lines.append(f"recorder_asked(r, {FOUND[self.plain]});")
            lines += [self.statement(f) for f in self.action.fields if f.name == "found"]
        if any(f.name == "done" for f in self.action.fields):
            how, done = COMPLETING[self.plain][4:]
            lines.append(f"add_done_{how}(r, &taken, {done or '1'});")
        if self.plain in ("Irecv", "Isendrecv", "Isendrecv_replace"):
            lines.append("if (any && source != MPI_PROC_NULL) recorder_wait_for(r, recorder_newest_request(r));")
        lines.append("recorder_end(r);")
        return lines

    def probe_lines(self):
        """A probe that finds nothing is the same as one before by what it asks for."""
        lines = ["const int64_t asked[] = {peer_word(source), tag_word(tag), comm_word(r, comm)};",
                 "recorder_ask(r, asked, 3, 1, *flag);"]
        return lines + [s for s in (self.statement(f) for f in self.action.fields) if s]

    def text(self):
        before = "".join(f"  {line}\n" for line in self.before())
        after = ""
        if self.plain in COMPLETING:
            after = f"  give_back_requests(&call, &taken, {COMPLETING[self.plain][1]});\n"
        inside = "".join(f"    {line}\n" for line in self.inside())
        end = "  drop_requests(&taken);\n" if self.plain in COMPLETING else ""
        version, subversion = self.row["since"].split(".")
        # MPI libraries of today differ in what these take.
        other = " && !defined(RECORDER_WITHOUT_PARTITIONED)" if "artition" in self.declared else ""
        enter = "recorder_enter_pausable" if PAUSABLE.match(self.plain) else "recorder_enter"
        polls = "  RECORDER_POLLS();\n" if POLLS.match(self.plain) else ""
        keeps = " && recorder_keeps(&taken)" if self.plain in COMPLETING else ""
        return (f"#if RECORDER_SINCE({version}, {subversion}){other}\n"
                f"DECLARE_REAL({self.short})\n"
                f"int RECORDED({self.short})({self.declared}) {{\n"
                f"{polls}"
                f"  const recorder_call call = {enter}(__builtin_return_address(0));\n"
                "  recorder_of_rank* const r = call.recorder;\n"
                f"{before}"
                f"  const int code = REAL({self.short})({', '.join(self.names)});\n"
                f"{after}"
                f"  if (code == MPI_SUCCESS && r != NULL{keeps}) {{\n"
                f"{inside}"
                "  }\n"
                f"{end}"
                "  recorder_leave(&call);\n"
                "  return code;\n"
                "}\n"
                "#endif\n")


BY_HAND = """
DECLARE_REAL(Init)
int RECORDED(Init)(int* argc, char*** argv) {
  const recorder_call call = recorder_enter(__builtin_return_address(0));
  const int code = REAL(Init)(argc, argv);
  if (code == MPI_SUCCESS) recorder_begin_rank(&call);
  recorder_leave(&call);
  return code;
}

DECLARE_REAL(Init_thread)
int RECORDED(Init_thread)(int* argc, char*** argv, int required, int* provided) {
  const recorder_call call = recorder_enter(__builtin_return_address(0));
  const int code = REAL(Init_thread)(argc, argv, required, provided);
  if (code == MPI_SUCCESS) recorder_begin_rank(&call);
  recorder_leave(&call);
  return code;
}

DECLARE_REAL(Finalize)
int RECORDED(Finalize)(void) {
  const recorder_call call = recorder_enter(__builtin_return_address(0));
  recorder_before_finalize(&call);
  const int code = REAL(Finalize)();
  if (code == MPI_SUCCESS) recorder_after_finalize(&call);
  recorder_leave(&call);
  return code;
}

DECLARE_REAL(Type_free)
int RECORDED(Type_free)(MPI_Datatype* datatype) {
  const recorder_call call = recorder_enter(__builtin_return_address(0));
  const intptr_t key = KEY(*datatype);
  const int code = REAL(Type_free)(datatype);
  if (code == MPI_SUCCESS && call.recorder != NULL) recorder_forget_type(call.recorder, key);
  recorder_leave(&call);
  return code;
}

DECLARE_REAL(Op_free)
int RECORDED(Op_free)(MPI_Op* op) {
  const recorder_call call = recorder_enter(__builtin_return_address(0));
  const intptr_t key = KEY(*op);
  const int code = REAL(Op_free)(op);
  if (code == MPI_SUCCESS && call.recorder != NULL) recorder_forget_operation(call.recorder, key);
  recorder_leave(&call);
  return code;
}
"""
NAMES_BY_HAND = ["Init", "Init_thread", "Finalize", "Type_free", "Op_free"]


def predefined():
    lines = ["\nvoid recorder_predefine(recorder_of_rank* r) {\n"]
    for name, number, size in TYPES:
        # Some libraries have types as expressions, so there is no asking the preprocessor for one that is missing:
        # optional ones are MPI_DATATYPE_NULL there.
        lines.append(f"#ifdef MPI_{name}\n  if (MPI_{name} != MPI_DATATYPE_NULL)\n"
                     f"    recorder_predefine_type(r, KEY(MPI_{name}), {number}, {size});\n#endif\n")
    for number, name in enumerate(OPERATIONS):
        lines.append(f"#ifdef MPI_{name}\n  recorder_predefine_operation(r, KEY(MPI_{name}), {number});\n#endif\n")
    lines.append("}\n")
    return "".join(lines)


def main():
    functions_csv, output = sys.argv[1:]
    actions = actions_of(functions_csv)
    first = len(list(parse_rows(LEVEL_1))) + len(list(parse_rows(NOTES)))
    with open(functions_csv, newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    wrappers = []
    for number, action in enumerate(actions):
        for name in (f"MPI_{action.name}", f"MPI_{action.name}_c"):
            if name in rows:
                wrappers.append(Wrapper(action, first + number, rows[name]))
    with open(output, "w") as file:
        file.write(HEAD)
        file.writelines("\n" + wrapper.text() for wrapper in wrappers)
        file.write(BY_HAND)
        file.write(predefined())
        file.write("\n#ifdef RECORDED_TABLE\nRECORDED_TABLE = {\n")
        for wrapper in wrappers:
            version, subversion = wrapper.row["since"].split(".")
            other = " && !defined(RECORDER_WITHOUT_PARTITIONED)" if "artition" in wrapper.declared else ""
            file.write(f"#if RECORDER_SINCE({version}, {subversion}){other}\n"
                       f"    RECORDED_ROW({wrapper.short}),\n#endif\n")
        file.writelines(f"    RECORDED_ROW({name}),\n" for name in NAMES_BY_HAND)
        file.write("    RECORDED_END};\n#endif\n")


if __name__ == "__main__":
    main()
