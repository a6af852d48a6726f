// SPDX-License-Identifier: BSD-3-Clause
//
// The text of choices.
#include "libsmpi/watch/analyze/matching_choice.h"

#include <fmt/format.h>

#include <charconv>

#include "kernel/error.h"

namespace smpi {
namespace {

// Reads a number up to `end`, which is taken away with it; false when there is none.
template <class Number>
bool take_number(std::string_view& text, char end, Number& number) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(rest - text.data());
  if (error != std::errc{}) return false;
  const bool is_last = length == text.size();
  if (!is_last && text[length] != end) return false;
  text.remove_prefix(is_last ? length : length + 1);
  return end == ',' || !is_last;
}

}  // namespace

std::string format_choices(const std::vector<MatchingChoice>& choices) {
  std::string text;
  for (const MatchingChoice& choice : choices) {
    text += fmt::format("{}{}:{}={}", text.empty() ? "" : ",", choice.process, choice.number,
                        choice.source);
  }
  return text;
}

std::vector<MatchingChoice> parse_choices(std::string_view text) {
  std::vector<MatchingChoice> choices;
  for (std::string_view rest = text; !rest.empty();) {
    MatchingChoice choice;
    const bool is_read = take_number(rest, ':', choice.process) &&
                         take_number(rest, '=', choice.number) &&
                         take_number(rest, ',', choice.source);
    if (!is_read || choice.number == 0 || choice.source < 0) {
      throw kernel::InputError("not a choice of messages",
                               {.text = std::string(text),
                                .hint = "RANK:NUMBER=SOURCE, such as 0:1=2: the first wildcard "
                                        "receive of rank 0 takes the message of rank 2"});
    }
    choices.push_back(choice);
  }
  return choices;
}

}  // namespace smpi
