// SPDX-License-Identifier: BSD-3-Clause
//
// Intercommunicators (MPI 5.0, 7.6.2).
#include <fmt/format.h>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/creation/intercomm.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

Check& check_leader(Check& check, int leader, int size, const char* detail) {
  return check.require(leader >= 0 && leader < size, MPI_ERR_RANK, detail);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                          int remote_leader, int tag, MPI_Comm* newintercomm) {
  const Call call;
  Check check(local_comm);
  check.pointer(newintercomm, "newintercomm").send_tag(tag);
  if (check.failed()) return check.raise();
  Communicator& local = *check.communicator();
  check.require(!local.is_inter(), MPI_ERR_COMM, "local_comm is an intercommunicator");
  check_leader(check, local_leader, local.size(), "local_leader is not in local_comm");
  Communicator* peer = nullptr;
  if (local.rank() == local_leader) {
    peer = find_communicator(peer_comm);
    check.require(peer != nullptr, MPI_ERR_COMM, "peer_comm is null or freed");
    if (peer != nullptr) {
      check_leader(check, remote_leader, peer->remote_size(), "remote_leader is not in peer_comm");
    }
  }
  if (check.failed()) return check.raise();
  note_collective(local);
  Communicator* made = comm::create_inter({.local = local,
                                           .local_leader = local_leader,
                                           .peer = peer,
                                           .remote_leader = remote_leader,
                                           .tag = tag});
  if (made != nullptr || p2p::has_failure()) return check.give(made, newintercomm);
  *newintercomm = MPI_COMM_NULL;
  return raise(&local, MPI_ERR_COMM, "the two groups have a process in common");
}

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
  const Call call;
  Check check(intercomm);
  check.pointer(newintracomm, "newintracomm");
  check.require(check.communicator() == nullptr || check.communicator()->is_inter(), MPI_ERR_COMM,
                "not an intercommunicator");
  if (check.failed()) return check.raise();
  note_collective(*check.communicator());
  return check.give(comm::merge(*check.communicator(), high != 0), newintracomm);
}

}  // extern "C"
