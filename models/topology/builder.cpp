// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of a cluster, with names that SimGrid's clusters have.
#include "models/topology/builder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/topology/rails.h"

namespace smpi::models {

void ClusterBuilder::refuse(const char* message, std::string text, std::string hint) const {
  Where at = where_;
  at.text = std::move(text);
  at.hint = std::move(hint);
  throw kernel::InputError(message, at);
}

LinkId ClusterBuilder::add_link(const std::string& name, LinkFigures figures, SharingPolicy policy,
                                const Properties& properties) {
  if (platform_.find_link(name)) refuse("two links have the same name", name);
  return platform_.add_link(name, figures.bandwidth_bytes_per_s, figures.latency_s, policy,
                            properties);
}

LinkId ClusterBuilder::add_cable(const std::string& name, const CableKind& kind, CableEnd lower,
                                 CableEnd upper, double width) {
  LinkFigures figures = kind.figures;
  figures.bandwidth_bytes_per_s *= width;
  const SharingPolicy policy =
      spec_.link_kind == LinkKind::fatpipe ? SharingPolicy::fatpipe : SharingPolicy::shared;
  const double share = is_split() ? width / 2 : width;
  Properties power = link_power_properties(kind.power, share);
  if (kind.price > 0) power["link_price"] = fmt::format("{}", share * kind.price);
  const LinkId up = add_link(is_split() ? name + "_UP" : name, figures, policy, power);
  const LinkId down = is_split() ? add_link(name + "_DOWN", figures, policy, power) : up;
  platform_.cables.push_back({up, down, lower, upper, width});
  return up;
}

CableKind ClusterBuilder::kind_of(std::initializer_list<std::string_view> given_names) {
  std::vector<std::string_view> names = given_names;
  if (rails_ != nullptr && names[0] == "host") names.insert(names.begin() + 1, "rail");
  CableKind kind{spec_.link,
                 cable_power_profile(spec_.network_power, names, spec_.id, spec_.power_place),
                 cable_price(spec_.network_power, names, spec_.id, spec_.power_place)};
  for (const std::string_view wanted : names) {
    if (std::find(kinds_.begin(), kinds_.end(), wanted) == kinds_.end()) {
      kinds_.emplace_back(wanted);
    }
    for (const auto& [name, given] : spec_.kind_links) {
      if (name == wanted) kind.figures = given;
    }
  }
  return kind;
}

void ClusterBuilder::check_kinds() const {
  const auto is_known = [&](std::string_view kind) {
    return std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end();
  };
  const std::string known = fmt::format("{} has {}", spec_.topology->name, fmt::join(kinds_, ", "));
  for (const auto& [property, value] : spec_.network_power) {
    const std::string_view kind = link_kind_of(property);
    if (kind.empty() || is_known(kind)) continue;
    Where at = spec_.power_place(property);
    at.text = property;
    at.hint = known;
    throw kernel::InputError("the topology has no links of this kind", at);
  }
  for (const auto& [name, figures] : spec_.kind_links) {
    if (!is_known(name)) refuse("the topology has no links of this kind", name, known);
  }
}

void ClusterBuilder::add_limiter(const std::string& name) {
  platform_.limiters.push_back(
      add_link(name, {*spec_.limiter_bytes_per_s, 0}, SharingPolicy::shared));
}

LinkId ClusterBuilder::add_host_limiters() {
  if (!spec_.limiter_bytes_per_s) return no_id;
  const LinkId first = first_link();
  for (const std::uint32_t radical : spec_.radicals) {
    add_limiter(fmt::format("{}_link_{}_limiter", spec_.id, radical));
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

NodeLinks ClusterBuilder::add_node_links() {
  const LinkId loopback = add_loopbacks();
  return {loopback, add_host_limiters()};
}

void ClusterBuilder::add_switch(const std::string& name) {
  if (platform_.switches.name.find(name)) refuse("two switches have the same name", name);
  platform_.add_switch(name, switch_properties_);
}

void ClusterBuilder::add_switches(const char* kind, std::uint64_t count) {
  for (std::uint64_t node = 0; node < count; node++) {
    add_switch(fmt::format("{}_{}_{}", spec_.id, kind, node));
  }
  if (!spec_.limiter_bytes_per_s) return;
  for (std::uint64_t node = 0; node < count; node++) {
    add_limiter(fmt::format("{}_{}_{}_limiter", spec_.id, kind, node));
  }
}

void ClusterBuilder::check_host_count() const {
  const auto required = spec_.topology->host_count(spec_.parameters, where_);
  if (!required || *required == spec_.radicals.size()) return;
  refuse("the number of hosts does not fit the topology",
         fmt::format("{} hosts, {}", spec_.radicals.size(), spec_.parameters),
         fmt::format("these parameters need {} hosts", *required));
}

void ClusterBuilder::add_hosts() {
  platform_.zones[zone_]->children.reserve(spec_.radicals.size() + 1);
  for (const std::uint32_t radical : spec_.radicals) {
    const std::string name = fmt::format("{}{}{}", spec_.prefix, radical, spec_.suffix);
    if (platform_.find_point(name)) refuse("two hosts have the same name", name);
    const HostId host =
        platform_.add_host(name, spec_.pstate_speed_flops, spec_.core_count, spec_.properties);
    platform_.place(host, zone_);
  }
}

std::uint32_t ClusterBuilder::adopt(std::unique_ptr<Zone> zone) {
  zone->has_link_kinds = !spec_.kind_links.empty();
  if (rails_ != nullptr) {
    rails_->add(std::move(zone));
    return zone_ = rails_->index;
  }
  zone_ = platform_.add_zone(std::move(zone), parent_);
  add_hosts();
  return zone_;
}

void ClusterBuilder::add_router(const std::string& name) {
  // Other zones reach the hosts on the first rail.
  if (rails_ != nullptr && rails_->rail_count() > 1) return;
  if (platform_.find_point(name)) refuse("a router has the name of something else", name);
  platform_.place(platform_.add_router(name), zone_);
}

std::uint32_t ClusterBuilder::build() {
  if (platform_.find_point(spec_.id)) refuse("two zones or hosts have the same name", spec_.id);
  check_host_count();
  if (spec_.rails > 1) {
    build_rails();
  } else {
    spec_.topology->build(*this);
    check_kinds();
    check_parallel();
  }
  return zone_;
}

ClusterBuilder::ClusterBuilder(Platform& platform, const ClusterSpec& spec, const Where& where,
                               RailsZone& rails, HostId first_host)
    : ClusterBuilder(platform, no_id, spec, where) {
  rails_ = &rails;
  first_host_ = first_host;
}

void ClusterBuilder::check_parallel() const {
  if (!spec_.has_separate_cables || asked_for_parallel_) return;
  refuse("the topology has no parallel cables that could be separate",
         std::string(spec_.topology->name), "df, hyperx and graph have them, among others");
}

void ClusterBuilder::check_rails() const {
  if (spec_.limiter_bytes_per_s) refuse("a cluster with rails cannot have limiters", spec_.id);
  if (spec_.backbone) refuse("a cluster with rails cannot have a backbone", spec_.id);
}

void ClusterBuilder::build_rails() {
  check_rails();
  auto owned = std::make_unique<RailsZone>(spec_.id);
  RailsZone& rails = *owned;
  adopt(std::move(owned));
  for (std::uint32_t rail = 0; rail < spec_.rails; rail++) {
    ClusterSpec spec = spec_;
    spec.id = fmt::format("{}_rail_{}", spec_.id, rail);
    spec.rails = 1;
    if (rail > 0) spec.loopback.reset();
    if (rail > 0 && !spec.router.empty()) spec.router += fmt::format("_rail_{}", rail);
    ClusterBuilder builder(platform_, spec, where_, rails, first_host_);
    spec.topology->build(builder);
    builder.check_kinds();
    builder.check_parallel();
  }
}

std::uint32_t build_cluster(Platform& platform, std::uint32_t parent, const ClusterSpec& spec,
                            const kernel::InputError::Where& where) {
  return ClusterBuilder(platform, parent, spec, where).build();
}

}  // namespace smpi::models
