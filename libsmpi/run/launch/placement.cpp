// SPDX-License-Identifier: BSD-3-Clause
//
// From the options to a host for each rank.
#include "libsmpi/run/launch/placement.h"

#include <algorithm>

#include "kernel/error.h"
#include "kernel/print.h"

namespace smpi::launch {
namespace {

std::vector<models::HostId> places_in_turn(const Arguments& arguments,
                                           const models::Platform& platform) {
  if (!arguments.hostfile.empty()) {
    return read_hostfile(arguments.hostfile, platform, arguments.rank_count);
  }
  std::vector<models::HostId> places(platform.hosts.count());
  for (std::size_t i = 0; i < places.size(); i++) places[i] = static_cast<models::HostId>(i);
  return places;
}

void refuse(const Arguments& arguments, const char* message, const char* hint) {
  throw kernel::InputError(message, {.text = arguments.placement, .hint = hint});
}

// Whoever says how many cores a host has wants them used as launchers of real machines use them:
// host after host. Platform files are run as by SimGrid: one rank to each host in turn.
bool fills_cores(const Arguments& arguments) {
  const std::vector<std::string>& given = arguments.short_platform_options;
  return arguments.placement.empty() && arguments.hostfile.empty() && !arguments.platform.empty() &&
         arguments.short_platform.core_count > 1 &&
         std::find(given.begin(), given.end(), "--cores") != given.end();
}

Mapping place_by_policy(const Arguments& arguments, const models::Platform& platform) {
  const placement::Placement placement = placement::parse_placement(arguments.placement);
  const bool has_hostfile = !arguments.hostfile.empty();
  if (placement.is_hostfile() && !has_hostfile) {
    refuse(arguments, "this placement needs a hostfile", "--hostfile FILE");
  }
  if (placement.names_hosts() && has_hostfile) {
    refuse(arguments, "this placement names hosts itself", "leave --hostfile out");
  }
  std::vector<placement::Node> nodes =
      has_hostfile ? hostfile_nodes(arguments.hostfile, platform) : placement::all_nodes(platform);
  placement::PlacedRanks placed =
      placement::place_ranks(placement, platform, std::move(nodes), arguments.rank_count);
  if (placed.host_of_rank.size() > ranks_max) {
    refuse(arguments, "no machine runs so many ranks", "give -np N");
  }
  if (!arguments.quiet && !placed.report.empty()) {
    kernel::print_message("smpirun: {}", placed.report);
  }
  return {std::move(placed.host_of_rank), placed.slots_reused};
}

void require_hosts(const models::Platform& platform) {
  if (platform.hosts.count() > 0) return;
  throw kernel::InputError("the platform has no hosts",
                           {.file = platform.source, .hint = "add a <host> or a <cluster>"});
}

}  // namespace

std::vector<placement::Node> hostfile_nodes(const std::string& path,
                                            const models::Platform& platform) {
  std::vector<placement::Node> nodes;
  for (const models::HostId host : read_hostfile(path, platform, std::nullopt)) {
    if (!nodes.empty() && nodes.back().host == host) {
      nodes.back().slots++;
    } else {
      nodes.push_back({host, 1});
    }
  }
  return nodes;
}

Mapping place_run(const Arguments& arguments, const models::Platform& platform) {
  if (arguments.hostfile.empty()) require_hosts(platform);
  if (fills_cores(arguments)) {
    Arguments filling = arguments;
    filling.placement = "block";
    Mapping mapping = place_by_policy(filling, platform);
    if (!arguments.quiet) {
      kernel::print_message(
          "smpirun: {} ranks fill one host of {} cores after the other (--placement cyclic gives "
          "each host one in turn)\n",
          mapping.host_of_rank.size(), arguments.short_platform.core_count);
    }
    return mapping;
  }
  if (!arguments.placement.empty()) {
    Mapping mapping = place_by_policy(arguments, platform);
    if (mapping.places_reused && !arguments.quiet) {
      kernel::print_message("smpirun: {} ranks are more than the placement has slots for\n",
                            mapping.host_of_rank.size());
    }
    return mapping;
  }
  const std::vector<models::HostId> places = places_in_turn(arguments, platform);
  // Without -np: one rank per hostfile slot, or one per host.
  const std::uint32_t rank_count =
      arguments.rank_count.value_or(static_cast<std::uint32_t>(places.size()));
  Mapping mapping = map_ranks(rank_count, places);
  if (mapping.places_reused && !arguments.quiet) {
    kernel::print_message(
        "smpirun: {} ranks on {} places in turn: hosts run several ranks{}\n", rank_count,
        places.size(),
        arguments.hostfile.empty() ? " (--placement block fills one host after the other)" : "");
  }
  return mapping;
}

}  // namespace smpi::launch
