// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication (MPI 5.0, 12.3): what travels, when it is applied, when it completes.
//
// A put or accumulate is one flow from origin to target; it is applied, as one atomic step, when
// the flow ends. A get is one flow from target to origin. Operations that return old values
// (get_accumulate, fetch_and_op, compare_and_swap) are a flow each way. The target's program takes
// no part: progress is the network's. Accumulates of one origin on one target are applied in the
// order of the calls, whatever their flows do (MPI 12.7.2).
#pragma once

#include <cstdint>

#include "include/mpi.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/window.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::rma {

enum class OperationKind : std::uint8_t { put, get, accumulate, get_accumulate, compare_and_swap };

// The sides of an operation. Of a compare_and_swap, `origin` is the new value.
struct OperationSpec {
  OperationKind kind = OperationKind::put;
  Window* window = nullptr;
  int target_rank = 0;
  TypedBuffer target{};
  TypedBuffer origin{};
  TypedBuffer result{};           // of the kinds that return old values
  const void* compare = nullptr;  // of compare_and_swap
  Op* op = nullptr;               // of the accumulates
};

struct Operation {
  OperationSpec spec;
  CallRecord call;                 // that started it
  Request* request = nullptr;      // of the R forms
  bool arrived = false;            // its flow ended; it may have to wait for earlier ones
  std::byte* old_value = nullptr;  // packed, on its way back; of the payload pool
};

// The operation whose data is being copied, which happens outside all ranks; for reports of
// crashes.
extern constinit const Operation* operation_in_progress;

// Starts an operation; `request`, if any, completes with it.
void start(const OperationSpec& spec, Request* request);
// Blocks until all operations of this rank on `target` (or on all_targets) are complete.
void flush(Window& window, int target);

}  // namespace smpi::rma
