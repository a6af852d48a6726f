// SPDX-License-Identifier: BSD-3-Clause
//
// The virtual channels of a way.
//
// Packets that wait in the buffer behind one link for room behind the next one must never come to
// wait in a circle. Topologies say in which order ways cross cables (platform/ways.h). A way that
// follows the order stays in its channel; where it does not, it goes on in the next one; a ring has
// two channels, of which the second begins with the cable that closes the ring (Dally and Seitz
// 1987). Along a way (channel, place) never descends, so no circle can close. Nothing waits for
// room at the last link, so its channel does not matter.
#include <fmt/format.h>

#include "kernel/error.h"
#include "models/packet/fabric.h"

namespace smpi::models::packet {
namespace {

class ChannelWalk {
 public:
  ChannelWalk(const Ways& ways, ChannelUse use) : ways_(ways), use_(use) {
    if (use == ChannelUse::by_topology) rule_ = ways.cable_rule();
  }

  // The way came by this cable of a ring, and has closed that.
  void go_on_after(LinkId link) {
    before_ = ways_.place_of(link);
    is_closed_ = true;
    cables_ = 1;
  }
  // Of the next cable between routers.
  Hop next(LinkId link) {
    Hop hop{link, 0, false};
    if (rule_ == CableRule::free) return hop;
    if (rule_ == CableRule::by_hop) {
      if (use_ == ChannelUse::bubble) return bubble(link);
      hop.channel = static_cast<std::uint8_t>(cables_++);
      return hop;
    }
    const CablePlace place = ways_.place_of(link);
    const bool goes_on = cables_++ == 0 || (!before_.ends_level && ascends(place));
    if (!goes_on) level_++;
    if (!goes_on || place.place != before_.place) is_closed_ = false;
    is_closed_ |= place.closes_ring;
    before_ = place;
    hop.channel = static_cast<std::uint8_t>(
        rule_ == CableRule::rings ? 2 * level_ + (is_closed_ ? 1 : 0) : level_);
    return hop;
  }

 private:
  bool ascends(const CablePlace& place) const {
    if (place.place != before_.place) return place.place > before_.place;
    return place.is_straight && place.is_up == before_.is_up;
  }
  // Whatever enters a ring leaves room for one packet, so that those in it can always move.
  Hop bubble(LinkId link) {
    const CablePlace place = ways_.place_of(link);
    const bool enters = cables_++ == 0 || place.place != before_.place;
    before_ = place;
    return {link, 0, enters};
  }

  const Ways& ways_;
  ChannelUse use_;
  CableRule rule_ = CableRule::by_hop;
  CablePlace before_;
  std::uint32_t cables_ = 0;
  std::uint32_t level_ = 0;
  bool is_closed_ = false;
};

}  // namespace

void Fabric::make_hops(HostId source, HostId destination, const Ways* ways,
                       std::span<const LinkId> links, std::vector<Hop>& hops) const {
  if (has_card(source)) hops.push_back({first_card_ + 2 * source});
  append_hops(destination, ways, links, hops);
}

void Fabric::append_hops(HostId destination, const Ways* ways, std::span<const LinkId> links,
                         std::vector<Hop>& hops, LinkId closed_by) const {
  const std::size_t first = hops.size();
  for (const LinkId link : links) hops.push_back({link});
  if (is_limited()) give_channels(ways, std::span(hops).subspan(first), closed_by);
  for (std::size_t hop = first; hop < hops.size(); hop++) {
    if (hops[hop].channel < channel_count_) continue;
    throw kernel::InputError(
        "a way needs more virtual channels than there are",
        {platform_.source, 0, fmt::format("to '{}'", platform_.hosts.name[destination]),
         fmt::format("up to {} are possible; with packet/buffer:unlimited none is needed",
                     channel_max)});
  }
  append_card(destination, hops);
}

void Fabric::give_channels(const Ways* ways, std::span<Hop> hops, LinkId closed_by) const {
  if (ways == nullptr) {
    if (config_.channels != ChannelUse::by_hop) return;
    std::uint8_t channel = 0;
    for (Hop& hop : hops) hop.channel = channel++;
    return;
  }
  ChannelWalk walk(*ways, config_.channels);
  if (closed_by != no_id) walk.go_on_after(closed_by);
  for (Hop& hop : hops) {
    if (is_between_routers(hop.port)) hop = walk.next(hop.port);
  }
}

}  // namespace smpi::models::packet
