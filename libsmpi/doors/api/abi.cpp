// SPDX-License-Identifier: BSD-3-Clause
//
// What the standard ABI says about itself and about Fortran (MPI 5.0, 20.2 and 20.5). Callable at
// any time. The Fortran values are what a wrapper library told us: ours needs none of them.
#include <fmt/format.h>

#include <cstring>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/info/rank_info.h"

namespace smpi::api {
namespace {

FortranAbi& fortran_abi() {
  return current_rank().info.fortran_abi;
}

bool is_logical_size(int size_bytes) {
  return size_bytes == 1 || size_bytes == 2 || size_bytes == 4 || size_bytes == 8 ||
         size_bytes == 16;
}

Check check_booleans(int size_bytes, const void* true_value, const void* false_value) {
  Check check;
  check.require(is_logical_size(size_bytes), MPI_ERR_ARG, "no LOGICAL has this size")
      .pointer(true_value, "logical_true")
      .pointer(false_value, "logical_false");
  return check;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Abi_get_version(int* abi_major, int* abi_minor) {
  const AnyTimeCall call;
  Check check;
  check.pointer(abi_major, "abi_major").pointer(abi_minor, "abi_minor");
  if (check.failed()) return check.raise();
  *abi_major = MPI_ABI_VERSION;
  *abi_minor = MPI_ABI_SUBVERSION;
  return MPI_SUCCESS;
}

int PMPI_Abi_get_info(MPI_Info* info) {
  const AnyTimeCall call;
  Check check;
  check.pointer(info, "info");
  if (check.failed()) return check.raise();
  Info& made = make_info();
  made.set("mpi_aint_size", fmt::to_string(sizeof(MPI_Aint)));
  made.set("mpi_count_size", fmt::to_string(sizeof(MPI_Count)));
  made.set("mpi_offset_size", fmt::to_string(sizeof(MPI_Offset)));
  *info = to_handle(made);
  return MPI_SUCCESS;
}

int PMPI_Abi_set_fortran_info(MPI_Info info) {
  const AnyTimeCall call;
  const Info* given = find_info(info);
  Check check;
  check.require(given != nullptr, MPI_ERR_INFO, "null or freed info object")
      .require(!fortran_abi().info, MPI_ERR_ABI, "the Fortran types are known already");
  if (check.failed()) return check.raise();
  fortran_abi().info = new Info;
  for (std::size_t i = 0; i < given->size(); i++) {
    fortran_abi().info->set((*given)[i].first, (*given)[i].second);
  }
  return MPI_SUCCESS;
}

int PMPI_Abi_get_fortran_info(MPI_Info* info) {
  const AnyTimeCall call;
  Check check;
  check.pointer(info, "info");
  if (check.failed()) return check.raise();
  const Info* known = fortran_abi().info.get();
  *info = known == nullptr ? MPI_INFO_NULL : to_handle(make_info(known));
  return MPI_SUCCESS;
}

int PMPI_Abi_set_fortran_booleans(int logical_size, void* logical_true, void* logical_false) {
  const AnyTimeCall call;
  Check check = check_booleans(logical_size, logical_true, logical_false);
  check.require(fortran_abi().booleans_of(logical_size) == nullptr, MPI_ERR_ABI,
                "the values for this size are known already");
  if (check.failed()) return check.raise();
  FortranBooleans& made = fortran_abi().booleans.emplace_back();
  made.size_bytes = logical_size;
  std::memcpy(made.true_bytes, logical_true, static_cast<std::size_t>(logical_size));
  std::memcpy(made.false_bytes, logical_false, static_cast<std::size_t>(logical_size));
  return MPI_SUCCESS;
}

int PMPI_Abi_get_fortran_booleans(int logical_size, void* logical_true, void* logical_false,
                                  int* is_set) {
  const AnyTimeCall call;
  Check check = check_booleans(logical_size, logical_true, logical_false);
  check.pointer(is_set, "is_set");
  if (check.failed()) return check.raise();
  const FortranBooleans* known = fortran_abi().booleans_of(logical_size);
  *is_set = known != nullptr ? 1 : 0;
  if (known == nullptr) return MPI_SUCCESS;
  std::memcpy(logical_true, known->true_bytes, static_cast<std::size_t>(logical_size));
  std::memcpy(logical_false, known->false_bytes, static_cast<std::size_t>(logical_size));
  return MPI_SUCCESS;
}

}  // extern "C"
