// SPDX-License-Identifier: BSD-3-Clause
//
// What happens when the ring is full: it moves on, sheds old requests, or grows.
#include "libsmpi/run/replay/numbered_requests.h"

namespace smpi::replay {

void NumberedRequests::make_room() {
  while (first_ < end_ && ring_[index(first_)] == MPI_REQUEST_NULL) first_++;
  if (end_ - first_ < static_cast<std::int64_t>(ring_.size())) return;
  std::size_t live_count = 0;
  for (const MPI_Request request : ring_) live_count += request != MPI_REQUEST_NULL ? 1 : 0;
  if (live_count * 8 < ring_.size()) {
    const std::int64_t middle = end_ - static_cast<std::int64_t>(ring_.size() / 2);
    for (; first_ < middle; first_++) {
      const MPI_Request request = ring_[index(first_)];
      if (request != MPI_REQUEST_NULL) old_[first_] = request;
    }
    return;
  }
  std::vector<MPI_Request> larger(2 * ring_.size(), MPI_REQUEST_NULL);
  for (std::int64_t number = first_; number < end_; number++) {
    larger[static_cast<std::size_t>(number) & (larger.size() - 1)] = ring_[index(number)];
  }
  ring_.swap(larger);
}

}  // namespace smpi::replay
