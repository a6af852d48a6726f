// SPDX-License-Identifier: BSD-3-Clause
//
// Tokens of a line of a trace, and the values in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
std::string_view trimmed(std::string_view text);

// Takes the next word off the front; empty at the end.
inline std::string_view take_token(std::string_view& rest) {
  std::size_t from = 0;
  while (from < rest.size() && is_blank(rest[from])) from++;
  std::size_t to = from;
  while (to < rest.size() && !is_blank(rest[to])) to++;
  const std::string_view token = rest.substr(from, to - from);
  rest.remove_prefix(to);
  return token;
}

// Nearly all tokens: a few digits, perhaps with a sign. False: it is something else, or too long.
inline bool is_short_integer(std::string_view token, Word& value) {
  const bool is_negative = !token.empty() && token.front() == '-';
  std::size_t at = is_negative ? 1 : 0;
  if (at >= token.size() || token.size() > 18) return false;
  Word sum = 0;
  for (; at < token.size(); at++) {
    const auto digit = static_cast<unsigned>(token[at] - '0');
    if (digit > 9) return false;
    sum = 10 * sum + digit;
  }
  value = is_negative ? -sum : sum;
  return true;
}

// A whole token; nothing when there is anything else in it.
std::optional<Word> integer_of(std::string_view token);
std::optional<double> real_of(std::string_view token);
// The integer that a token begins with, as C's strtol has it.
std::optional<Word> leading_integer(std::string_view token);
// "7"; "d3", "w2", "f1", "null", "sum", "st" where the kind has such words.
std::optional<Word> handle_of(FieldKind kind, std::string_view token);

// Appends the numbers of "start[:count[:stride]]"; a `prefix` may stand before the start and means
// a derived type. False: it is not such an item, or has too many numbers.
bool read_run(std::string_view item, std::string_view prefix, std::vector<Word>& values);

// Texts of level 2: blanks, line ends and % become %20 and the like.
void append_escaped(std::string& out, std::string_view text);
std::string unescaped(std::string_view text);

// The arguments of SimGrid's allgatherv without displacements, which may follow its counts or its
// types.
std::string_view without_displacements(std::string_view arguments, std::uint32_t rank_count);

// "a number", for messages.
std::string_view description_of(FieldKind kind);

}  // namespace smpi::trace
