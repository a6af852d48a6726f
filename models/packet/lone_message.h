// SPDX-License-Identifier: BSD-3-Clause
//
// What a message takes that has a network to itself: for closed forms and tests.
#pragma once

#include <cstdint>
#include <span>

#include "models/packet/config.h"
#include "models/packet/fabric.h"
#include "models/packet/rules.h"

namespace smpi::models::packet {

// From its start until its last byte is there, by the model of the options. Takes time for each
// packet: the message is sent over links of the same figures.
Picoseconds time_of_lone_message(const Fabric& fabric, const Config& config,
                                 std::span<const Hop> hops, std::uint64_t size_bytes);

}  // namespace smpi::models::packet
