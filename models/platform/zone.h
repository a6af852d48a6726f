// SPDX-License-Identifier: BSD-3-Clause
//
// A routing zone: hosts, routers and smaller zones, and a rule for the way between any two of them.
//
// A route between two hosts of one zone is what that zone's rule says. Else the lowest zone above
// both knows the way between the two children that hold them, and at which gateways that way enters
// and leaves these children; the ways to the gateways are found in the same manner:
//
//   source ~~> gateway [children of the common zone: its own links] gateway ~~> destination
//
// One virtual call a zone crossed, none a link. Rules that compute (clusters) and rules that look
// up (tables, graphs) are the subclasses; nobody stores routes for all pairs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

// Where a way between two children enters and leaves them: the child itself when it is no zone.
struct Gateways {
  PointId source = no_id;
  PointId destination = no_id;
};

// A way that a file prescribes between two points, whatever the zones' rules say.
struct Bypass {
  Gateways gateways;
  std::vector<LinkId> links;
};

class Ways;
class Zone;

// The lowest zone that holds two points, and the children of it that hold them.
struct Meeting {
  const Zone* zone;
  std::uint32_t from;  // local indices
  std::uint32_t to;
  const Bypass* bypass;  // nullptr: the zone's rule counts
};
Meeting meeting_of(const Platform& platform, PointId from, PointId to);

// Writes a route into the caller's buffer.
class RouteBuilder {
 public:
  RouteBuilder(const Platform& platform, Route& route)
      : platform_(platform), latency_s_(platform.links.latency_s.data()), route_(route) {}

  void add(LinkId link) {
    route_.links.push_back(link);
    route_.latency_s += latency_s_[link];
  }
  void add_if_any(LinkId link) {
    if (link != no_id) add(link);
  }
  void add_latency(double seconds) { route_.latency_s += seconds; }
  // Appends the whole way between two hosts or routers of any zones; `choice` picks among the paths
  // of the lowest zone that holds both. False: there is none.
  bool between(PointId from, PointId to, std::uint32_t choice = 0);
  const Platform& platform() const { return platform_; }

 private:
  bool follow(const Bypass& bypass, PointId from, PointId to);

  const Platform& platform_;
  const double* latency_s_;
  Route& route_;
};

// What describe_platform says about routers that form a graph.
struct RouterFigures {
  std::uint32_t router_count = 0;
  std::uint32_t radix_min = 0;  // ports of a router, those of hosts included
  std::uint32_t radix_max = 0;
  std::vector<std::pair<std::string, std::uint64_t>> cables;  // their number by kind
  std::uint32_t diameter = 0;                                 // between routers
  double mean_distance = 0;         // over ordered pairs of different routers
  std::uint32_t measured_from = 0;  // routers; below router_count it is a sample
  double bisection_low = 0;         // cables between routers; 0: not bounded
  double bisection_high = 0;
};

// What describe_platform says about a topology in closed form.
struct Shape {
  std::string text;                 // such as "fat tree, 2 levels, ..."
  std::uint32_t diameter_hops = 0;  // links on the longest shortest route; 0: no formula
  double diameter_latency_s = 0;
  double bisection_bytes_per_s = 0;  // 0: no formula
  std::optional<RouterFigures> routers;
};

class Zone {
 public:
  explicit Zone(std::string zone_name) : name(std::move(zone_name)) {}
  virtual ~Zone() = default;
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;

  // Appends the links of this zone between two of its children, named by their local indices.
  // False when there is no way; then nothing was appended. From a child to itself: its loopback
  // link when it has one.
  virtual bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const = 0;
  // The number of ways that routing may choose among, between two different children.
  virtual std::uint32_t path_count(std::uint32_t /*from*/, std::uint32_t /*to*/) const { return 1; }
  // Appends way number `choice`, below path_count(); way 0 is that of append().
  virtual bool append_path(std::uint32_t from, std::uint32_t to, std::uint32_t /*choice*/,
                           RouteBuilder& builder) const {
    return append(from, to, builder);
  }
  // Where ways are equal and no rule of the topology prefers one, a hash of the seed and of the two
  // children says which of them way 0 is.
  virtual void set_routing_seed(std::uint64_t /*seed*/) {}
  // Detours and what else routing policies may choose; nullptr: nothing.
  virtual const Ways* ways() const { return nullptr; }
  // no_id for both when there is no way.
  virtual Gateways gateways(std::uint32_t from, std::uint32_t to) const;
  // Its rule as platform files name it, such as "Full", or "cluster".
  virtual std::string_view routing_name() const = 0;
  // Called when the whole platform has been read.
  virtual void seal(const Platform&) {}
  // True when a way between any two children exists by construction.
  virtual bool is_complete() const { return false; }
  // The closed form of its topology, when it has one.
  virtual std::optional<Shape> shape(const Platform&) const { return std::nullopt; }

  std::string name;
  std::uint32_t index = no_id;   // in Platform::zones
  std::uint32_t parent = no_id;  // zone index; no_id for the root
  std::uint32_t local = no_id;   // its index among the parent's children
  std::uint32_t depth = 0;
  bool has_link_kinds = false;  // cables of different figures: closed forms do not hold
  std::vector<PointId> children;
  std::map<std::pair<PointId, PointId>, Bypass> bypasses;
  Properties properties;
};

}  // namespace smpi::models
