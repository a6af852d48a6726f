// SPDX-License-Identifier: BSD-3-Clause
//
// Grouping of findings and their text.
#include "libsmpi/watch/analyze/findings.h"

#include <fmt/format.h>

#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/source_line.h"

namespace smpi {
namespace {

constexpr std::size_t listed_ranks_max = 8;

std::string list_ranks(const std::map<std::uint32_t, const Rank*>& ranks) {
  if (ranks.empty()) return {};
  std::string text = ranks.size() == 1 ? ": rank " : ": ranks ";
  std::size_t listed = 0;
  for (const auto& [process, rank] : ranks) {
    if (listed == listed_ranks_max) return text + fmt::format(", ... ({} in all)", ranks.size());
    if (listed++ > 0) text += ", ";
    text += fmt::to_string(rank->world_rank);
  }
  return text;
}

}  // namespace

void Findings::add(const std::string& text, const Rank* rank) {
  if (rank != nullptr && rank->lost_host) return;  // it had no chance to do better
  const auto [found, added] = position_.emplace(text, lines_.size());
  if (added) lines_.push_back({.text = text, .count = 0, .ranks = {}});
  Line& line = lines_[found->second];
  line.count++;
  if (rank != nullptr) line.ranks.emplace(rank->process, rank);
}

std::string Section::describe() const {
  std::string text = fmt::format("{}:\n", title);
  for (const Findings::Line& line : findings.lines()) {
    text += fmt::format("  {} x {}{}\n", line.count, line.text, list_ranks(line.ranks));
  }
  return text;
}

const std::string& SourceLines::of(const void* return_address) {
  const auto [found, added] = known_.try_emplace(return_address);
  if (added) found->second = source_line_suffix(return_address);
  return found->second;
}

}  // namespace smpi
