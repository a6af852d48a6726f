// SPDX-License-Identifier: BSD-3-Clause
//
// What each rank did when: a slice per call of MPI and per modelled kernel; between slices a rank
// computes.
//
// A run has any number of calls, and a page room for some 200,000 slices. When there are twice as
// many, slices that lie in one cell of a grid over time are joined, and the cells are made larger
// until few enough are left. So long calls stay exact for ever, and bursts of short ones become one
// slice that knows how much of it each topic took. Alternative considered: bins of equal length,
// which blur the long calls too.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libsmpi/watch/record/report/call_topic.h"

namespace smpi::record {

struct Slice {
  double begin_s = 0;
  double end_s = 0;
  std::uint32_t call_count = 1;
  std::uint32_t function = 0;                     // of the longest call
  float longest_s = 0;                            // that call
  std::array<float, call_topic_count> topic_s{};  // the rest of the slice was computation
};

class Timeline {
 public:
  static constexpr std::size_t usual_budget = 100'000;
  explicit Timeline(std::size_t budget = usual_budget) : budget_(budget) {}

  struct Call {
    std::uint32_t process;
    std::uint32_t function;
    CallTopic topic;
    double begin_s;
    double end_s;
  };
  // Calls of a process come in the order of their ends. Of calls that overlap, by threads of a
  // rank, each begins where the one before it ended. Calls without duration leave no slice.
  void add(const Call& call);

  // By process; those that made no call may be missing at the end.
  const std::vector<std::vector<Slice>>& rows() const { return rows_; }
  // Slices that begin and end in one cell of this length are joined; 0: none had to be.
  double cell_s() const { return cell_s_; }

 private:
  bool share_cell(const Slice& first, const Slice& last) const;
  void coarsen(double now_s);

  std::size_t budget_;
  std::size_t slice_count_ = 0;
  double cell_s_ = 0;
  std::vector<std::vector<Slice>> rows_;
};

}  // namespace smpi::record
