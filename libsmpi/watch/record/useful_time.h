// SPDX-License-Identifier: BSD-3-Clause
//
// How long each rank computed: its time outside MPI. What efficiency metrics are made of
// (launch/efficiency.h).
#pragma once

#include <cstdint>
#include <vector>

#include "libsmpi/ranks/runtime/observers.h"

namespace smpi {

class Simulation;

namespace record {

class UsefulTime final : public Observer {
 public:
  explicit UsefulTime(Simulation& simulation);

  void leave_call(const Rank& rank, const CallRecord& call, const CallDetails& details) override;

  // By world rank, in simulated seconds, from the start of the run to the rank's end. After the
  // run.
  std::vector<double> useful_s() const;
  // Calls of MPI by all ranks.
  std::uint64_t call_count() const { return call_count_; }

 private:
  Simulation& simulation_;
  std::vector<double> in_mpi_s_;  // by world rank
  std::uint64_t call_count_ = 0;
};

}  // namespace record
}  // namespace smpi
