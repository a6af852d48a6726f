// SPDX-License-Identifier: BSD-3-Clause
//
// Which of the ways between two hosts a flow takes (MODELS: docs/models.md, Routing).
//
// A policy picks when a flow starts, before its latency phase; the flow stays on its way. It may
// look at q, the number of flows in progress by directed link: their latency phases count,
// acknowledgements do not. q is kept only for policies that look at it. `minimal`, the default, has
// no object at all.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "models/network/routing_config.h"
#include "models/platform/platform.h"
#include "models/platform/ways.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {

class Routing {
 public:
  // nullptr for `minimal` where hosts have one rail. The platform must outlive it. Throws
  // InputError when no topology of the platform can do what the policy asks for.
  static std::unique_ptr<Routing> make(const Platform& platform, const RoutingConfig& config);

  Routing(const Platform& platform, const RoutingConfig& config);

  // The way of a flow that starts now; on that rail, if one is given.
  Choice choose(HostId from, HostId to, double size_bytes, std::uint32_t rail = no_id);
  // Into how many parts a message is cut, one per rail; 1: it is not.
  std::uint32_t part_count(HostId from, HostId to, double size_bytes) const;
  // A flow that uses these links starts, or has ended. REQUIRES: uses of a route of `penalty`.
  void flow_starts(std::span<const LinkUse> uses, double penalty) {
    if (loads_.is_counting()) count(uses, penalty, true);
  }
  void flow_ends(std::span<const LinkUse> uses, double penalty) {
    if (loads_.is_counting()) count(uses, penalty, false);
  }
  const LinkLoads& loads() const { return loads_; }

 private:
  // What UGAL weighs: cables between routers from router number `steps` of the way on, and flows.
  struct Outlook {
    double hops = 0;
    double flows = 0;
    double weight() const { return hops * (flows + 1); }
  };

  void require(const Platform& platform) const;
  std::uint32_t choose_rail(const Ways& ways, HostId from, HostId to);
  Choice choose_on_rail(const HostWays& between, HostId from, HostId to);
  bool find(HostId from, HostId to, Choice choice) {
    return find_way(platform_, from, to, on_rail(choice, rail_), route_);
  }
  std::uint32_t deroutes_of(const Ways& ways) const {
    return config_.number > 0 ? config_.number : ways.deroute_default();
  }
  void count(std::span<const LinkUse> uses, double penalty, bool starts);
  std::uint64_t draw(std::uint64_t number) const;
  Choice minimal_by_hash(HostId from, HostId to);
  Choice adaptive(HostId from, HostId to);
  Choice valiant(const HostWays& between, HostId from, HostId to);
  Choice ugal(const HostWays& between, HostId from, HostId to);
  Choice walk(const HostWays& between, WalkRule rule);
  Outlook look_at(HostId from, HostId to, Choice choice, std::uint32_t steps);
  void candidates_below(std::uint64_t count, std::uint64_t key);

  const Platform& platform_;
  RoutingConfig config_;
  LinkLoads loads_;
  // Messages that each pair has sent, where the policy draws for each message.
  std::unordered_map<std::uint64_t, std::uint64_t> message_counts_;
  std::unordered_map<std::uint64_t, std::uint32_t> rail_turns_;  // by pair
  bool has_rails_ = false;
  std::uint64_t message_key_ = 0;  // of the message whose way is chosen
  std::uint32_t rail_ = 0;         // and its rail
  std::vector<std::uint64_t> candidates_;
  CableLinks cables_;
  Route route_;
};

}  // namespace smpi::models
