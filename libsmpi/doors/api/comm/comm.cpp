// SPDX-License-Identifier: BSD-3-Clause
//
// Communicators: what they are, their names and hints (MPI 5.0, 7.4.1, 7.4.4, 7.8).
#include <algorithm>
#include <cstring>
#include <string>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/comm/hints.h"
#include "libsmpi/mpi/info/info.h"

namespace smpi::api {
namespace {

// Members of both sides are the same; of the same context, then IDENT.
int compare(const Communicator& left, const Communicator& right) {
  if (&left.shared() == &right.shared()) return MPI_IDENT;
  if (left.is_inter() != right.is_inter()) return MPI_UNEQUAL;
  int result = compare_groups(left.group(), right.group());
  if (left.is_inter()) {
    const int remote = compare_groups(left.remote_group(), right.remote_group());
    if (result == MPI_UNEQUAL || remote == MPI_UNEQUAL) return MPI_UNEQUAL;
    if (remote == MPI_SIMILAR) result = MPI_SIMILAR;
  }
  return result == MPI_IDENT ? MPI_CONGRUENT : result;
}

int put_name(const std::string& name, char* out, int* length) {
  std::memcpy(out, name.c_str(), name.size() + 1);
  *length = static_cast<int>(name.size());
  return MPI_SUCCESS;
}

struct InterCheck : Check {
  explicit InterCheck(MPI_Comm comm) : Check(comm) {
    require(communicator() == nullptr || communicator()->is_inter(), MPI_ERR_COMM,
            "not an intercommunicator");
  }
};

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
  const LocalCall call;
  const Check first(comm1);
  Check check(comm2);
  check.pointer(result, "result");
  if (first.failed()) return first.raise();
  if (check.failed()) return check.raise();
  *result = compare(*first.communicator(), *check.communicator());
  return MPI_SUCCESS;
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  const LocalCall call;
  Check check(comm);
  check.pointer(group, "group");
  if (check.failed()) return check.raise();
  *group = make_group_handle(const_cast<Group*>(&check.communicator()->group()));
  return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  const LocalCall call;
  Check check(comm);
  check.pointer(flag, "flag");
  if (check.failed()) return check.raise();
  *flag = check.communicator()->is_inter() ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Comm_remote_size(MPI_Comm comm, int* size) {
  const LocalCall call;
  InterCheck check(comm);
  check.pointer(size, "size");
  if (check.failed()) return check.raise();
  *size = check.communicator()->remote_size();
  return MPI_SUCCESS;
}

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  const LocalCall call;
  InterCheck check(comm);
  check.pointer(group, "group");
  if (check.failed()) return check.raise();
  *group = make_group_handle(const_cast<Group*>(&check.communicator()->remote_group()));
  return MPI_SUCCESS;
}

int PMPI_Comm_set_name(MPI_Comm comm, const char* comm_name) {
  const LocalCall call;
  Check check(comm);
  check.pointer(comm_name, "comm_name");
  if (check.failed()) return check.raise();
  check.communicator()->name.assign(comm_name, strnlen(comm_name, MPI_MAX_OBJECT_NAME - 1));
  return MPI_SUCCESS;
}

int PMPI_Comm_get_name(MPI_Comm comm, char* comm_name, int* resultlen) {
  const LocalCall call;
  if (comm == MPI_COMM_NULL && comm_name != nullptr && resultlen != nullptr) {
    return put_name("MPI_COMM_NULL", comm_name, resultlen);
  }
  Check check(comm);
  check.pointer(comm_name, "comm_name").pointer(resultlen, "resultlen");
  if (check.failed()) return check.raise();
  return put_name(check.communicator()->name, comm_name, resultlen);
}

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  const LocalCall call;
  Check check(comm);
  const Info* given = find_info(info);
  check.require(given != nullptr || info == MPI_INFO_NULL, MPI_ERR_INFO, "freed info object");
  if (check.failed()) return check.raise();
  comm::set_hints(*check.communicator(), given);
  return MPI_SUCCESS;
}

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info* info_used) {
  const LocalCall call;
  Check check(comm);
  check.pointer(info_used, "info_used");
  if (check.failed()) return check.raise();
  *info_used = to_handle(make_info(check.communicator()->info.get()));
  return MPI_SUCCESS;
}

}  // extern "C"
