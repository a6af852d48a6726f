// SPDX-License-Identifier: BSD-3-Clause
//
// What cannot go on because of the machine, once nothing happens any more: messages whose way
// crosses a link that is off or has no bandwidth, and computation on hosts without speed. Without
// this the report of a deadlock would blame the program.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "libsmpi/mpi/requests/request.h"
#include "models/host/cpu.h"
#include "models/network/activity.h"

namespace smpi {

class Simulation;

class Standstill {
 public:
  // Looks at all flows, links and hosts.
  explicit Standstill(const Simulation& simulation);

  bool has_messages() const { return !flows_.empty(); }
  // Is the message of a request under way, and stands still?
  bool stops(const Request& request) const { return requests_.contains(&request); }
  // Such as "host a, which is off since 3 s"; empty: the host has speed, or no work.
  std::string describe_host(models::HostId host) const;
  // A line for each link that stops messages.
  std::string describe_messages() const;

 private:
  using Flow = models::NetworkActivity::StandingFlow;
  std::string describe_message(const Flow& flow) const;
  std::string describe_link(const Flow& flow) const;

  const Simulation& simulation_;
  std::vector<Flow> flows_;
  std::map<models::HostId, double> hosts_;  // since when
  std::set<const Request*> requests_;
};

}  // namespace smpi
