// SPDX-License-Identifier: BSD-3-Clause
//
// From an address in a rank's copy of the program to the line of its source.
#pragma once

#include <string>

namespace smpi {

// " (file.c:17)" or, without debug information, " (in function)"; empty when nothing is known.
std::string source_line_suffix(const void* return_address);

// How to find it; set by the loader, which knows the copies. Returns an empty string if unknown.
using SourceLineFinder = std::string (*)(const void* address);
void set_source_line_finder(SourceLineFinder finder);

}  // namespace smpi
