// SPDX-License-Identifier: BSD-3-Clause
//
// Collectives of the world as messages, by the plain algorithms of textbooks: which one a real run
// takes depends on its library, which a trace does not know.
//
//   barrier                    dissemination
//   bcast, reduce              binomial tree
//   allreduce                  reduce to rank 0, then bcast
//   gather(v), scatter(v)      root with each of the others
//   allgather(v)               ring
//   alltoall(v)                pairs at growing distance
//   reducescatter              reduce to rank 0, then scatter
//   scan, exscan               chain
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libsmpi/watch/trace/message_fields.h"

namespace smpi::trace {

// Messages that may be under way together; the next stage begins when all of them have ended.
struct CollectiveStage {
  struct Message {
    bool is_send = false;
    std::uint32_t peer = 0;
    std::uint64_t size_bytes = 0;
  };
  std::vector<Message> messages;
  double flops = 0;  // afterwards
};

struct CollectivePlace {
  std::uint32_t rank;
  std::uint32_t rank_count;
};

// What one rank does. Nothing: the action is no collective of level 1.
std::optional<std::vector<CollectiveStage>> stages_of(const Action& action, CollectivePlace place,
                                                      const TypeSizes& types);

}  // namespace smpi::trace
