#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes what Fortran programs include or use: mpif.h and the modules mpi and mpi_f08.

    make_fortran_modules.py TABLES_FOLDER OUTPUT_FOLDER

Constants come from constants.csv, interfaces from the C prototypes in functions.csv. Types,
operators and callback interfaces, which no table has, are modules of their own, written by hand
(libsmpi/doors/fortran/modules).
"""

import re
import sys
from pathlib import Path

from fortran_bindings import (HANDLES, KEPT_ADDRESSES, POINTER_NAMES, READ_AND_WRITTEN,
                              RETURNED_ADDRESSES, WEIGHTS, read_constants, read_functions)

# Kinds of constants that Fortran sees in another way or not at all.
NOT_NUMBERS = re.compile(
    r"tool .*|callback typedef( alias)?|.*sentinel|predefined callback|struct.*|handle typedef"
    r"|enum typedef|integer type|status index \(C.*|not in ABI|kind|fortran .*")
NUMBERS_BY_HAND = [("MPI_ADDRESS_KIND", 8), ("MPI_COUNT_KIND", 8), ("MPI_OFFSET_KIND", 8),
                   ("MPI_INTEGER_KIND", 4)]
FLAGS = ["MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"]

# COMMON /SMPIPRIV/ and /SMPIPRVC/; libsmpi/doors/fortran/sentinels.h has the same layout.
SENTINELS = ["MPI_BOTTOM", "MPI_IN_PLACE", "MPI_BUFFER_AUTOMATIC", "MPI_ERRCODES_IGNORE",
             "MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY", "MPI_STATUS_IGNORE", "MPI_STATUSES_IGNORE"]
NUMBER_SENTINELS = ["MPI_BOTTOM", "MPI_IN_PLACE", "MPI_BUFFER_AUTOMATIC", "MPI_ERRCODES_IGNORE(1)",
                    "MPI_UNWEIGHTED(1)", "MPI_WEIGHTS_EMPTY(1)"]
TEXT_SENTINELS = ["MPI_ARGV_NULL(1)", "MPI_ARGVS_NULL(1,1)"]

KINDS = {"int": "INTEGER", "MPI_Aint": "INTEGER(KIND=MPI_ADDRESS_KIND)",
         "MPI_Count": "INTEGER(KIND=MPI_COUNT_KIND)", "MPI_Offset": "INTEGER(KIND=MPI_OFFSET_KIND)"}
CHOICE = "TYPE(*), DIMENSION(*)"
# Their buffers may be read or written after the call.
KEEPS_ADDRESS = re.compile(r"MPI_(\w+_(begin|end)|R?(Put|Get|Accumulate|Get_accumulate|Fetch_and_op"
                           r"|Compare_and_swap)(_c)?|\w*([Aa]ttach_buffer|Buffer_attach)(_c)?"
                           r"|Win_create(_c)?|Win_attach|Win_detach|Get_address|Free_mem)")


def number_rows(constants):
    """Name, Fortran value and kind of each constant that is a number or a handle."""
    for row in constants:
        if NOT_NUMBERS.fullmatch(row["kind"]) and row["kind"] != "status index (Fortran)":
            continue
        if not row["name"].startswith("MPI_T_"):
            yield row["name"], row["fortran_value"] or row["value"], row


def is_old(row):
    return row["kind"].startswith("removed")


# mpif.h: lines that are right in fixed and in free form, so one statement each, without going on.


def fixed(statement):
    line = "      " + statement
    if len(line) > 72:
        sys.exit(f"mpif.h: too long: {line}")
    return line


# What smpi/injection.h has for Fortran, too (libsmpi/doors/fortran/simgrid_names.cpp), by type of result.
SMPI_NAMES = (
    ("", ("execute", "execute_benched", "execute_flops", "execute_flops_benched", "set_host_pstate")),
    ("INTEGER", ("get_host_nb_pstates", "get_host_pstate")),
    ("REAL*8", ("get_host_power_peak_at", "get_host_current_power_peak",
                "get_host_consumed_energy", "get_host_current_consumption")))


def smpi_lines():
    for result, names in SMPI_NAMES:
        for name in names:
            if result:
                yield f"{result} smpi_{name}"
            yield f"EXTERNAL smpi_{name}"


def mpif_lines(constants):
    yield "! SPDX-License-Identifier: BSD-3-Clause"
    yield "! Made by scripts/make_fortran_modules.py; do not edit."
    yield "! For fixed and free form. Values are those of C (MPI 5.0, 20)."
    for name, value in NUMBERS_BY_HAND:
        yield fixed(f"INTEGER {name}")
        yield fixed(f"PARAMETER ({name}={value})")
    for name in FLAGS:
        yield fixed(f"LOGICAL {name}")
        yield fixed(f"PARAMETER ({name}=.FALSE.)")
    for name, value, row in number_rows(constants):
        yield fixed(f"INTEGER{'*8' if row['c_type'] == 'MPI_Offset' else ''} {name}")
        yield fixed(f"PARAMETER ({name}={value})")
    for name in NUMBER_SENTINELS:
        yield fixed(f"INTEGER {name}")
    yield fixed("INTEGER MPI_STATUS_IGNORE(MPI_STATUS_SIZE)")
    yield fixed("INTEGER MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)")
    for name in SENTINELS:
        yield fixed(f"COMMON /SMPIPRIV/ {name}")
    yield fixed("SAVE /SMPIPRIV/")
    for name in TEXT_SENTINELS:
        yield fixed(f"CHARACTER*1 {name}")
    yield fixed("COMMON /SMPIPRVC/ MPI_ARGV_NULL, MPI_ARGVS_NULL")
    yield fixed("SAVE /SMPIPRVC/")
    for name in ("WTIME", "WTICK"):
        yield from (fixed(f"REAL*8 {prefix}MPI_{name}") for prefix in ("", "P"))
        yield from (fixed(f"EXTERNAL {prefix}MPI_{name}") for prefix in ("", "P"))
    for name in ("AINT_ADD", "AINT_DIFF"):
        yield from (fixed(f"INTEGER*8 {prefix}MPI_{name}") for prefix in ("", "P"))
        yield from (fixed(f"EXTERNAL {prefix}MPI_{name}") for prefix in ("", "P"))
    yield from (fixed(f"EXTERNAL {name}") for name in callback_names(constants))
    yield from map(fixed, smpi_lines())


def callback_names(constants):
    return [row["name"] for row in constants if row["kind"] == "predefined callback"]


# The modules, in free form.


def broken(statement, indent):
    """A statement in lines of at most 100 columns."""
    lines, line = [], " " * indent
    for word in re.findall(r"\S+\s*", statement):
        if len(line) + len(word.rstrip()) > 97 and line.strip():
            lines.append(line.rstrip() + " &")
            line = " " * (indent + 4)
        line += word
    return lines + [line.rstrip()]


class Style:
    """How a module declares the arguments of a function."""

    def __init__(self, modern):
        self.modern = modern  # mpi_f08

    def intent(self, function, parameter):
        if not self.modern:
            return ""
        if (parameter.form == "value" or parameter.is_const or parameter.name == "extra_state"
                or function.name == "MPI_Cancel"):
            return ", INTENT(IN)"
        if parameter.name == "attribute_val":
            return ", INTENT(OUT)" if "get_attr" in function.name else ", INTENT(IN)"
        if READ_AND_WRITTEN.fullmatch(f"{function.name} {parameter.name}"):
            return ", INTENT(INOUT)"
        ignorable = parameter.c_type == "MPI_Status" or parameter.name in WEIGHTS
        if ignorable or parameter.c_type == "void" or parameter.name == "array_of_errcodes":
            return ""
        in_though_not_const = parameter.is_texts or (
            parameter.form == "array" and parameter.name == "ranges")
        return ", INTENT(IN)" if in_though_not_const else ", INTENT(OUT)"

    def handle_type(self, name):
        return f"TYPE({name})" if self.modern else "INTEGER"

    def choice(self, function, parameter, intent):
        extra = intent if parameter.is_const and function.name not in KEPT_ADDRESSES else ""
        later = any(p.c_type == "MPI_Request" and p.form == "pointer" for p in function.parameters)
        # TARGET tells gfortran that the procedure keeps the address. ASYNCHRONOUS would refuse array
        # pointers that have it too, and gfortran does nothing else about it.
        if later or KEEPS_ADDRESS.fullmatch(function.name):
            extra += ", TARGET"
        return [f"{CHOICE}{extra} :: {parameter.name}",
                f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {parameter.name}"]

    def address(self, function, parameter, intent):
        """What C calls void* but is no buffer."""
        name = parameter.name
        if name in ("attribute_val", "extra_state"):
            old = re.fullmatch(r"MPI_(Attr_(put|get)|Keyval_create)", function.name)
            return [f"{KINDS['int' if old else 'MPI_Aint']}{intent} :: {name}"]
        if self.modern:
            return [f"TYPE(C_PTR), INTENT(OUT) :: {name}"]
        if name == "baseptr":
            return [f"{KINDS['MPI_Aint']} :: {name}"]
        return self.choice(function, parameter, intent)

    def declaration(self, function, parameter):
        name, c_type = parameter.name, parameter.c_type
        intent = self.intent(function, parameter)
        many = "(*)" if parameter.form == "array" else ""
        if c_type == "void":
            special = name in RETURNED_ADDRESSES or name in ("attribute_val", "extra_state")
            return (self.address if special else self.choice)(function, parameter, intent)
        if parameter.is_callback:
            return [f"PROCEDURE({c_type}) :: {name}" if self.modern else f"EXTERNAL :: {name}"]
        if parameter.is_text:
            return [f"CHARACTER(LEN=*){intent} :: {name}"]
        if parameter.is_texts:
            shape = "(count, *)" if c_type == "char**" else "(*)"
            return [f"CHARACTER(LEN=*){intent} :: {name}{shape}"]
        if c_type == "MPI_Status":
            plural = name.endswith("statuses")
            if self.modern:
                return [f"TYPE(MPI_Status){intent} :: {name}{'(*)' if plural else ''}"]
            return [f"INTEGER :: {name}(MPI_STATUS_SIZE{', *' if plural else ''})"]
        if parameter.is_handle:
            return [f"{self.handle_type(c_type)}{intent} :: {name}{many}"]
        if parameter.is_logical:
            return [f"LOGICAL{intent} :: {name}{many}"]
        short = function.status.startswith("removed") and c_type == "MPI_Aint"
        many = "(3, *)" if name == "ranges" else many
        return [f"{KINDS['int' if short else c_type]}{intent} :: {name}{many}"]

    def interface(self, function, name):
        """The lines of the interface body of a procedure."""
        arguments = [p.name for p in function.parameters]
        is_function = function.result != "int"
        no_error = is_function or function.name in ("MPI_Pcontrol", "MPI_F_sync_reg")
        if not no_error:
            arguments.append("ierror")
        kind = "FUNCTION" if is_function else "SUBROUTINE"
        yield from broken(f"{kind} {name}({', '.join(arguments)})", 4)
        yield "      IMPORT"
        for parameter in function.parameters:
            yield from (f"      {line}" for line in self.declaration(function, parameter))
        if is_function:
            result = "DOUBLE PRECISION" if function.result == "double" else KINDS[function.result]
            yield f"      {result} :: {name}"
        elif not no_error:
            yield f"      INTEGER{', OPTIONAL, INTENT(OUT)' if self.modern else ''} :: ierror"
        yield f"    END {kind} {name}"


def signature(function):
    """What tells two procedures of one generic name apart."""
    wide = {"MPI_Aint", "MPI_Count", "MPI_Offset"}
    return [(8 if p.c_type in wide else p.c_type, p.form == "array") for p in function.parameters]


def number_lines(constants, modern):
    for name, value in NUMBERS_BY_HAND:
        yield f"  INTEGER, PARAMETER :: {name} = {value}"
    for name in FLAGS:
        yield f"  LOGICAL, PARAMETER :: {name} = .FALSE."
    for name, value, row in number_rows(constants):
        if modern and is_old(row):
            continue
        if row["c_type"] in HANDLES:
            kind = f"TYPE({row['c_type']})" if modern else "INTEGER"
            value = f"{row['c_type']}({value})" if modern else value
        else:
            kind = KINDS[row["c_type"] or "int"]
        yield f"  {kind}, PARAMETER :: {name} = {value}"


def sentinel_lines(modern):
    yield from (f"  INTEGER :: {name}" for name in NUMBER_SENTINELS)
    if modern:
        yield "  TYPE(MPI_Status) :: MPI_STATUS_IGNORE"
        yield "  TYPE(MPI_Status) :: MPI_STATUSES_IGNORE(1)"
    else:
        yield "  INTEGER :: MPI_STATUS_IGNORE(MPI_STATUS_SIZE)"
        yield "  INTEGER :: MPI_STATUSES_IGNORE(MPI_STATUS_SIZE, 1)"
    yield from broken(f"COMMON /SMPIPRIV/ {', '.join(SENTINELS)}", 2)
    yield from (f"  CHARACTER(LEN=1) :: {name}" for name in TEXT_SENTINELS)
    yield "  COMMON /SMPIPRVC/ MPI_ARGV_NULL, MPI_ARGVS_NULL"
    yield "  SAVE /SMPIPRIV/, /SMPIPRVC/"


def module_mpi(functions, constants):
    style = Style(modern=False)
    yield "! SPDX-License-Identifier: BSD-3-Clause"
    yield "! Made by scripts/make_fortran_modules.py; do not edit."
    yield "MODULE mpi"
    yield "  USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_PTR"
    yield "  USE mpi_f08_types"
    yield "  USE mpi_sizeof_procedures"
    yield "  IMPLICIT NONE"
    yield from number_lines(constants, modern=False)
    yield from sentinel_lines(modern=False)
    yield from (f"  EXTERNAL :: {name}" for name in callback_names(constants))
    for function in functions:
        for name in (function.name, "P" + function.name):
            generic = name if function.name in POINTER_NAMES else ""
            yield f"  INTERFACE {generic}".rstrip()
            yield from style.interface(function, name)
            if generic:
                yield from (line.replace(f"{KINDS['MPI_Aint']} :: baseptr", "TYPE(C_PTR) :: baseptr")
                            for line in style.interface(function, name + "_cptr"))
            yield "  END INTERFACE"
    yield "END MODULE mpi"


def module_mpi_f08(functions, constants):
    style = Style(modern=True)
    by_name = {function.name: function for function in functions}
    yield "! SPDX-License-Identifier: BSD-3-Clause"
    yield "! Made by scripts/make_fortran_modules.py; do not edit."
    yield "MODULE mpi_f08"
    yield "  USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_PTR"
    yield "  USE mpi_f08_types"
    yield "  USE mpi_f08_callbacks"
    yield "  USE mpi_sizeof_procedures"
    yield "  IMPLICIT NONE"
    yield from number_lines(constants, modern=True)
    yield from sentinel_lines(modern=True)
    for function in functions:
        short = by_name.get(function.name.removesuffix("_c")) if function.is_large else None
        takes_callback = any(p.is_callback for p in function.parameters)
        if short and not takes_callback and signature(short) == signature(function):
            continue  # kinds of eight bytes are one kind: the short name takes them already
        generic = short.name if short and not takes_callback else function.name
        for prefix in ("", "P"):
            specific = f"{prefix}{function.name}_f08"
            yield "  INTERFACE"
            yield from style.interface(function, specific)
            yield "  END INTERFACE"
            yield f"  INTERFACE {prefix}{generic}"
            yield f"    PROCEDURE :: {specific}"
            yield "  END INTERFACE"
    yield "END MODULE mpi_f08"


def main():
    tables, output = map(Path, sys.argv[1:])
    functions = read_functions(tables / "functions.csv")
    constants = read_constants(tables / "constants.csv")
    sync = functions[0]._replace(name="MPI_F_sync_reg", result="int", chapter="", status="current",
                                 parameters=[buffer_of(functions)])
    functions.append(sync)
    old = [f for f in functions if not f.is_large]
    new = [f for f in functions if not re.match(r"removed|deprecated 2", f.status)]
    for name, lines in (("mpif.h", mpif_lines(constants)),
                        ("mpi.f90", module_mpi(old, constants)),
                        ("mpi_f08.f90", module_mpi_f08(new, constants))):
        (output / name).write_text("".join(line + "\n" for line in lines))


def buffer_of(functions):
    send = next(function for function in functions if function.name == "MPI_Recv")
    return send.parameters[0]


if __name__ == "__main__":
    main()
