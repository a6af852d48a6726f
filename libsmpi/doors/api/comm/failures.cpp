// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that survive failed processes (User Level Failure Mitigation, the MPI Forum's proposal).
// Open MPI and MPICH have these functions under names with MPIX.
#include <cstddef>
#include <utility>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/consensus.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/requests/background.h"
#include "libsmpi/mpi/requests/completion.h"

namespace smpi::api {
namespace {

int agree(Communicator& communicator, std::uint32_t number, int* flag) {
  const comm::Agreed agreed = comm::agree_on_flag(communicator, number, *flag);
  *flag = agreed.flag;
  return agreed.error;
}

// The first `count` members that failed.
MPI_Group failed_group(const Communicator& communicator, std::size_t count) {
  std::vector<ProcessId> failed = p2p::known_failed(communicator);
  if (failed.size() > count) failed.resize(count);
  return make_group_handle(new Group(std::move(failed)));
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Comm_revoke(MPI_Comm comm) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  p2p::revoke(*check.communicator());
  return MPI_SUCCESS;
}

int PMPI_Comm_is_revoked(MPI_Comm comm, int* flag) {
  const LocalCall call;
  Check check(comm);
  check.pointer(flag, "flag");
  if (check.failed()) return check.raise();
  *flag = p2p::is_revoked(*check.communicator()) ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm) {
  const Call call;
  Check check(comm);
  check.pointer(newcomm, "newcomm");
  if (check.failed()) return check.raise();
  *newcomm = to_handle(&comm::shrink(*check.communicator()));
  return MPI_SUCCESS;
}

int PMPI_Comm_agree(MPI_Comm comm, int* flags) {
  const Call call;
  Check check(comm);
  check.pointer(flags, "flags");
  if (check.failed()) return check.raise();
  Communicator& communicator = *check.communicator();
  return raise(&communicator, agree(communicator, communicator.next_consensus(), flags));
}

int PMPI_Comm_iagree(MPI_Comm comm, int* flags, MPI_Request* request) {
  const Call call;
  Check check(comm);
  check.pointer(flags, "flags").pointer(request, "request");
  if (check.failed()) return check.raise();
  Communicator& communicator = *check.communicator();
  Request* pending = comm::start_background(communicator, "MPI_Comm_iagree",
                                            [&communicator, number = communicator.next_consensus(),
                                             flags] { return agree(communicator, number, flags); });
  pending->kind = RequestKind::collective;
  *request = to_handle(pending);
  return MPI_SUCCESS;
}

int PMPI_Comm_get_failed(MPI_Comm comm, MPI_Group* failedgrp) {
  const LocalCall call;
  Check check(comm);
  check.pointer(failedgrp, "failedgrp");
  if (check.failed()) return check.raise();
  *failedgrp = failed_group(*check.communicator(), SIZE_MAX);
  return MPI_SUCCESS;
}

int PMPI_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked) {
  const Call call;
  Check check(comm);
  check.count(num_to_ack).pointer(num_acked, "num_acked");
  if (check.failed()) return check.raise();
  *num_acked = p2p::acknowledge(*check.communicator(), num_to_ack);
  return MPI_SUCCESS;
}

int MPIX_Comm_failure_ack(MPI_Comm comm) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  p2p::acknowledge(*check.communicator(), tag_upper_bound);
  return MPI_SUCCESS;
}

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failedgrp) {
  const Call call;
  Check check(comm);
  check.pointer(failedgrp, "failedgrp");
  if (check.failed()) return check.raise();
  const auto count = static_cast<std::size_t>(check.communicator()->acknowledged_failures);
  *failedgrp = failed_group(*check.communicator(), count);
  return MPI_SUCCESS;
}

int MPIX_Comm_revoke(MPI_Comm comm) {
  return MPI_Comm_revoke(comm);
}
int MPIX_Comm_is_revoked(MPI_Comm comm, int* flag) {
  return MPI_Comm_is_revoked(comm, flag);
}
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm) {
  return MPI_Comm_shrink(comm, newcomm);
}
int MPIX_Comm_agree(MPI_Comm comm, int* flag) {
  return MPI_Comm_agree(comm, flag);
}
int MPIX_Comm_iagree(MPI_Comm comm, int* flag, MPI_Request* request) {
  return MPI_Comm_iagree(comm, flag, request);
}
int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failedgrp) {
  return MPI_Comm_get_failed(comm, failedgrp);
}
int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked) {
  return MPI_Comm_ack_failed(comm, num_to_ack, num_acked);
}

}  // extern "C"
