// SPDX-License-Identifier: BSD-3-Clause
//
// What a replay says: a few lines, tables of ranks and links, the run in numbers.
#pragma once

#include <string>

#include "models/packet/ports.h"
#include "tools/packets/machine.h"
#include "tools/packets/run.h"
#include "tools/packets/world.h"

namespace smpi::packets {

// Lines for the user.
std::string describe(const Machine& machine, const World& world, const Outcome& outcome);
// What ranks wait for that can never go on.
std::string describe_standstill(const World& world, const Outcome& outcome);
// A line for each rank: rank,job,host,end_s,computing_s,waiting_s,sent_messages,sent_bytes.
std::string ranks_csv(const World& world, const Outcome& outcome);
// A line for each link: link,bytes,packets,busy_s,waiting_s,most_queued_bytes.
std::string links_csv(const Machine& machine, const models::packet::Ports& ports);
std::string summary_json(const Machine& machine, const World& world, const Outcome& outcome);

}  // namespace smpi::packets
