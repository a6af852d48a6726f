#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Turns the tables of collective selection rules into a C++ source, so that the library needs no files.

usage: embed_tables.py OUTPUT.cpp NAME=FLAVOR=FILE.csv...
"""
import pathlib
import sys

HEAD = """// Made by scripts/embed_tables.py from the files of libsmpi/mpi/coll/tables.
#include "kernel/error.h"
#include "libsmpi/mpi/coll/choice/rules.h"

namespace smpi::coll {

RuleTable::Source embedded_table(std::string_view name) {
"""
TAIL = """  SIM_ASSERT(false, "no such embedded table");
  return {};
}

}  // namespace smpi::coll
"""


def main() -> int:
    output, *tables = sys.argv[1:]
    parts = [HEAD]
    for table in tables:
        name, flavor, file = table.split("=")
        text = pathlib.Path(file).read_text()
        parts.append(f'  if (name == "{name}") {{\n    return {{"{name}.csv", R"table({text})table", "{flavor}"}};\n'
                     "  }\n")
    pathlib.Path(output).write_text("".join(parts) + TAIL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
