// SPDX-License-Identifier: BSD-3-Clause
//
// Names become ids; a cable is found by the names of its two directions.
#include "models/readers/scenario_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "models/readers/toml_file.h"
#include "models/topology/host_groups.h"

namespace smpi::models {
namespace {

constexpr std::string_view up = "_UP", down = "_DOWN";
// Of what links_of() chooses: a link itself, not the index of a cable.
constexpr std::uint32_t named_link = 0x80000000U;

// Where switches are, for whoever named one that is not there.
std::string describe_switches(const NameTable& names) {
  if (names.size() == 0) {
    return "this platform has none: clusters have switches, but the hosts of tori and meshes are "
           "joined to each other; name a host or its links";
  }
  return fmt::format("its switches are {} to {}", names[0],
                     names[static_cast<std::uint32_t>(names.size() - 1)]);
}

}  // namespace

std::vector<ScenarioTargets::Parts> ScenarioTargets::parts_of(Kind kind, const toml::node& name) {
  if (kind == Kind::host) return {{.hosts = hosts_of(name)}};
  if (kind == Kind::link) return {{.links = links_of(name)}};
  if (kind == Kind::switches) return parts_of_switches(name);
  return parts_of_groups(name);
}

// "all", a name, "random:SHARE", or a list of names.
ScenarioTargets::Ids ScenarioTargets::hosts_of(const toml::node& node) {
  return targets_of(node, platform_.hosts.count(), [&](const toml::node& one, Ids& ids) {
    const std::string name = file_.text(one, "name");
    const auto host = platform_.find_host(name);
    if (!host) {
      file_.refuse(one, "the platform has no such host", name,
                   platform_.hosts.name.did_you_mean(name));
    }
    ids.push_back(*host);
  });
}

ScenarioTargets::Ids ScenarioTargets::hosts_in_order(const toml::node& node) {
  const toml::array* parts = node.as_array();
  if (parts == nullptr) return hosts_of(node);
  Ids ordered;
  for (const toml::node& part : *parts) {
    for (const std::uint32_t host : hosts_of(part)) {
      if (std::find(ordered.begin(), ordered.end(), host) == ordered.end()) ordered.push_back(host);
    }
  }
  return ordered;
}

// A name is that of one direction, or of a cable, which is both.
ScenarioTargets::Ids ScenarioTargets::links_of(const toml::node& node) {
  const std::vector<Ids> cables = find_cables();
  const auto chosen = targets_of(node, cables.size(), [&](const toml::node& one, Ids& ids) {
    const std::string name = file_.text(one, "name");
    if (const auto link = platform_.find_link(name)) return ids.push_back(named_link | *link);
    const auto forth = platform_.find_link(name + std::string(up));
    const auto back = platform_.find_link(name + std::string(down));
    if (!forth || !back) {
      file_.refuse(one, "the platform has no such link", name,
                   platform_.links.name.did_you_mean(name));
    }
    ids.push_back(named_link | *forth);
    ids.push_back(named_link | *back);
  });
  Ids links;
  for (const std::uint32_t id : chosen) {
    if ((id & named_link) != 0) {
      links.push_back(id & ~named_link);
    } else {
      links.insert(links.end(), cables[id].begin(), cables[id].end());
    }
  }
  return links;
}

std::vector<ScenarioTargets::Ids> ScenarioTargets::find_cables() const {
  std::vector<Ids> cables;
  for (LinkId link = 0; link < platform_.links.count(); link++) {
    const std::string name(platform_.links.name[link]);
    if (name.ends_with(down) &&
        platform_.find_link(name.substr(0, name.size() - down.size()) + std::string(up))) {
      continue;
    }
    cables.push_back({link});
    if (!name.ends_with(up)) continue;
    const auto back =
        platform_.find_link(name.substr(0, name.size() - up.size()) + std::string(down));
    if (back) cables.back().push_back(*back);
  }
  return cables;
}

// Of each switch, with all of its cables.
std::vector<ScenarioTargets::Parts> ScenarioTargets::parts_of_switches(const toml::node& node) {
  const NameTable& names = platform_.switches.name;
  const Ids chosen = targets_of(node, names.size(), [&](const toml::node& one, Ids& ids) {
    const std::string name = file_.text(one, "name");
    const auto index = names.find(name);
    if (!index) {
      file_.refuse(one, "the platform has no such switch", name,
                   names.did_you_mean(name, describe_switches(names)));
    }
    ids.push_back(*index);
  });
  std::vector<Parts> all;
  for (const std::uint32_t index : chosen) {
    all.push_back({.actor = index + 1, .switches = {index}});
    add_cables([&](std::uint32_t other) { return other == index; }, all.back().links);
  }
  return all;
}

// The hosts of each group, its switches, and all cables of those.
std::vector<ScenarioTargets::Parts> ScenarioTargets::parts_of_groups(const toml::node& node) {
  const HostGroups groups = groups_of_hosts(platform_);
  const Ids chosen = targets_of(node, groups.names.size(), [&](const toml::node& one, Ids& ids) {
    const std::string name = file_.text(one, "name");
    const auto found = std::find(groups.names.begin(), groups.names.end(), name);
    if (found == groups.names.end()) {
      const std::vector<std::string_view> known(groups.names.begin(), groups.names.end());
      file_.refuse(one, "the platform has no such group", name,
                   kernel::did_you_mean(
                       name, known, known.empty() ? "" : fmt::format("such as {}", known.front())));
    }
    ids.push_back(static_cast<std::uint32_t>(found - groups.names.begin()));
  });
  const Ids group_of = groups_of_switches(platform_, groups);
  std::vector<Parts> all;
  for (const std::uint32_t group : chosen) {
    Parts parts{.actor = group + 1};
    for (HostId host = 0; host < groups.group_of.size(); host++) {
      if (groups.group_of[host] == group) parts.hosts.push_back(host);
    }
    for (std::uint32_t index = 0; index < group_of.size(); index++) {
      if (group_of[index] == group) parts.switches.push_back(index);
    }
    add_cables([&](std::uint32_t index) { return group_of[index] == group; }, parts.links);
    all.push_back(std::move(parts));
  }
  return all;
}

// The links of all cables that end at a switch that is meant.
template <typename IsMeant>
void ScenarioTargets::add_cables(const IsMeant& is_meant, Ids& links) const {
  for (const Cable& cable : platform_.cables) {
    const auto ends_there = [&](CableEnd end) { return end.is_switch() && is_meant(end.index()); };
    if (!ends_there(cable.lower) && !ends_there(cable.upper)) continue;
    links.push_back(cable.up);
    if (cable.down != cable.up) links.push_back(cable.down);
  }
}

template <typename AddNamed>
ScenarioTargets::Ids ScenarioTargets::targets_of(const toml::node& node, std::size_t count,
                                                 const AddNamed& add_named) {
  constexpr std::string_view prefix = "random:";
  Ids ids;
  if (const toml::array* names = node.as_array()) {
    for (const toml::node& one : *names) add_named(one, ids);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  } else if (const std::string text = file_.text(node, "name"); text == "all") {
    ids = all(count);
  } else if (text.starts_with(prefix)) {
    ids = random_share(node, text, count, text.substr(prefix.size()));
  } else {
    add_named(node, ids);
  }
  return ids;
}

// At least one, if the share is above 0.
ScenarioTargets::Ids ScenarioTargets::random_share(const toml::node& node, const std::string& text,
                                                   std::size_t count, const std::string& digits) {
  double share = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, share);
  if (error != std::errc() || end != last || !(share > 0 && share <= 1)) {
    file_.refuse(node, "a share is above 0, and at most 1", text, "random:0.01");
  }
  Ids ids = all(count);
  kernel::shuffle(ids, kernel::named_stream(seed_, fmt::format("scenario/{}", share_count_++)));
  const double wanted = std::max(1.0, std::round(share * static_cast<double>(count)));
  ids.resize(std::min(count, static_cast<std::size_t>(wanted)));
  std::sort(ids.begin(), ids.end());
  return ids;
}

ScenarioTargets::Ids ScenarioTargets::all(std::size_t count) {
  Ids ids(count);
  for (std::size_t i = 0; i < count; i++) ids[i] = static_cast<std::uint32_t>(i);
  return ids;
}

}  // namespace smpi::models
