// SPDX-License-Identifier: BSD-3-Clause
//
// Making and freeing communicators (MPI 5.0, 7.4.2 and 7.4.3). All are collective; what they cost
// is in creation/creation.h.
#include <fmt/format.h>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/comm/hints.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/hardware.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/requests/background.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

struct CreationCheck : Check {
  CreationCheck(MPI_Comm comm, MPI_Comm* result) : Check(comm) { pointer(result, "newcomm"); }
  // MPI_INFO_NULL is allowed.
  CreationCheck& add_info(MPI_Info handle) {
    info = find_info(handle);
    require(info != nullptr || handle == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object");
    return *this;
  }
  CreationCheck& add_group(MPI_Group handle) {
    group = find_group(handle);
    require(group != nullptr, MPI_ERR_GROUP, "null or freed group");
    if (failed()) return *this;
    for (const ProcessId process : group->members()) {
      require(communicator()->group().contains(process), MPI_ERR_GROUP,
              "the group has a process that is not in the communicator");
    }
    return *this;
  }

  const Info* info = nullptr;
  Group* group = nullptr;
};

// Makes the duplicate with its attributes, all but the agreement.
int begin_duplicate(Communicator& parent, const Info* hints, Communicator*& made) {
  note_collective(parent);
  if (p2p::is_revoked(parent)) return MPI_ERR_REVOKED;
  Attributes copied;
  const int error = parent.attributes.copy_to(copied, parent.handle);
  if (error != MPI_SUCCESS) return error;
  made = &comm::begin_duplicate(parent);
  made->attributes = std::move(copied);
  comm::set_hints(*made, hints);
  return MPI_SUCCESS;
}

std::string_view detail_of(int error) {
  return error == MPI_ERR_REVOKED ? "" : "a copy callback of an attribute failed";
}

// An error: a member has failed, and the duplicate is gone.
int agree_on_duplicate(Communicator& duplicate, MPI_Comm* result) {
  comm::agree(duplicate, comm::duplicate_block_bytes, 0);
  const int error = p2p::take_failure();
  if (error == MPI_SUCCESS) return error;
  *result = MPI_COMM_NULL;
  comm::release_handle(duplicate);
  return error;
}

int duplicate(const CreationCheck& check, MPI_Comm* result) {
  if (check.failed()) return check.raise();
  *result = MPI_COMM_NULL;
  Communicator* made = nullptr;
  const int error = begin_duplicate(*check.communicator(), check.info, made);
  if (error != MPI_SUCCESS) {
    return raise(check.communicator(), error, detail_of(error));
  }
  *result = to_handle(made);
  return raise(check.communicator(), agree_on_duplicate(*made, result));
}

int start_duplicate(CreationCheck& check, const char* name, MPI_Comm* result,
                    MPI_Request* request) {
  check.pointer(request, "request");
  if (check.failed()) return check.raise();
  *result = MPI_COMM_NULL;
  *request = MPI_REQUEST_NULL;
  Communicator* made = nullptr;
  const int error = begin_duplicate(*check.communicator(), check.info, made);
  if (error != MPI_SUCCESS) {
    return raise(check.communicator(), error, detail_of(error));
  }
  *result = to_handle(made);
  Request* pending = comm::start_background(
      *check.communicator(), name, [made, result] { return agree_on_duplicate(*made, result); });
  pending->kind = RequestKind::collective;
  *request = to_handle(pending);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  const Call call;
  return duplicate(CreationCheck(comm, newcomm), newcomm);
}

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  const Call call;
  return duplicate(CreationCheck(comm, newcomm).add_info(info), newcomm);
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  const Call call;
  CreationCheck check(comm, newcomm);
  return start_duplicate(check, "MPI_Comm_idup", newcomm, request);
}

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
                             MPI_Request* request) {
  const Call call;
  CreationCheck check(comm, newcomm);
  check.add_info(info);
  return start_duplicate(check, "MPI_Comm_idup_with_info", newcomm, request);
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  const Call call;
  CreationCheck check(comm, newcomm);
  check.add_group(group);
  if (check.failed()) return check.raise();
  note_collective(*check.communicator());
  return check.give(comm::create(*check.communicator(), check.group), newcomm);
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
  const Call call;
  CreationCheck check(comm, newcomm);
  check.add_group(group).send_tag(tag);
  check.require(check.communicator() == nullptr || !check.communicator()->is_inter(), MPI_ERR_COMM,
                "an intercommunicator");
  if (check.failed()) return check.raise();
  return check.give(comm::create_group(*check.communicator(), check.group, tag), newcomm);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  const Call call;
  CreationCheck check(comm, newcomm);
  check.require(color >= 0 || color == MPI_UNDEFINED, MPI_ERR_ARG,
                "the colour is negative and not MPI_UNDEFINED");
  if (check.failed()) return check.raise();
  note_collective(*check.communicator());
  return check.give(comm::split(*check.communicator(), color, key), newcomm);
}

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
  const Call call;
  CreationCheck check(comm, newcomm);
  check.add_info(info);
  if (check.failed()) return check.raise();
  Communicator& parent = *check.communicator();
  const auto kind = comm::colour_of_type(parent, split_type, check.info);
  if (!kind) return raise(&parent, MPI_ERR_ARG, fmt::format("split_type {}", split_type));
  note_collective(parent);
  Communicator* made = comm::split(parent, kind->colour, key);
  if (made == nullptr) return check.give(made, newcomm);
  *newcomm = to_handle(made);
  comm::set_hints(*made, check.info);
  if (kind->resource != nullptr) {
    comm::set_hint(*made, "mpi_hw_resource_type", kind->resource);
    // The caller's own info object tells what an unguided split went by (MPI 5.0, 7.4.2).
    const bool is_unguided = split_type == MPI_COMM_TYPE_HW_UNGUIDED;
    if (is_unguided && info != MPI_INFO_NULL && info != MPI_INFO_ENV) {
      find_info(info)->set("mpi_hw_resource_type", kind->resource);
    }
  }
  return MPI_SUCCESS;
}

int PMPI_Comm_free(MPI_Comm* comm) {
  const Call call;
  Check check(comm == nullptr ? MPI_COMM_NULL : *comm);
  check.require(comm == nullptr || (*comm != MPI_COMM_WORLD && *comm != MPI_COMM_SELF),
                MPI_ERR_COMM, "a predefined communicator cannot be freed");
  if (check.failed()) return check.raise();
  Communicator& freed = *check.communicator();
  const int error = freed.attributes.clear(freed.handle);
  if (error != MPI_SUCCESS) {
    return raise(&freed, error, "a delete callback of an attribute failed");
  }
  note_last_collective(freed);
  comm::release_handle(freed);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
