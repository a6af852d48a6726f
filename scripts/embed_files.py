#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Turns files into a C++ source with one function, so that a program needs no files at run time.

The function is `std::string_view NAMESPACE::embedded_file(std::string_view name)`; name is the file's
without its folder.

usage: embed_files.py OUTPUT.cpp NAMESPACE FILE...
"""
import pathlib
import sys

PIECE_BYTES = 8000  # compilers promise to take string literals of 64 KiB; several in a row are one


def literals(text: str) -> str:
    delimiter = "embedded"
    assert f"){delimiter}" not in text, "choose another delimiter"
    pieces = [text[at:at + PIECE_BYTES] for at in range(0, len(text), PIECE_BYTES)] or [""]
    return "\n".join(f'R"{delimiter}({piece}){delimiter}"' for piece in pieces)


def main() -> int:
    output, namespace, *files = sys.argv[1:]
    parts = ["// Made by scripts/embed_files.py.\n#include <string_view>\n\n#include \"kernel/error.h\"\n\n"
             f"namespace {namespace} {{\n\nstd::string_view embedded_file(std::string_view name) {{\n"]
    for file in files:
        path = pathlib.Path(file)
        parts.append(f'  if (name == "{path.name}") {{\n    return {literals(path.read_text())};\n  }}\n')
    parts.append('  SIM_ASSERT(false, "no such embedded file");\n  return {};\n}\n\n'
                 f"}}  // namespace {namespace}\n")
    pathlib.Path(output).write_text("".join(parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
