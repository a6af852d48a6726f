// SPDX-License-Identifier: BSD-3-Clause
//
// The switches of clusters, and what each cable joins. Routes need none of it; the power of
// switches and network cards does, and scenarios in which a switch fails.
//
// Only clusters and short descriptions have wiring: in other zones of a platform file nothing says
// where a link ends.
#pragma once

#include <cstdint>
#include <vector>

#include "models/platform/ids.h"
#include "models/platform/tables.h"

namespace smpi::models {

// What a cable ends at: a HostId, or a switch.
class CableEnd {
 public:
  static CableEnd host(HostId host) { return CableEnd(host); }
  static CableEnd switch_number(std::uint32_t index) { return CableEnd(switch_bit | index); }

  bool is_switch() const { return (id_ & switch_bit) != 0; }
  std::uint32_t index() const { return id_ & ~switch_bit; }

 private:
  static constexpr std::uint32_t switch_bit = 0x80000000U;
  explicit CableEnd(std::uint32_t id) : id_(id) {}

  std::uint32_t id_;
};

// `up` leads from `lower` to `upper`, `down` back; they are one link that serves both directions
// where cables are not full-duplex.
struct Cable {
  LinkId up;
  LinkId down;
  CableEnd lower;
  CableEnd upper;
  double width;  // parallel cables that the links stand for
};

struct SwitchTable {
  NameTable name;
  std::vector<std::uint8_t> is_on;
  SharedColumn<Properties> properties;

  std::size_t count() const { return name.size(); }
};

}  // namespace smpi::models
