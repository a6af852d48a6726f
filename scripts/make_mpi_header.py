#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes include/mpi.h from functions.csv and constants.csv in libsmpi/doors/api/tables.

The two tables are the only place where a prototype or an ABI value is typed. The header is
committed, so that building needs no generation step for it; a test checks that it is up to date:

    scripts/make_mpi_header.py [--check]

Every constant is a macro, not an enumerator: sources test many of them with #ifdef, and the
preprocessor can compute with them.
"""

import csv
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "include" / "mpi.h"
WIDTH = 100

PROLOGUE = """\
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The C interface of MPI 5.0 with the values of the standard ABI 1.0 (MPI 5.0, chapter 20), so a
 * program compiled with this header runs on any library of that ABI, and on ours.
 *
 * Beyond the ABI, for sources only: MPI_Fint and the conversions of Fortran handles (an INTEGER
 * handle is the C value), and what MPI-3.0 removed (MPI_Type_struct, MPI_Address, MPI_UB...).
 * Define SMPI_WARN_DEPRECATED to be warned about deprecated and removed names, and
 * SMPI_STANDARD_ONLY to leave out the injection and sampling macros of smpi/.
 *
 * Made by scripts/make_mpi_header.py from the tables in libsmpi/doors/api/tables; do not edit.
 */
#ifndef SMPI_MPI_H
#define SMPI_MPI_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

/* Sources written for several MPI libraries ask which one this is. */
#define MPI_ABI 1
#define LIBSMPI 1

#if defined(__GNUC__) && defined(SMPI_WARN_DEPRECATED)
#define SMPI_DEPRECATED __attribute__((deprecated))
#else
#define SMPI_DEPRECATED
#endif

#ifdef __cplusplus
extern "C" {
#endif
"""

STATUS = """\
/* Status: 32 bytes, alignment 4. */
typedef struct {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int MPI_internal[5];
} MPI_Status;

typedef struct {
  MPI_Fint MPI_SOURCE;
  MPI_Fint MPI_TAG;
  MPI_Fint MPI_ERROR;
  MPI_Fint MPI_internal[5];
} MPI_F08_status;
"""

FORTRAN_IGNORE = """\
/* The C view of Fortran's MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE. */
MPI_Fint *smpi_f_status_ignore(void);
MPI_Fint *smpi_f_statuses_ignore(void);
MPI_F08_status *smpi_f08_status_ignore(void);
MPI_F08_status *smpi_f08_statuses_ignore(void);
#define MPI_F_STATUS_IGNORE (smpi_f_status_ignore())
#define MPI_F_STATUSES_IGNORE (smpi_f_statuses_ignore())
#define MPI_F08_STATUS_IGNORE (smpi_f08_status_ignore())
#define MPI_F08_STATUSES_IGNORE (smpi_f08_statuses_ignore())
"""

EPILOGUE = """\
#ifdef __cplusplus
} /* extern "C" */
#endif

#ifndef SMPI_STANDARD_ONLY
#include "smpi/injection.h"
#include "smpi/failures.h"
#endif

#endif
"""

# Kinds of constants that C sources do not see: they belong to the Fortran modules.
FORTRAN_ONLY = {"status index (Fortran)", "fortran kind", "fortran support flag"}
NAMED_ENUMS = {"tool cb safety": "MPI_T_cb_safety", "tool source order": "MPI_T_source_order"}


def read(name):
    with open(ROOT / "libsmpi" / "doors" / "api" / "tables" / name, newline="") as file:
        return list(csv.DictReader(file))


def wrapped(text):
    """One declaration, broken after commas into lines of at most WIDTH columns."""
    glued = text.replace(" ", "~").replace(",~", ", ")
    lines = textwrap.wrap(glued, WIDTH, subsequent_indent="    ", break_long_words=False)
    return "\n".join(lines).replace("~", " ")


def comment(text):
    return f"/* {text[0].upper()}{text[1:]} */"


def handles(constants):
    lines = [comment("integer types and opaque handles")]
    for row in constants:
        if row["kind"] == "integer type":
            lines.append(f"typedef {row['c_type']} {row['name']};")
    for row in constants:
        if row["kind"] == "handle typedef":
            lines.append(f"typedef {row['c_type']}{row['name']};")
    return "\n".join(lines) + "\n"


def callbacks(constants):
    lines = [comment("callbacks (function types, not pointers)")]
    for row in constants:
        if row["kind"] == "callback typedef":
            result, arguments = row["c_type"].split(" ", 1)
            lines.append(wrapped(f"typedef {result} {row['name']}{arguments};"))
    for row in constants:
        if row["kind"] == "callback typedef alias":
            lines.append(f"typedef {row['c_type']} {row['name']};")
    return "\n".join(lines) + "\n"


def value_of(row):
    c_type, value = row["c_type"], row["value"]
    if c_type == "int":
        return f"({value})" if value.startswith("-") else value
    if row["value_hex"] and row["kind"] != "file op":
        value = row["value_hex"]
    return f"(({c_type.replace('* *', '**').replace('** *', '***')}){value})"


def constant_groups(constants):
    skipped = FORTRAN_ONLY | set(NAMED_ENUMS)
    groups = {}
    for row in constants:
        if row["kind"] not in skipped and row["value"] and not row["kind"].startswith("struct"):
            groups.setdefault(row["kind"], []).append(f"#define {row['name']} {value_of(row)}")
    return "\n".join(comment(kind) + "\n" + "\n".join(lines) + "\n" for kind, lines in groups.items())


def named_enums(constants):
    parts = []
    for kind, name in NAMED_ENUMS.items():
        rows = [row for row in constants if row["kind"] == kind]
        body = ",\n".join(f"  {row['name']} = {row['value']}" for row in rows)
        parts.append(f"typedef enum {name} {{\n{body}\n}} {name};")
        parts += [f"#define {row['name']} {row['name']}" for row in rows]
    return comment("tool interface: enumerations") + "\n" + "\n".join(parts) + "\n"


def with_weight_pointers(prototype):
    """Weights as pointers: MPI_UNWEIGHTED is the address of no array, and gcc warns where one is due."""
    return re.sub(r"\bint (\w*weights)\[\]", r"int *\1", prototype)


def prototypes(functions):
    chapters = {}
    for row in functions:
        chapters.setdefault(row["chapter"], []).append(row)
    parts = []
    for chapter, rows in chapters.items():
        lines = [comment(chapter)]
        for row in rows:
            mark = "" if row["status"] == "current" else "SMPI_DEPRECATED "
            prototype = with_weight_pointers(row["c_prototype"])
            profiled = re.sub(rf"\b{row['name']}\b", "P" + row["name"], prototype, count=1)
            lines += [wrapped(mark + prototype), wrapped(mark + profiled)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def header():
    functions, constants = read("functions.csv"), read("constants.csv")
    return "\n".join([
        PROLOGUE, handles(constants), STATUS, named_enums(constants), callbacks(constants),
        constant_groups(constants), FORTRAN_IGNORE, prototypes(functions), EPILOGUE])


def main():
    text = header()
    if "--check" in sys.argv[1:]:
        if HEADER.read_text() != text:
            sys.exit("include/mpi.h is not what scripts/make_mpi_header.py writes: run it")
        return
    HEADER.write_text(text)


if __name__ == "__main__":
    main()
