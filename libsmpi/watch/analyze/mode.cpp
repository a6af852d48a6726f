// SPDX-License-Identifier: BSD-3-Clause
//
// Words and their meaning.
#include "libsmpi/watch/analyze/mode.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "kernel/error.h"

namespace smpi {
namespace {

struct Word {
  std::string_view name;
  bool AnalysisMode::*flag;
};

constexpr std::array words = {Word{"strict", &AnalysisMode::is_strict},
                              Word{"report", &AnalysisMode::keeps_status}};

void add_word(AnalysisMode& mode, std::string_view given) {
  std::array<std::string_view, words.size()> known;
  for (std::size_t i = 0; i < words.size(); i++) {
    known[i] = words[i].name;
    if (known[i] != given) continue;
    mode.*words[i].flag = true;
    return;
  }
  throw kernel::InputError(
      "unknown mode of -analyze",
      {.text = std::string(given),
       .hint = kernel::did_you_mean(given, known, "strict, report, or both with a comma")});
}

}  // namespace

AnalysisMode parse_analysis_mode(std::string_view text) {
  AnalysisMode mode;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    add_word(mode, text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return mode;
}

}  // namespace smpi
