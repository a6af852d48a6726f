// SPDX-License-Identifier: BSD-3-Clause
//
// The places of all ranks are merged by their source line; the lines with most memory come first.
#include "libsmpi/watch/analyze/allocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/source_line.h"
#include "models/platform/units.h"

namespace smpi {
namespace {

constexpr std::size_t listed_lines_max = 10;

struct Line {
  std::string where;
  std::size_t peak_bytes = 0;  // of the rank with most
  const Rank* largest = nullptr;
  std::set<std::uint32_t> processes;
  std::uint64_t calls = 0;
  std::uint64_t live_blocks = 0;
};

std::string describe_line(const Line& line) {
  std::string text =
      fmt::format("  {} at once{}, rank {}; {} calls by {} ranks",
                  models::format_size(static_cast<double>(line.peak_bytes)), line.where,
                  line.largest->world_rank, line.calls, line.processes.size());
  if (line.live_blocks > 0) text += fmt::format("; {} blocks never freed", line.live_blocks);
  return text + "\n";
}

}  // namespace

void Allocations::note(const Rank& rank, const void* caller, const void* block,
                       std::size_t size_bytes) {
  if (block == nullptr) return;
  Place& place = places_[caller];
  place.rank = &rank;
  place.calls++;
  place.live_blocks++;
  place.live_bytes += size_bytes;
  place.peak_bytes = std::max(place.peak_bytes, place.live_bytes);
  blocks_[static_cast<const std::byte*>(block)] = {caller, size_bytes};
}

void Allocations::forget(const void* block) {
  const auto found = blocks_.find(static_cast<const std::byte*>(block));
  if (found == blocks_.end()) return;
  Place& place = places_[found->second.caller];
  place.live_bytes -= found->second.size_bytes;
  place.live_blocks--;
  blocks_.erase(found);
}

std::optional<std::size_t> Allocations::left_in_block(const void* address) const {
  const auto* const place = static_cast<const std::byte*>(address);
  auto block = blocks_.upper_bound(place);
  if (block == blocks_.begin()) return std::nullopt;
  --block;
  const auto before = static_cast<std::size_t>(place - block->first);
  if (before >= block->second.size_bytes) return std::nullopt;
  return block->second.size_bytes - before;
}

std::string Allocations::describe() const {
  std::map<std::string, Line> by_place;  // ordered, so that equal lines are listed in one order
  for (const auto& [caller, place] : places_) {
    const std::string where = source_line_suffix(caller);
    Line& line = by_place[where];
    const bool more = place.peak_bytes > line.peak_bytes;
    const bool first = line.largest == nullptr;
    if (first || more ||
        (place.peak_bytes == line.peak_bytes && place.rank->process < line.largest->process)) {
      line.largest = place.rank;
    }
    line.where = where;
    line.peak_bytes = std::max(line.peak_bytes, place.peak_bytes);
    line.processes.insert(place.rank->process);
    line.calls += place.calls;
    line.live_blocks += place.live_blocks;
  }
  std::vector<Line> lines;
  for (auto& [where, line] : by_place) lines.push_back(std::move(line));
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.peak_bytes > b.peak_bytes; });
  if (lines.empty()) return {};
  std::string text = "memory that ranks allocated, the most first:\n";
  for (std::size_t i = 0; i < lines.size() && i < listed_lines_max; i++) {
    text += describe_line(lines[i]);
  }
  if (lines.size() > listed_lines_max) {
    text += fmt::format("  and {} other lines\n", lines.size() - listed_lines_max);
  }
  return text;
}

}  // namespace smpi
