// SPDX-License-Identifier: BSD-3-Clause
//
// What our programs say. fmt::print throws when a text cannot be written, which is right
// for results and wrong for messages: standard error may be a full disk or a closed terminal, and a
// message that nobody can read must not end a run, least of all while an error is reported.
// What would make a terminal obey is written as an escape sequence (printable.h).
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace smpi::kernel {

// Writes to standard error; what cannot be written is lost. Lines of thousands of bytes are cut.
void print_message(std::string_view text);
template <typename... Values>
void print_message(fmt::format_string<Values...> format, Values&&... values) {
  print_message(std::string_view(fmt::format(format, std::forward<Values>(values)...)));
}

// Writes to standard output, at once. Throws InputError when that is not possible.
void print_result(std::string_view text);
template <typename... Values>
void print_result(fmt::format_string<Values...> format, Values&&... values) {
  print_result(std::string_view(fmt::format(format, std::forward<Values>(values)...)));
}

// The same for what other programs read, such as a page with its scripts: as it is.
void print_data(std::string_view data);

// Erases the line of the terminal that standard error is, for a text that replaces it.
void erase_line();

// Opens /dev/null for those of the descriptors 0, 1 and 2 that are closed. Files that are opened
// later would take their numbers and be written to as standard output or error.
void open_standard_descriptors();

}  // namespace smpi::kernel
