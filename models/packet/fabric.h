// SPDX-License-Identifier: BSD-3-Clause
//
// A platform as ports: what of each link the engine needs, and the virtual channels of ways.
//
// Links of the platform are the first ports, with their own numbers. A host that is a router itself
// (tori, meshes) may get two more, for its network card, where the user gave the card a bandwidth.
// Where the platform has cables, a router is known by them; other links each have a router of their
// own at both ends: nothing says where they end.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "models/packet/config.h"
#include "models/packet/ports.h"
#include "models/packet/route_store.h"
#include "models/packet/rules.h"
#include "models/platform/platform.h"
#include "models/platform/ways.h"

namespace smpi::models::packet {

class Fabric {
 public:
  // Both must outlive it. Throws InputError for links and topologies that the options do not fit.
  Fabric(const Platform& platform, const Config& config);

  std::size_t port_count() const { return port_count_; }
  std::uint32_t channel_count() const { return channel_count_; }
  // Of a port as the platform has it now.
  PortFacts facts(PortId port) const;
  void fill(Ports& ports) const;
  bool is_link(PortId port) const { return port < platform_.links.count(); }
  // Routers at the ends of a port, numbered from 0: switches, hosts, and those of other links.
  RouterId router_before(PortId port) const { return ends_[port].before; }
  RouterId router_behind(PortId port) const { return ends_[port].behind; }
  RouterId router_of(HostId host) const {
    return static_cast<RouterId>(platform_.switches.count()) + host;
  }
  std::size_t router_count() const { return router_count_; }
  // The least time from a grant to a head or credit elsewhere: the width of a window of the queue.
  Picoseconds least_reach() const { return least_reach_; }
  // Could the channels of ways between hosts of different zones, or of links that serve both
  // directions, wait for each other?
  bool needs_check() const { return needs_check_; }
  bool is_limited() const { return config_.buffers.kind != Buffers::Kind::unlimited; }

  bool is_between_routers(LinkId link) const {
    return link < kinds_.size() && kinds_[link] == Kind::cable && is_router(ends_[link].before) &&
           is_router(ends_[link].behind);
  }
  bool is_cable(LinkId link) const { return kinds_[link] == Kind::cable; }
  // Are there hosts that are routers?
  bool has_direct_cables() const { return has_direct_cables_; }

  // Held by whoever asks the platform for ways, where zones keep what they have found.
  std::unique_lock<std::mutex> lock_ways() const {
    return has_stateful_ways_ ? std::unique_lock(ways_mutex_) : std::unique_lock<std::mutex>();
  }

  // Appends the hops of a way with its channels. `ways`: of the zone that both hosts are in, or
  // null.
  void make_hops(HostId source, HostId destination, const Ways* ways, std::span<const LinkId> links,
                 std::vector<Hop>& hops) const;
  // The same from a router on. `closed_by`: the cable by which a packet came that has closed a ring
  // on its way; no_id: none.
  void append_hops(HostId destination, const Ways* ways, std::span<const LinkId> links,
                   std::vector<Hop>& hops, LinkId closed_by = no_id) const;
  // The card by which a host takes messages out of the network, if it has one.
  void append_card(HostId destination, std::vector<Hop>& hops) const {
    if (has_card(destination)) hops.push_back({first_card_ + 2 * destination + 1});
  }

 private:
  struct Ends {
    RouterId before;
    RouterId behind;
  };
  enum class Kind : std::uint8_t { other, cable, limiter };

  void find_ends();
  void find_routing_hosts();
  void add_cards();
  void give_channels(const Ways* ways, std::span<Hop> hops, LinkId closed_by) const;
  void check_links() const;
  void check_limiters() const;
  void check_channels() const;
  bool is_proven() const;
  void check_routers() const;
  std::uint32_t count_channels() const;
  std::uint32_t count_channels(const Zone& zone) const;
  void find_reach();
  PortFacts facts_of_card(PortId port) const;
  Picoseconds router_delay_behind(PortId port) const;
  std::int64_t buffer_bytes_behind(const PortFacts& facts, double bandwidth_bytes_per_s) const;
  bool is_routing_host(RouterId router) const {
    return router < is_routing_host_.size() && is_routing_host_[router] != 0;
  }
  bool has_cards() const { return first_card_ != no_index; }
  bool is_router(RouterId router) const {
    return router < platform_.switches.count() || is_routing_host(router);
  }
  bool has_card(HostId host) const { return has_cards() && is_routing_host(router_of(host)); }

  const Platform& platform_;
  const Config& config_;
  std::vector<Ends> ends_;                     // by port
  std::vector<Kind> kinds_;                    // by link
  std::vector<std::uint8_t> is_routing_host_;  // by router
  PortId first_card_ = no_index;               // of host 0: into the network, then out of it
  std::vector<double> card_bytes_per_s_;       // by host
  std::size_t port_count_ = 0;
  std::size_t router_count_ = 0;
  std::uint32_t channel_count_ = 1;
  Picoseconds least_reach_ = 1;
  bool needs_check_ = false;
  bool has_direct_cables_ = false;
  bool has_stateful_ways_ = false;
  mutable std::mutex ways_mutex_;
};

}  // namespace smpi::models::packet
