// SPDX-License-Identifier: BSD-3-Clause
//
// Two processes that found each other outside a communicator, by a port or a socket, join the
// groups they lead.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::process {

// A leader that waits; it lives on the leader's stack.
struct Caller {
  explicit Caller(Communicator& local_)
      : local(local_), process(local_.owner().process), strand(running_strand) {}

  Communicator& local;  // the group it leads
  std::uint32_t process;
  Strand* strand;
  // Filled by the one that comes second.
  Ref<CommunicatorShared> joined;  // both groups: the one that came first is side 0
  Ref<CommunicatorShared> line;    // the two leaders alone
};

// Joins the group of the running leader with that of `first`, which waits and is woken.
void join(Caller& first, Caller& second);
// Blocks the running leader until somebody has joined it; `reason` is for reports.
void wait_to_be_joined(Caller& self, const char* reason);
// What both do then: the messages by which the leaders tell each other their groups.
void exchange_groups(const Caller& self);

}  // namespace smpi::process
