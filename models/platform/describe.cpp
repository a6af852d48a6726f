// SPDX-License-Identifier: BSD-3-Clause
//
// What smpirun --describe-platform prints.
//
// Figures of clusters are closed forms. Of other platforms the diameter is found by looking at all
// pairs of hosts, or at a sample of fixed choice when there are too many; the text says which.
#include "models/platform/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "kernel/error.h"
#include "models/platform/bill.h"
#include "models/platform/platform.h"
#include "models/platform/uniform_traffic.h"
#include "models/platform/units.h"
#include "models/platform/zone.h"

namespace smpi::models {
namespace {

constexpr std::size_t kinds_shown = 6;
constexpr std::size_t zones_shown = 16;
constexpr std::uint64_t pairs_looked_at_max = 250000;

std::string plural(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Description {
 public:
  Description(const Platform& platform, const WayLoads* ways) : platform_(platform), ways_(ways) {}

  std::string write(std::string_view from, std::string_view to) {
    line("platform", platform_.source);
    const std::optional<Shape> shape = shape_of_all();
    if (shape && platform_.zones.size() == 1) line("topology", shape->text);
    write_zones();
    write_hosts();
    write_links();
    write_disks();
    if (shape && shape->routers) write_routers(*shape->routers);
    if (shape && shape->diameter_hops > 0) {
      write_diameter(*shape);
    } else {
      write_measured_diameter();
    }
    if (shape && shape->bisection_bytes_per_s > 0) write_bisection(*shape);
    if (shape && shape->routers && shape->routers->bisection_high > 0) {
      line("", fmt::format("between {:g} and {:g} cables from one half of the routers to the other",
                           shape->routers->bisection_low, shape->routers->bisection_high));
    }
    write_uniform_traffic();
    write_bill();
    if (!from.empty() && !to.empty()) write_route(host_named(from), host_named(to));
    return text_;
  }

 private:
  void line(const char* label, const std::string& content) {
    text_ += fmt::format("{:<11} {}\n", label, content);
  }

  // A table of kinds with their numbers, the most frequent first.
  void lines(const char* label, std::vector<std::pair<std::size_t, std::string>> kinds) {
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t kind = 0; kind < std::min(kinds.size(), kinds_shown); kind++) {
      line(kind == 0 ? label : "", fmt::format("{} x {}", kinds[kind].first, kinds[kind].second));
    }
    if (kinds.size() > kinds_shown) {
      line("", fmt::format("... and {}", plural(kinds.size() - kinds_shown, "more kind")));
    }
  }

  void write_zones() {
    if (platform_.zones.size() < 2) return;
    for (std::size_t index = 0; index < std::min(platform_.zones.size(), zones_shown); index++) {
      const Zone& zone = *platform_.zones[index];
      const auto shape = zone.shape(platform_);
      line(index == 0 ? "zones" : "", fmt::format("{:{}}{}: {}", "", 2 * zone.depth, zone.name,
                                                  shape ? shape->text : contents_of(zone)));
    }
    if (platform_.zones.size() > zones_shown) {
      line("",
           fmt::format("... and {}", plural(platform_.zones.size() - zones_shown, "more zone")));
    }
  }

  static std::string contents_of(const Zone& zone) {
    std::size_t zone_count = 0;
    std::size_t router_count = 0;
    for (const PointId child : zone.children) {
      if ((child & zone_bit) != 0) zone_count++;
      if ((child & router_bit) != 0) router_count++;
    }
    std::string text = fmt::format("routing {}", zone.routing_name());
    const std::size_t host_count = zone.children.size() - zone_count - router_count;
    if (host_count > 0) text += ", " + plural(host_count, "host");
    if (router_count > 0) text += ", " + plural(router_count, "router");
    if (zone_count > 0) text += ", " + plural(zone_count, "zone");
    return text;
  }

  void write_hosts() {
    const HostTable& hosts = platform_.hosts;
    std::map<std::pair<std::uint32_t, std::vector<double>>, std::size_t> counts;
    std::uint64_t core_count = 0;
    double peak_flops = 0;
    for (HostId host = 0; host < hosts.count(); host++) {
      counts[{hosts.core_count[host], hosts.pstate_speed_flops[host]}]++;
      core_count += hosts.core_count[host];
      peak_flops += hosts.core_count[host] * hosts.speed_flops(host);
    }
    line("hosts", fmt::format("{} with {}, {} in all{}", hosts.count(), plural(core_count, "core"),
                              format_speed(peak_flops), names_text()));
    std::vector<std::pair<std::size_t, std::string>> kinds;
    for (const auto& [kind, count] : counts) {
      std::string speeds;
      for (const double speed : kind.second) {
        speeds += (speeds.empty() ? "" : ", ") + format_speed(speed);
      }
      kinds.emplace_back(count, fmt::format("{} of {}{}", plural(kind.first, "core"), speeds,
                                            kind.second.size() > 1 ? " (pstates)" : ""));
    }
    lines("", std::move(kinds));
  }

  std::string names_text() const {
    const NameTable& names = platform_.hosts.name;
    if (names.size() < 2) return names.size() == 0 ? "" : fmt::format(": {}", names[0]);
    return fmt::format(": {} to {}", names[0], names[static_cast<std::uint32_t>(names.size() - 1)]);
  }

  void write_links() {
    const LinkTable& links = platform_.links;
    std::map<std::tuple<double, double, SharingPolicy>, std::size_t> counts;
    for (LinkId link = 0; link < links.count(); link++) {
      counts[{links.bandwidth_bytes_per_s[link], links.latency_s[link], links.policy[link]}]++;
    }
    line("links", fmt::format("{} (a full-duplex cable is two)", links.count()));
    std::vector<std::pair<std::size_t, std::string>> kinds;
    for (const auto& [kind, count] : counts) {
      kinds.emplace_back(
          count, fmt::format("{}, {}{}", format_bandwidth(std::get<0>(kind)),
                             format_time(std::get<1>(kind)), policy_text(std::get<2>(kind))));
    }
    lines("", std::move(kinds));
  }

  void write_disks() {
    if (platform_.disks.empty()) return;
    std::map<std::pair<double, double>, std::size_t> counts;
    for (const Disk& disk : platform_.disks) {
      counts[{disk.read_bytes_per_s, disk.write_bytes_per_s}]++;
    }
    line("disks", fmt::format("{}", platform_.disks.size()));
    std::vector<std::pair<std::size_t, std::string>> kinds;
    for (const auto& [kind, count] : counts) {
      kinds.emplace_back(count, fmt::format("read {}, write {}", format_bandwidth(kind.first),
                                            format_bandwidth(kind.second)));
    }
    lines("", std::move(kinds));
  }

  static const char* policy_text(SharingPolicy policy) {
    return policy == SharingPolicy::fatpipe ? ", not shared (fatpipe)" : "";
  }

  // The closed form of the zone that holds every host, when there is one.
  std::optional<Shape> shape_of_all() const {
    for (const auto& zone : platform_.zones) {
      const auto host_count =
          std::count_if(zone->children.begin(), zone->children.end(),
                        [](PointId child) { return (child & (zone_bit | router_bit)) == 0; });
      if (host_count > 0) {
        return static_cast<std::size_t>(host_count) == platform_.hosts.count() ? shape_of(*zone)
                                                                               : std::nullopt;
      }
    }
    return std::nullopt;
  }

  // Closed forms hold where all cables are alike.
  std::optional<Shape> shape_of(const Zone& zone) const {
    std::optional<Shape> shape = zone.shape(platform_);
    if (shape && zone.has_link_kinds) {
      shape->diameter_hops = 0;
      shape->bisection_bytes_per_s = 0;
    }
    return shape;
  }

  void write_routers(const RouterFigures& routers) {
    line("routers",
         fmt::format("{} of {} ports", routers.router_count,
                     routers.radix_min == routers.radix_max
                         ? std::to_string(routers.radix_max)
                         : fmt::format("{} to {}", routers.radix_min, routers.radix_max)));
    std::string cables;
    for (const auto& [kind, count] : routers.cables) {
      cables += fmt::format("{}{} {}", cables.empty() ? "" : ", ", count, kind);
    }
    line("cables", cables);
    if (routers.mean_distance == 0) return;  // of trees, whose routers are not alike
    line("distance",
         fmt::format("{:.6f} cables in the mean between two routers, {} at most{}",
                     routers.mean_distance, routers.diameter,
                     routers.measured_from < routers.router_count
                         ? fmt::format(" (seen from {})", plural(routers.measured_from, "router"))
                         : ""));
  }

  void write_diameter(const Shape& shape) {
    line("diameter", fmt::format("{}, {} (closed form)", plural(shape.diameter_hops, "link"),
                                 format_time(shape.diameter_latency_s)));
  }

  void write_bisection(const Shape& shape) {
    line("bisection", fmt::format("{} from one half of the hosts to the other (closed form)",
                                  format_bandwidth(shape.bisection_bytes_per_s)));
  }

  void write_uniform_traffic() {
    const UniformTraffic traffic = uniform_traffic(platform_, ways_);
    if (traffic.pair_count == 0) return;
    line("saturation",
         fmt::format(
             "{:.6f} of the cables of hosts under uniform traffic on {} ways{}", traffic.saturation,
             ways_ == nullptr ? "minimal" : ways_->policy,
             traffic.is_sample ? fmt::format(" ({} pairs looked at)", traffic.pair_count) : ""));
    if (traffic.way_count_max > 1) write_even_traffic(traffic.saturation);
    if (traffic.way_count_max > 1) {
      line("ways", fmt::format("{} to {} minimal ones between two hosts", traffic.way_count_min,
                               traffic.way_count_max));
    }
  }

  // What other ways than those of the policy would carry, if it is much more.
  void write_even_traffic(double saturation) {
    constexpr double worth_saying = 1.1;
    const UniformTraffic even = even_traffic(platform_);
    if (even.saturation < worth_saying * saturation) return;
    line("",
         fmt::format("{:.6f} on all minimal ways alike: --cfg=network/routing:{} carries {:.0f} "
                     "% more",
                     even.saturation, even.is_drawn ? "random" : "spread",
                     100 * (even.saturation / saturation - 1)));
  }

  // What each part contributes, where it does; then the sum.
  void write_bill() {
    const Bill bill = bill_of(platform_);
    const std::pair<const char*, BillItem> items[] = {{"hosts", bill.hosts},
                                                      {"cables", bill.cables},
                                                      {"network cards", bill.cards},
                                                      {"switches", bill.switches}};
    std::string power;
    std::string cost;
    for (const auto& [name, item] : items) {
      const auto separator = [](const std::string& text) { return text.empty() ? "" : ", "; };
      if (item.busy_w > 0) {
        power +=
            fmt::format("{}{} {:.6g} to {:.6g}", separator(power), name, item.idle_w, item.busy_w);
      }
      if (item.price > 0) cost += fmt::format("{}{} {:.10g}", separator(cost), name, item.price);
    }
    const BillItem sum = bill.sum();
    if (!power.empty()) {
      line("power", fmt::format("{:.6g} W when nothing happens, {:.6g} W when all is busy ({})",
                                sum.idle_w, sum.busy_w, power));
    }
    if (!cost.empty()) line("cost", fmt::format("{:.10g} ({})", sum.price, cost));
  }

  void write_measured_diameter() {
    const std::uint64_t count = platform_.hosts.count();
    if (count < 2) return;
    const bool is_sample = count * (count - 1) > pairs_looked_at_max;
    Route route;
    std::size_t hops_max = 0;
    double latency_max_s = 0;
    std::uint64_t missing_count = 0;
    std::uint64_t pair_count = 0;
    const auto look_at = [&](HostId source, HostId target) {
      pair_count++;
      if (!platform_.find_route(source, target, route)) {
        missing_count++;
        return;
      }
      hops_max = std::max(hops_max, route.links.size());
      latency_max_s = std::max(latency_max_s, route.latency_s);
    };
    if (is_sample) {
      // A multiplicative generator (Knuth's MMIX): the same pairs in every run.
      std::uint64_t state = 1;
      const auto next = [&] {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<HostId>((state >> 33) % count);
      };
      while (pair_count < pairs_looked_at_max) {
        const HostId source = next();
        const HostId target = next();
        if (source != target) look_at(source, target);
      }
    } else {
      for (HostId source = 0; source < count; source++) {
        for (HostId target = 0; target < count; target++) {
          if (source != target) look_at(source, target);
        }
      }
    }
    line("diameter", fmt::format("{}, {} ({} {} pairs of hosts)", plural(hops_max, "link"),
                                 format_time(latency_max_s), is_sample ? "the most among" : "all",
                                 is_sample ? fmt::format("{} sampled", pair_count)
                                           : std::to_string(pair_count)));
    if (missing_count > 0) line("", fmt::format("{} of these pairs have no route", missing_count));
  }

  HostId host_named(std::string_view name) const {
    if (const auto host = platform_.find_host(name)) return *host;
    throw kernel::InputError("the platform has no such host",
                             {.file = platform_.source,
                              .text = std::string(name),
                              .hint = platform_.hosts.name.did_you_mean(name)});
  }

  void write_route(HostId from, HostId to) {
    Route route;
    platform_.route(from, to, route);
    text_ += fmt::format("\nroute from {} to {}\n", platform_.hosts.name[from],
                         platform_.hosts.name[to]);
    if (route.links.empty()) {
      text_ += from == to
                   ? "  the network model's built-in loopback\n"
                   : fmt::format("  no link, {} of distance\n", format_time(route.latency_s));
      return;
    }
    std::size_t width = 0;
    double narrowest = platform_.links.bandwidth_bytes_per_s[route.links.front()];
    double links_latency_s = 0;
    for (const LinkId link : route.links) {
      width = std::max(width, platform_.links.name[link].size());
      narrowest = std::min(narrowest, platform_.links.bandwidth_bytes_per_s[link]);
      links_latency_s += platform_.links.latency_s[link];
    }
    for (std::size_t hop = 0; hop < route.links.size(); hop++) {
      const LinkId link = route.links[hop];
      text_ += fmt::format("{:>4}  {:<{}}  {:>12}  {:>10}{}\n", hop + 1, platform_.links.name[link],
                           width, format_bandwidth(platform_.links.bandwidth_bytes_per_s[link]),
                           format_time(platform_.links.latency_s[link]),
                           policy_text(platform_.links.policy[link]));
    }
    const double distance_s = route.latency_s - links_latency_s;
    if (distance_s > 1e-12) text_ += fmt::format("      distance {}\n", format_time(distance_s));
    text_ += fmt::format("      {}, {} in all; the narrowest has {}\n",
                         plural(route.links.size(), "link"), format_time(route.latency_s),
                         format_bandwidth(narrowest));
    const std::uint32_t path_count = platform_.path_count(from, to);
    if (path_count > 1) text_ += fmt::format("      one of {} ways\n", path_count);
  }

  const Platform& platform_;
  const WayLoads* ways_;
  std::string text_;
};

}  // namespace

std::string describe_platform(const Platform& platform, std::string_view from, std::string_view to,
                              const WayLoads* ways) {
  return Description(platform, ways).write(from, to);
}

}  // namespace smpi::models
