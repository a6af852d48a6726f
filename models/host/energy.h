// SPDX-License-Identifier: BSD-3-Clause
//
// Energy of hosts and networks (MODELS 8), integrated exactly: power is constant between two
// changes of load, so each change adds power x time, and nothing is ever sampled.
//
// Hosts, links, network cards and switches say what they take in properties
// (platform/power_properties.h). Those without properties are not counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/engine.h"
#include "models/host/cpu.h"
#include "models/network/network.h"
#include "models/platform/platform.h"

namespace smpi::models {

// A class of work with a power of its own.
using PowerClassId = std::uint32_t;

class Energy {
 public:
  // All must outlive the energy model. Throws InputError for a property that is malformed or does
  // not cover all pstates.
  Energy(kernel::Engine& engine, Platform& platform, Cpu& cpu, Network& network);
  ~Energy();

  // Does anything say what it takes?
  bool is_measured() const;
  bool is_host_measured(HostId host) const;
  bool is_link_measured(LinkId link) const;
  bool is_switch_measured(std::uint32_t index) const;
  bool is_card_measured(HostId host) const;

  // From the start of the simulation until now; 0 when not measured.
  double host_energy_j(HostId host) const;
  double link_energy_j(LinkId link) const;
  double total_host_energy_j() const;
  double switch_energy_j(std::uint32_t index) const;
  double card_energy_j(HostId host) const;
  double total_link_energy_j() const;
  double total_switch_energy_j() const;
  double total_card_energy_j() const;
  double total_energy_j() const;  // of everything

  // What cores do: the property wattage_per_state.NAME says what they take meanwhile. Executions
  // are of class default unless begin_work() says otherwise, waiting by polling is of class
  // mpi-wait.
  static constexpr PowerClassId default_class = 0;
  static constexpr PowerClassId wait_class = 1;
  PowerClassId power_class(std::string_view name);
  const std::vector<std::string>& power_classes() const;
  // An execution on `host` that starts now and ends at end_work() is of this class.
  void begin_work(HostId host, PowerClassId work);
  void end_work(HostId host, PowerClassId work);

  // Hosts' energy until now that goes with doing nothing, and what each class of work adds.
  double base_energy_j() const;
  double class_energy_j(PowerClassId work) const;
  // Operations that hosts executed.
  double flops() const;
  // Energy over time: bins of bin_s, in J. The first is base_energy_j over time, the second that of
  // the network, and then there is one of each class.
  struct Series {
    double bin_s = 0;
    std::vector<std::vector<double>> bins_j;
    std::vector<std::vector<double>> group_bins_j;  // of hosts, when groups are followed
  };
  Series series() const;
  // Keeps also what the hosts of each group take over time. REQUIRES: time 0, a group per host.
  void follow_groups(std::vector<std::uint32_t> group_of_host);

  // The most that all took together, and since when.
  struct Peak {
    double power_w = 0;
    double at_s = 0;
  };
  Peak peak() const;
  // Since the last change.
  double host_power_w(HostId host) const;
  double link_power_w(LinkId link) const;
  // Called by whoever changes the state of a switch in the platform; that of links says the rest.
  void switch_changed(std::uint32_t index);

  // Processes that wait by polling keep cores busy that compute nothing: `core_count` of them
  // (a rank that polls at a share of a core counts as that share).
  void set_polling_cores(HostId host, double core_count);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::models
