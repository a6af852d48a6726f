// SPDX-License-Identifier: BSD-3-Clause
//
// The reader of platform files: hosts, links, clusters and their figures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "models/readers/xml_reader.h"
#include "models/topology/parameters.h"
#include "models/topology/rails.h"
#include "models/topology/router_zone.h"
#include "models/zones/star.h"
#include "models/zones/vivaldi.h"

namespace smpi::models {
namespace {

using Target = Platform::TimedProfile::Target;

// Blank-separated or comma-separated parts, without the blanks around them.
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  return TopologyText{text, {}, {}}.split(text, separator);
}

}  // namespace

double PlatformReader::quantity_of(const Element& element, std::string_view text, Quantity kind) {
  const Parsed parsed = parse_quantity(text, kind, element.where());
  if (parsed.unit_missing && parsed.value != 0 && unit_warning_count_++ < unit_warnings_shown) {
    warn(element, fmt::format("'{}' has no unit: taken as {}", text, base_unit_name(kind)));
  }
  return parsed.value;
}

double PlatformReader::bandwidth(const Element& element, const char* attribute) {
  const std::string_view text = element.text(attribute);
  const double value = quantity_of(element, text, Quantity::bandwidth_bytes_per_s);
  if (value <= 0) element.refuse("a bandwidth must be positive", text);
  return value;
}

double PlatformReader::latency(const Element& element, const char* attribute) {
  if (!element.has(attribute)) return 0;
  const std::string_view text = element.text(attribute);
  const double value = quantity_of(element, text, Quantity::time_s);
  if (value < 0) element.refuse("a latency cannot be negative", text);
  return value;
}

std::vector<double> PlatformReader::speeds(const Element& element) {
  std::vector<double> result;
  for (const std::string_view part : parts_of(element.text("speed"), ',')) {
    result.push_back(quantity_of(element, part, Quantity::speed_flops));
    if (result.back() < 0) element.refuse("a speed must be positive", part);
  }
  // A pstate of speed 0 stands for a transition, such as booting.
  if (*std::max_element(result.begin(), result.end()) > 0) return result;
  element.refuse("a speed must be positive", element.text("speed"));
}

std::uint32_t PlatformReader::cores(const Element& element) {
  const std::uint32_t count = element.number("core", 1);
  if (count == 0) element.refuse("a host needs at least one core", element.text("core"));
  return count;
}

// "0-3,7,9-11"
std::vector<std::uint32_t> PlatformReader::radicals(const Element& element) {
  constexpr std::size_t host_count_max = std::size_t{1} << 24;
  std::vector<std::uint32_t> result;
  for (const std::string_view part : parts_of(element.text("radical"), ',')) {
    std::uint32_t first = 0;
    const char* const part_end = part.data() + part.size();
    auto [end, error] = std::from_chars(part.data(), part_end, first);
    std::uint32_t last = first;
    if (error == std::errc() && end != part_end && *end == '-') {
      const auto range = std::from_chars(end + 1, part_end, last);
      end = range.ptr;
      error = range.ec;
    }
    if (error != std::errc() || end != part_end || last < first) {
      element.refuse("the radical is a list of numbers and ascending ranges", part,
                     "write it like 0-3,7,9-11");
    }
    if (result.size() + (last - first) >= host_count_max) {
      element.refuse("more than 2^24 hosts in a cluster", part);
    }
    for (std::uint64_t radical = first; radical <= last; radical++) {
      result.push_back(static_cast<std::uint32_t>(radical));
    }
  }
  return result;
}

LinkKind PlatformReader::link_kind(const Element& element, LinkKind otherwise) {
  const std::string_view policy = element.text("sharing_policy");
  if (policy.empty() && !element.has("sharing_policy")) return otherwise;
  if (policy == "SHARED") return LinkKind::shared;
  if (policy == "FATPIPE") return LinkKind::fatpipe;
  if (policy == "SPLITDUPLEX") return LinkKind::split_duplex;
  if (policy == "FULLDUPLEX") {
    warn(element, "FULLDUPLEX is an old name of SPLITDUPLEX");
    return LinkKind::split_duplex;
  }
  if (policy == "WIFI") {
    element.refuse("wireless links are not supported", policy, "model them as SHARED links");
  }
  element.refuse("unknown sharing policy", policy, "known: SHARED FATPIPE SPLITDUPLEX");
}

void PlatformReader::check_new_point(const Element& element, std::string_view name) const {
  if (name.empty()) element.refuse("an empty name", name);
  if (!platform_.find_point(name)) return;
  element.refuse("the name of a host, router or zone is used twice", name);
}

LinkId PlatformReader::add_link(const Element& element, const std::string& name,
                                LinkFigures figures, SharingPolicy policy,
                                const Properties& given) {
  if (platform_.find_link(name) || split_names_.find(name)) {
    element.refuse("two links have the same name", name);
  }
  return platform_.add_link(name, figures.bandwidth_bytes_per_s, figures.latency_s, policy, given);
}

LinkId PlatformReader::add_split_link(const Element& element, const std::string& name,
                                      LinkFigures up, LinkFigures down, const Properties& given) {
  if (platform_.find_link(name)) element.refuse("two links have the same name", name);
  const LinkId first = add_link(element, name + "_UP", up, SharingPolicy::shared, given);
  add_link(element, name + "_DOWN", down, SharingPolicy::shared, given);
  split_names_.add(name);
  split_up_.push_back(first);
  return first;
}

void PlatformReader::read_host(const Element& element, std::uint32_t zone) {
  const std::string_view name = element.text("id");
  check_new_point(element, name);
  const std::vector<double> speed_flops = speeds(element);
  const std::uint32_t core_count = cores(element);
  const HostId host = platform_.add_host(name, speed_flops, core_count,
                                         host_properties(element, name, speed_flops, core_count));
  const std::uint32_t pstate = element.number("pstate", 0);
  const std::size_t pstate_count = platform_.hosts.pstate_speed_flops[host].size();
  platform_.hosts.pstate[host] = pstate;
  place(element, zone, host);
  read_host_profiles(element, host);
  for (const pugi::xml_node node : element.node().children("disk")) {
    read_disk({element.file(), node}, host);
  }
  if (pstate < pstate_count) return;
  element.refuse("the host has no such pstate", element.text("pstate"),
                 fmt::format("its speed lists {}, numbered from 0", pstate_count));
}

void PlatformReader::read_disk(const Element& element, HostId host) {
  platform_.disks.push_back({std::string(element.text("id")), host, bandwidth(element, "read_bw"),
                             bandwidth(element, "write_bw"), properties(element)});
}

void PlatformReader::read_router(const Element& element, std::uint32_t zone) {
  const std::string_view name = element.text("id");
  check_new_point(element, name);
  place(element, zone, platform_.add_router(name));
}

// Makes a host or router a child of the zone, at its coordinates if there are any.
void PlatformReader::place(const Element& element, std::uint32_t zone, PointId point) {
  const std::uint32_t local = platform_.place(point, zone);
  auto* const vivaldi = dynamic_cast<VivaldiZone*>(platform_.zones[zone].get());
  if (vivaldi != nullptr) {
    vivaldi->place(local, coordinates(element), point);
  } else if (element.has("coordinates")) {
    coordinates_.emplace(point, coordinates(element));  // of a site in a Vivaldi zone, maybe
  }
}

// Sites are at the routers that are named after them.
void PlatformReader::place_sites() {
  for (const std::unique_ptr<Zone>& zone : platform_.zones) {
    auto* const vivaldi = dynamic_cast<VivaldiZone*>(zone.get());
    if (vivaldi == nullptr) continue;
    for (const PointId site : vivaldi->children) {
      if ((site & zone_bit) == 0) continue;
      const auto router =
          platform_.find_point(fmt::format("router_{}", platform_.point_name(site)));
      const auto found = router ? coordinates_.find(*router) : coordinates_.end();
      const bool is_reachable = found != coordinates_.end() && is_inside(*router, site);
      vivaldi->place(platform_.place_of(site).local, is_reachable ? found->second : Coordinates{},
                     is_reachable ? *router : no_id);
    }
  }
}

// "x y height"
Coordinates PlatformReader::coordinates(const Element& element) {
  Coordinates values{};
  const std::string_view text = element.text("coordinates");
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  std::size_t count = 0;
  while (at != end) {
    while (at != end && *at == ' ') at++;
    if (at == end) break;
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || count == values.size()) {
      count = 0;
      break;
    }
    values[count++] = value;
    at = next;
  }
  if (count != values.size()) {
    element.refuse("a host of a Vivaldi zone needs coordinates", text,
                   "three numbers, x y and height in milliseconds: coordinates=\"25.5 9.4 1.4\"");
  }
  return values;
}

void PlatformReader::read_profile(const Element& element, const char* attribute, Target target,
                                  std::uint32_t id) {
  const std::string_view name = element.text(attribute);
  if (name.empty()) return;
  const std::string path = resolve(element, attribute);
  auto found = profile_files_.find(path);
  if (found == profile_files_.end()) {
    found = profile_files_.emplace(path, read_profile_file(path, element.where())).first;
  }
  platform_.profiles.push_back({target, id, found->second});
}

void PlatformReader::read_host_profiles(const Element& element, HostId host) {
  read_profile(element, "availability_file", Target::host_availability, host);
  read_profile(element, "speed_file", Target::host_availability, host);
  read_profile(element, "state_file", Target::host_state, host);
}

void PlatformReader::read_link(const Element& element) {
  const std::string name(element.text("id"));
  const LinkFigures figures{bandwidth(element, "bandwidth"), latency(element, "latency")};
  const LinkKind kind = link_kind(element, LinkKind::shared);
  const bool is_split = kind == LinkKind::split_duplex;
  const Properties power = link_properties(element, name, is_split);
  const LinkId first = is_split ? add_split_link(element, name, figures, figures, power)
                                : add_link(element, name, figures,
                                           kind == LinkKind::fatpipe ? SharingPolicy::fatpipe
                                                                     : SharingPolicy::shared,
                                           power);
  for (LinkId link = first; link <= first + (is_split ? 1 : 0); link++) {
    read_profile(element, "bandwidth_file", Target::link_bandwidth, link);
    read_profile(element, "latency_file", Target::link_latency, link);
    read_profile(element, "state_file", Target::link_state, link);
  }
}

void PlatformReader::read_cluster(const Element& element, std::uint32_t zone) {
  check_subzone(element, zone);
  ClusterSpec spec;
  spec.id = element.text("id");
  spec.prefix = element.text("prefix");
  spec.suffix = element.text("suffix");
  spec.radicals = radicals(element);
  spec.pstate_speed_flops = speeds(element);
  spec.core_count = cores(element);
  spec.link = {bandwidth(element, "bw"), latency(element, "lat")};
  spec.link_kind = link_kind(element, LinkKind::split_duplex);
  spec.properties = cluster_properties(element, spec);
  spec.router = element.text("router_id");
  spec.parameters = element.text("topo_parameters");
  spec.rails = take_rails(spec.parameters, element.where());
  spec.has_separate_cables = take_parallel(spec.parameters, element.where());
  if (spec.link_kind == LinkKind::fatpipe) {
    warn(element, "FATPIPE links of a cluster are shared ones, as in SimGrid 3.32");
    spec.link_kind = LinkKind::shared;
  }
  read_cluster_options(element, spec);
  build_cluster(platform_, zone, spec, element.where());
}

const Topology* PlatformReader::topology_of(const Element& element) {
  const std::string_view name = element.text("topology", "FLAT");
  std::vector<std::string_view> names;
  for (const Topology* topology : topologies()) {
    if (topology->file_name == name) return topology;
    names.push_back(topology->file_name);
  }
  element.refuse("unknown topology", name, fmt::format("known: {}", fmt::join(names, " ")));
}

void PlatformReader::read_cluster_options(const Element& element, ClusterSpec& spec) {
  spec.topology = topology_of(element);
  const auto figures = [&](const char* bw, const char* lat) -> std::optional<LinkFigures> {
    if (element.has(bw)) return LinkFigures{bandwidth(element, bw), latency(element, lat)};
    if (element.has(lat)) element.refuse(fmt::format("{} without {}", lat, bw), element.text(lat));
    return std::nullopt;
  };
  spec.backbone = figures("bb_bw", "bb_lat");
  spec.loopback = figures("loopback_bw", "loopback_lat");
  const std::string_view policy = element.text("bb_sharing_policy", "SHARED");
  if (policy != "SHARED" && policy != "FATPIPE") {
    element.refuse("unknown sharing policy of a backbone", policy, "known: SHARED FATPIPE");
  }
  if (policy == "FATPIPE") spec.backbone_policy = SharingPolicy::fatpipe;
  if (element.has("limiter_link")) spec.limiter_bytes_per_s = bandwidth(element, "limiter_link");
  if (spec.topology == topologies().front()) {
    if (spec.parameters.empty()) return;
    warn(element, "a FLAT cluster takes no parameters: topo_parameters has no effect");
    spec.parameters.clear();
    return;
  }

  const auto needed = spec.topology->host_count(spec.parameters, element.where());
  if (needed && spec.radicals.size() > *needed) {
    warn(element,
         fmt::format("{} hosts in the radical, {} in the topology: the others are left out",
                     spec.radicals.size(), *needed));
    spec.radicals.resize(*needed);
  }
  if (spec.backbone) {
    warn(element, fmt::format("a {} cluster has no backbone: bb_bw has no effect",
                              spec.topology->file_name));
  }
}

StarZone& PlatformReader::star(const Element& element, std::uint32_t zone) const {
  auto* const found = dynamic_cast<StarZone*>(platform_.zones[zone].get());
  const bool is_vivaldi = dynamic_cast<VivaldiZone*>(found) != nullptr;
  if (found != nullptr && is_vivaldi == (element.tag() == "peer")) return *found;
  element.refuse(fmt::format("<{}> needs a zone with routing=\"{}\"", element.tag(),
                             element.tag() == "peer" ? "Vivaldi" : "Cluster"),
                 platform_.zones[zone]->name);
}

// A cabinet is hosts with a full-duplex link each, named link_HOST.
void PlatformReader::read_cabinet(const Element& element, std::uint32_t zone) {
  StarZone& cabinet_zone = star(element, zone);
  const std::vector<double> speed = speeds(element);
  const LinkFigures figures{bandwidth(element, "bw"), latency(element, "lat")};
  const Properties power = host_properties(element, element.text("id"), speed, 1);
  for (const std::uint32_t radical : radicals(element)) {
    const std::string name =
        fmt::format("{}{}{}", element.text("prefix"), radical, element.text("suffix"));
    check_new_point(element, name);
    const std::uint32_t local = platform_.place(platform_.add_host(name, speed, 1, power), zone);
    Spoke& spoke = cabinet_zone.spoke(local);
    spoke.up = add_split_link(element, "link_" + name, figures, figures);
    spoke.down = spoke.up + 1;
  }
}

void PlatformReader::read_peer(const Element& element, std::uint32_t zone) {
  StarZone& vivaldi = star(element, zone);
  const std::string name(element.text("id"));
  check_new_point(element, name);
  if (element.has("lat")) {
    warn(element, "the latency of a peer is in its coordinates: lat has no effect");
  }
  const HostId host = platform_.add_host(name, speeds(element), 1);
  place(element, zone, host);
  Spoke& spoke = vivaldi.spoke(platform_.place_of(host).local);
  spoke.up = add_split_link(element, "link_" + name, {bandwidth(element, "bw_out"), 0},
                            {bandwidth(element, "bw_in"), 0});
  spoke.down = spoke.up + 1;
  read_host_profiles(element, host);
}

void PlatformReader::read_backbone(const Element& element, std::uint32_t zone) {
  StarZone& owner = star(element, zone);
  const std::string name(element.text("id"));
  if (owner.backbone != no_id) element.refuse("a second backbone in the zone", name);
  owner.backbone =
      add_link(element, name, {bandwidth(element, "bandwidth"), latency(element, "latency")},
               SharingPolicy::shared, link_properties(element, name, false));
}

void PlatformReader::read_host_link(const Element& element, std::uint32_t zone) {
  StarZone& owner = star(element, zone);
  const std::string_view name = element.text("id");
  const auto host = platform_.find_host(name);
  if (!host) element.refuse("unknown host", name, platform_.hosts.name.did_you_mean(name));
  const Place place = platform_.place_of(*host);
  if (place.zone != zone) element.refuse("the host is not in this zone", name);
  Spoke& spoke = owner.spoke(place.local);
  if (spoke.up != no_id) element.refuse("a second host_link of the host", name);
  spoke.up = link_named(element, element.text("up"));
  spoke.down = link_named(element, element.text("down"));
}

}  // namespace smpi::models
