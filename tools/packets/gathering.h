// SPDX-License-Identifier: BSD-3-Clause
//
// What the processes of a replay have found out, in the first one: so that tables have the same
// bytes as those of one process.
#pragma once

#include "models/packet/division.h"
#include "models/packet/ports.h"
#include "tools/packets/helper_link.h"
#include "tools/packets/run.h"
#include "tools/packets/world.h"

namespace smpi::packets {

// Parts first .. end - 1.
struct PartRange {
  std::uint32_t first;
  std::uint32_t end;

  std::uint32_t count() const { return end - first; }
  bool has(std::uint32_t part) const { return part >= first && part < end; }
};

// Which ranks and ports are of this process.
struct Own {
  const models::packet::Division& division;
  PartRange here;
  const World& world;
};

// Adds what other processes have to `outcome` and `ports` of the first one.
void gather(HelperLink& link, const Own& own, Outcome& outcome, models::packet::Ports& ports);

}  // namespace smpi::packets
