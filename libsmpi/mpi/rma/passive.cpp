// SPDX-License-Identifier: BSD-3-Clause
//
// Passive target: a claim travels to the target, waits for the lock there, and the grant travels
// back. The program of the target takes no part.
#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"
#include "libsmpi/ranks/runtime/wire.h"

namespace smpi::rma {

// A rank's wish to hold the lock of `target`; it lives on the stack of the rank that waits.
struct LockClaim {
  Window* window = nullptr;
  int target = 0;
  bool exclusive = false;
  bool granted = false;
  Strand* strand = nullptr;
};

namespace {

void tell_signal(Window& window, int target, bool towards_target, const void* key) {
  p2p::watched::begin_flow({.communicator = window.communicator(),
                            .target = target,
                            .is_towards_target = towards_target,
                            .kind = p2p::WatchedFlow::Kind::lock,
                            .size_bytes = 0},
                           key);
}

// An empty flow between two ranks; within one process it ends at once.
void signal(Rank& from, Rank& to, kernel::EventHandler done, void* owner, std::uint32_t argument) {
  ship(from.simulation, {.transfer = {.kind = Transfer::Kind::lock,
                                      .sender = &from,
                                      .receiver = &to,
                                      .source = from.host,
                                      .destination = to.host},
                         .done = done,
                         .owner = owner,
                         .argument = argument});
}

void grant_arrived(void* argument, std::uint32_t) {
  auto& claim = *static_cast<LockClaim*>(argument);
  p2p::watched::end_flow(&claim);
  claim.granted = true;
  claim.window->owner().simulation.engine.wake(*claim.strand->actor);
}

void note_hold(Window& window, int target, bool is_held) {
  if (window.holds.empty()) window.holds.resize(static_cast<std::size_t>(window.size()));
  window.holds[static_cast<std::size_t>(target)] = is_held;
}

void release(WindowLock& lock);

// The rank may have failed while it waited.
void send_grant(LockClaim& claim) {
  if (claim.window->owner().lost_host) {
    release(claim.window->part(claim.target).lock);
    return;
  }
  note_hold(*claim.window, claim.target, true);
  tell_signal(*claim.window, claim.target, false, &claim);
  signal(claim.window->communicator().peer(claim.target), claim.window->owner(), grant_arrived,
         &claim, 0);
}

void release(WindowLock& lock) {
  lock.release([](LockClaim& next) { send_grant(next); });
}

void claim_arrived(void* argument, std::uint32_t) {
  auto& claim = *static_cast<LockClaim*>(argument);
  p2p::watched::end_flow(&claim);
  WindowLock& lock = claim.window->part(claim.target).lock;
  if (lock.claim(claim, claim.exclusive)) send_grant(claim);
}

void release_arrived(void* argument, std::uint32_t target) {
  auto& window = *static_cast<Window*>(argument);
  p2p::watched::end_flow(&window.targets[static_cast<int>(target)]);
  release(window.part(static_cast<int>(target)).lock);
  window.release();
}

// Claims the locks of several targets at once and waits for all.
void acquire(Window& window, int first, int count, bool exclusive) {
  std::vector<LockClaim> claims(static_cast<std::size_t>(count));
  const p2p::watched::FlowWait told(window.communicator());
  for (int i = 0; i < count; i++) {
    LockClaim& claim = claims[static_cast<std::size_t>(i)];
    claim = {.window = &window,
             .target = first + i,
             .exclusive = exclusive,
             .granted = false,
             .strand = running_strand};
    tell_signal(window, claim.target, true, &claim);
    signal(window.owner(), window.communicator().peer(claim.target), claim_arrived, &claim, 0);
  }
  const WaitingReason reason("the lock of a window");
  for (const LockClaim& claim : claims) {
    while (!claim.granted) window.owner().simulation.engine.block();
  }
}

void give_up(Window& window, int target) {
  window.retain();  // until the message has arrived
  note_hold(window, target, false);
  tell_signal(window, target, true, &window.targets[target]);
  signal(window.owner(), window.communicator().peer(target), release_arrived, &window,
         static_cast<std::uint32_t>(target));
}

}  // namespace

int lock(Window& window, int target, bool exclusive, int assertion) {
  if (window.start_group || is_passive(window, target)) return MPI_ERR_RMA_SYNC;
  Checks* checks = window.owner().simulation.checks;
  if (checks != nullptr) {
    checks->open_epoch(window);
    checks->claim_lock(window, target);
  }
  window.fence_is_open = false;
  Window::Target& state = window.targets[target];
  state.lock_type = exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
  state.lock_is_held = (assertion & MPI_MODE_NOCHECK) == 0;
  if (state.lock_is_held) acquire(window, target, 1, exclusive);
  if (checks != nullptr) checks->got_lock(window, target, exclusive);
  return MPI_SUCCESS;
}

int unlock(Window& window, int target) {
  const auto found = window.targets.find(target);
  if (found == window.targets.end() || found->second.lock_type == 0) return MPI_ERR_RMA_SYNC;
  flush(window, target);
  note_completion(window, target, analysis::Completion::remote);
  found->second.lock_type = 0;
  if (found->second.lock_is_held) give_up(window, target);
  return MPI_SUCCESS;
}

void release_locks_of_failed(const Simulation& simulation) {
  simulation.handles.windows.for_each([](Window& window) {
    if (!window.owner().lost_host) return;
    for (std::size_t target = 0; target < window.holds.size(); target++) {
      if (!window.holds[target]) continue;
      window.holds[target] = false;
      release(window.part(static_cast<int>(target)).lock);
    }
  });
}

int lock_all(Window& window, int assertion) {
  if (window.start_group || is_passive(window, all_targets)) return MPI_ERR_RMA_SYNC;
  Checks* checks = window.owner().simulation.checks;
  if (checks != nullptr) checks->open_epoch(window);
  window.fence_is_open = false;
  window.locked_all = true;
  window.all_locks_held = (assertion & MPI_MODE_NOCHECK) == 0;
  if (window.all_locks_held) acquire(window, 0, window.size(), false);
  for (int i = 0; checks != nullptr && i < window.size(); i++) {
    checks->got_lock(window, i, false);
  }
  return MPI_SUCCESS;
}

int unlock_all(Window& window) {
  if (!window.locked_all) return MPI_ERR_RMA_SYNC;
  flush(window, all_targets);
  note_completion(window, all_targets, analysis::Completion::remote);
  window.locked_all = false;
  if (!window.all_locks_held) return MPI_SUCCESS;
  for (int target = 0; target < window.size(); target++) give_up(window, target);
  return MPI_SUCCESS;
}

}  // namespace smpi::rma
