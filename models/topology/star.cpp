// SPDX-License-Identifier: BSD-3-Clause
//
// Stars: all hosts around one switch, with a backbone through it where a file asks for one.
//
// Route from a to b: [limiter of a, cable of a up, backbone, cable of b down, limiter of b].
#include "models/zones/star.h"

#include <fmt/format.h>

#include "models/topology/builder.h"
#include "models/topology/parameters.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

// Files say nothing: their stars have as many hosts as the radical.
std::optional<std::uint64_t> host_count(std::string_view parameters,
                                        const kernel::InputError::Where& where) {
  if (parameters.empty()) return std::nullopt;
  const TopologyText text{parameters, where, "a star is star:NUMBER_OF_HOSTS, such as star:64"};
  return text.number(parameters);
}

void build(ClusterBuilder& builder) {
  const ClusterSpec& spec = builder.spec();
  auto owned = std::make_unique<StarZone>(spec.id);
  StarZone& zone = *owned;
  builder.adopt(std::move(owned));
  const NodeLinks node_links = builder.add_node_links();
  const std::string router = spec.router.empty()
                                 ? fmt::format("{}{}_router{}", spec.prefix, spec.id, spec.suffix)
                                 : spec.router;
  builder.add_switch(router);
  const CableKind kind = builder.kind_of({"host"});
  for (std::uint32_t local = 0; local < spec.radicals.size(); local++) {
    Spoke& spoke = zone.spoke(local);
    const CableRange cable = builder.begin_cables();
    builder.add_cable(fmt::format("{}_link_{}", spec.id, spec.radicals[local]), kind,
                      builder.host_end(local), builder.switch_end(0));
    spoke.up = cable.up(0);
    spoke.down = cable.down(0);
    if (node_links.first_limiter != no_id) spoke.limiter = node_links.first_limiter + local;
    if (node_links.first_loopback != no_id) spoke.loopback = node_links.first_loopback + local;
  }
  builder.add_router(router);
  if (spec.backbone) {
    zone.backbone = builder.add_link(spec.id + "_backbone", *spec.backbone, spec.backbone_policy);
  }
}

}  // namespace

extern const Topology star{"star", "FLAT", "star:64", host_count, build};

}  // namespace smpi::models
