# SPDX-License-Identifier: BSD-3-Clause
"""Fortran's view of the table of MPI functions, for the scripts that write bindings.

A C prototype says almost all about the Fortran one (MPI 5.0, 19.1): the rest is in the tables
below. Every argument gets a class, which decides its type in Fortran and its conversion in C.
"""

import csv
import re
from typing import NamedTuple

HANDLES = {"MPI_Comm", "MPI_Datatype", "MPI_Errhandler", "MPI_File", "MPI_Group", "MPI_Info",
           "MPI_Message", "MPI_Op", "MPI_Request", "MPI_Session", "MPI_Win"}
INTEGERS = {"int", "MPI_Aint", "MPI_Count", "MPI_Offset"}

# Functions that Fortran does not have: tools, conversions between languages.
ONLY_C = re.compile(r"MPI_T_|.*_(toint|fromint|[cf]2[cf]|[cf]2f08|f082[cf]|booleans)$")

# Arguments that have another name in Fortran (MPI 5.0, A.4).
FORTRAN_NAMES = {"indx": "index"}
LOGICALS = {"flag", "periods", "remain_dims", "reorder", "commute", "high", "weighted"}
WEIGHTS = {"weights", "sourceweights", "destweights"}
# Addresses that the functions return in a variable of 8 bytes.
RETURNED_ADDRESSES = {"baseptr", "buffer_addr"}
# They return one under two names, for integers and for TYPE(C_PTR).
POINTER_NAMES = {"MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared",
                 "MPI_Win_shared_query"}
# Written by the function, though C has no other way than a pointer to say so, and read before.
READ_AND_WRITTEN = re.compile(
    r"MPI_\w+_free.* \w+|MPI_(Start|Startall|Test\w*|Wait\w*) (array_of_)?requests?"
    r"|MPI_(Mrecv|Imrecv)\w* message|MPI_Comm_disconnect comm|MPI_File_close fh"
    r"|MPI_Session_finalize session|MPI_Type_commit datatype|MPI_(Pack|Unpack)\w* position"
    r"|MPI_Dims_create dims|MPI_Status_set_\w+ status|MPI_Info_get_string buflen"
    r"|MPI_Comm_i?agree flags|MPI_Session_get_nth_pset pset_len|MPI_Keyval_free keyval")
# Buffers whose address outlives the call, though C promises not to write there.
KEPT_ADDRESSES = {"MPI_Get_address", "MPI_Win_detach"}

# How long the arrays of handles are.
LENGTHS = {
    "MPI_Type_get_contents": "*max_datatypes",
    "MPI_Type_get_contents_c": "*max_datatypes",
}


class Parameter(NamedTuple):
    name: str
    c_type: str   # without const, * and []
    form: str     # value, pointer or array
    is_const: bool

    @property
    def is_handle(self):
        return self.c_type in HANDLES

    @property
    def is_text(self):
        return self.c_type == "char" and not self.is_texts

    @property
    def is_texts(self):
        return self.c_type in ("char*", "char**")

    @property
    def is_callback(self):
        return self.c_type.endswith(("_function", "_function_c"))

    @property
    def is_logical(self):
        return self.name in LOGICALS and self.c_type == "int"


class Function(NamedTuple):
    name: str        # MPI_Send
    result: str      # int
    parameters: list
    status: str      # current, deprecated, removed
    chapter: str

    @property
    def symbol(self):
        return self.name.lower()

    @property
    def is_large(self):
        return self.name.endswith("_c") and self.chapter == "large-count"

    @property
    def texts(self):
        return [p for p in self.parameters if p.is_text or p.is_texts]


def parse_parameter(text):
    text = text.strip()
    const = text.startswith("const ") and text != "const int level"
    words = re.match(r"(?:const )?([\w]+) ?(\**) ?(\w+)?((?:\[\d*\])*)$", text)
    base, stars, name, brackets = words.groups()
    form = "array" if brackets else "pointer" if stars else "value"
    if base == "char":
        base += stars if brackets and stars else ""
        form = "pointer"
    return Parameter(FORTRAN_NAMES.get(name, name), base, form, const)


def parse(row):
    result, arguments = re.match(rf"(.*?)\b{row['name']}\((.*)\);", row["c_prototype"]).groups()
    if row["name"] in ("MPI_Init", "MPI_Init_thread", "MPI_Info_create_env"):
        arguments = re.sub(r"int \*?argc, char \**argv(\[\])?(, )?", "", arguments) or "void"
    parameters = [] if arguments == "void" else [
        parse_parameter(text) for text in arguments.split(",") if text.strip() != "..."]
    return Function(row["name"], result.strip(), parameters, row["status"], row["chapter"])


def read_functions(path):
    """All functions of the table that have a Fortran binding."""
    with open(path, newline="") as file:
        return [parse(row) for row in csv.DictReader(file) if not ONLY_C.match(row["name"])]


def read_constants(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))
