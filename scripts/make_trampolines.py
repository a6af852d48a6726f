#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the assembly file that makes the library export every MPI function.

    make_trampolines.py FUNCTIONS_CSV OUTPUT_S

The API sources define PMPI_X only. For every X of the table the file has
  - MPI_X, a jump to where the entry of X in the table smpi_api_entries says: to PMPI_X, until
    something that follows the program's calls sets it (api::set_entry);
  - a weak PMPI_X that ends the simulation with a message naming the function; a PMPI_X defined by
    an API source replaces it when the library is linked;
  - an entry {name, PMPI_X, weak PMPI_X} in the table smpi_api_functions (libsmpi/doors/api/functions.h),
    from which smpirun tells before the start which functions are missing.

Assembly rather than C: a jump keeps every argument register, the variable arguments and the
return address, which the calls use to name the line of the program.
"""

import csv
import sys

# smpi::api::unimplemented(const char*)
UNIMPLEMENTED = "_ZN4smpi3api13unimplementedEPKc"

HEAD = f"""\
/* Made by scripts/make_trampolines.py; do not edit. */
#if defined(__x86_64__)
#define JUMP(name) jmp *.Lentry_##name(%rip)
#define STUB(text) leaq text(%rip), %rdi; jmp {UNIMPLEMENTED}@PLT
#define ENTRY_MARK endbr64
#define FUNCTION_TYPE @function
#define OBJECT_TYPE @object
#elif defined(__aarch64__)
#define JUMP(name) adrp x16, .Lentry_##name; ldr x16, [x16, :lo12:.Lentry_##name]; br x16
#define STUB(text) adrp x0, text; add x0, x0, :lo12:text; b {UNIMPLEMENTED}
#define ENTRY_MARK bti c
#define FUNCTION_TYPE %function
#define OBJECT_TYPE %object
#else
#error "no trampolines for this processor"
#endif

#define FUNCTION(name) .globl name; .type name, FUNCTION_TYPE; .p2align 4; name: ENTRY_MARK
#define END(name) .size name, . - name
#define TRAMPOLINE(name) FUNCTION(MPI_##name); JUMP(name); END(MPI_##name)
#define WEAK_STUB(name)                                                               \\
  .hidden smpi_stub_##name; FUNCTION(smpi_stub_##name); STUB(.Lname_##name);          \\
  END(smpi_stub_##name); .weak PMPI_##name; .type PMPI_##name, FUNCTION_TYPE;         \\
  .set PMPI_##name, smpi_stub_##name
#define ENTRY(name) .Lentry_##name: .quad PMPI_##name
#define NAME(name) .Lname_##name: .asciz "MPI_" #name
#define ROW(name) .quad .Lname_##name, PMPI_##name, smpi_stub_##name

  .text
"""

TAIL = """\
  .section .note.GNU-stack, "", %progbits
"""


def entries(names):
    rows = "".join(f"  ENTRY({name})\n" for name in names)
    return f"""\
  .section .data, "aw", %progbits
  .p2align 3
  .globl smpi_api_entries
  .hidden smpi_api_entries
  .type smpi_api_entries, OBJECT_TYPE
smpi_api_entries:
{rows}  .size smpi_api_entries, . - smpi_api_entries
"""


def table(names):
    rows = "".join(f"  ROW({name})\n" for name in names)
    return f"""\
  .section .data.rel.ro, "aw", %progbits
  .p2align 3
  .globl smpi_api_functions, smpi_api_functions_end
  .hidden smpi_api_functions, smpi_api_functions_end
  .type smpi_api_functions, OBJECT_TYPE
smpi_api_functions:
{rows}smpi_api_functions_end:
  .size smpi_api_functions, . - smpi_api_functions
"""


def main():
    functions_csv, output = sys.argv[1:]
    with open(functions_csv, newline="") as file:
        names = [row["name"].removeprefix("MPI_") for row in csv.DictReader(file)]
    with open(output, "w") as file:
        file.write(HEAD)
        file.writelines(f"  TRAMPOLINE({name})\n" for name in names)
        file.writelines(f"  WEAK_STUB({name})\n" for name in names)
        file.write("  .section .rodata\n")
        file.writelines(f"  NAME({name})\n" for name in names)
        file.write(table(names))
        file.write(entries(names))
        file.write(TAIL)


if __name__ == "__main__":
    main()
