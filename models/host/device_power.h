// SPDX-License-Identifier: BSD-3-Clause
//
// What switches and network cards take (MODELS 8.8 and 8.9): they follow the links that end at
// them.
//
// A port of a switch is one end of one cable; half of it is there while a direction of the cable is
// on, so that a port is busy when both directions are full. A card is as busy as the fuller of the
// two directions of its host's cables. Where no device says what it takes, nothing is kept.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/host/power_history.h"
#include "models/platform/platform.h"
#include "models/platform/power_properties.h"

namespace smpi::models {

// The switches of a platform, then the cards of its hosts; there are none where none is measured.
using DeviceId = std::uint32_t;

class DevicePower {
 public:
  // The platform must outlive this object. Throws InputError for a property that is malformed.
  explicit DevicePower(const Platform& platform);

  bool is_measured() const { return is_measured_; }
  bool is_measured(DeviceId device) const;
  bool has_cards() const { return has_cards_; }
  std::uint32_t count() const {
    return static_cast<std::uint32_t>(switches_.size() + cards_.size());
  }
  DeviceId switch_device(std::uint32_t index) const { return index; }
  DeviceId card_of(HostId host) const { return static_cast<DeviceId>(switches_.size()) + host; }

  // The devices at the ends of a link, no_id where there is none that says what it takes.
  std::array<DeviceId, 2> ends_of(LinkId link) const {
    return is_measured_ ? links_[link].ends : std::array<DeviceId, 2>{no_id, no_id};
  }
  // The link carries `usage_bytes_per_s` from now on, or has changed its state.
  void read_link(LinkId link, double usage_bytes_per_s);
  // At the loads and states that were read last.
  double power_w(DeviceId device) const;

 private:
  struct Switch {
    SwitchPowerProfile profile;
    RunningSum ports_w = {};
  };
  struct Card {
    CardPowerProfile profile = {};
    std::uint32_t cable_count = 0;
    RunningSum out = {};  // sums of the loads of its links
    RunningSum in = {};
  };
  struct Link {
    std::array<DeviceId, 2> ends = {no_id, no_id};
    double port_count = 0;  // of each end
    double load = 0;
    bool is_on = false;  // when it was read last
    bool is_both_ways = false;
  };

  void connect(const Cable& cable);
  double ports_w(const Link& link, DeviceId device) const;
  void add(const Link& link, double sign);

  const Platform& platform_;
  std::vector<Switch> switches_;
  std::vector<Card> cards_;  // by host
  std::vector<Link> links_;
  bool is_measured_ = false;
  bool has_cards_ = false;
};

}  // namespace smpi::models
