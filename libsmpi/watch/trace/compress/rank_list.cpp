// SPDX-License-Identifier: BSD-3-Clause
//
// Runs of equal distance become one part, and parts of the same form again, until none join.
#include "libsmpi/watch/trace/compress/rank_list.h"

#include <algorithm>

#include "libsmpi/watch/trace/compress/wrapping.h"

namespace smpi::trace {
namespace {

struct Level {
  std::uint64_t iterations;
  std::uint64_t stride;
  bool operator==(const Level&) const = default;
};
struct Part {
  std::uint64_t start;
  std::vector<Level> levels;  // innermost first
};

// Greedy: parts of the same shape at equal distances become one part, one level deeper. Two alone
// stay two, except where nothing else is there: that is no shorter.
std::vector<Part> joined(const std::vector<Part>& parts) {
  std::vector<Part> result;
  for (std::size_t i = 0; i < parts.size();) {
    std::size_t end = i + 1;
    if (end < parts.size() && parts[end].levels == parts[i].levels) {
      const std::uint64_t stride = parts[end].start - parts[i].start;
      while (end < parts.size() && parts[end].levels == parts[i].levels &&
             parts[end].start - parts[end - 1].start == stride) {
        end++;
      }
      // A pair at the edge of a longer run belongs to that run.
      if (end - i == 2 && end < parts.size() && parts[end].levels == parts[i].levels) end = i + 1;
    }
    result.push_back(parts[i]);
    if (end - i > 1) {
      result.back().levels.push_back({end - i, parts[i + 1].start - parts[i].start});
    }
    i = end;
  }
  return result;
}

void expand(std::uint64_t start, std::span<const Level> levels, std::uint32_t rank_count,
            std::vector<std::uint32_t>& ranks) {
  if (levels.empty()) {
    if (start >= rank_count || ranks.size() >= rank_count) throw Damage("a rank does not exist");
    ranks.push_back(static_cast<std::uint32_t>(start));
    return;
  }
  const Level& outer = levels.back();
  if (outer.iterations > rank_count || outer.stride > rank_count) {
    throw Damage("a list of ranks is too long");
  }
  for (std::uint64_t i = 0; i < outer.iterations; i++) {
    expand(start + i * outer.stride, levels.first(levels.size() - 1), rank_count, ranks);
  }
}

}  // namespace

void append_rank_list(std::string& out, std::span<const std::uint32_t> ranks) {
  std::vector<Part> parts;
  for (const std::uint32_t rank : ranks) parts.push_back({rank, {}});
  for (;;) {
    std::vector<Part> fewer = joined(parts);
    if (fewer.size() == parts.size()) break;
    parts = std::move(fewer);
  }
  put_number(out, parts.size());
  std::uint64_t last = 0;
  for (const Part& part : parts) {
    put_signed(out, static_cast<std::int64_t>(part.start - last));
    last = part.start;
    put_number(out, part.levels.size());
    for (const Level& level : part.levels) {
      put_number(out, level.iterations);
      put_number(out, level.stride);
    }
  }
}

std::vector<std::uint32_t> read_rank_list(ByteReader& reader, std::uint32_t rank_count) {
  constexpr std::size_t depth_most = 32;
  std::vector<std::uint32_t> ranks;
  std::int64_t start = 0;
  for (std::size_t parts = reader.count(); parts > 0; parts--) {
    start = wrapped_sum(start, reader.signed_number());
    if (start < 0 || start >= rank_count) throw Damage("a rank does not exist");
    const std::size_t depth = reader.count();
    if (depth > depth_most) throw Damage("a list of ranks is nested too deep");
    std::vector<Level> levels;
    for (std::size_t i = 0; i < depth; i++) {
      const std::uint64_t iterations = reader.number();
      if (iterations == 0) throw Damage("a list of ranks has no ranks");
      levels.push_back({iterations, reader.number()});
    }
    expand(static_cast<std::uint64_t>(start), levels, rank_count, ranks);
  }
  std::sort(ranks.begin(), ranks.end());
  if (std::adjacent_find(ranks.begin(), ranks.end()) != ranks.end()) {
    throw Damage("a list has a rank twice");
  }
  return ranks;
}

}  // namespace smpi::trace
