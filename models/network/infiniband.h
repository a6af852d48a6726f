// SPDX-License-Identifier: BSD-3-Clause
//
// Contention on InfiniBand networks (MODELS 4; Vienne's model, measured on a real cluster): a
// host that sends or receives several messages at once gets less than its fair share. The penalty
// of a flow depends on the degrees of its two ends and, through a threshold on receivers, on those
// of the other receivers of its source; so a start or an end changes only the flows of the sources
// that send to the same receiver, and walking the whole graph of communicating hosts is not needed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/network/config.h"
#include "models/network/contention.h"
#include "models/platform/platform.h"

namespace smpi::models {

class InfinibandContention final : public Contention {
 public:
  InfinibandContention(const InfinibandFactors& factors, std::size_t host_count);

  void flow_starts(std::uint32_t flow, HostId source, HostId destination) override;
  void flow_ends(std::uint32_t flow) override;
  bool is_dirty() const override { return !dirty_.empty(); }
  const std::vector<std::uint32_t>& update() override;
  double penalty(std::uint32_t flow) const override { return flows_[flow].penalty; }

 private:
  struct Flow {
    HostId source = no_id;
    HostId destination = no_id;
    double penalty = 1;
  };
  struct Sender {
    HostId source;
    std::uint32_t count;
  };
  struct Host {
    std::vector<std::uint32_t> sent;  // flows
    std::vector<Sender> senders;      // to this host, in order of their first flow
    std::uint32_t received_count = 0;
    bool is_dirty = false;
  };
  void mark_senders_to(HostId destination);
  double send_penalty(const Host& source) const;
  double receive_penalty(HostId source, const Host& destination) const;

  InfinibandFactors factors_;
  std::vector<Flow> flows_;
  std::vector<Host> hosts_;
  std::vector<HostId> dirty_;  // sources whose flows may have a new penalty
  std::vector<std::uint32_t> changed_;
};

// nullptr where links alone slow a flow.
std::unique_ptr<Contention> contention_of(const NetworkConfig& config, std::size_t host_count);

}  // namespace smpi::models
