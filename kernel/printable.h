// SPDX-License-Identifier: BSD-3-Clause
//
// Text that others wrote, on its way to a terminal. A name in a platform file, a line of a trace or
// an option may hold escape sequences, which a terminal would obey, bytes that are no text, or a
// line of megabytes. All that our programs say goes through here (print.h, error.h), so that no
// reader has to think of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace smpi::kernel {

// With control characters, characters that change the direction of writing and bytes that are not
// UTF-8 as \x1b, \u202e and the like. Ends of lines and tabs stay.
std::string printable(std::string_view text);
// The same in one line: ends of lines and tabs are \n and \t. What is longer than `length_max`
// bytes is cut, and its length is said.
std::string quoted(std::string_view text, std::size_t length_max);
// With long lines cut, each by itself, to `length_max` bytes and a remark.
std::string with_short_lines(std::string_view text, std::size_t length_max);

}  // namespace smpi::kernel
