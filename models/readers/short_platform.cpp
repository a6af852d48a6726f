// SPDX-License-Identifier: BSD-3-Clause
//
// Platforms in one line: "star:64", "fat-tree:2;16,32;1,16;1,1", "torus:8x8x8", "dragonfly:...".
//
// They are <cluster> tags without a file: one cluster, hosts host-0, host-1, ..., full-duplex
// links.
#include "models/readers/short_platform.h"

#include <fmt/format.h>

#include <numeric>

#include "kernel/error.h"
#include "models/platform/platform.h"
#include "models/platform/units.h"
#include "models/platform/zone.h"
#include "models/readers/power_file.h"
#include "models/topology/cluster.h"
#include "models/topology/rails.h"
#include "models/topology/router_zone.h"
#include "models/topology/topology.h"

namespace smpi::models {
namespace {

std::string short_hint() {
  return fmt::format("write {} or the name of a platform file", topology_examples());
}

[[noreturn]] void refuse(const char* message, std::string_view text, std::string hint) {
  throw kernel::InputError(message, {"", 0, std::string(text), std::move(hint)});
}

const Topology* topology_of(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Topology* topology : topologies()) {
    if (topology->name == name) return topology;
    known.push_back(topology->name);
  }
  std::string hint = kernel::did_you_mean(name, known);
  if (!hint.empty()) hint += ' ';
  refuse("unknown topology", name, hint + short_hint());
}

double quantity(std::string_view text, Quantity kind, Platform& platform) {
  const Parsed parsed = parse_quantity(text, kind);
  if (parsed.unit_missing) {
    platform.warnings.push_back(
        fmt::format("'{}' has no unit: taken as {}", text, base_unit_name(kind)));
  }
  return parsed.value;
}

// "10Gbps,24us"
LinkFigures link_figures(std::string_view text, Platform& platform) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) {
    refuse("expected a bandwidth and a latency", text, "write them like 10Gbps,24us");
  }
  const LinkFigures figures{
      quantity(text.substr(0, comma), Quantity::bandwidth_bytes_per_s, platform),
      quantity(text.substr(comma + 1), Quantity::time_s, platform)};
  if (figures.bandwidth_bytes_per_s <= 0) refuse("a bandwidth must be positive", text, "");
  if (figures.latency_s < 0) refuse("a latency cannot be negative", text, "");
  return figures;
}

void read_power(const std::string& path, ClusterSpec& spec, Platform& platform) {
  PowerFile power = read_power_file(path);
  host_power_profile(power.hosts, "each host", spec.pstate_speed_flops.size(), power.place);
  spec.properties = std::move(power.hosts);
  spec.network_power = std::move(power.network);
  spec.power_place = std::move(power.place);
  for (std::string& text : power.warnings) platform.warnings.push_back(std::move(text));
}

}  // namespace

Platform make_short_platform(std::string_view description, const ShortPlatformOptions& options) {
  const std::size_t colon = description.find(':');
  if (colon == std::string_view::npos)
    refuse("not a platform description", description, short_hint());
  Platform platform;
  platform.source = description;

  ClusterSpec spec;
  spec.id = description.substr(0, colon);
  spec.topology = topology_of(spec.id);
  spec.prefix = "host-";
  spec.parameters = description.substr(colon + 1);
  spec.rails = take_rails(spec.parameters, {});
  spec.has_separate_cables = take_parallel(spec.parameters, {});
  spec.core_count = options.core_count;
  if (options.core_count == 0) refuse("a host needs at least one core", "0", "");
  spec.pstate_speed_flops = {quantity(options.host_speed, Quantity::speed_flops, platform)};
  if (spec.pstate_speed_flops[0] <= 0) refuse("a speed must be positive", options.host_speed, "");
  spec.link = link_figures(options.link, platform);
  for (const std::string& text : options.kind_links) {
    const std::size_t equals = text.find('=');
    const std::string kind = text.substr(0, equals);
    for (const auto& [known, figures] : spec.kind_links) {
      if (known == kind) refuse("two figures for one kind of links", text, "");
    }
    spec.kind_links.emplace_back(kind, link_figures(text.substr(equals + 1), platform));
  }
  if (!options.power_file.empty()) read_power(options.power_file, spec, platform);
  if (!options.loopback.empty()) spec.loopback = link_figures(options.loopback, platform);
  const auto host_count = spec.topology->host_count(spec.parameters, {});
  if (!host_count) {
    refuse("expected a positive whole number", description,
           fmt::format("write it like {}", spec.topology->example));
  }
  spec.radicals.resize(*host_count);
  std::iota(spec.radicals.begin(), spec.radicals.end(), 0U);
  build_cluster(platform, no_id, spec, {});
  platform.seal();
  return platform;
}

}  // namespace smpi::models
