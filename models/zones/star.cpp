// SPDX-License-Identifier: BSD-3-Clause
//
// Routes of a star: at most five links, no loop, no branch that depends on the size.
#include "models/zones/star.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace smpi::models {

Spoke& StarZone::spoke(std::uint32_t child_local) {
  if (spokes_.size() <= child_local) spokes_.resize(child_local + 1);
  return spokes_[child_local];
}

void StarZone::seal(const Platform&) {
  spokes_.resize(children.size());
  if (backbone != no_id) return;
  for (std::uint32_t child = 0; child < spokes_.size(); child++) {
    const bool is_host = (children[child] & (router_bit | zone_bit)) == 0;
    if (is_host && spokes_[child].up == no_id) is_complete_ = false;
  }
}

bool StarZone::append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const {
  const Spoke& source = spokes_[from];
  if (from == to) {
    builder.add_if_any(source.loopback);
    return true;
  }
  const Spoke& destination = spokes_[to];
  builder.add_if_any(source.limiter);
  builder.add_if_any(source.up);
  builder.add_if_any(backbone);
  if (destination.down != source.up) builder.add_if_any(destination.down);
  builder.add_if_any(destination.limiter);
  return true;
}

// The two largest latencies of each direction are enough: source and destination differ.
std::optional<Shape> StarZone::shape(const Platform& platform) const {
  struct End {
    double latency_s = -1;
    std::uint32_t local = no_id;
  };
  std::array<End, 2> ups;
  std::array<End, 2> downs;
  double total_up = 0;
  const auto keep = [&](std::array<End, 2>& best, LinkId link, std::uint32_t host) {
    const End end{link == no_id ? 0 : platform.links.latency_s[link], host};
    if (end.latency_s > best[1].latency_s) best[1] = end;
    if (best[1].latency_s > best[0].latency_s) std::swap(best[0], best[1]);
  };
  std::uint32_t end_count = 0;
  for (std::uint32_t child = 0; child < spokes_.size(); child++) {
    if ((children[child] & (router_bit | zone_bit)) != 0) continue;
    end_count++;
    keep(ups, spokes_[child].up, child);
    keep(downs, spokes_[child].down, child);
    if (spokes_[child].up == no_id) return std::nullopt;
    total_up += platform.links.bandwidth_bytes_per_s[spokes_[child].up];
  }
  if (end_count < 2) return std::nullopt;
  Shape shape;
  shape.text = fmt::format("star of {} {}{}", end_count, end_count == 1 ? "host" : "hosts",
                           backbone == no_id ? "" : " around a backbone");
  shape.diameter_hops = backbone == no_id ? 2 : 3;
  shape.bisection_bytes_per_s = total_up / 2;
  for (const End& up : ups) {
    for (const End& down : downs) {
      if (up.local == down.local) continue;
      shape.diameter_latency_s = std::max(shape.diameter_latency_s, up.latency_s + down.latency_s);
    }
  }
  if (backbone == no_id) return shape;
  shape.diameter_latency_s += platform.links.latency_s[backbone];
  if (platform.links.policy[backbone] == SharingPolicy::shared) {
    shape.bisection_bytes_per_s =
        std::min(shape.bisection_bytes_per_s, platform.links.bandwidth_bytes_per_s[backbone]);
  }
  return shape;
}

}  // namespace smpi::models
