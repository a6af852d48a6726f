// SPDX-License-Identifier: BSD-3-Clause
//
// Passive target: a claim travels to the target, waits for the lock there, and the grant travels
// back. The program of the target takes no part.
//
// MPI_Win_lock_all does so with one rank, which stands for all: a claim per target would be as many
// messages as the square of the ranks, and two ranks that each have some of the locks could wait
// for each other. Real MPIs do not send these either: Open MPI asks one leader, MPICH asks a target
// when it is used. All locks are granted at once, when no exclusive one is held. Where both kinds
// wait they take turns, so that neither starves.
#include <deque>
#include <utility>

#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/mpi/rma/synchronize.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"
#include "libsmpi/ranks/runtime/wire.h"

namespace smpi::rma {

// A rank's wish to hold the lock of `target`, or all locks; it lives on the stack of the rank that
// waits.
struct LockClaim {
  Window* window = nullptr;
  int target = 0;
  bool exclusive = false;
  bool of_all = false;  // `target` stands for all
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
  window.hold_count += is_held ? 1 : -1;
}

void release(WindowShared& shared, int target);

void send_grant(LockClaim& claim) {
  Window& window = *claim.window;
  tell_signal(window, claim.target, false, &claim);
  signal(window.communicator().peer(claim.target), window.owner(), grant_arrived, &claim, 0);
}

// Grants what can be granted of a part's lock. Exclusive claims wait while somebody waits for all
// locks, unless it is their turn: but not those of ranks that hold a lock already, for which the
// other may wait.
void grant(WindowShared& shared, int target, bool is_turn_of_exclusive = false) {
  WindowLock& lock = shared.parts[static_cast<std::size_t>(target)].lock;
  const bool may_begin = shared.waiting_for_all.empty() || is_turn_of_exclusive;
  const auto may_pass = [](const LockClaim& claim) { return claim.window->hold_count > 0; };
  lock.grant(
      [&](const LockClaim& claim) {
        return !claim.exclusive || (shared.holders_of_all == 0 && (may_begin || may_pass(claim)));
      },
      [&](const LockClaim& claim) { return shared.holders_of_all == 0 && may_pass(claim); },
      [&](LockClaim& claim) {
        if (claim.exclusive) {
          shared.exclusive_waiting--;
          shared.exclusive_holders++;
        }
        // It may have failed while it waited.
        if (claim.window->owner().lost_host) return release(shared, target);
        note_hold(*claim.window, target, true);
        send_grant(claim);
      });
  if (lock.has_waiting() && !lock.is_listed) {
    lock.is_listed = true;
    shared.waiting_parts.push_back(target);
  }
}

// Of the locks of parts, when nobody holds all.
void grant_parts(WindowShared& shared) {
  for (const int target : std::exchange(shared.waiting_parts, {})) {
    shared.parts[static_cast<std::size_t>(target)].lock.is_listed = false;
    grant(shared, target, true);
  }
}

void grant_all(WindowShared& shared) {
  if (shared.exclusive_holders > 0 || shared.waiting_for_all.empty()) return;
  for (LockClaim* const claim : std::exchange(shared.waiting_for_all, {})) {
    if (claim->window->owner().lost_host) continue;
    shared.holders_of_all++;
    claim->window->holds_all = true;
    send_grant(*claim);
  }
  if (shared.holders_of_all == 0) grant_parts(shared);  // all of them have failed
}

// Ranks that have failed and wait for all locks hold up exclusive claims no longer.
void drop_failed_claims_of_all(WindowShared& shared) {
  std::deque<LockClaim*>& waiting = shared.waiting_for_all;
  const auto has_failed = [](const LockClaim* claim) { return claim->window->owner().lost_host; };
  if (std::erase_if(waiting, has_failed) == 0 || !waiting.empty()) return;
  if (shared.holders_of_all == 0) grant_parts(shared);
}

void release(WindowShared& shared, int target) {
  WindowLock& lock = shared.parts[static_cast<std::size_t>(target)].lock;
  if (lock.is_exclusive()) shared.exclusive_holders--;
  lock.release();
  grant(shared, target);
  grant_all(shared);
}

void release_all(WindowShared& shared) {
  if (--shared.holders_of_all > 0) return;
  grant_parts(shared);
  grant_all(shared);
}

void claim_arrived(void* argument, std::uint32_t) {
  auto& claim = *static_cast<LockClaim*>(argument);
  p2p::watched::end_flow(&claim);
  WindowShared& shared = claim.window->shared();
  if (claim.of_all) {
    shared.waiting_for_all.push_back(&claim);
    if (shared.holders_of_all == 0 || shared.exclusive_waiting == 0) grant_all(shared);
    return;
  }
  if (claim.exclusive) shared.exclusive_waiting++;
  WindowLock& lock = shared.parts[static_cast<std::size_t>(claim.target)].lock;
  const bool is_first = !lock.has_waiting();
  lock.add(claim, claim.exclusive);
  // Those before it cannot have it; nor can it, unless it may pass them.
  if (is_first || (lock.is_free() && claim.window->hold_count > 0)) grant(shared, claim.target);
}

void release_arrived(void* argument, std::uint32_t target) {
  auto& window = *static_cast<Window*>(argument);
  p2p::watched::end_flow(&window.targets[static_cast<int>(target)]);
  release(window.shared(), static_cast<int>(target));
  window.release();
}

void release_of_all_arrived(void* argument, std::uint32_t) {
  auto& window = *static_cast<Window*>(argument);
  p2p::watched::end_flow(&window);
  release_all(window.shared());
  window.release();
}

// Who stands for all targets in messages about their locks: another one for each rank.
int other_end(const Window& window) {
  return (window.rank() + window.size() / 2) % window.size();
}

// Claims a lock and waits for it.
void acquire(Window& window, LockClaim claim) {
  const p2p::watched::FlowWait told(window.communicator());
  claim.window = &window;
  claim.strand = running_strand;
  tell_signal(window, claim.target, true, &claim);
  signal(window.owner(), window.communicator().peer(claim.target), claim_arrived, &claim, 0);
  const WaitingReason reason("the lock of a window");
  while (!claim.granted) window.owner().simulation.engine.block();
}

void give_up(Window& window, int target) {
  window.retain();  // until the message has arrived
  note_hold(window, target, false);
  tell_signal(window, target, true, &window.targets[target]);
  signal(window.owner(), window.communicator().peer(target), release_arrived, &window,
         static_cast<std::uint32_t>(target));
}

void give_up_all(Window& window) {
  const int end = other_end(window);
  window.retain();  // until the message has arrived
  window.holds_all = false;
  tell_signal(window, end, true, &window);
  signal(window.owner(), window.communicator().peer(end), release_of_all_arrived, &window, 0);
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
  if (state.lock_is_held) acquire(window, {.target = target, .exclusive = exclusive});
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
      note_hold(window, static_cast<int>(target), false);
      release(window.shared(), static_cast<int>(target));
    }
    if (std::exchange(window.holds_all, false)) release_all(window.shared());
    drop_failed_claims_of_all(window.shared());
  });
}

int lock_all(Window& window, int assertion) {
  if (window.start_group || is_passive(window, all_targets)) return MPI_ERR_RMA_SYNC;
  Checks* checks = window.owner().simulation.checks;
  if (checks != nullptr) checks->open_epoch(window);
  window.fence_is_open = false;
  window.locked_all = true;
  window.all_locks_held = (assertion & MPI_MODE_NOCHECK) == 0;
  if (window.all_locks_held) acquire(window, {.target = other_end(window), .of_all = true});
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
  if (window.all_locks_held) give_up_all(window);
  return MPI_SUCCESS;
}

}  // namespace smpi::rma
