// SPDX-License-Identifier: BSD-3-Clause
//
// All ranks compute the same plan from the same bounds.
#include "libsmpi/mpi/io/aggregation.h"

#include "libsmpi/mpi/coll/patterns/node_map.h"

namespace smpi::io {
namespace {

std::int64_t divided_up(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

}  // namespace

bool interleave(std::span<const Bounds> ranks) {
  std::int64_t last_end = 0;
  for (const Bounds& bounds : ranks) {
    if (bounds.empty()) continue;
    if (bounds.begin < last_end) return true;
    last_end = bounds.end;
  }
  return false;
}

std::vector<int> choose_aggregators(const Communicator& communicator, std::optional<int> count) {
  const NodeMap& map = coll::node_map(communicator);
  const auto wanted = static_cast<std::size_t>(
      std::min(count.value_or(static_cast<int>(map.leaders.size())), communicator.size()));
  std::vector<int> chosen;
  for (std::size_t place = 0; chosen.size() < wanted; place++) {
    for (const std::vector<int>& ranks : map.ranks) {
      if (place < ranks.size() && chosen.size() < wanted) chosen.push_back(ranks[place]);
    }
  }
  return chosen;
}

Plan::Plan(const Communicator& communicator, std::span<const Bounds> ranks, const Hints& hints)
    : aggregators_(choose_aggregators(communicator, hints.aggregator_count)) {
  bool any = false;
  for (const Bounds& bounds : ranks) {
    if (bounds.empty()) continue;
    begin_ = any ? std::min(begin_, bounds.begin) : bounds.begin;
    end_ = any ? std::max(end_, bounds.end) : bounds.end;
    any = true;
  }
  SIM_ASSERT(any, "a collective access of nothing needs no plan");
  domain_bytes_ = divided_up(end_ - begin_, aggregator_count());
  window_bytes_ = std::min(hints.buffer_bytes, domain_bytes_);
  round_count_ = static_cast<int>(divided_up(domain_bytes_, window_bytes_));
}

std::optional<int> Plan::number_of(int rank) const {
  const auto found = std::find(aggregators_.begin(), aggregators_.end(), rank);
  if (found == aggregators_.end()) return std::nullopt;
  return static_cast<int>(found - aggregators_.begin());
}

std::int64_t Plan::window_end(std::int64_t offset) const {
  const Range all = domain(static_cast<int>((offset - begin_) / domain_bytes_));
  const std::int64_t round = (offset - all.from) / window_bytes_;
  return std::min(all.from + (round + 1) * window_bytes_, all.to);
}

std::vector<Piece> Plan::cut(std::span<const Piece> pieces) const {
  std::vector<Piece> result;
  for (Piece rest : pieces) {
    while (rest.size_bytes > 0) {
      const std::int64_t part_bytes =
          std::min(rest.size_bytes, window_end(rest.offset) - rest.offset);
      result.push_back({rest.offset, rest.position, part_bytes});
      rest = {rest.offset + part_bytes, rest.position + part_bytes, rest.size_bytes - part_bytes};
    }
  }
  const auto by_offset = [](const Piece& a, const Piece& b) { return a.offset < b.offset; };
  if (!std::is_sorted(result.begin(), result.end(), by_offset)) {
    std::stable_sort(result.begin(), result.end(), by_offset);
  }
  return result;
}

}  // namespace smpi::io
