// SPDX-License-Identifier: BSD-3-Clause
//
// The graph is found from the routes alone, so that every topology and every file is drawn alike:
// where one link follows another on a route, the head of the first and the tail of the second are
// the same place.
#include "models/platform/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "kernel/error.h"
#include "models/platform/units.h"
#include "models/platform/ways.h"

namespace smpi::models {
namespace {

constexpr std::size_t hosts_max = 1024;
constexpr std::uint32_t ways_max = 64;  // between two hosts: all pairs together take every link
// Colours that people who see colours differently can tell apart (Okabe and Ito 2008).
constexpr std::array<const char*, 7> colours = {"black",   "#0072b2", "#d55e00", "#009e73",
                                                "#cc79a7", "#e69f00", "#56b4e9"};

class Drawing {
 public:
  explicit Drawing(const Platform& platform)
      : platform_(platform),
        same_(2 * platform.links.count() + platform.hosts.count()),
        is_used_(platform.links.count(), false) {
    std::iota(same_.begin(), same_.end(), 0);
  }

  std::string write() {
    follow_routes();
    check_hosts();
    std::string text =
        fmt::format("graph \"{}\" {{\n  layout=neato; overlap=false;\n", quoted(platform_.source));
    text += "  node [shape=circle, label=\"\", width=0.15];\n";
    for (HostId host = 0; host < platform_.hosts.count(); host++) {
      text += fmt::format("  {} [shape=box, label=\"{}\"];\n", name_of(place_of_host(host)),
                          quoted(platform_.hosts.name[host]));
    }
    return text + cables() + "}\n";
  }

 private:
  using Place = std::uint32_t;
  struct Cable {
    std::uint32_t there = 0;  // links from the first place to the second
    std::uint32_t back = 0;
  };
  // Two places, then bandwidth and latency.
  using Key = std::tuple<std::uint32_t, std::uint32_t, double, double>;

  static Place tail(LinkId link) { return 2 * link; }
  static Place head(LinkId link) { return 2 * link + 1; }
  Place host_place(HostId host) const {
    return static_cast<Place>(2 * platform_.links.count()) + host;
  }
  Place place_of_host(HostId host) { return find(host_place(host)); }

  Place find(Place place) {
    while (same_[place] != place) place = same_[place] = same_[same_[place]];
    return place;
  }
  // The larger is the root, so that a place with a host has the number of the host.
  void join(Place a, Place b) {
    const auto [small, large] = std::minmax({find(a), find(b)});
    same_[small] = large;
  }

  void follow_routes() {
    Route route;
    const auto count = static_cast<HostId>(platform_.hosts.count());
    for (HostId from = 0; from < count; from++) {
      for (HostId to = 0; to < count; to++) {
        if (from == to || !platform_.find_route(from, to, route)) continue;
        const std::uint32_t ways = std::min(platform_.path_count(from, to), ways_max);
        const HostWays between = ways_between(platform_, from, to);
        const std::uint32_t rails = between.ways == nullptr ? 1 : between.ways->rail_count();
        for (std::uint32_t way = 0; way < ways * rails; way++) {
          find_way(platform_, from, to, on_rail(way / rails, way % rails), route);
          follow(from, to, route);
        }
      }
    }
  }

  void follow(HostId from, HostId to, const Route& route) {
    Place at = host_place(from);
    for (const LinkId link : route.links) {
      is_used_[link] = true;
      join(at, tail(link));
      at = head(link);
    }
    join(at, host_place(to));
  }

  void check_hosts() {
    std::map<Place, HostId> host_at;
    for (HostId host = 0; host < platform_.hosts.count(); host++) {
      const auto [other, is_new] = host_at.emplace(place_of_host(host), host);
      if (is_new) continue;
      throw kernel::InputError(
          "a platform with links that serve both directions cannot be drawn",
          {.file = platform_.source,
           .text = fmt::format("{} and {}", platform_.hosts.name[other->second],
                               platform_.hosts.name[host]),
           .hint = "their cables have no two ends: sharing_policy=\"SPLITDUPLEX\""});
    }
  }

  // Hosts have their numbers, other places those of their first appearance.
  std::string name_of(Place place) {
    if (place >= host_place(0)) return fmt::format("h{}", place - host_place(0));
    const auto number = numbers_.emplace(place, static_cast<std::uint32_t>(numbers_.size())).first;
    return fmt::format("n{}", number->second);
  }

  std::string cables() {
    std::map<Key, Cable> found;
    const LinkTable& links = platform_.links;
    for (LinkId link = 0; link < links.count(); link++) {
      if (!is_used_[link]) continue;
      const Place from = find(tail(link));
      const Place to = find(head(link));
      Cable& cable = found[{std::min(from, to), std::max(from, to),
                            links.bandwidth_bytes_per_s[link], links.latency_s[link]}];
      (from <= to ? cable.there : cable.back)++;
    }
    std::string text;
    for (const auto& [key, cable] : found) {
      const auto& [from, to, bandwidth_bytes_per_s, latency_s] = key;
      const std::size_t kind = kind_of(bandwidth_bytes_per_s, latency_s);
      const std::uint32_t count = std::max(cable.there, cable.back);
      text += fmt::format("  {} -- {} [color=\"{}\"{}];\n", name_of(from), name_of(to),
                          colours[kind % colours.size()],
                          count > 1 ? fmt::format(", label=\"{}\"", count) : "");
    }
    return legend() + text;
  }

  std::size_t kind_of(double bandwidth_bytes_per_s, double latency_s) {
    const std::pair<double, double> kind(bandwidth_bytes_per_s, latency_s);
    const auto found = std::find(kinds_.begin(), kinds_.end(), kind);
    const auto index = static_cast<std::size_t>(found - kinds_.begin());
    if (found == kinds_.end()) kinds_.push_back(kind);
    return index;
  }

  std::string legend() const {
    std::string text = quoted(platform_.source);
    for (std::size_t kind = 0; kind < kinds_.size(); kind++) {
      text += fmt::format("\\n{}: {}, {}", colours[kind % colours.size()],
                          format_bandwidth(kinds_[kind].first), format_time(kinds_[kind].second));
    }
    return fmt::format("  label=\"{}\";\n", text);
  }

  static std::string quoted(std::string_view text) {
    std::string result;
    for (const char character : text) {
      if (character == '"' || character == '\\') result += '\\';
      result += character;
    }
    return result;
  }

  const Platform& platform_;
  std::vector<Place> same_;  // union-find: ends of links, then hosts
  std::vector<bool> is_used_;
  std::map<Place, std::uint32_t> numbers_;
  std::vector<std::pair<double, double>> kinds_;
};

}  // namespace

std::string draw_platform(const Platform& platform) {
  if (platform.hosts.count() > hosts_max) {
    throw kernel::InputError(fmt::format("a drawing shows at most {} hosts", hosts_max),
                             {.file = platform.source,
                              .text = fmt::format("{} hosts", platform.hosts.count()),
                              .hint = "a smaller platform of the same kind"});
  }
  return Drawing(platform).write();
}

}  // namespace smpi::models
