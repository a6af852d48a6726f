#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the modelled BLAS from its table of routines.

    make_blas.py table ROUTINES_CSV OUTPUT_CPP      what libsmpi knows of each routine
    make_blas.py wrappers ROUTINES_CSV OUTPUT_CPP   the functions that take the place of a BLAS

The table has one line for each routine and its letters of precision: {t} is the letter (s d c z),
{r} that of the real type with the same precision (s for c, d for z). Arguments are those of the C
interface without the leading layout, which all of levels 2 and 3 have. Lower-case names ending in an
upper-case letter (transA) and uplo, diag, side, trans are flags; alpha and beta are scalars of the
routine's type, with a leading r real ones; M N K KL KU, ld* and inc* are integers; everything else is
a pointer, with a star when the routine writes it. The Fortran form has them all by reference.
Dimensions are the names that cost formulas may use: integers among the arguments, or T and R, the
order of the square matrix of a routine with sides and the number of vectors it is applied to.
Operations are flops of a real routine; a complex one makes complex_factor times as many.
"""

import csv
import sys

REAL = {"s": "float", "d": "double", "c": "float", "z": "double"}
REAL_LETTER = {"s": "s", "d": "d", "c": "s", "z": "d"}
FLAGS = {"trans", "transA", "transB", "uplo", "diag", "side"}
INTEGERS = {"M", "N", "K", "KL", "KU", "lda", "ldb", "ldc", "incX", "incY"}
SCALARS = {"alpha", "beta"}
REAL_SCALARS = {"ralpha", "rbeta", "rc", "rs", "y"}
DERIVED = {"T": "triangle_order(side, M, N)", "R": "vector_count(side, M, N)"}


class Routine:
    def __init__(self, row, letter, number):
        self.number = number
        self.letter = letter
        self.real = REAL[letter]
        self.complex = letter in "cz"
        self.name = row["name"].format(t=letter, r=REAL_LETTER[letter])
        self.level = int(row["level"])
        self.result = row["result"]
        self.arguments = row["arguments"].split()
        self.dimensions = row["dimensions"].split()
        factor = row["complex_factor"] if self.complex else ""
        self.operations = f"{factor}*({row['operations']})" if factor else row["operations"]
        # rot has its scalars by value in C, rotg gives them back.
        self.scalars = SCALARS | ({"c", "s"} if self.name.endswith("rot") else set())

    def kind(self, name):
        if name in FLAGS:
            return "flag"
        if name in INTEGERS:
            return "integer"
        if name in REAL_SCALARS:
            return "real"
        if name in self.scalars:
            return "scalar"
        return "pointer"

    def used(self):
        """The names that the body needs."""
        names = set(self.dimensions)
        if names & DERIVED.keys():
            names |= {"side", "M", "N"}
        if self.result != "void":
            names.add("N")
        if self.name.endswith("rotg"):
            names |= {"c", "s"}
        if self.name.endswith("rotmg"):
            names.add("P")
        if self.moves():
            names |= {"N", "X", "incX", "Y", "incY"}
        return names

    def moves(self):
        """What it moves may be control data, so that work is done: the function that does it."""
        for action in ("copy", "swap"):
            if self.name.endswith(action):
                return f"smpi_blas_{action}"
        return None

    def parameters(self, fortran):
        """The parameter list; what is not used has no name."""
        used = self.used()
        parameters = ["int"] if self.level > 1 and not fortran else []
        for argument in self.arguments:
            name = argument.lstrip("*")
            kind = self.kind(name)
            by_value = not fortran and (kind in ("flag", "integer", "real") or
                                        (kind == "scalar" and not self.complex))
            kind_type = {"flag": "char" if fortran else "int", "integer": "int"}.get(kind, self.real)
            constant = kind != "pointer" or not argument.startswith("*")
            type_name = kind_type if by_value else f"{'const ' if constant else ''}{kind_type}*"
            given = name if by_value or kind == "pointer" else f"{name}_"
            parameters.append(f"{type_name} {given}" if name in used else type_name)
        return parameters

    def body(self, fortran):
        lines = []
        if fortran:
            for argument in self.arguments:
                name = argument.lstrip("*")
                kind = self.kind(name)
                if name in self.used() and kind == "flag":
                    lines.append(f"const int {name} = c_side(*{name}_);")
                elif name in self.used() and kind == "integer":
                    lines.append(f"const int {name} = *{name}_;")
        values = ", ".join(f"dimension({DERIVED.get(name, name)})" for name in self.dimensions)
        if self.dimensions:
            lines.append(f"const double dimensions[] = {{{values}}};")
        lines.append(f"smpi_blas_charge({self.number}, {'dimensions' if values else 'nullptr'});")
        if self.moves():
            element = f"Complex<{self.real}>" if self.complex else self.real
            lines.append(f"{self.moves()}(sizeof({element}), N, X, incX, Y, incY);")
        return lines

    def give_back(self, fortran):
        """The statements after the charge, for C and Fortran's ways of returning a value."""
        if self.name.endswith("rotg"):  # no rotation
            zero = "s[0] = s[1] = 0;" if self.complex else "*s = 0;"
            return "void", ["*c = 1;", zero]
        if self.name.endswith("rotmg"):
            return "void", ["P[0] = -2;"]
        if self.result == "index":
            return ("int", ["return plausible_index(N) + (N > 0 ? 1 : 0);"]) if fortran else (
                "std::size_t", ["return static_cast<std::size_t>(plausible_index(N));"])
        sums = {"real": self.real, "double": "double"}
        if self.result in sums:
            result = sums[self.result]
            return result, [f"return static_cast<{result}>(plausible_sum(N));"]
        if self.result == "norm":
            return self.real, [f"return static_cast<{self.real}>(plausible_norm(N));"]
        if self.result == "complex":
            return f"Complex<{self.real}>", [f"return {{static_cast<{self.real}>(plausible_sum(N)), 0}};"]
        return "void", []

    def function(self, fortran):
        result, last = self.give_back(fortran)
        name = f"{self.name}_" if fortran else f"cblas_{self.name}"
        parameters = ", ".join(self.parameters(fortran))
        body = "".join(f"  {line}\n" for line in self.body(fortran) + last)
        text = f"{result} {name}({parameters}) {{\n{body}}}\n"
        if self.result == "complex" and not fortran:
            # The C interface proper gives complex values back by reference.
            text += (f"void {name}_sub({parameters}, Complex<{self.real}>* result) {{\n"
                     f"  *result = {name}({self.forwarded()});\n}}\n")
        return text

    def forwarded(self):
        return ", ".join("N" if argument == "N" else "0" if argument.startswith("inc") else "nullptr"
                         for argument in self.arguments)


def read_routines(path):
    routines = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            for letter in row["types"].split():
                routines.append(Routine(row, letter, len(routines)))
    return routines


def table(routines):
    rows = "".join(
        f'    {{"{r.name}", {r.level}, "{" ".join(r.dimensions)}", "{r.operations}"}},\n' for r in routines)
    return f"""\
// Made by scripts/make_blas.py; do not edit.
#include "libsmpi/cost/modeled/blas_routines.h"

namespace smpi::modeled {{
namespace {{

constexpr BlasRoutine table[] = {{
{rows}}};

}}  // namespace

std::span<const BlasRoutine> blas_routines() {{
  return table;
}}

}}  // namespace smpi::modeled
"""


def wrappers(routines):
    functions = "\n".join(r.function(fortran) for r in routines for fortran in (False, True))
    return f"""\
// Made by scripts/make_blas.py; do not edit.
#include "libsmpi/cost/modeled/blas/wrappers.h"

extern "C" {{

{functions}
}}  // extern "C"
"""


def main():
    form, routines_csv, output = sys.argv[1:]
    text = {"table": table, "wrappers": wrappers}[form](read_routines(routines_csv))
    with open(output, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
