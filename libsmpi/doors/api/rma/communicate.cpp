// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication calls (MPI 5.0, 12.3).
#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/rma/window_check.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/mpi/rma/synchronize.h"

namespace smpi::api {
namespace {

using rma::OperationKind;
using rma::OperationSpec;

// Typed memory as the calls name it.
struct Side {
  const void* address = nullptr;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

struct Target {
  int rank;
  MPI_Aint displacement;
  MPI_Count count;
  MPI_Datatype type;
};

// A request of the R forms (MPI 12.3.5). It completes with its operation.
class RmaRequest : public RequestExtension {
 public:
  std::string describe(const Request&) const override { return "a one-sided operation"; }
};

bool resolve(WindowCheck& check, const Side& side, TypedBuffer& out) {
  const Datatype* type = find_datatype(side.type);
  check.require(side.count >= 0, MPI_ERR_COUNT, "negative count")
      .require(type != nullptr, MPI_ERR_TYPE, "null or freed datatype")
      .require(type == nullptr || type->is_committed(), MPI_ERR_TYPE,
               "the datatype is not committed");
  if (check.failed()) return false;
  out = {const_cast<void*>(side.address), side.count, type};
  return true;
}

// The same for a buffer of the caller. Only a predefined type is sure to read address NULL, which
// is MPI_BOTTOM, too.
bool resolve_own(WindowCheck& check, const Side& side, TypedBuffer& out) {
  if (!resolve(check, side, out)) return false;
  const bool is_null = side.address == nullptr && out.size_bytes() > 0 && out.type->is_predefined();
  check.require(!is_null, MPI_ERR_BUFFER, "the buffer is NULL");
  return !check.failed();
}

// Is all from `first` to `last` in attached memory? Regions that touch count as one.
bool is_attached(const WindowShared::Part& part, const std::byte* first, const std::byte* last) {
  const auto holds_first = [&first](const WindowShared::Part::Region& region) {
    return first >= region.base && first < region.base + region.size_bytes;
  };
  while (first < last) {
    const auto region = std::ranges::find_if(part.attached, holds_first);
    if (region == part.attached.end()) return false;
    first = region->base + region->size_bytes;
  }
  return true;
}

// Is all of the target inside the memory that the rank exposes?
bool is_in_range(const Window& window, int rank, const TypedBuffer& target) {
  if (target.size_bytes() == 0) return true;
  const Datatype& type = *target.type;
  const MPI_Count spread = (target.count - 1) * type.extent();
  const MPI_Count low = type.true_lb() + std::min<MPI_Count>(spread, 0);
  const MPI_Count high = type.true_lb() + type.true_extent() + std::max<MPI_Count>(spread, 0);
  const auto* address = static_cast<const std::byte*>(target.address);
  const WindowShared::Part& part = window.part(rank);
  if (window.flavor() == MPI_WIN_FLAVOR_DYNAMIC) {
    return is_attached(part, address + low, address + high);
  }
  const MPI_Count offset = address - part.base;
  return offset + low >= 0 && offset + high <= part.size_bytes;
}

void* target_address(const Window& window, const Target& target) {
  const WindowShared::Part& part = window.part(target.rank);
  if (window.flavor() == MPI_WIN_FLAVOR_DYNAMIC) {
    return reinterpret_cast<void*>(target.displacement);
  }
  return part.base + target.displacement * part.unit_bytes;
}

void resolve_target(WindowCheck& check, const Target& target, OperationSpec& spec) {
  if (check.failed()) return;
  Window& window = *check.window();
  const bool negative = target.displacement < 0 && window.flavor() != MPI_WIN_FLAVOR_DYNAMIC;
  check.require(!negative, MPI_ERR_DISP, "negative target displacement");
  if (check.failed()) return;
  const Side side{target_address(window, target), target.count, target.type};
  if (!resolve(check, side, spec.target)) return;
  check
      .require(rma::may_access(window, target.rank), MPI_ERR_RMA_SYNC,
               "no epoch is open for this target")
      .require(is_in_range(window, target.rank, spec.target), MPI_ERR_RMA_RANGE,
               "the target is not in the window");
  spec.window = &window;
  spec.target_rank = target.rank;
}

// An operation on MPI_PROC_NULL does nothing.
int finish_nothing(MPI_Request* request) {
  if (request == nullptr) return MPI_SUCCESS;
  Request* done = make_request(RequestKind::rma);
  done->extension = std::make_unique<RmaRequest>();
  done->status = proc_null_status;
  complete(*done);
  *request = to_handle(done);
  return MPI_SUCCESS;
}

int launch(const WindowCheck& check, const OperationSpec& spec, MPI_Request* request) {
  if (request == nullptr) {
    rma::start(spec, nullptr);
    return MPI_SUCCESS;
  }
  if (!rma::is_passive(*spec.window, spec.target_rank)) {
    return raise_on_window(check.window(), MPI_ERR_RMA_SYNC,
                           "operations with requests need a passive target epoch");
  }
  Request* pending = make_request(RequestKind::rma);
  pending->extension = std::make_unique<RmaRequest>();
  *request = to_handle(pending);
  rma::start(spec, pending);
  return MPI_SUCCESS;
}

// Puts and gets.
int transfer(OperationKind kind, const Side& origin, const Target& target, MPI_Win win,
             MPI_Request* request) {
  WindowCheck check(win);
  check.target(target.rank);
  if (check.failed()) return check.raise();
  if (target.rank == MPI_PROC_NULL) return finish_nothing(request);
  OperationSpec spec{.kind = kind};
  resolve_own(check, origin, spec.origin);
  resolve_target(check, target, spec);
  if (check.failed()) return check.raise();
  const bool puts = kind == OperationKind::put;
  const TypedBuffer& from = puts ? spec.origin : spec.target;
  const TypedBuffer& to = puts ? spec.target : spec.origin;
  check.require(from.size_bytes() <= to.size_bytes(), MPI_ERR_TRUNCATE,
                "the data do not fit where they go");
  if (check.failed()) return check.raise();
  return launch(check, spec, request);
}

// Neither at the origin nor at the target: then the types, which may be empty, need not agree.
bool has_no_elements(const OperationSpec& spec) {
  return spec.target.size_bytes() == 0 &&
         (spec.origin.type == nullptr || spec.origin.size_bytes() == 0);
}

// The operation of an accumulate must be predefined, its types made of one basic type (MPI 12.3.4).
void resolve_op(WindowCheck& check, MPI_Op handle, OperationSpec& spec) {
  if (check.failed()) return;
  spec.op = find_op(handle);
  check.require(spec.op != nullptr && spec.op->is_predefined(), MPI_ERR_OP,
                "accumulates take predefined operations only");
  if (check.failed() || has_no_elements(spec) || !datatype::data_moves) return;
  const Datatype* unit = spec.target.type->unit();
  check.require(unit != nullptr, MPI_ERR_TYPE, "the target type mixes basic types")
      .require(unit == nullptr || spec.op->accumulates(*spec.target.type), MPI_ERR_OP,
               "the operation is not defined for this type");
  if (handle == MPI_NO_OP) return;
  check.require(spec.origin.type == nullptr || spec.origin.size_bytes() == spec.target.size_bytes(),
                MPI_ERR_COUNT, "origin and target have different numbers of elements");
  check.require(spec.origin.type == nullptr || spec.origin.type->unit() == unit, MPI_ERR_TYPE,
                "origin and target are made of different basic types");
}

int accumulate_into(const Side& origin, const Target& target, MPI_Op op, MPI_Win win,
                    MPI_Request* request) {
  WindowCheck check(win);
  check.target(target.rank);
  check.require(op != MPI_NO_OP, MPI_ERR_OP, "MPI_NO_OP needs a result");
  if (check.failed()) return check.raise();
  if (target.rank == MPI_PROC_NULL) return finish_nothing(request);
  OperationSpec spec{.kind = OperationKind::accumulate};
  resolve_own(check, origin, spec.origin);
  resolve_target(check, target, spec);
  resolve_op(check, op, spec);
  if (check.failed()) return check.raise();
  return launch(check, spec, request);
}

int get_accumulate(const Side& origin, const Side& result, const Target& target, MPI_Op op,
                   MPI_Win win, MPI_Request* request) {
  WindowCheck check(win);
  check.target(target.rank);
  if (check.failed()) return check.raise();
  if (target.rank == MPI_PROC_NULL) return finish_nothing(request);
  OperationSpec spec{.kind = OperationKind::get_accumulate};
  // With MPI_NO_OP the origin is not read, and may be anything.
  if (op != MPI_NO_OP) resolve_own(check, origin, spec.origin);
  resolve_own(check, result, spec.result);
  resolve_target(check, target, spec);
  resolve_op(check, op, spec);
  if (check.failed()) return check.raise();
  check.require(spec.target.size_bytes() <= spec.result.size_bytes(), MPI_ERR_TRUNCATE,
                "the old data do not fit into the result");
  if (check.failed()) return check.raise();
  return launch(check, spec, request);
}

// One element of a predefined type (MPI 12.3.4).
int fetch_and_op(const void* origin, void* result, const Target& target, MPI_Op op, MPI_Win win) {
  const Datatype* type = find_datatype(target.type);
  WindowCheck check(win);
  check.require(type == nullptr || type->is_predefined(), MPI_ERR_TYPE,
                "fetch and op takes predefined types only");
  if (check.failed()) return check.raise();
  return get_accumulate({origin, 1, target.type}, {result, 1, target.type}, target, op, win,
                        nullptr);
}

// MPI 12.3.4: integers, logicals, multi-language types and bytes; MPI_CHAR as well, which the
// standard leaves out and other libraries take.
bool allows_compare_and_swap(const Datatype& type) {
  if (!type.is_predefined()) return false;
  if (to_handle(type) == MPI_CHAR) return true;
  switch (datatype::predefined(type.element()).group) {
    case datatype::Group::c_integer:
    case datatype::Group::fortran_integer:
    case datatype::Group::logical:
    case datatype::Group::multi_language:
    case datatype::Group::byte:
      return true;
    default:
      return false;
  }
}

int compare_and_swap(const void* origin, const void* compare, void* result, const Target& target,
                     MPI_Win win) {
  WindowCheck check(win);
  check.target(target.rank);
  if (check.failed()) return check.raise();
  if (target.rank == MPI_PROC_NULL) return MPI_SUCCESS;
  OperationSpec spec{.kind = OperationKind::compare_and_swap};
  resolve_own(check, {origin, 1, target.type}, spec.origin);
  resolve_own(check, {result, 1, target.type}, spec.result);
  resolve_target(check, target, spec);
  if (check.failed()) return check.raise();
  check.require(allows_compare_and_swap(*spec.target.type), MPI_ERR_TYPE,
                "compare and swap takes integers, logicals and bytes only");
  if (check.failed()) return check.raise();
  spec.compare = compare;
  return launch(check, spec, nullptr);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {
int PMPI_Put(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
             MPI_Win win) {
  const Call call;
  return transfer(OperationKind::put, {origin_addr, origin_count, origin_datatype},
                  {target_rank, target_disp, target_count, target_datatype}, win, nullptr);
}

int PMPI_Get(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
  const Call call;
  return transfer(OperationKind::get, {origin_addr, origin_count, origin_datatype},
                  {target_rank, target_disp, target_count, target_datatype}, win, nullptr);
}

int PMPI_Accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  const Call call;
  return accumulate_into({origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype}, op, win,
                         nullptr);
}

int PMPI_Get_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
                        void* result_addr, int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
  const Call call;
  return get_accumulate(
      {origin_addr, origin_count, origin_datatype}, {result_addr, result_count, result_datatype},
      {target_rank, target_disp, target_count, target_datatype}, op, win, nullptr);
}

int PMPI_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
              MPI_Win win, MPI_Request* request) {
  const Call call;
  return transfer(OperationKind::put, {origin_addr, origin_count, origin_datatype},
                  {target_rank, target_disp, target_count, target_datatype}, win, request);
}

int PMPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
              MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
              MPI_Request* request) {
  const Call call;
  return transfer(OperationKind::get, {origin_addr, origin_count, origin_datatype},
                  {target_rank, target_disp, target_count, target_datatype}, win, request);
}

int PMPI_Raccumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
                     int target_rank, MPI_Aint target_disp, int target_count,
                     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  const Call call;
  return accumulate_into({origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype}, op, win,
                         request);
}

int PMPI_Rget_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
                         void* result_addr, int result_count, MPI_Datatype result_datatype,
                         int target_rank, MPI_Aint target_disp, int target_count,
                         MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                         MPI_Request* request) {
  const Call call;
  return get_accumulate(
      {origin_addr, origin_count, origin_datatype}, {result_addr, result_count, result_datatype},
      {target_rank, target_disp, target_count, target_datatype}, op, win, request);
}

int PMPI_Fetch_and_op(const void* origin_addr, void* result_addr, MPI_Datatype datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
  const Call call;
  return fetch_and_op(origin_addr, result_addr, {target_rank, target_disp, 1, datatype}, op, win);
}

int PMPI_Compare_and_swap(const void* origin_addr, const void* compare_addr, void* result_addr,
                          MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                          MPI_Win win) {
  const Call call;
  return compare_and_swap(origin_addr, compare_addr, result_addr,
                          {target_rank, target_disp, 1, datatype}, win);
}

#include <large_counts/rma/communicate.inc>

}  // extern "C"
