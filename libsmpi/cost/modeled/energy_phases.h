// SPDX-License-Identifier: BSD-3-Clause
//
// Energy by phase of the program: MPI_Pcontrol(1, "name") begins one, MPI_Pcontrol(-1, "name") ends
// it, as for the profiler IPM. Phases nest. The energy of a host goes with the innermost phase of
// the lowest rank on it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/host/energy.h"

namespace smpi {
struct Rank;
}

namespace smpi::modeled {

class EnergyPhases {
 public:
  void begin(const Rank& rank, std::string_view name, const models::Energy& energy);
  void end(const Rank& rank, const models::Energy& energy);
  // By phase, in the order in which they began; the first is what goes with none. Empty: no phase
  // ever began.
  std::vector<std::pair<std::string, double>> energy_j(const models::Energy& energy) const;

 private:
  using PhaseId = std::uint32_t;
  static constexpr PhaseId no_phase = 0;
  struct Host {
    std::vector<PhaseId> open;  // innermost last
    double since_j = 0;         // energy when the phase changed last
    std::uint32_t process = 0;  // the lowest one on it
  };
  Host* host_of(const Rank& rank);
  void settle(models::HostId id, Host& host, const models::Energy& energy);

  std::map<models::HostId, Host> hosts_;
  std::vector<std::string> names_{"none"};
  std::vector<double> energy_j_{0};  // of phases that ended, by PhaseId
};

}  // namespace smpi::modeled
