// SPDX-License-Identifier: BSD-3-Clause
//
// The messages go through a communicator of the two leaders that nobody else sees.
#include "libsmpi/mpi/process/leaders.h"

#include <utility>

#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::process {
namespace {

constexpr MPI_Count bytes_per_member = 4;

Ref<Group> copy_of(const Group& group) {
  return new Group(group.members());
}

}  // namespace

void join(Caller& first, Caller& second) {
  Simulation& simulation = first.local.simulation();
  const Ref<CommunicatorShared> joined =
      comm::make_inter(simulation, copy_of(first.local.group()), copy_of(second.local.group()));
  const Ref<CommunicatorShared> line =
      comm::make_intra(simulation, new Group({first.process, second.process}));
  for (Caller* caller : {&first, &second}) {
    caller->joined = joined;
    caller->line = line;
  }
  simulation.engine.wake(*first.strand->actor);
}

// `self` is the running strand.
void wait_to_be_joined(Caller& self, const char* what) {
  const WaitingReason reason(what);
  while (!self.joined) self.local.simulation().engine.block();
}

void exchange_groups(const Caller& self) {
  const Ref<Communicator> line(new Communicator(self.local.owner(), self.line, 0));
  comm::swap(*line, 1 - line->rank(), bytes_per_member * self.local.size(), comm::max_message_bytes,
             0);
}

}  // namespace smpi::process
