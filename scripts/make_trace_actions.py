#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the table of the actions of traces: their numbers, and what is said of each.

    make_trace_actions.py FUNCTIONS_CSV CODES_H FORMS_CPP

A number stands in files, so new rows go to the end of their table (trace_actions.py); functions are numbered in the
order of functions.csv, which only grows at the end of a chapter: files say which functions they use by name.
"""
import sys

from trace_actions import LEVEL_1, NOTES, actions_of, parse_rows

CODES = """\
// Made by scripts/make_trace_actions.py; do not edit.
#pragma once

#include <cstdint>

namespace smpi::trace {{

// SimGrid's actions, then what level 2 says besides calls, then the calls of MPI.
enum class Code : std::uint16_t {{
{rows}
}};
inline constexpr Code first_note = Code::note_ti2;
inline constexpr Code first_call = Code::{first_call};
inline constexpr unsigned code_count = {count};

}}  // namespace smpi::trace
"""
FORMS = """\
// Made by scripts/make_trace_actions.py; do not edit.
#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {{
namespace {{

using enum FieldKind;
using enum Presence;

{lists}
constexpr Form table[] = {{
{rows}}};

}}  // namespace

std::span<const Form> forms() {{
  return table;
}}

}}  // namespace smpi::trace
"""
PRESENCE = {"[": "optional", "=": "annotation"}


def main():
    functions_csv, codes_h, forms_cpp = sys.argv[1:]
    rows = [(f"ti_{name}", name, fields, 1) for name, fields in parse_rows(LEVEL_1)]
    rows += [(f"note_{name}", f"@{name}", fields, 2) for name, fields in parse_rows(NOTES)]
    calls = actions_of(functions_csv)
    for call in calls:
        fields = [f._replace(parameter="=" if f.kind == "wildcard" else "") for f in call.fields]
        rows.append((f"call_{call.name}", f"@{call.name}", fields, 2))
    with open(codes_h, "w") as file:
        file.write(CODES.format(rows="\n".join(f"  {code}," for code, *_ in rows), first_call=f"call_{calls[0].name}",
                                count=len(rows)))
    lists, table = [], []
    for number, (_, name, fields, level) in enumerate(rows):
        entries = ", ".join(f'{{"{f.name}", {f.kind}, {PRESENCE.get(f.parameter, "always")}}}' for f in fields)
        if fields:
            lists.append(f"constexpr Field fields_{number}[] = {{{entries}}};  // {name}")
        table.append(f'    {{"{name}", {level}, {f"fields_{number}" if fields else "{}"}}},\n')
    with open(forms_cpp, "w") as file:
        file.write(FORMS.format(lists="\n".join(lists), rows="".join(table)))


if __name__ == "__main__":
    main()
