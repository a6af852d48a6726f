// SPDX-License-Identifier: BSD-3-Clause
//
// Who accesses which part of a file in a two-phase collective access (two_phase.h).
//
//   the part of the file that the ranks access, begin .. end
//   | domain of aggregator 0          | domain of aggregator 1          |
//   | window 0 | window 1 | window 2  | window 0 | window 1 | window 2  |
//
// Domains are equal; a window is what an aggregator buffers at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/io/access.h"
#include "libsmpi/mpi/io/hints.h"

namespace smpi::io {

// The first and the last byte of the file that a rank accesses; nothing when begin == end.
struct Bounds {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  Direction direction = Direction::read;
  bool empty() const { return begin == end; }
};

// Do the accesses of the ranks mix, so that a rank alone would access many small pieces?
bool interleave(std::span<const Bounds> ranks);

// The ranks that access the file: the first rank of each host, in the order of the ranks. When
// `count` says more, the second of each follows, and so on.
std::vector<int> choose_aggregators(const Communicator& communicator, std::optional<int> count);

class Plan {
 public:
  // REQUIRES: some rank accesses something.
  Plan(const Communicator& communicator, std::span<const Bounds> ranks, const Hints& hints);

  const std::vector<int>& aggregators() const { return aggregators_; }
  int aggregator_count() const { return static_cast<int>(aggregators_.size()); }
  // The number of a rank among the aggregators, if it is one.
  std::optional<int> number_of(int rank) const;
  int round_count() const { return round_count_; }
  Range domain(int aggregator) const {
    const std::int64_t from = std::min(begin_ + aggregator * domain_bytes_, end_);
    return {from, std::min(from + domain_bytes_, end_)};
  }
  Range window(int aggregator, int round) const {
    const Range all = domain(aggregator);
    const std::int64_t from = std::min(all.from + round * window_bytes_, all.to);
    return {from, std::min(from + window_bytes_, all.to)};
  }
  // The pieces, cut so that none crosses the border of a window, by rising offset.
  std::vector<Piece> cut(std::span<const Piece> pieces) const;

 private:
  // Where the window of the byte at `offset` ends.
  std::int64_t window_end(std::int64_t offset) const;

  std::vector<int> aggregators_;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
  std::int64_t domain_bytes_ = 1;
  std::int64_t window_bytes_ = 1;
  int round_count_ = 0;
};

}  // namespace smpi::io
