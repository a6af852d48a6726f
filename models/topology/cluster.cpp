// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of a cluster in the order that makes their ids computable: all hosts first, then the
// links, each kind in one range, so that a topology needs only the first id of each range.
#include "models/topology/cluster.h"

#include <fmt/format.h>

#include "models/topology/dragonfly.h"
#include "models/topology/fat_tree.h"
#include "models/topology/torus.h"
#include "models/zones/star.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

class ClusterBuilder {
 public:
  ClusterBuilder(Platform& platform, std::uint32_t parent, const ClusterSpec& spec,
                 const Where& where)
      : platform_(platform), parent_(parent), spec_(spec), where_(where) {}

  std::uint32_t build();

 private:
  void check_host_count();
  void add_hosts(std::uint32_t zone);
  void build_flat();
  void build_fat_tree();
  void build_torus();
  void build_dragonfly();
  LinkId add_link(const std::string& name, LinkFigures figures, SharingPolicy policy);
  // One cable: one link, or one per direction. Returns the first.
  LinkId add_cable(const std::string& name, double width = 1);
  // Limiters of what is no host; add_host_limiters() must have come first.
  void add_switch_limiters(const char* kind, std::uint64_t count);
  LinkId first_link() const { return static_cast<LinkId>(platform_.links.count()); }
  LinkId add_host_limiters();
  LinkId add_loopbacks();
  NodeLinks add_node_links() {
    const LinkId loopback = add_loopbacks();
    return {loopback, add_host_limiters()};
  }
  bool is_split() const { return spec_.link_kind == LinkKind::split_duplex; }
  std::uint32_t adopt(std::unique_ptr<Zone> zone) {
    zone_ = platform_.add_zone(std::move(zone), parent_);
    add_hosts(zone_);
    return zone_;
  }
  [[noreturn]] void refuse(const char* message, std::string text, std::string hint = {}) const;

  Platform& platform_;
  std::uint32_t parent_;
  const ClusterSpec& spec_;
  const Where& where_;
  std::uint32_t zone_ = no_id;
};

void ClusterBuilder::refuse(const char* message, std::string text, std::string hint) const {
  Where at = where_;
  at.text = std::move(text);
  at.hint = std::move(hint);
  throw kernel::InputError(message, at);
}

LinkId ClusterBuilder::add_link(const std::string& name, LinkFigures figures,
                                SharingPolicy policy) {
  if (platform_.find_link(name)) refuse("two links have the same name", name);
  return platform_.add_link(name, figures.bandwidth_bytes_per_s, figures.latency_s, policy);
}

LinkId ClusterBuilder::add_cable(const std::string& name, double width) {
  const LinkFigures figures{spec_.link.bandwidth_bytes_per_s * width, spec_.link.latency_s};
  const SharingPolicy policy =
      spec_.link_kind == LinkKind::fatpipe ? SharingPolicy::fatpipe : SharingPolicy::shared;
  if (!is_split()) return add_link(name, figures, policy);
  const LinkId up = add_link(name + "_UP", figures, policy);
  add_link(name + "_DOWN", figures, policy);
  return up;
}

LinkId ClusterBuilder::add_host_limiters() {
  if (!spec_.limiter_bytes_per_s) return no_id;
  const LinkId first = first_link();
  for (const std::uint32_t radical : spec_.radicals) {
    add_link(fmt::format("{}_link_{}_limiter", spec_.id, radical), {*spec_.limiter_bytes_per_s, 0},
             SharingPolicy::shared);
  }
  return first;
}

LinkId ClusterBuilder::add_loopbacks() {
  if (!spec_.loopback) return no_id;
  const LinkId first = first_link();
  for (const std::uint32_t radical : spec_.radicals) {
    add_link(fmt::format("{}_link_{}_loopback", spec_.id, radical), *spec_.loopback,
             SharingPolicy::fatpipe);
  }
  return first;
}

void ClusterBuilder::check_host_count() {
  const auto required = required_host_count(spec_.topology, spec_.parameters, where_);
  if (!required || *required == spec_.radicals.size()) return;
  refuse("the number of hosts does not fit the topology",
         fmt::format("{} hosts, {}", spec_.radicals.size(), spec_.parameters),
         fmt::format("these parameters need {} hosts", *required));
}

void ClusterBuilder::add_hosts(std::uint32_t zone) {
  platform_.zones[zone]->children.reserve(spec_.radicals.size() + 1);
  for (const std::uint32_t radical : spec_.radicals) {
    const std::string name = fmt::format("{}{}{}", spec_.prefix, radical, spec_.suffix);
    if (platform_.find_point(name)) refuse("two hosts have the same name", name);
    const HostId host =
        platform_.add_host(name, spec_.pstate_speed_flops, spec_.core_count, spec_.properties);
    platform_.place(host, zone);
  }
}

void ClusterBuilder::build_flat() {
  auto owned = std::make_unique<StarZone>(spec_.id);
  StarZone& star = *owned;
  adopt(std::move(owned));
  const LinkId first_loopback = add_loopbacks();
  const LinkId first_limiter = add_host_limiters();
  for (std::uint32_t local = 0; local < spec_.radicals.size(); local++) {
    Spoke& spoke = star.spoke(local);
    spoke.up = add_cable(fmt::format("{}_link_{}", spec_.id, spec_.radicals[local]));
    spoke.down = is_split() ? spoke.up + 1 : spoke.up;
    if (first_limiter != no_id) spoke.limiter = first_limiter + local;
    if (first_loopback != no_id) spoke.loopback = first_loopback + local;
  }
  const std::string router =
      spec_.router.empty() ? fmt::format("{}{}_router{}", spec_.prefix, spec_.id, spec_.suffix)
                           : spec_.router;
  if (platform_.find_point(router)) refuse("a router has the name of something else", router);
  platform_.place(platform_.add_router(router), zone_);
  if (spec_.backbone) {
    star.backbone = add_link(spec_.id + "_backbone", *spec_.backbone, spec_.backbone_policy);
  }
}

void ClusterBuilder::add_switch_limiters(const char* kind, std::uint64_t count) {
  if (!spec_.limiter_bytes_per_s) return;
  for (std::uint64_t node = 0; node < count; node++) {
    add_link(fmt::format("{}_{}_{}_limiter", spec_.id, kind, node), {*spec_.limiter_bytes_per_s, 0},
             SharingPolicy::shared);
  }
}

void ClusterBuilder::build_fat_tree() {
  const FatTreeParameters parameters = parse_fat_tree(spec_.parameters, where_);
  const NodeLinks node_links = add_node_links();
  std::uint64_t switch_count = 0;
  for (std::size_t level = 1; level <= parameters.level_count(); level++) {
    switch_count += parameters.node_count(level);
  }
  add_switch_limiters("switch", switch_count);
  const CableRange cables{first_link(), is_split()};
  for (std::size_t level = 0; level < parameters.level_count(); level++) {
    const std::uint64_t ports = parameters.parents[level] * parameters.cables[level];
    for (std::uint64_t node = 0; node < parameters.node_count(level); node++) {
      for (std::uint64_t port = 0; port < ports; port++) {
        add_cable(fmt::format("{}_link_{}.{}_port_{}", spec_.id, level, node, port));
      }
    }
  }
  adopt(std::make_unique<FatTreeZone>(spec_.id, parameters, cables, node_links));
}

void ClusterBuilder::build_torus() {
  const TorusParameters parameters = parse_torus(spec_.parameters, where_);
  const NodeLinks node_links = add_node_links();
  const CableRange cables{first_link(), is_split()};
  for (std::uint32_t node = 0; node < parameters.node_count(); node++) {
    for (std::size_t dimension = 0; dimension < parameters.sizes.size(); dimension++) {
      if (parameters.sizes[dimension] == 1) continue;
      add_cable(fmt::format("{}_link_from_{}_to_{}", spec_.id, node,
                            parameters.right_of(node, dimension)));
    }
  }
  adopt(std::make_unique<TorusZone>(spec_.id, parameters, cables, node_links));
}

void ClusterBuilder::build_dragonfly() {
  const DragonflyParameters p = parse_dragonfly(spec_.parameters, where_);
  const NodeLinks node_links = add_node_links();
  add_switch_limiters("router", p.router_count());
  DragonflyCables cables;
  const auto begin = [&] { return CableRange{first_link(), is_split()}; };
  cables.local = begin();
  for (const std::uint32_t radical : spec_.radicals) {
    add_cable(fmt::format("{}_local_{}", spec_.id, radical));
  }
  cables.green = begin();
  for (std::uint32_t row = 0; row < p.groups * p.chassis; row++) {
    for (std::uint32_t low = 0; low < p.blades; low++) {
      for (std::uint32_t high = low + 1; high < p.blades; high++) {
        add_cable(fmt::format("{}_green_{}.{}_blades_{}_{}", spec_.id, row / p.chassis,
                              row % p.chassis, low, high),
                  p.green_links);
      }
    }
  }
  cables.black = begin();
  for (std::uint32_t group = 0; group < p.groups; group++) {
    for (std::uint32_t low = 0; low < p.chassis; low++) {
      for (std::uint32_t high = low + 1; high < p.chassis; high++) {
        for (std::uint32_t blade = 0; blade < p.blades; blade++) {
          add_cable(
              fmt::format("{}_black_{}_chassis_{}_{}_blade_{}", spec_.id, group, low, high, blade),
              p.black_links);
        }
      }
    }
  }
  cables.blue = begin();
  for (std::uint32_t low = 0; low < p.groups; low++) {
    for (std::uint32_t high = low + 1; high < p.groups; high++) {
      add_cable(fmt::format("{}_blue_groups_{}_{}", spec_.id, low, high), p.blue_links);
    }
  }
  adopt(std::make_unique<DragonflyZone>(spec_.id, p, cables, node_links));
}

std::uint32_t ClusterBuilder::build() {
  if (platform_.find_point(spec_.id)) refuse("two zones or hosts have the same name", spec_.id);
  check_host_count();
  switch (spec_.topology) {
    case ClusterTopology::flat:
      build_flat();
      break;
    case ClusterTopology::fat_tree:
      build_fat_tree();
      break;
    case ClusterTopology::torus:
      build_torus();
      break;
    case ClusterTopology::dragonfly:
      build_dragonfly();
      break;
  }
  return zone_;
}

}  // namespace

std::uint32_t build_cluster(Platform& platform, std::uint32_t parent, const ClusterSpec& spec,
                            const Where& where) {
  return ClusterBuilder(platform, parent, spec, where).build();
}

std::optional<std::uint64_t> required_host_count(ClusterTopology topology,
                                                 const std::string& parameters,
                                                 const Where& where) {
  switch (topology) {
    case ClusterTopology::flat:
      return std::nullopt;
    case ClusterTopology::fat_tree:
      return parse_fat_tree(parameters, where).leaf_count();
    case ClusterTopology::torus:
      return parse_torus(parameters, where).node_count();
    case ClusterTopology::dragonfly:
      return parse_dragonfly(parameters, where).node_count();
  }
  return std::nullopt;
}

}  // namespace smpi::models
