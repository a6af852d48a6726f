// SPDX-License-Identifier: BSD-3-Clause
//
// The models of energy and of trace files, connected to a run.
#include "libsmpi/modeled/machine_state.h"

namespace smpi::modeled {

MachineState::MachineState(kernel::Engine& engine, models::Platform& platform, models::Cpu& cpu,
                           models::Network& network, double poll_cores)
    : energy_(engine, platform, cpu, network),
      poll_cores_(poll_cores),
      counts_polling_(poll_cores > 0 && energy_.is_measured()) {
  if (counts_polling_) ranks_in_mpi_.resize(platform.hosts.count(), 0);
  if (platform.profiles.empty()) return;
  profiles_ = std::make_unique<models::ProfilePlayer>(
      engine, platform,
      models::ProfilePlayer::Listener{[](void* self, std::uint32_t link) {
                                        static_cast<models::Network*>(self)->link_changed(link);
                                      },
                                      &network},
      models::ProfilePlayer::Listener{[](void* self, std::uint32_t host) {
                                        static_cast<models::Cpu*>(self)->host_changed(host);
                                      },
                                      &cpu});
}

void MachineState::poll(models::HostId host, std::int32_t change) {
  ranks_in_mpi_[host] += change;
  energy_.set_polling_cores(host, poll_cores_ * ranks_in_mpi_[host]);
}

}  // namespace smpi::modeled
