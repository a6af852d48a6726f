// SPDX-License-Identifier: BSD-3-Clause
//
// Formatting of the two kinds of failure and the search for the name a user probably meant.
#include "kernel/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "kernel/print.h"
#include "kernel/printable.h"

namespace smpi::kernel {
namespace {

AssertionContext describe_context = nullptr;

constexpr std::size_t text_bytes_max = 200;  // of the offending text
constexpr std::size_t line_bytes_max = 1000;
constexpr std::size_t word_bytes_max = 256;  // of a name that may be near others

std::string format_message(std::string_view message) {
  return printable(with_short_lines(message, line_bytes_max));
}

std::string format_input_error(const std::string& message, const InputError::Where& where) {
  std::string text;
  if (!where.file.empty()) text += quoted(where.file, line_bytes_max);
  if (where.line > 0) text += fmt::format(":{}", where.line);
  if (!text.empty()) text += ": ";
  text += format_message(message);
  if (!where.text.empty()) text += fmt::format(": '{}'", quoted(where.text, text_bytes_max));
  if (!where.hint.empty()) text += fmt::format("\n  hint: {}", format_message(where.hint));
  return text;
}

// Levenshtein distance; the words are names, so the quadratic table is small.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); j++) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); i++) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); j++) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

InputError::InputError(std::string message) : std::runtime_error(format_message(message)) {}

InputError::InputError(std::string message, Where where)
    : std::runtime_error(format_input_error(message, where)), where_(std::move(where)) {}

std::string nearest_name(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > word_bytes_max) return {};
  std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
  std::string_view found;
  for (std::string_view candidate : candidates) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    if (longer - shorter >= best) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return std::string(found);
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view otherwise) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string(otherwise) : fmt::format("did you mean '{}'?", nearest);
}

void set_assertion_context(AssertionContext describe) {
  describe_context = describe;
}

void assertion_failed(const char* expression, const char* file, int line,
                      std::string_view message) {
  const std::string context = describe_context != nullptr ? describe_context() : std::string();
  print_message("libsmpi: internal error: {} ({}) at {}:{}\n{}", message, expression, file, line,
                context.empty() ? context : "  " + context + "\n");
  std::abort();
}

}  // namespace smpi::kernel
