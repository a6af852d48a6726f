#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C++ source of the Fortran names of MPI functions: mpi_send_ and the like.

    make_fortran_api.py FUNCTIONS_CSV OUTPUT_CPP

Each converts its arguments (libsmpi/doors/fortran/convert.h) and calls the C function. What needs more
than a conversion of each argument by itself is written by hand in libsmpi/doors/fortran.
"""

import re
import sys
import textwrap

from fortran_bindings import POINTER_NAMES, RETURNED_ADDRESSES, WEIGHTS, read_functions

# Callbacks, attributes, arrays of strings, lengths that count the null byte in C only.
BY_HAND = re.compile(
    r"MPI_(Init|Init_thread|Pcontrol|Op_create(_c)?|Register_datarep(_c)?|Grequest_start|Keyval_create"
    r"|(Comm|Type|Win)_create_keyval|(Comm|Type|Win)_[sg]et_attr|Attr_(put|get)"
    r"|((Comm|File|Session|Win)_create_errhandler|Errhandler_create)"
    r"|((Comm|Session)_detach_buffer|Buffer_detach)(_c)?"
    r"|Comm_spawn|Comm_spawn_multiple|Info_create_env|Info_get_string|Session_get_nth_pset)")

TEXT_BYTES = {"version": "MPI_MAX_LIBRARY_VERSION_STRING", "value": "*valuelen + 1"}
MOST_TEXT_BYTES = "MPI_MAX_PORT_NAME"

HEAD = """\
// Made by scripts/make_fortran_api.py; do not edit.
#include "libsmpi/doors/fortran/convert.h"
#include "libsmpi/doors/fortran/names.h"

using namespace smpi::fortran;  // NOLINT: the definitions below are Fortran's names

extern "C" {
"""


def is_short_address(function, parameter):
    return function.status.startswith("removed") and parameter.c_type == "MPI_Aint"


def declared(function, parameter):
    c_type = parameter.c_type
    if c_type in ("void", "char"):
        return f"{c_type}* {parameter.name}"
    if c_type in ("MPI_Aint", "MPI_Count", "MPI_Offset") and not is_short_address(function, parameter):
        return f"{c_type}* {parameter.name}"
    return f"MPI_Fint* {parameter.name}"


def array_length(function, parameter):
    names = [p.name for p in function.parameters]
    if "alltoallw" in function.name.lower():
        if "neighbor" not in function.name.lower():
            return "partner_count(to_c<MPI_Comm>(*comm))"
        side = "destination" if parameter.name == "sendtypes" else "source"
        return f"{side}_count(to_c<MPI_Comm>(*comm))"
    for name in ("count", "incount", "max_datatypes"):
        if name in names:
            return "*" + name
    sys.exit(f"{function.name}: how long is {parameter.name}?")


def text_argument(function, parameter):
    name = parameter.name
    if parameter.is_const:
        kind = "InfoText" if function.name.startswith("MPI_Info_") else "Text"
        return f"{kind}({name}, {name}_length)"
    return f"TextResult({name}, {name}_length, {TEXT_BYTES.get(name, MOST_TEXT_BYTES)})"


def address_argument(function, parameter):
    name = parameter.name
    if parameter.form == "array":
        return f"ShortAddresses({name}, *count)"
    return f"ShortAddress({name})" if parameter.form == "pointer" else f"*{name}"


def integer_argument(function, parameter):
    name = parameter.name
    if parameter.form == "value":
        return f"*{name}"
    if name == "array_of_indices":
        return f"Indices({name}, outcount)"
    if name == "index" and parameter.form == "pointer":
        return f"Index({name})"
    if name in WEIGHTS:
        return f"as_weights({name})"
    if parameter.form == "array" and "ranges" in name:
        return f"reinterpret_cast<int(*)[3]>({name})"
    return name


def converted(function, parameter):
    """The C expression for an argument."""
    name, c_type = parameter.name, parameter.c_type
    if c_type == "void":
        return name if name in RETURNED_ADDRESSES else f"as_buffer({name})"
    if c_type == "char":
        return text_argument(function, parameter)
    if c_type == "MPI_Status":
        return f"as_status({name})"
    if parameter.is_handle:
        if parameter.form == "value":
            return f"to_c<{c_type}>(*{name})"
        if parameter.form == "pointer":
            return f"HandleResult<{c_type}>({name})"
        reads = ", false" if parameter.is_const else ""
        return f"HandleArray<{c_type}>({name}, {array_length(function, parameter)}{reads})"
    if is_short_address(function, parameter):
        return address_argument(function, parameter)
    return integer_argument(function, parameter)


def wrapped(text, indent):
    return "\n".join(textwrap.wrap(text, 99, subsequent_indent=" " * indent, break_long_words=False,
                                   break_on_hyphens=False))


def definition(function):
    arguments = [declared(function, p) for p in function.parameters]
    call = f"{function.name}({', '.join(converted(function, p) for p in function.parameters)})"
    if function.result == "int":
        result, statement = "void", f"give_error(ierror, {call});"
        arguments.append("MPI_Fint* ierror")
    else:
        result, statement = function.result, f"return {call};"
    arguments += [f"std::size_t {p.name}_length" for p in function.texts]
    pointer_names = ""
    if function.name in POINTER_NAMES:
        pointer_names = f"SMPI_FORTRAN_POINTER_NAMES({function.symbol})\n"
    return (wrapped(f"{result} {function.symbol}_({', '.join(arguments)}) {{", 4) + "\n"
            "  const Caller caller(__builtin_return_address(0));\n"
            "  " + wrapped(statement, 6) + "\n}\n"
            f"SMPI_FORTRAN_NAMES({function.symbol})\n" + pointer_names)


def main():
    functions_csv, output = sys.argv[1:]
    with open(output, "w") as file:
        file.write(HEAD)
        for function in read_functions(functions_csv):
            if not BY_HAND.fullmatch(function.name):
                file.write("\n" + definition(function))
        file.write('\n}  // extern "C"\n')


if __name__ == "__main__":
    main()
