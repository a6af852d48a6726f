// SPDX-License-Identifier: BSD-3-Clause
//
// Operations of the program, and local reduction (MPI 5.0, 6.9.5 to 6.9.7).
#include "libsmpi/mpi/datatype/op.h"

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/coll/block_check.h"

namespace smpi::api {
namespace {

int create(Op::Function function, OpLanguage language, int commute, MPI_Op* handle) {
  Check check;
  check.require(function != nullptr, MPI_ERR_ARG, "the function is NULL").pointer(handle, "op");
  if (check.failed()) return check.raise();
  const Ref<Op> op(new Op(function, language, commute != 0));
  op->made_at = running_strand->call.return_address;
  *handle = add_handle(op);
  return MPI_SUCCESS;
}

int free(MPI_Op* handle) {
  Check check;
  check.pointer(handle, "op");
  const Op* op = handle == nullptr ? nullptr : find_op(*handle);
  check.require(op != nullptr, MPI_ERR_OP, "null or freed operation");
  check.require(op == nullptr || !op->is_predefined(), MPI_ERR_OP,
                "a predefined operation cannot be freed");
  if (check.failed()) return check.raise();
  free_handle(*handle);
  *handle = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int is_commutative(MPI_Op handle, int* commute) {
  Check check;
  check.pointer(commute, "commute");
  const Op* op = find_op(handle);
  check.require(op != nullptr, MPI_ERR_OP, "null or freed operation");
  if (check.failed()) return check.raise();
  *commute = op->is_commutative() ? 1 : 0;
  return MPI_SUCCESS;
}

int reduce_local(const void* in, void* inout, MPI_Count count, MPI_Datatype type, MPI_Op handle) {
  Check check;
  refuse_in_place(check, in, count);
  refuse_in_place(check, inout, count);
  check.count(count).type(type).buffer(in, count).buffer(inout, count);
  const Op* op = find_op(handle);
  check.require(op != nullptr, MPI_ERR_OP, "null or freed operation");
  if (check.failed()) return check.raise();
  check.require(op->accepts(*check.datatype()), MPI_ERR_OP,
                "the operation is not defined for the datatype");
  check.require(in != inout || count == 0, MPI_ERR_BUFFER, "the two buffers are the same");
  if (check.failed()) return check.raise();
  if (count > 0) op->apply(in, inout, count, *check.datatype());
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;  // NOLINT: the definitions below are C functions

extern "C" {

int PMPI_Op_create(MPI_User_function* user_fn, int commute, MPI_Op* op) {
  const api::Call call;
  return api::create(reinterpret_cast<Op::Function>(user_fn), OpLanguage::c, commute, op);
}

int PMPI_Op_create_c(MPI_User_function_c* user_fn, int commute, MPI_Op* op) {
  const api::Call call;
  return api::create(reinterpret_cast<Op::Function>(user_fn), OpLanguage::c_large, commute, op);
}

int PMPI_Op_free(MPI_Op* op) {
  const api::Call call;
  return api::free(op);
}

int PMPI_Op_commutative(MPI_Op op, int* commute) {
  const api::Call call;
  return api::is_commutative(op, commute);
}

int PMPI_Reduce_local(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype,
                      MPI_Op op) {
  const api::Call call;
  return api::reduce_local(inbuf, inoutbuf, count, datatype, op);
}

#include <large_counts/coll/op.inc>

}  // extern "C"
