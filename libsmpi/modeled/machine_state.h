// SPDX-License-Identifier: BSD-3-Clause
//
// What happens to the machine while programs run on it: trace files change it (MODELS 9), and its
// hosts and links take energy (MODELS 8), also while ranks wait inside MPI (`smpi/poll-power`).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernel/engine.h"
#include "models/host/cpu.h"
#include "models/host/energy.h"
#include "models/host/profile_player.h"
#include "models/network/network.h"
#include "models/platform/platform.h"

namespace smpi::modeled {

class MachineState {
 public:
  // Plays the trace files of `platform` from time 0 on. `poll_cores` is the share of a core that a
  // rank inside MPI keeps busy. All must outlive this object. Throws InputError for malformed
  // properties of energy.
  MachineState(kernel::Engine& engine, models::Platform& platform, models::Cpu& cpu,
               models::Network& network, double poll_cores);

  const models::Energy& energy() const { return energy_; }
  // Must ranks say when they enter and leave MPI?
  bool counts_polling() const { return counts_polling_; }
  void enter_mpi(models::HostId host) { poll(host, 1); }
  void leave_mpi(models::HostId host) { poll(host, -1); }

 private:
  void poll(models::HostId host, std::int32_t change);

  models::Energy energy_;
  std::unique_ptr<models::ProfilePlayer> profiles_;
  double poll_cores_;
  bool counts_polling_;
  std::vector<std::int32_t> ranks_in_mpi_;  // by host
};

}  // namespace smpi::modeled
