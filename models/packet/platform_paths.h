// SPDX-License-Identifier: BSD-3-Clause
//
// Ways over a platform by the policies of network/routing that do not look at queues.
//
// What is drawn depends on the seed, the two hosts, and the numbers of the message at its source
// and of the packet in its message: on no order in which messages start. So partitions of a
// network, each with its own object, draw the same.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "models/network/detours.h"
#include "models/packet/carrier.h"
#include "models/packet/chooser.h"
#include "models/packet/fabric.h"
#include "models/platform/platform.h"
#include "models/platform/ways.h"

namespace smpi::models::packet {

class PlatformPaths : public Paths {
 public:
  // `detours`: null where no link can go off. All must outlive it. Throws InputError when no
  // topology of the platform can do what network/routing asks for.
  PlatformPaths(const Platform& platform, const Fabric& fabric, const Config& config,
                Detours* detours);

  Picoseconds find(const Trip& trip, std::vector<Hop>& hops) override;
  bool differs_by_packet() const override { return differs_by_packet_; }
  bool is_decided_by_routers() const override { return chooser_ != nullptr; }
  Decision decide(const Stand& stand, Queues& queues, std::vector<Hop>& hops) override {
    const auto lock = fabric_.lock_ways();
    return chooser_->decide(stand, queues, hops);
  }

 private:
  Choice choose(const Trip& trip);
  Choice choose_on_rail(const Trip& trip, const HostWays& between) const;
  std::uint32_t choose_rail(const Trip& trip, std::uint32_t count);

  const Platform& platform_;
  const Fabric& fabric_;
  const RoutingConfig& routing_;
  Detours* detours_;
  std::unique_ptr<Chooser> chooser_;  // null: routers do not decide
  bool differs_by_packet_;
  bool looks_at_zones_;                                          // way 0 is not what all take
  std::unordered_map<std::uint64_t, std::uint32_t> rail_turns_;  // by pair of hosts
  Route route_;
};

}  // namespace smpi::models::packet
