// SPDX-License-Identifier: BSD-3-Clause
//
// Policies by which routers decide on the way of a packet (network/routing: adaptive, ugal-l, par,
// dal, omniwar).
//
// A router knows its own outputs and nothing else: bytes that wait for one, or are in the buffer
// behind it. It is asked when the head of a packet is there.
//
//   adaptive   trees: upwards the natural port, unless more than packet/adaptive-threshold waits
//              for it, then the least loaded one; downwards there is no choice. Tori and meshes: at
//              each router any minimal direction by a channel of its own, the least loaded one that
//              has room; without room on the way of dimensions, which is the escape (Duato 1993).
//              Other topologies whose routers all have hosts: at each router the least loaded
//              minimal cable, a channel a cable. Dragonflies: at the first router the least loaded
//              minimal way.
//   ugal-l     at the first router: the best of some minimal ways, unless more than the threshold
//              waits for it and more than packet/adaptive-bias times what waits for the best of
//              some Valiant ways
//   par        the same with one minimal way, again at each router of the source's group that it
//              visits, until one diverts
//   dal        dimension by dimension; in each a direct cable, or once another one where twice its
//              load and a packet are less than the direct one's
//   omniwar    the least load times cables left, of all dimensions and at most M deroutes
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/packet/carrier.h"
#include "models/packet/fabric.h"
#include "models/platform/ways.h"

namespace smpi::models::packet {

class Chooser {
 public:
  // Does network/routing say that routers decide?
  static bool is_needed(RoutingRule rule);

  // All must outlive it.
  Chooser(const Platform& platform, const Fabric& fabric, const Config& config);

  Decision decide(const Stand& stand, Queues& queues, std::vector<Hop>& hops);

 private:
  // The zone in which both hosts are, on the rail that the packet has taken.
  const Ways* ways_of(const Stand& stand, const HostWays& between) const;
  Decision climb(const Stand& stand, const Ways& ways, Queues& queues, std::vector<Hop>& hops);
  Decision adapt(const Stand& stand, const Ways& ways, Queues& queues, std::vector<Hop>& hops);
  Decision adapt_at_source(const Stand& stand, const Ways& ways, Queues& queues,
                           std::vector<Hop>& hops);
  Decision take_whole(const Stand& stand, const Ways& ways, Choice choice, std::uint32_t steps,
                      std::vector<Hop>& hops);
  Decision divert(const Stand& stand, const Ways& ways, Queues& queues, std::vector<Hop>& hops);
  Decision deroute(const Stand& stand, const Ways& ways, Queues& queues, std::vector<Hop>& hops);

  // The links of a way from here to the destination, a host's own cable left out.
  void find_onward(HostId here, HostId target, Choice choice);
  std::int64_t load_ahead(const Queues& queues) const;
  // The links ahead as hops, those between routers in the channel `first`, `first` + 1, ...
  void by_hop(const Stand& stand, std::uint32_t first, std::vector<Hop>& hops) const;
  // The hops of a whole way; the place of its cable number `steps` between routers, or their number
  // when it does not begin as the packet has come.
  std::size_t find_whole(const Stand& stand, const Ways& ways, Choice choice, std::uint32_t steps);
  // The candidate of these with the least load ahead, and that load.
  struct Best {
    Choice choice = 0;
    std::int64_t load = 0;
  };
  template <class MakeChoice>
  Best best_of(const Stand& stand, const Ways& ways, const Queues& queues, std::uint64_t count,
               std::uint64_t key, std::uint32_t steps, MakeChoice make_choice);
  std::uint64_t draw(const Stand& stand, std::uint64_t number) const;
  // The hosts that stand for routers; no_id: the router has none.
  HostId host_at(PortId by) const { return host_of_router_[fabric_.router_behind(by)]; }

  const Platform& platform_;
  const Fabric& fabric_;
  const Config& config_;
  std::vector<HostId> host_of_router_;
  std::vector<LinkId> links_;
  std::vector<Hop> whole_;
  Route route_;
};

}  // namespace smpi::models::packet
