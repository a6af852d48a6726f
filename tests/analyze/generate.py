# SPDX-License-Identifier: BSD-3-Clause
#
# C programs from the tables: one file has many cases, so that they compile fast.
"""source(cases): the text of a program whose argument chooses a case, as `c12_wrong`."""

HEAD = """// Made by tests/analyze/generate.py.
#include "prelude.h"

static inline void keep(void* a, void* b, int* n, MPI_Datatype* t) {
  (void)a, (void)b, (void)n, (void)t;
}
static inline void handle_error(MPI_Comm* c, int* e, ...) {
  (void)c, (void)e;
}
"""


def indented(text):
    return "\n".join("  " + line for line in text.strip().splitlines() if line.strip())


def source(chosen):
    parts = [HEAD]
    for case in chosen:
        for side in ("right", "wrong"):
            parts.append(f"// {case.kind.name}: {case.program}\n"
                         f"static void {case.name}_{side}(void) {{\n{indented(case.text(side == 'wrong'))}\n}}\n")
    rows = "".join(f'    {{"{case.name}_{side}", {case.name}_{side}}},\n'
                   for case in chosen for side in ("right", "wrong"))
    parts.append("static const struct Case cases[] = {\n" + rows + "    {NULL, NULL},\n};\n\n"
                 "int main(int argc, char** argv) {\n  return run_case(argc, argv, cases);\n}\n")
    return "\n".join(parts)
