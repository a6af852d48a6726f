// SPDX-License-Identifier: BSD-3-Clause
//
// Iterations that repeat those before them are skipped.
//
// Where every rank does the same a number of times, the state of the whole simulation is looked at
// twice in each iteration: when all messages of those before have come, and when seven of eight of
// its own have, as then what is left of the start has mostly gone. If it is the state of one
// iteration before, seen from now (models/packet/state.h), all that follows repeats: time and
// results go on by as many iterations as no rank has begun but for the last, and the rest is
// simulated. Where states are never alike nothing is skipped: no result is an approximation.
// Alternatives considered: phases that are only nearly steady, as others skip them.
#pragma once

#include <cstdint>
#include <vector>

#include "models/packet/partition.h"
#include "tools/packets/ranks.h"

namespace smpi::packets {

class Steady {
 public:
  // REQUIRES: one part, one job, whose workload has rounds(); Partition::is_plain(). All must
  // outlive it.
  Steady(Ranks& ranks, models::packet::Partition& network, models::packet::Ports& ports)
      : ranks_(ranks), network_(network), ports_(ports) {}

  // Until something was skipped, or nothing is left to happen. Returns the iterations skipped.
  std::uint64_t run();

 private:
  struct Look {
    models::packet::Fingerprint state;
    Picoseconds time = -1;  // before any: none
    std::uint64_t round = 0;
    std::uint64_t hop_count = 0;
    Ranks::Progress progress;
    std::vector<models::packet::PortCounters> counters;
  };

  Look look() const;
  // Goes on from `now` as often as `before` came to it; returns the iterations.
  std::uint64_t skip(const Look& before, const Look& now);

  Ranks& ranks_;
  models::packet::Partition& network_;
  models::packet::Ports& ports_;
};

}  // namespace smpi::packets
