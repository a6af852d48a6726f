// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts that go off while ranks run on them (scenarios, trace files). The ranks of such a host end
// at that instant. With `smpi/on-host-failure:abort`, the default, the others learn of it
// `smpi/failure-detection` later. Where none of them has an error handler that lets it go on, the
// job ends then as launchers end it, with exit status 4; else their operations that need a failed
// rank end with errors (mpi/p2p/failures.h). With `hang` they wait for what never comes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernel/options.h"
#include "models/platform/ids.h"

namespace smpi {

class Simulation;
struct Rank;

class HostFailures {
 public:
  static constexpr int exit_status = 4;

  // Throws InputError for wrong options. `simulation` must outlive this object.
  HostFailures(Simulation& simulation, const kernel::Options& options);
  static std::span<const kernel::OptionSpec> options();

  // Called when the state of a host has changed, in event context.
  void host_changed(models::HostId host);
  // Called before the run: hosts may be off from the start.
  void look_at_all();
  // Called when the run has ended by itself: ranks may have been lost shortly before.
  void run_ended();

 private:
  struct Failure {
    models::HostId host;
    double at_s;
    std::vector<Rank*> ranks;
    bool is_known = false;       // to the other ranks
    bool is_survivable = false;  // somebody had a handler when it happened
  };
  // False: no rank ran there.
  bool end_ranks(models::HostId host);
  void detect(Failure& failure);
  bool is_survivable(const Failure& failure) const;
  void abort_job();
  std::string report() const;

  Simulation& simulation_;
  double detection_s_;
  bool aborts_;
  std::vector<Failure> failures_;
};

}  // namespace smpi
