// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of a rank that are in MPI at once count each: a rank never has less than no useful time.
#include "libsmpi/watch/record/useful_time.h"

#include <algorithm>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::record {

UsefulTime::UsefulTime(Simulation& simulation) : simulation_(simulation) {
  simulation.add_observer(*this);
}

void UsefulTime::leave_call(const Rank& rank, const CallRecord&, const CallDetails& details) {
  const auto place = static_cast<std::size_t>(rank.world_rank);
  if (place >= in_mpi_s_.size()) in_mpi_s_.resize(place + 1, 0);
  in_mpi_s_[place] += simulation_.engine.now_s() - details.begin_s;
  call_count_++;
}

std::vector<double> UsefulTime::useful_s() const {
  std::vector<double> useful;
  for (std::size_t place = 0; place < simulation_.ranks.size(); ++place) {
    const double in_mpi_s = place < in_mpi_s_.size() ? in_mpi_s_[place] : 0;
    useful.push_back(std::max(simulation_.ranks[place]->end_s - in_mpi_s, 0.0));
  }
  return useful;
}

}  // namespace smpi::record
