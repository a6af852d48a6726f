// SPDX-License-Identifier: BSD-3-Clause
//
// Requests of a rank by their numbers in the trace, which only grow.
//
// Most requests live for a few others: a ring of the newest numbers finds them by index. The few
// that live long (persistent ones) move to a map when the ring would have to grow for their sake.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "include/mpi.h"

namespace smpi::replay {

class NumberedRequests {
 public:
  // MPI_REQUEST_NULL when there is none.
  MPI_Request find(std::int64_t number) const {
    if (number >= first_ && number < end_) return ring_[index(number)];
    if (old_.empty()) return MPI_REQUEST_NULL;
    const auto found = old_.find(number);
    return found == old_.end() ? MPI_REQUEST_NULL : found->second;
  }

  // REQUIRES: number > 0.
  void set(std::int64_t number, MPI_Request request) {
    if (number < first_) {
      if (request == MPI_REQUEST_NULL) {
        old_.erase(number);
      } else {
        old_[number] = request;
      }
      return;
    }
    while (number >= end_) {
      if (end_ - first_ == static_cast<std::int64_t>(ring_.size())) make_room();
      ring_[index(end_++)] = MPI_REQUEST_NULL;
    }
    ring_[index(number)] = request;
  }

 private:
  std::size_t index(std::int64_t number) const {
    return static_cast<std::size_t>(number) & (ring_.size() - 1);
  }
  void make_room();

  std::vector<MPI_Request> ring_ = std::vector<MPI_Request>(16, MPI_REQUEST_NULL);
  std::int64_t first_ = 1;  // the numbers first_ .. end_ - 1 are in the ring
  std::int64_t end_ = 1;
  std::unordered_map<std::int64_t, MPI_Request> old_;
};

}  // namespace smpi::replay
