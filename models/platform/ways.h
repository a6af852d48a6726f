// SPDX-License-Identifier: BSD-3-Clause
//
// Ways that routing may choose among besides the minimal ones, as numbers.
//
// A Choice names one way between two children of a zone. Below 2^32 it is one of the minimal ways
// (Zone::path_count, Zone::append_path), and 0 is the one that is taken when nothing chooses. Above
// them the top bits say what the other bits mean:
//
//   valiant          over a router, or a group, that minimal ways do not visit; numbered from 0 to
//                    Ways::valiant_count(). After `steps` cables of minimal way `minimal`, when a
//                    later router of that way takes the detour.
//   walk             what a greedy rule chose at each router (HyperX)
//   shortest         one of the k shortest ways without a loop (graphs)
//   spread,          all minimal ways, or all Valiant ways, at once: the route cache adds them up
//   valiant_spread
//
// Where hosts have several rails, which are copies of one network, three bits below these say on
// which rail the way is; the way's own number is the same on each.
//
// Nothing is stored: a way is computed from its number, O(hops). Choices other than 0 exist only
// between two children of one zone that has Ways.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

class RouteBuilder;

using Choice = std::uint64_t;

enum class WayKind : std::uint8_t { minimal, valiant, walk, shortest, spread, valiant_spread };

inline constexpr unsigned way_kind_shift = 60;
inline constexpr Choice way_number_mask = (Choice{1} << way_kind_shift) - 1;

constexpr WayKind kind_of(Choice choice) {
  return static_cast<WayKind>(choice >> way_kind_shift);
}
constexpr Choice choice_of(WayKind kind, std::uint64_t number = 0) {
  return (static_cast<Choice>(kind) << way_kind_shift) | number;
}

inline constexpr unsigned rail_shift = 57;
inline constexpr std::uint32_t rail_max = 8;

constexpr std::uint32_t rail_of(Choice choice) {
  return static_cast<std::uint32_t>(choice >> rail_shift) % rail_max;
}
// REQUIRES: the choice is on rail 0.
constexpr Choice on_rail(Choice choice, std::uint32_t rail) {
  return choice | static_cast<Choice>(rail) << rail_shift;
}
constexpr Choice without_rail(Choice choice) {
  return choice & ~(static_cast<Choice>(rail_max - 1) << rail_shift);
}

// The number of a Valiant choice, in three fields.
struct ValiantWay {
  static constexpr unsigned minimal_shift = 33, steps_shift = 53;
  static constexpr std::uint64_t number_max = std::uint64_t{1} << minimal_shift;
  static constexpr std::uint64_t minimal_max = std::uint64_t{1} << (steps_shift - minimal_shift);

  std::uint64_t number = 0;
  std::uint32_t minimal = 0;
  std::uint32_t steps = 0;

  Choice choice() const {
    return choice_of(WayKind::valiant, number | std::uint64_t{minimal} << minimal_shift |
                                           std::uint64_t{steps} << steps_shift);
  }
  static ValiantWay of(Choice choice) {
    return {choice & (number_max - 1),
            static_cast<std::uint32_t>(choice >> minimal_shift & (minimal_max - 1)),
            static_cast<std::uint32_t>(choice >> steps_shift & 15)};
  }
};

// The links of a cluster's cables: one range, those between routers last.
struct CableLinks {
  LinkId first = no_id;
  LinkId first_between_routers = no_id;
  LinkId end = no_id;
  bool is_split = true;  // a cable is two links, one per direction

  bool is_between_routers(LinkId link) const { return link >= first_between_routers && link < end; }
  // The link that leads back: itself where one link serves both directions, and of limiters.
  LinkId reverse(LinkId link) const {
    if (!is_split || link < first || link >= end) return link;
    return first + ((link - first) ^ 1U);
  }
};

// Flows in progress by directed link, as policies look at them.
class LinkLoads {
 public:
  explicit LinkLoads(const LinkTable& links) : links_(links) {}

  void start() { flows_.assign(links_.count(), 0); }
  bool is_counting() const { return !flows_.empty(); }
  void add(LinkId link) { flows_[link]++; }
  void remove(LinkId link) { flows_[link]--; }
  std::uint32_t flows(LinkId link) const { return flows_[link]; }
  // Seconds per byte that one flow more would find: (q + 1)/C.
  double filling(LinkId link) const {
    return links_.is_on[link] == 0 ? std::numeric_limits<double>::infinity()
                                   : (flows_[link] + 1) / links_.bandwidth_bytes_per_s[link];
  }

 private:
  const LinkTable& links_;
  std::vector<std::uint32_t> flows_;
};

// Rules that choose router by router, and look at the loads of its cables.
enum class WalkRule : std::uint8_t { adaptive_tree, dal, omniwar };

// In which order ways cross the cables between routers, for those who give them virtual channels so
// that packets never wait for each other in a circle.
enum class CableRule : std::uint8_t {
  free,     // no ways of this topology make a circle
  ordered,  // by place_of(): a way changes to the next channel where it does not follow the order
  rings,    // the same, with two channels each: before a ring is closed, and from there on
  by_hop,   // nothing is known: each cable of a way has the next channel
};

// The place of a cable in that order. Places ascend along a way; the same one comes again only
// where it is straight, in the same direction.
struct CablePlace {
  std::uint32_t place = 0;
  bool is_up = true;         // which of the cable's two links it is
  bool is_straight = false;  // several cables of this place make a row
  bool closes_ring = false;  // the row is a ring, and begins with this cable
  bool ends_level = false;   // after it places begin anew, in the next channel
};

// Which ways are taken: those of one kind, or of the minimal ones way 0 only.
struct WayUse {
  WayKind kind = WayKind::minimal;
  bool is_first_only = false;
  bool is_diverted = false;    // Valiant ways begin after some steps of a minimal one
  bool is_by_hop = false;      // each cable of a way has the next channel
  std::uint32_t deroutes = 0;  // of a walk
};

// What a topology's ways can be chosen by.
struct RoutingSkills {
  bool valiant = false;   // valiant, ugal-l, ugal-g, valiant-spread
  bool groups = false;    // par
  bool climbs = false;    // adaptive chooses port by port
  bool deroutes = false;  // dal, omniwar
  bool shortest = false;  // ksp
};

class Ways {
 public:
  virtual ~Ways() = default;

  // Copies of the network to which each host has a cable, and the ways on one of them: nullptr when
  // there is one way only.
  virtual std::uint32_t rail_count() const { return 1; }
  virtual const Ways* on_rail(std::uint32_t /*rail*/) const { return this; }

  virtual CableLinks cable_links() const = 0;
  virtual CableRule cable_rule() const { return CableRule::by_hop; }
  // REQUIRES: the rule is `ordered`, and the link is between routers.
  virtual CablePlace place_of(LinkId /*link*/) const { return {}; }
  // The number of channels that ways of a use need by the rule; nullopt: no bound is known.
  virtual std::optional<std::uint32_t> channel_count(const WayUse& /*use*/) const {
    return std::nullopt;
  }
  // May several threads ask for ways at once?
  virtual bool is_stateless() const { return true; }
  virtual RoutingSkills skills() const = 0;
  // Appends a way of any kind but the two that spread. REQUIRES: the children differ, and the
  // choice is one of theirs.
  virtual bool append_way(std::uint32_t from, std::uint32_t to, Choice choice,
                          RouteBuilder& builder) const = 0;
  // The number of Valiant ways, at most ValiantWay::number_max; 0: no router or group lies aside.
  virtual std::uint64_t valiant_count(std::uint32_t /*from*/, std::uint32_t /*to*/) const {
    return 0;
  }
  // Cables that a minimal way crosses before it leaves the group of its source; 0 when it stays.
  virtual std::uint32_t steps_in_group(std::uint32_t /*from*/, std::uint32_t /*to*/,
                                       std::uint32_t /*minimal*/) const {
    return 0;
  }
  // The number of ways of kind `shortest`, at most k.
  virtual std::uint32_t shortest_count(std::uint32_t /*from*/, std::uint32_t /*to*/,
                                       std::uint32_t /*k*/) const {
    return 0;
  }
  // The minimal way that `key`, a child's number, chooses: key mod number of ways; of trees port
  // (key/width) mod ports at each level.
  virtual std::uint32_t modk_way(std::uint32_t from, std::uint32_t to, std::uint32_t key) const = 0;
  // The way instead of `choice`, which crosses a link for which `is_dead` holds, where the topology
  // has a rule for that; nullopt: none, or no way that the rule allows is left.
  virtual std::optional<Choice> around(std::uint32_t /*from*/, std::uint32_t /*to*/,
                                       Choice /*choice*/,
                                       const std::function<bool(LinkId)>& /*is_dead*/) const {
    return std::nullopt;
  }
  // The largest number of deroutes that a Choice can hold; nullopt: not even none. The number that
  // rules take when none is given.
  virtual std::optional<std::uint32_t> deroute_max() const { return std::nullopt; }
  virtual std::uint32_t deroute_default() const { return 0; }
  // Where routers choose port by port (climbs): the cables on which a way may go on from the router
  // behind `by`, the natural one first; none where it goes down.
  virtual void climbs(std::uint32_t /*from*/, std::uint32_t /*to*/, LinkId /*by*/,
                      std::vector<LinkId>& /*links*/) const {}
  // Appends the rest of a way from there, by number `number` of those cables.
  virtual void append_climb(std::uint32_t /*from*/, std::uint32_t /*to*/, LinkId /*by*/,
                            std::uint32_t /*number*/, RouteBuilder& /*builder*/) const {}
  virtual Choice walk(std::uint32_t /*from*/, std::uint32_t /*to*/, WalkRule /*rule*/,
                      std::uint32_t /*deroutes*/, const LinkLoads& /*loads*/) const {
    return 0;
  }
};

// The ways between two hosts: those of the zone in which they meet; nullptr when there is one only.
struct HostWays {
  const Ways* ways = nullptr;
  std::uint32_t from = no_id;  // children of the zone
  std::uint32_t to = no_id;
};
HostWays ways_between(const Platform& platform, HostId from, HostId to);

// Says which of equal ways way 0 is, where a topology has no rule for it: another seed, another
// draw. It is 1 unless it is said.
void set_routing_seed(const Platform& platform, std::uint64_t seed);

// As Platform::find_route, for any choice but the two that spread.
bool find_way(const Platform& platform, HostId from, HostId to, Choice choice, Route& route);

}  // namespace smpi::models
