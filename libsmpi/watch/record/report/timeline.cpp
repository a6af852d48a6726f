// SPDX-License-Identifier: BSD-3-Clause
//
// Cells are powers of two of a second, so larger cells are made of whole smaller ones and joining
// twice is the same as joining once.
#include "libsmpi/watch/record/report/timeline.h"

#include <algorithm>
#include <cmath>

namespace smpi::record {
namespace {

void join(Slice& slice, const Slice& next) {
  slice.end_s = next.end_s;
  slice.call_count += next.call_count;
  if (next.longest_s > slice.longest_s) {
    slice.function = next.function;
    slice.longest_s = next.longest_s;
  }
  for (std::size_t topic = 0; topic < call_topic_count; topic++) {
    slice.topic_s[topic] += next.topic_s[topic];
  }
}

}  // namespace

bool Timeline::share_cell(const Slice& first, const Slice& last) const {
  return cell_s_ > 0 && std::floor(first.begin_s / cell_s_) == std::floor(last.end_s / cell_s_);
}

void Timeline::add(const Call& call) {
  if (call.process >= rows_.size()) rows_.resize(call.process + 1);
  std::vector<Slice>& row = rows_[call.process];
  const double begin_s = row.empty() ? call.begin_s : std::max(call.begin_s, row.back().end_s);
  if (!(begin_s < call.end_s)) return;
  Slice slice{.begin_s = begin_s, .end_s = call.end_s, .function = call.function};
  slice.longest_s = static_cast<float>(call.end_s - begin_s);
  slice.topic_s[static_cast<std::size_t>(call.topic)] = slice.longest_s;
  if (!row.empty() && share_cell(row.back(), slice)) return join(row.back(), slice);
  row.push_back(slice);
  if (++slice_count_ > 2 * budget_) coarsen(call.end_s);
}

void Timeline::coarsen(double now_s) {
  constexpr double first_cells = 1 << 20;  // of the time until now: less than any picture shows
  if (cell_s_ == 0) cell_s_ = std::exp2(std::floor(std::log2(now_s / first_cells)));
  while (slice_count_ > budget_ && cell_s_ < now_s) {
    cell_s_ *= 2;
    slice_count_ = 0;
    for (std::vector<Slice>& row : rows_) {
      std::size_t kept = 0;
      for (std::size_t next = 1; next < row.size(); next++) {
        if (share_cell(row[kept], row[next])) {
          join(row[kept], row[next]);
        } else {
          row[++kept] = row[next];
        }
      }
      row.resize(std::min(row.size(), kept + 1));
      slice_count_ += row.size();
    }
  }
}

}  // namespace smpi::record
