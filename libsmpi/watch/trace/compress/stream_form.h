// SPDX-License-Identifier: BSD-3-Clause
//
// Splits the ops of a stream into their form and the numbers in it, so that streams of several
// ranks which differ in numbers only can be written as one form whose numbers are functions of the
// rank.
//
//   ops      run of 10: 3 +0, loop of 5: (2 literals: 1 9)
//   form     run, loop (2 literals)
//   numbers  10 3 0 5 1 9
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

struct StreamForm {
  std::string form;
  std::vector<Word> numbers;
};

// Throws Damage.
StreamForm form_of_stream(std::string_view ops);
// Back again. Throws Damage when there are not as many numbers as the form has.
std::string stream_of_form(std::string_view form, std::span<const Word> numbers);

}  // namespace smpi::trace
