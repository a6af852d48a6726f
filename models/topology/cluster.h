// SPDX-License-Identifier: BSD-3-Clause
//
// Builds a cluster: hosts, their links and the zone that routes between them. Used by the <cluster>
// tag of platform files and by the short descriptions of the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"
#include "models/platform/power_properties.h"
#include "models/topology/topology.h"

namespace smpi::models {

// Policies as files write them; SPLITDUPLEX makes two links of one.
enum class LinkKind : std::uint8_t { shared, fatpipe, split_duplex };

struct LinkFigures {
  double bandwidth_bytes_per_s;
  double latency_s;
};

struct ClusterSpec {
  std::string id;
  std::string prefix;
  std::string suffix;
  std::vector<std::uint32_t> radicals;  // one host each, named prefix + radical + suffix
  std::vector<double> pstate_speed_flops;
  std::uint32_t core_count = 1;
  LinkFigures link{};
  std::vector<std::pair<std::string, LinkFigures>> kind_links;  // of kinds of cables; else `link`
  LinkKind link_kind = LinkKind::split_duplex;
  std::optional<LinkFigures> backbone;
  SharingPolicy backbone_policy = SharingPolicy::shared;
  std::optional<LinkFigures> loopback;
  std::optional<double> limiter_bytes_per_s;
  const Topology* topology = topologies().front();
  std::string parameters;            // of the topology
  bool has_separate_cables = false;  // parallel ones; else they are one of their summed bandwidth
  std::uint32_t rails = 1;           // copies of its network, each with a cable to each host
  std::string router;                // name; empty: prefix + id + _router + suffix, of stars only
  Properties properties;             // of each host
  // What its cables and switches take and cost (power_properties.h, bill.h), and where that stands
  // in a file.
  Properties network_power;
  PropertyPlace power_place = no_place;
};

// Adds the cluster below zone `parent` and returns its zone. Throws InputError, completing `where`,
// for wrong parameters, a number of hosts that does not fit them, and names in use.
std::uint32_t build_cluster(Platform& platform, std::uint32_t parent, const ClusterSpec& spec,
                            const kernel::InputError::Where& where);

}  // namespace smpi::models
