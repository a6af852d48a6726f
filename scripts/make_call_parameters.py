#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C++ tables of what MPI functions are called with, from functions.csv and constants.csv.

    make_call_parameters.py FUNCTIONS_CSV CONSTANTS_CSV OUTPUT_CPP

For each function, in the order of functions.csv: names and kinds of its parameters. Pointers, arrays
and callbacks have no kind of their own: who compares calls cannot know what is behind them. And the
names of predefined handles by value; all of them differ (MPI 5.0, 20.1).
"""
import csv
import sys

from fortran_bindings import HANDLES, parse

HEAD = """\
// Made by scripts/make_call_parameters.py; do not edit.
#include "libsmpi/run/observe/call_parameters.h"

namespace smpi::observe {
namespace {

using enum ParameterKind;

"""


def kind(parameter, status):
    if parameter.form != "value" or parameter.is_callback:
        return "other"
    if parameter.is_handle:
        return "communicator" if parameter.c_type == "MPI_Comm" else "handle"
    if parameter.c_type == "int":
        return "integer"
    # Functions that were removed pass INTEGER in Fortran.
    if parameter.c_type in ("MPI_Aint", "MPI_Count", "MPI_Offset") and not status.startswith("removed"):
        return "large_integer"
    return "other"


def main():
    functions_csv, constants_csv, output = sys.argv[1:]
    with open(functions_csv, newline="") as file:
        functions = [parse(row) for row in csv.DictReader(file)]
    with open(constants_csv, newline="") as file:
        handles = {int(row["value"]): row["name"] for row in reversed(list(csv.DictReader(file)))
                   if row["c_type"] in HANDLES and row["value"]}
    with open(output, "w") as file:
        file.write(HEAD)
        for number, function in enumerate(functions):
            if not function.parameters:
                continue
            rows = ", ".join(f'{{"{p.name}", {kind(p, function.status)}}}' for p in function.parameters)
            file.write(f"constexpr Parameter list_{number}[] = {{{rows}}};  // {function.name}\n")
        lists = "".join(f"    {{list_{number}}},\n" if function.parameters else "    {},\n"
                        for number, function in enumerate(functions))
        file.write(f"constexpr std::span<const Parameter> lists[] = {{\n{lists}}};\n\n")
        names = "".join(f'    {{{value}, "{name}"}},\n' for value, name in sorted(handles.items()))
        file.write(f"constexpr HandleName names[] = {{\n{names}}};\n\n")
        file.write("}  // namespace\n\n"
                   "std::span<const std::span<const Parameter>> call_parameters() {\n  return lists;\n}\n\n"
                   "std::span<const HandleName> handle_names() {\n  return names;\n}\n\n"
                   "}  // namespace smpi::observe\n")


if __name__ == "__main__":
    main()
