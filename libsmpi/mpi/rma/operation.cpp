// SPDX-License-Identifier: BSD-3-Clause
//
// From start() over the flows to retire(). Reading order: start, outbound_done, apply,
// response_done, retire.
#include "libsmpi/mpi/rma/operation.h"

#include <algorithm>
#include <cstring>

#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/mpi/p2p/payload_pool.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"
#include "libsmpi/ranks/runtime/wire.h"

namespace smpi::rma {

constinit const Operation* operation_in_progress = nullptr;

namespace {

bool is_ordered(OperationKind kind) {
  return kind != OperationKind::put && kind != OperationKind::get;
}

bool returns_old_value(OperationKind kind) {
  return kind == OperationKind::get_accumulate || kind == OperationKind::compare_and_swap;
}

Simulation& simulation_of(const Operation& operation) {
  return operation.spec.window->owner().simulation;
}

// Types stay alive until the operation is over, even if the program frees them.
template <class Action>
void for_each_type(const OperationSpec& spec, Action&& action) {
  for (const TypedBuffer* side : {&spec.target, &spec.origin, &spec.result}) {
    if (side->type != nullptr) action(const_cast<Datatype&>(*side->type));
  }
}

bool is_pending(const Window& window, int target) {
  if (target == all_targets) return window.in_flight > 0;
  const auto found = window.targets.find(target);
  return found != window.targets.end() && found->second.in_flight > 0;
}

// The operation is over for its origin.
void retire(Operation& operation) {
  Window& window = *operation.spec.window;
  Window::Target& target = window.targets[operation.spec.target_rank];
  target.in_flight--;
  window.in_flight--;
  Request* request = operation.request;
  for_each_type(operation.spec, [](Datatype& type) { type.release(); });
  if (operation.spec.op != nullptr) operation.spec.op->release();
  simulation_of(operation).rma_pool.free(&operation);
  if (request != nullptr) complete(*request);
  for (const Window::Flush& flush : window.flushes) {
    if (!is_pending(window, flush.target)) {
      window.owner().simulation.engine.wake(*flush.strand->actor);
    }
  }
}

void save_old_value(Operation& operation) {
  const TypedBuffer& target = operation.spec.target;
  operation.old_value =
      simulation_of(operation).payloads.acquire(static_cast<std::size_t>(target.size_bytes()));
  pack(target.address, target.count, *target.type, operation.old_value);
}

void compare_and_swap(const OperationSpec& spec) {
  const auto size_bytes = static_cast<std::size_t>(spec.target.size_bytes());
  if (std::memcmp(spec.target.address, spec.compare, size_bytes) != 0) return;
  std::memcpy(spec.target.address, spec.origin.address, size_bytes);
}

void accumulate(Operation& operation) {
  const TypedBuffer& target = operation.spec.target;
  if (operation.spec.origin.type == nullptr) return;  // MPI_NO_OP
  p2p::PayloadPool& pool = simulation_of(operation).payloads;
  const auto size_bytes = static_cast<std::size_t>(target.size_bytes());
  std::byte* packed = pool.acquire(size_bytes);
  const TypedBuffer& origin = operation.spec.origin;
  pack_range(origin.address, origin.count, *origin.type, {0, target.size_bytes()}, packed);
  operation.spec.op->accumulate(packed, target.address, target.count, *target.type);
  pool.release(packed, size_bytes);
}

// The step that other origins see as one. The target may be polling for it.
void apply(Operation& operation) {
  const OperationSpec& spec = operation.spec;
  note_activity(spec.window->communicator().peer(spec.target_rank));
  operation_in_progress = &operation;
  Checks* checks = spec.window->owner().simulation.checks;
  if (checks != nullptr) checks->before_apply(operation);
  if (returns_old_value(spec.kind)) save_old_value(operation);
  switch (spec.kind) {
    case OperationKind::put:
      copy(spec.origin, spec.target);
      break;
    case OperationKind::get:
      copy(spec.target, spec.origin);
      break;
    case OperationKind::accumulate:
    case OperationKind::get_accumulate:
      accumulate(operation);
      break;
    case OperationKind::compare_and_swap:
      compare_and_swap(spec);
      break;
  }
  if (checks != nullptr) checks->after_apply(operation);
  operation_in_progress = nullptr;
}

void response_done(void* argument, std::uint32_t) {
  auto& operation = *static_cast<Operation*>(argument);
  p2p::watched::end_flow(&operation);
  const TypedBuffer& result = operation.spec.result;
  const MPI_Count size_bytes = operation.spec.target.size_bytes();
  operation_in_progress = &operation;
  Checks* checks = operation.spec.window->owner().simulation.checks;
  if (checks != nullptr) checks->before_result(operation);
  unpack_range(operation.old_value, result.address, result.count, *result.type,
               {0, std::min(size_bytes, result.size_bytes())});
  if (checks != nullptr) checks->after_result(operation);
  operation_in_progress = nullptr;
  simulation_of(operation).payloads.release(operation.old_value,
                                            static_cast<std::size_t>(size_bytes));
  retire(operation);
}

void tell_flow(const Operation& operation, bool towards_target, MPI_Count size_bytes) {
  using Kind = p2p::WatchedFlow::Kind;
  const bool is_last = !towards_target || !returns_old_value(operation.spec.kind);
  p2p::watched::begin_flow(
      {.communicator = operation.spec.window->communicator(),
       .target = operation.spec.target_rank,
       .is_towards_target = towards_target,
       .kind = operation.request != nullptr && is_last ? Kind::requested : Kind::operation,
       .size_bytes = size_bytes},
      &operation);
}

// Starts a flow between the two hosts of an operation; within one process it ends at once.
void travel(Operation& operation, bool towards_target, MPI_Count size_bytes,
            kernel::EventHandler done) {
  Rank& origin = operation.spec.window->owner();
  Rank& target = operation.spec.window->communicator().peer(operation.spec.target_rank);
  Rank& sender = towards_target ? origin : target;
  Rank& receiver = towards_target ? target : origin;
  tell_flow(operation, towards_target, size_bytes);
  ship(origin.simulation, {.transfer = {.kind = Transfer::Kind::one_sided,
                                        .sender = &sender,
                                        .receiver = &receiver,
                                        .source = sender.host,
                                        .destination = receiver.host,
                                        .size_bytes = size_bytes},
                           .counted_for = &origin == &target ? nullptr : &sender,
                           .done = done,
                           .owner = &operation});
}

// Applies what has arrived, in order; a later operation waits for an earlier one.
void apply_in_order(Window& window, int target_rank) {
  std::deque<Operation*>& ordered = window.targets[target_rank].ordered;
  while (!ordered.empty() && ordered.front()->arrived) {
    Operation& operation = *ordered.front();
    ordered.pop_front();
    apply(operation);
    if (returns_old_value(operation.spec.kind)) {
      travel(operation, false, operation.spec.target.size_bytes(), response_done);
    } else {
      retire(operation);
    }
  }
}

void outbound_done(void* argument, std::uint32_t) {
  auto& operation = *static_cast<Operation*>(argument);
  p2p::watched::end_flow(&operation);
  operation.arrived = true;
  if (is_ordered(operation.spec.kind)) {
    apply_in_order(*operation.spec.window, operation.spec.target_rank);
    return;
  }
  apply(operation);
  retire(operation);
}

// Programs wait for others also by calls that take next to no simulated time: they read their own
// memory, or flush when nothing is under way. After some of them in quick succession each takes
// what it would take on a real machine, so that time goes on.
void spend_idle_call(Window& window) {
  constexpr std::uint32_t free_calls = 64;
  constexpr double call_min_s = 1e-9;
  Simulation& simulation = window.owner().simulation;
  const double call_s = std::max(simulation.tuning.test_s, call_min_s);
  kernel::Engine& engine = simulation.engine;
  if (engine.now_s() - window.last_idle_call_s > call_s) window.idle_calls = 0;
  if (++window.idle_calls > free_calls) engine.sleep(call_s);
  window.last_idle_call_s = engine.now_s();
}

}  // namespace

void start(const OperationSpec& spec, Request* request) {
  Window& window = *spec.window;
  Operation& operation = *window.owner().simulation.rma_pool.make();
  operation.spec = spec;
  operation.request = request;
  operation.call = running_strand->call;
  if (Checks* checks = window.owner().simulation.checks) checks->start(operation);
  if (CallDetails* details = details_of_call(window.owner().simulation)) {
    details->communicator = &window.communicator();
    details->peer = spec.target_rank;
    const bool is_get = spec.kind == OperationKind::get;
    if (!is_get) details->sent_bytes = spec.origin.type == nullptr ? 0 : spec.origin.size_bytes();
    if (is_get || returns_old_value(spec.kind)) details->received_bytes = spec.target.size_bytes();
  }
  for_each_type(spec, [](Datatype& type) { type.retain(); });
  if (spec.op != nullptr) spec.op->retain();
  Window::Target& target = window.targets[spec.target_rank];
  target.in_flight++;
  window.in_flight++;
  if (is_ordered(spec.kind)) target.ordered.push_back(&operation);
  const bool towards_target = spec.kind != OperationKind::get;
  // MPI_NO_OP sends nothing but asks for the old value.
  const MPI_Count size_bytes = !towards_target               ? spec.target.size_bytes()
                               : spec.origin.type == nullptr ? 0
                                                             : spec.origin.size_bytes();
  travel(operation, towards_target, size_bytes, outbound_done);
  if (request == nullptr || spec.target_rank != window.rank()) return;
  const p2p::watched::FlowWait told(window.communicator());
  spend_idle_call(window);
}

void flush(Window& window, int target) {
  Strand* self = running_strand;
  const p2p::watched::FlowWait told(window.communicator());
  if (!is_pending(window, target)) return spend_idle_call(window);
  const WaitingReason reason("its one-sided operations to complete");
  window.flushes.push_back({self, target});
  while (is_pending(window, target)) window.owner().simulation.engine.block();
  std::erase_if(window.flushes,
                [self](const Window::Flush& flush) { return flush.strand == self; });
}

}  // namespace smpi::rma
