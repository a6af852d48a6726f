// SPDX-License-Identifier: BSD-3-Clause
//
// A depth-first search over waits.
#include "models/packet/circles.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "kernel/error.h"

namespace smpi::models::packet {
namespace {

constexpr std::size_t host_max = 512;

using Buffer = std::uint32_t;
enum class Mark : std::uint8_t { fresh, open, done };

// A node of the search, and which of its waits comes next.
struct Step {
  Buffer buffer;
  std::size_t next;
};

std::string describe(const Platform& platform, const Fabric& fabric,
                     const std::vector<PortId>& circle) {
  constexpr std::size_t shown_max = 8;
  std::string text;
  for (std::size_t i = 0; i <= circle.size(); i++) {
    if (i == shown_max) return text + " -> ...";
    const PortId port = circle[i % circle.size()];
    if (i > 0) text += " -> ";
    text += fabric.is_link(port) ? std::string(platform.links.name[port]) : "a network card";
  }
  return text;
}

}  // namespace

// Nobody waits for room behind the last link, and where buffers have no end.
void Waits::add(std::span<const Hop> way) {
  const auto buffer_of = [this](const Hop& hop) {
    return std::uint64_t{hop.port} * channel_count_ + hop.channel;
  };
  const auto is_limited = [this](const Hop& hop) {
    return fabric_.facts(hop.port).buffer_bytes < unlimited_bytes;
  };
  for (std::size_t i = 0; i + 2 < way.size(); i++) {
    if (!is_limited(way[i]) || !is_limited(way[i + 1])) continue;
    waits_.insert(buffer_of(way[i]) << 32 | buffer_of(way[i + 1]));
  }
}

std::vector<PortId> Waits::find_circle() const {
  std::unordered_map<Buffer, std::vector<Buffer>> after;
  for (const std::uint64_t wait : waits_) {
    after[static_cast<Buffer>(wait >> 32)].push_back(static_cast<Buffer>(wait));
  }
  std::vector<Buffer> starts;
  for (auto& [buffer, next] : after) {
    std::sort(next.begin(), next.end());
    starts.push_back(buffer);
  }
  std::sort(starts.begin(), starts.end());
  std::unordered_map<Buffer, Mark> marks;
  std::vector<Step> path;
  for (const Buffer start : starts) {
    if (marks[start] != Mark::fresh) continue;
    path.assign(1, {start, 0});
    marks[start] = Mark::open;
    while (!path.empty()) {
      const Buffer here = path.back().buffer;
      const auto found = after.find(here);
      if (found == after.end() || path.back().next == found->second.size()) {
        marks[here] = Mark::done;
        path.pop_back();
        continue;
      }
      const Buffer next = found->second[path.back().next++];
      if (marks[next] == Mark::open) {
        std::vector<PortId> circle;
        const auto first = std::find_if(path.begin(), path.end(),
                                        [&](const Step& step) { return step.buffer == next; });
        for (auto step = first; step != path.end(); ++step) {
          circle.push_back(step->buffer / channel_count_);
        }
        return circle;
      }
      if (marks[next] != Mark::fresh) continue;
      marks[next] = Mark::open;
      path.push_back({next, 0});
    }
  }
  return {};
}

void check_for_circles(const Platform& platform, const Fabric& fabric, Paths& paths) {
  if (!fabric.needs_check()) return;
  const std::size_t host_count = platform.hosts.count();
  const std::size_t stride = (host_count + host_max - 1) / host_max;
  Waits waits(fabric);
  std::vector<Hop> hops;
  Route route;
  for (std::size_t source = 0; source < host_count; source += stride) {
    for (std::size_t target = 0; target < host_count; target += stride) {
      const auto from = static_cast<HostId>(source);
      const auto to = static_cast<HostId>(target);
      if (from == to || !platform.find_route(from, to, route)) continue;
      hops.clear();
      paths.find({.source = from, .destination = to, .size_bytes = 0, .number = 0}, hops);
      waits.add(hops);
    }
  }
  const std::vector<PortId> circle = waits.find_circle();
  if (circle.empty()) return;
  throw kernel::InputError(
      "packets could wait for each other in a circle, and never move again",
      {platform.source, 0, describe(platform, fabric, circle),
       "with --cfg=packet/buffer:unlimited they do not wait for room; packet/channels:hops gives "
       "each link of a way a channel of its own"});
}

}  // namespace smpi::models::packet
