// SPDX-License-Identifier: BSD-3-Clause
//
// Each device has the sum of what its links contribute; a link that changes takes its old part out
// and puts the new one in.
#include "models/host/device_power.h"

#include <algorithm>

namespace smpi::models {

DevicePower::DevicePower(const Platform& platform) : platform_(platform) {
  for (std::uint32_t index = 0; index < platform.switches.count(); index++) {
    switches_.push_back({switch_power_profile(platform.switches.properties[index],
                                              platform.switches.name[index], no_place),
                         {}});
    is_measured_ = is_measured_ || switches_.back().profile.is_measured;
  }
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    cards_.push_back({.profile = card_power_profile(platform.hosts.properties[host],
                                                    platform.hosts.name[host], no_place)});
    has_cards_ = has_cards_ || cards_.back().profile.is_measured;
  }
  is_measured_ = is_measured_ || has_cards_;
  if (!is_measured_) {
    switches_ = {};
    cards_ = {};
    return;
  }
  links_.resize(platform.links.count());
  for (const Cable& cable : platform.cables) connect(cable);
}

bool DevicePower::is_measured(DeviceId device) const {
  if (!is_measured_) return false;
  return device < switches_.size() ? switches_[device].profile.is_measured
                                   : cards_[device - switches_.size()].profile.is_measured;
}

void DevicePower::connect(const Cable& cable) {
  const auto device_at = [&](CableEnd end) {
    const DeviceId device = end.is_switch() ? switch_device(end.index()) : card_of(end.index());
    return is_measured(device) ? device : no_id;
  };
  const bool is_both_ways = cable.up == cable.down;
  const DeviceId lower = device_at(cable.lower);
  const DeviceId upper = device_at(cable.upper);
  links_[cable.up] = {.ends = {lower, upper},
                      .port_count = is_both_ways ? cable.width : cable.width / 2,
                      .is_both_ways = is_both_ways};
  if (!is_both_ways) {
    links_[cable.down] = {.ends = {upper, lower}, .port_count = cable.width / 2};
  }
  for (const DeviceId end : {lower, upper}) {
    if (end != no_id && end >= switches_.size()) cards_[end - switches_.size()].cable_count++;
  }
}

double DevicePower::ports_w(const Link& link, DeviceId device) const {
  if (!link.is_on) return 0;
  const SwitchPowerProfile& profile = switches_[device].profile;
  return link.port_count *
         (profile.port_idle_w + (profile.port_busy_w - profile.port_idle_w) * link.load);
}

void DevicePower::add(const Link& link, double sign) {
  for (std::size_t end = 0; end < link.ends.size(); end++) {
    const DeviceId device = link.ends[end];
    if (device == no_id) continue;
    if (device < switches_.size()) {
      switches_[device].ports_w.add(sign * ports_w(link, device));
      continue;
    }
    Card& card = cards_[device - switches_.size()];
    if (end == 0 || link.is_both_ways) card.out.add(sign * link.load);
    if (end == 1 || link.is_both_ways) card.in.add(sign * link.load);
  }
}

void DevicePower::read_link(LinkId id, double usage_bytes_per_s) {
  Link& link = links_[id];
  add(link, -1);
  link.is_on = platform_.links.is_on[id] != 0;
  link.load =
      link.is_on ? std::min(usage_bytes_per_s / platform_.links.bandwidth_bytes_per_s[id], 1.0) : 0;
  add(link, 1);
}

double DevicePower::power_w(DeviceId device) const {
  if (device < switches_.size()) {
    const Switch& meter = switches_[device];
    if (!meter.profile.is_measured) return 0;
    return platform_.switches.is_on[device] != 0 ? meter.profile.base_w + meter.ports_w.value()
                                                 : meter.profile.off_w;
  }
  const auto host = static_cast<HostId>(device - switches_.size());
  const Card& card = cards_[host];
  if (!card.profile.is_measured || platform_.hosts.is_on[host] == 0) return 0;
  const double load = card.cable_count == 0 ? 0
                                            : std::max(card.out.value(), card.in.value()) /
                                                  static_cast<double>(card.cable_count);
  return card.profile.idle_w + (card.profile.busy_w - card.profile.idle_w) * load;
}

}  // namespace smpi::models
