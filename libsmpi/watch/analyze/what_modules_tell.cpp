// SPDX-License-Identifier: BSD-3-Clause
//
// What the modules tell the checks (runtime/checks.h), handed to those that want to know.
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/watch/analyze/analysis.h"

namespace smpi {

void Analysis::start(const Request& request, std::span<const analysis::BufferUse> uses) {
  buffers.start(request, uses);
}

void Analysis::add_part(const Request& request, const analysis::BufferUse& use) {
  buffers.add(request, use);
}

void Analysis::give_back_part(const Request& request, std::size_t index) {
  buffers.give_back(request, index);
}

void Analysis::before_delivery(const Request& request) {
  buffers.before_delivery(request);
}

void Analysis::after_delivery(const Request& request) {
  buffers.after_delivery(request);
}

void Analysis::finish(Request& request) {
  matching.finish(request);
}

void Analysis::forget(Request& request) {
  matching.forget(request);
}

bool Analysis::keeps_back(p2p::Message& message) {
  return matching.keeps_back(message);
}

void Analysis::forget(const p2p::Message& message) {
  matching.forget(message);
}

void Analysis::post(Request& receive) {
  matching.post(receive);
}

void Analysis::match(const p2p::Message& message, Request& receive) {
  check_types(message, receive);
  matching.match(message, receive);
  windows.hear(*receive.owner);
}

p2p::Message* Analysis::probe(Rank& rank, const p2p::MatchKey& pattern) {
  return matching.probe(rank, pattern);
}

void Analysis::add_window(Window& window) {
  windows.add(window);
}

void Analysis::free_window(Window& window) {
  windows.complete(window, rma::all_targets, analysis::Completion::remote, buffers);
  windows.free(window);
}

void Analysis::start(const rma::Operation& operation) {
  windows.start(operation, buffers);
}

void Analysis::before_apply(const rma::Operation& operation) {
  windows.before_apply(operation, buffers);
}

void Analysis::after_apply(const rma::Operation& operation) {
  windows.after_apply(operation, buffers);
}

void Analysis::before_result(const rma::Operation& operation) {
  windows.before_result(operation, buffers);
}

void Analysis::after_result(const rma::Operation& operation) {
  windows.after_result(operation, buffers);
}

void Analysis::complete(const Window& window, int target, analysis::Completion completion) {
  windows.complete(window, target, completion, buffers);
}

void Analysis::enter_fence(const Window& window, int assertion) {
  windows.enter_fence(window, assertion);
}

void Analysis::leave_fence(const Window& window, int assertion) {
  windows.leave_fence(window, assertion);
}

void Analysis::open_epoch(const Window& window) {
  windows.open(window);
}

void Analysis::claim_lock(const Window& window, int target) {
  windows.claim_lock(window, target);
}

void Analysis::got_lock(const Window& window, int target, bool exclusive) {
  windows.got_lock(window, target, exclusive);
}

void Analysis::expose(const Window& window, int assertion) {
  windows.expose(window, assertion);
}

void Analysis::end_exposure(const Window& window) {
  windows.end_exposure(window);
}

void Analysis::note_allocation(const Rank& rank, const void* caller, void* block,
                               std::size_t size_bytes) {
  allocations.note(rank, caller, block, size_bytes);
}

bool Analysis::leaves_allocation(const void* base, std::size_t size_bytes) const {
  const std::optional<std::size_t> left_bytes = allocations.left_in_block(base);
  return left_bytes && size_bytes > *left_bytes;
}

void Analysis::forget_allocation(void* block) {
  allocations.forget(block);
}

}  // namespace smpi
