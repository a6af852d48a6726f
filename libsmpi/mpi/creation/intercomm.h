// SPDX-License-Identifier: BSD-3-Clause
//
// Intercommunicators (MPI 5.0, 7.6): two groups that talk to each other. Splitting, duplicating and
// creating from one is in creation.h; this is joining two groups and merging them again.
#pragma once

#include <string>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

// MPI_Intercomm_create. `peer` and `remote_leader` count at the local leader only. The two leaders
// exchange their groups through `peer`, then tell their sides. nullptr when the groups overlap, or
// a rank failed (p2p::has_failure()).
struct InterArguments {
  Communicator& local;
  int local_leader;
  Communicator* peer;
  int remote_leader;
  int tag;
};
Communicator* create_inter(const InterArguments& arguments);

// MPI_Intercomm_create_from_groups, without a communicator that joins the leaders. The remote group
// counts at the local leader only. nullptr as above.
struct InterFromGroups {
  Ref<Group> local;
  int local_leader;
  Ref<Group> remote;
  int remote_leader;
  const std::string& tag;
  const Errhandler& errhandler;
};
Communicator* create_inter_from_groups(const InterFromGroups& arguments);

// Joins the group of `local` with another one, when the leader of each side has found `shared` for
// both; the others get it from their leader. nullptr if the leader has none, or a rank failed.
Communicator* tell_side(Communicator& local, int leader, const Ref<CommunicatorShared>& shared,
                        const Errhandler& errhandler);

// An intracommunicator of both groups: first the one that said `high` is false. nullptr when a rank
// failed.
Communicator* merge(Communicator& inter, bool high);

}  // namespace smpi::comm
