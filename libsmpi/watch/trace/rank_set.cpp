// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/watch/trace/rank_set.h"

#include <fmt/format.h>

#include <charconv>

namespace smpi::trace {
namespace {

// Takes a number off the front.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::optional<RankSet> rank_set_of(std::string_view text, std::uint32_t rank_count) {
  RankSet set(rank_count, false);
  for (;;) {
    const std::optional<std::uint32_t> first = take_number(text);
    std::optional<std::uint32_t> last = first;
    if (first && text.starts_with('-')) {
      text.remove_prefix(1);
      last = take_number(text);
    }
    if (!first || !last || *last < *first || *last >= rank_count) return std::nullopt;
    for (std::uint32_t rank = *first; rank <= *last; rank++) set[rank] = true;
    if (text.empty()) return set;
    if (text.front() != ',') return std::nullopt;
    text.remove_prefix(1);
  }
}

std::string text_of_ranks(const std::vector<std::uint32_t>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t end = i + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) end++;
    if (!text.empty()) text += ',';
    text += fmt::format("{}", ranks[i]);
    if (end - i > 1) text += fmt::format("-{}", ranks[end - 1]);
    i = end;
  }
  return text;
}

std::string text_of(const RankSet& set) {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < set.size(); rank++) {
    if (set[rank]) ranks.push_back(rank);
  }
  return text_of_ranks(ranks);
}

}  // namespace smpi::trace
