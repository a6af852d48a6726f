// SPDX-License-Identifier: BSD-3-Clause
//
// Fields of a status by function (MPI 5.0, 3.2.5, 3.8.4): allowed at any time, they touch only the
// status itself.
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::api {
namespace {

int refuse_null() {
  return raise(nullptr, MPI_ERR_ARG, "an argument is NULL");
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Test_cancelled(const MPI_Status* status, int* flag) {
  const Call call;
  if (status == nullptr || flag == nullptr) return refuse_null();
  *flag = read_status(*status).cancelled ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Status_set_cancelled(MPI_Status* status, int flag) {
  const Call call;
  if (status == nullptr) return refuse_null();
  Status changed = read_status(*status);
  changed.cancelled = flag != 0;
  write_status(changed, status);
  return MPI_SUCCESS;
}

int PMPI_Status_get_source(const MPI_Status* status, int* source) {
  const AnyTimeCall call;
  if (status == nullptr || source == nullptr) return refuse_null();
  *source = status->MPI_SOURCE;
  return MPI_SUCCESS;
}

int PMPI_Status_get_tag(const MPI_Status* status, int* tag) {
  const AnyTimeCall call;
  if (status == nullptr || tag == nullptr) return refuse_null();
  *tag = status->MPI_TAG;
  return MPI_SUCCESS;
}

int PMPI_Status_get_error(const MPI_Status* status, int* err) {
  const AnyTimeCall call;
  if (status == nullptr || err == nullptr) return refuse_null();
  *err = status->MPI_ERROR;
  return MPI_SUCCESS;
}

int PMPI_Status_set_source(MPI_Status* status, int source) {
  const AnyTimeCall call;
  if (status == nullptr) return refuse_null();
  status->MPI_SOURCE = source;
  return MPI_SUCCESS;
}

int PMPI_Status_set_tag(MPI_Status* status, int tag) {
  const AnyTimeCall call;
  if (status == nullptr) return refuse_null();
  status->MPI_TAG = tag;
  return MPI_SUCCESS;
}

int PMPI_Status_set_error(MPI_Status* status, int err) {
  const AnyTimeCall call;
  if (status == nullptr) return refuse_null();
  status->MPI_ERROR = err;
  return MPI_SUCCESS;
}

}  // extern "C"
