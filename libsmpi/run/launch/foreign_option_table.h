// SPDX-License-Identifier: BSD-3-Clause
//
// What becomes of the options of SimGrid that no table of ours has: one row each, or one for each
// of its values that count differently (docs/simgrid.md prints them, `smpirun --help-simgrid`).
//
// The names are those of SimGrid 3.10 to 4.2. Options that mean the same here and there are in the
// tables of whoever reads them, and not in this one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace smpi::launch {

struct Arguments;
struct Setting;

enum class Verdict : std::uint8_t {
  renamed,    // `text` is its name today
  means,      // `text` is what it is here, key:value
  word,       // apply() does what it says, as an option of the command does; `text` names that
  as_here,    // what it asks for is what happens
  no_effect,  // `text` says why, and what to use
  refused,    // without it the run would be another one; `text` says why, and what to use
};

struct ForeignOption {
  std::string_view name;    // with '/' at its end: all names that begin so
  std::string_view values;  // for which the row holds, with '|' between them; empty: all others
  Verdict verdict;
  const char* text;
  void (*apply)(Arguments& arguments, const Setting& setting) = nullptr;
  // Has the command line said it already? Then a platform file cannot. nullptr: it adds up.
  bool (*is_given)(const Arguments& arguments) = nullptr;
};

// Of rows that fit, the first counts.
std::span<const ForeignOption> foreign_options();

// nullptr: SimGrid has no such option, or it is one of ours.
const ForeignOption* find_foreign_option(std::string_view name, std::string_view value);

}  // namespace smpi::launch
