// SPDX-License-Identifier: BSD-3-Clause
//
// The reader of platform files: zones, includes, options and traces; see platform_xml_reader.h.
#include "models/readers/xml_platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "kernel/file_kind.h"
#include "models/readers/xml_reader.h"
#include "models/zones/graph.h"
#include "models/zones/star.h"
#include "models/zones/vivaldi.h"

namespace smpi::models {
namespace {

using MakeZone = std::unique_ptr<Zone> (*)(std::string name);

template <class Kind>
std::unique_ptr<Zone> make_zone(std::string name) {
  return std::make_unique<Kind>(std::move(name));
}

struct Routing {
  std::string_view name;
  MakeZone make;
};

constexpr auto routings = std::to_array<Routing>({
    {"Full", make_zone<FullZone>},
    {"Floyd", make_zone<FloydZone>},
    {"Dijkstra", make_zone<DijkstraZone>},
    {"DijkstraCache", make_zone<DijkstraZone>},
    {"Cluster", make_zone<StarZone>},
    {"Vivaldi", make_zone<VivaldiZone>},
    {"None", make_zone<EmptyZone>},
});

std::unique_ptr<Zone> zone_of(const Element& element) {
  const std::string_view routing = element.text("routing");
  std::vector<std::string_view> names;
  for (const Routing& known : routings) {
    if (known.name == routing) return known.make(std::string(element.text("id")));
    names.push_back(known.name);
  }
  if (routing == "Wifi") {
    element.refuse("wireless zones are not supported", routing,
                   "model the access point as a SHARED link in a Full or Cluster zone");
  }
  element.refuse(
      "unknown routing", routing,
      kernel::did_you_mean(routing, names, fmt::format("known: {}", fmt::join(names, " "))));
}

struct TraceKind {
  std::string_view name;
  Platform::TimedProfile::Target target;
};

using Target = Platform::TimedProfile::Target;

constexpr auto trace_kinds = std::to_array<TraceKind>({
    {"HOST_AVAIL", Target::host_state},
    {"SPEED", Target::host_availability},
    {"POWER", Target::host_availability},  // the name in version 3 of the format
    {"LINK_AVAIL", Target::link_state},
    {"BANDWIDTH", Target::link_bandwidth},
    {"LATENCY", Target::link_latency},
});

}  // namespace

PlatformReader::PlatformReader(const std::string& path, std::vector<std::string> include_folders)
    : include_folders_(std::move(include_folders)) {
  platform_.source = path;
  files_.push_back(std::make_unique<XmlFile>(path));
  including_.push_back(path);
}

Platform PlatformReader::read() {
  const Element root = files_.front()->root();
  check_version(root);
  read_children(root, no_id);
  problems_.throw_if_any();
  if (platform_.zones.empty()) root.refuse("the platform has no <zone>", "");

  const auto each = [&](const auto& pending, auto handle) {
    for (const auto& item : pending) {
      if (problems_.is_full()) return;
      try {
        handle(item);
      } catch (const kernel::InputError& error) {
        problems_.add(error);
      }
    }
  };
  each(host_links_, [&](const PendingRoute& link) { read_host_link(link.element, link.zone); });
  each(routes_, [&](const PendingRoute& route) {
    route.element.tag().starts_with("bypass") ? read_bypass(route) : read_route(route);
  });
  each(trace_connects_, [&](const Element& element) { connect_trace(element); });
  problems_.throw_if_any();
  if (unit_warning_count_ > unit_warnings_shown) {
    platform_.warnings.push_back(
        fmt::format("{} more quantities have no unit", unit_warning_count_ - unit_warnings_shown));
  }
  place_sites();
  platform_.seal();
  return std::move(platform_);
}

void PlatformReader::check_version(const Element& root) {
  const std::string_view version = root.text("version");
  if (version == "4" || version == "4.0" || version == "4.1") return;
  root.refuse("this version of the platform format cannot be read", version,
              "versions 4 and 4.1 can; simgrid_update_xml converts older files");
}

void PlatformReader::read_children(const Element& parent, std::uint32_t zone) {
  for (const pugi::xml_node node : parent.node().children()) {
    if (node.type() != pugi::node_element) continue;
    if (problems_.is_full()) return;
    try {
      read_child({parent.file(), node}, zone);
    } catch (const kernel::InputError& error) {
      problems_.add(error);
    }
  }
}

void PlatformReader::read_child(const Element& element, std::uint32_t zone) {
  const std::string_view tag = element.tag();
  if (tag == "zone" || tag == "AS") return read_zone(element, zone);
  if (tag == "include") return read_include(element, zone);
  if (tag == "config") return read_config(element);
  if (tag == "trace") return read_trace(element);
  if (tag == "trace_connect") return trace_connects_.push_back(element);
  if (tag == "cluster") return read_cluster(element, zone);
  if (tag == "prop") return;  // read by its parent
  if (zone == no_id) element.refuse("this tag must stand inside a <zone>", tag);
  if (tag == "host") return read_host(element, zone);
  if (tag == "link") return read_link(element);
  if (tag == "router") return read_router(element, zone);
  if (tag == "peer") return read_peer(element, zone);
  if (tag == "cabinet") return read_cabinet(element, zone);
  if (tag == "backbone") return read_backbone(element, zone);
  if (tag == "host_link") return host_links_.push_back({element, zone});
  routes_.push_back({element, zone});
}

void PlatformReader::check_root(const Element& element, std::uint32_t parent) const {
  if (parent != no_id || platform_.zones.empty()) return;
  element.refuse("a second zone at the top of the platform", element.text("id"),
                 "put both into one <zone> and connect them by a <zoneRoute>");
}

void PlatformReader::check_subzone(const Element& element, std::uint32_t parent) const {
  check_root(element, parent);
  if (parent == no_id) return;
  const Zone* const zone = platform_.zones[parent].get();
  const bool is_star = dynamic_cast<const StarZone*>(zone) != nullptr;
  if (!is_star || dynamic_cast<const VivaldiZone*>(zone) != nullptr) return;
  element.refuse("a zone with routing Cluster holds hosts and routers, no zones",
                 element.text("id"));
}

void PlatformReader::read_zone(const Element& element, std::uint32_t parent) {
  check_subzone(element, parent);
  check_new_point(element, element.text("id"));
  const std::uint32_t zone = platform_.add_zone(zone_of(element), parent);
  platform_.zones[zone]->properties = properties(element);
  read_children(element, zone);
}

void PlatformReader::read_include(const Element& element, std::uint32_t zone) {
  const std::string path = resolve(element, "file");
  if (std::find(including_.begin(), including_.end(), path) != including_.end()) {
    element.refuse("a file includes itself", path);
  }
  files_.push_back(std::make_unique<XmlFile>(path, &element));
  including_.push_back(path);
  read_children(files_.back()->root(), zone);
  including_.pop_back();
}

void PlatformReader::read_config(const Element& element) {
  for (const pugi::xml_node node : element.node().children("prop")) {
    const Element prop(element.file(), node);
    platform_.config.push_back(
        {std::string(prop.text("id")), std::string(prop.text("value")), prop.line()});
  }
}

void PlatformReader::read_trace(const Element& element) {
  const std::string_view id = element.text("id");
  if (element.has("file") && !element.node().text().empty()) {
    element.refuse("a trace has a file or a text, not both", id);
  }
  Profile profile = element.has("file")
                        ? read_profile_file(resolve(element, "file"), element.where())
                        : parse_profile(element.node().text().get(), element.where());
  if (element.has("periodicity")) {
    const std::string_view text = element.text("periodicity");
    const double period_s = parse_quantity(text, Quantity::time_s, element.where()).value;
    const bool is_possible =
        !profile.points.empty() && period_s > 0 && period_s >= profile.points.back().time_s;
    if (!is_possible && period_s >= 0) {
      element.refuse("the trace would start again before its last point", text);
    }
    profile.period_s = period_s > 0 ? period_s : 0;
  }
  if (!traces_.emplace(id, std::move(profile)).second) {
    element.refuse("two traces have the same name", id);
  }
}

void PlatformReader::connect_trace(const Element& element) {
  const auto trace = traces_.find(element.text("trace"));
  if (trace == traces_.end()) {
    std::vector<std::string_view> names;
    for (const auto& [name, profile] : traces_) names.push_back(name);
    element.refuse("unknown trace", element.text("trace"),
                   kernel::did_you_mean(element.text("trace"), names));
  }
  const std::string_view kind = element.text("kind", "HOST_AVAIL");
  const auto known = std::find_if(trace_kinds.begin(), trace_kinds.end(),
                                  [&](const TraceKind& entry) { return entry.name == kind; });
  if (known == trace_kinds.end()) {
    element.refuse("unknown kind of trace", kind,
                   "known: HOST_AVAIL SPEED LINK_AVAIL BANDWIDTH LATENCY");
  }
  const std::string_view target = element.text("element");
  if (known->target == Target::host_state || known->target == Target::host_availability) {
    const auto host = platform_.find_host(target);
    if (!host) element.refuse("unknown host", target, platform_.hosts.name.did_you_mean(target));
    platform_.profiles.push_back({known->target, *host, trace->second});
    return;
  }
  for (const LinkId link : links_of(element, target)) {
    platform_.profiles.push_back({known->target, link, trace->second});
  }
}

Properties PlatformReader::properties(const Element& element) {
  Properties result;
  for (const pugi::xml_node node : element.node().children("prop")) {
    const Element prop(element.file(), node);
    const bool is_new = result.emplace(prop.text("id"), prop.text("value")).second;
    if (!is_new) prop.refuse("two properties have the same name", prop.text("id"));
  }
  return result;
}

void PlatformReader::warn(const Element& element, const std::string& message) {
  platform_.warnings.push_back(
      fmt::format("{}:{}: {}", element.file().path(), element.line(), message));
}

std::string PlatformReader::resolve(const Element& element, const char* attribute) const {
  const std::string_view name = element.text(attribute);
  for (const std::string& folder : include_folders_) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (kernel::is_there(path)) return path;
  }
  return element.file().resolve(name);
}

Platform read_platform_file(const std::string& path,
                            const std::vector<std::string>& include_folders) {
  return PlatformReader(path, include_folders).read();
}

}  // namespace smpi::models
