// SPDX-License-Identifier: BSD-3-Clause
//
// Active target: who may access what, and the messages that open and close epochs.
#include "libsmpi/mpi/rma/synchronize.h"

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/barrier.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::rma {
namespace {

// Tags on the internal channel of the window's communicator.
constexpr int post_tag = 1;
constexpr int complete_tag = 2;

p2p::SendSpec signal_to(Window& window, int target, int tag) {
  return {.buffer = nullptr,
          .count = 0,
          .type = &predefined_type(MPI_BYTE),
          .destination = target,
          .tag = tag,
          .communicator = &window.communicator(),
          .channel = Channel::internal};
}

p2p::ReceiveSpec signal_from(Window& window, int origin, int tag) {
  return {.buffer = nullptr,
          .count = 0,
          .type = &predefined_type(MPI_BYTE),
          .source = origin,
          .tag = tag,
          .communicator = &window.communicator(),
          .channel = Channel::internal};
}

// MPI_Win_post does not wait for its targets (MPI 12.5.2), however messages are sent.
void send_signal(Window& window, int target, int tag) {
  Request& request = *p2p::watched::start_send(signal_to(window, target, tag));
  if (request.complete) {
    p2p::watched::end(&request);
    finish(request);
  } else {
    request.free_when_complete = true;
  }
}

// Calls action(rank in the window) for the members of a group.
template <class Action>
void for_each_member(const Window& window, const Group& group, Action&& action) {
  for (const ProcessId process : group.members()) {
    action(window.communicator().group().rank_of(process).value());
  }
}

}  // namespace

void note_completion(const Window& window, int target, analysis::Completion completion) {
  Checks* checks = window.owner().simulation.checks;
  if (checks != nullptr) checks->complete(window, target, completion);
}

bool may_access(const Window& window, int target) {
  if (window.fence_is_open || window.locked_all) return true;
  const auto found = window.targets.find(target);
  return found != window.targets.end() &&
         (found->second.lock_type != 0 || found->second.in_start_group);
}

bool is_passive(const Window& window, int target) {
  if (window.locked_all) return true;
  if (target != all_targets) {
    const auto found = window.targets.find(target);
    return found != window.targets.end() && found->second.lock_type != 0;
  }
  for (const auto& [rank, state] : window.targets) {
    if (state.lock_type != 0) return true;
  }
  return false;
}

bool has_open_epoch(const Window& window) {
  return window.start_group || window.post_group || is_passive(window, all_targets);
}

int fence(Window& window, int assertion) {
  if (has_open_epoch(window)) return MPI_ERR_RMA_SYNC;
  Checks* checks = window.owner().simulation.checks;
  if (checks != nullptr) checks->enter_fence(window, assertion);
  flush(window, all_targets);
  note_completion(window, all_targets, analysis::Completion::remote);
  window.fence_is_open = (assertion & MPI_MODE_NOSUCCEED) == 0;
  const int error = barrier(window.communicator());
  p2p::watched::end_exposure(window.communicator());
  if (checks != nullptr) checks->leave_fence(window, assertion);
  return error;
}

int start_epoch(Window& window, Ref<Group> targets, int assertion) {
  if (window.start_group || is_passive(window, all_targets)) return MPI_ERR_RMA_SYNC;
  if (Checks* checks = window.owner().simulation.checks) checks->open_epoch(window);
  window.fence_is_open = false;
  for_each_member(window, *targets, [&](int rank) {
    window.targets[rank].in_start_group = true;
    if ((assertion & MPI_MODE_NOCHECK) == 0)
      p2p::watched::receive(signal_from(window, rank, post_tag));
  });
  window.start_group = std::move(targets);
  return p2p::take_failure();
}

int complete_epoch(Window& window) {
  if (!window.start_group) return MPI_ERR_RMA_SYNC;
  flush(window, all_targets);
  note_completion(window, all_targets, analysis::Completion::remote);
  for_each_member(window, *window.start_group, [&](int rank) {
    window.targets[rank].in_start_group = false;
    p2p::watched::send(signal_to(window, rank, complete_tag));
  });
  window.start_group = nullptr;
  return MPI_SUCCESS;
}

int post(Window& window, Ref<Group> origins, int assertion) {
  if (window.post_group) return MPI_ERR_RMA_SYNC;
  if (Checks* checks = window.owner().simulation.checks) checks->expose(window, assertion);
  window.fence_is_open = false;
  for_each_member(window, *origins, [&](int rank) {
    window.post_requests.push_back(
        p2p::watched::start_receive(signal_from(window, rank, complete_tag)));
    if ((assertion & MPI_MODE_NOCHECK) == 0) send_signal(window, rank, post_tag);
  });
  window.post_group = std::move(origins);
  return MPI_SUCCESS;
}

int wait(Window& window) {
  if (!window.post_group) return MPI_ERR_RMA_SYNC;
  wait_for_all(window.post_requests);
  for (Request* request : window.post_requests) {
    p2p::watched::end(request);
    finish(*request);
  }
  const int error = p2p::take_failure();
  p2p::watched::end_exposure(window.communicator());
  if (Checks* checks = window.owner().simulation.checks) checks->end_exposure(window);
  window.post_requests.clear();
  window.post_group = nullptr;
  return error;
}

int test(Window& window, bool& done) {
  if (!window.post_group) return MPI_ERR_RMA_SYNC;
  done = true;
  for (const Request* request : window.post_requests) done = done && request->complete;
  return done ? wait(window) : MPI_SUCCESS;
}

}  // namespace smpi::rma
