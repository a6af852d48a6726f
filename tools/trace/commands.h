// SPDX-License-Identifier: BSD-3-Clause
//
// What smpi-trace does; each command prints its result, and returns the exit status.
#pragma once

#include "tools/trace/command_line.h"

namespace smpi::trace {

inline constexpr int found_nothing_wrong = 0;
inline constexpr int found_difference = 1;  // of diff, and what check finds

int print_info(const Arguments& arguments);
int print_actions(const Arguments& arguments);
int convert(const Arguments& arguments);
int merge_parts(const Arguments& arguments);
int print_differences(const Arguments& arguments);
int print_statistics(const Arguments& arguments);
int check_trace(const Arguments& arguments);

}  // namespace smpi::trace
