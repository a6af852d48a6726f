// SPDX-License-Identifier: BSD-3-Clause
//
// Starting, suspending and ending the strands of threads.
#include "libsmpi/doors/assembly/rank_threads.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libsmpi/cost/modeled/burst.h"
#include "libsmpi/cost/modeled/clock_call.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/threads/openmp.h"
#include "libsmpi/ranks/load/threads/thread.h"
#include "libsmpi/ranks/load/threads/thread_variables.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi {
namespace {

constinit load::ThreadCallbacks callbacks{};

load::Thread& running_thread() {
  load::Thread* thread = running_strand->thread;
  return thread != nullptr ? *thread : running_strand->rank->libc->threads.main;
}

Strand& free_strand(Rank& rank) {
  for (const auto& strand : rank.threads) {
    if (strand->thread == nullptr) return *strand;
  }
  rank.threads.push_back(std::make_unique<Strand>());
  return *rank.threads.back();
}

bool start_thread(load::Thread& thread, std::size_t stack_bytes) {
  Rank& rank = current_rank();
  Simulation& simulation = rank.simulation;
  if (stack_bytes > stack_size_bytes(simulation.options)) return false;
  Strand& strand = free_strand(rank);
  strand = Strand{};
  strand.rank = &rank;
  strand.thread = &thread;
  strand.actor = &simulation.engine.spawn(
      [&rank, &thread] {
        if (rank.simulation.tuning.simulate_computation) begin_burst(rank);
        load::run_thread(thread);
      },
      &strand);
  rank.thread_count++;
  return true;
}

void end_thread() {
  Strand& strand = *running_strand;
  Rank& rank = *strand.rank;
  load::ThreadBlocks::use(nullptr);
  strand.call = {};
  if (&strand == &rank.main) {
    rank.main_ended = true;
  } else {
    strand.thread = nullptr;
    rank.thread_count--;
  }
  rank.simulation.engine.finish_current();
}

void enter(const char* function, const void* return_address) {
  Strand& strand = *running_strand;
  const bool outermost = strand.call_depth == 0;
  modeled::enter_clock_call();
  if (outermost) strand.call = {function, return_address};
}

void leave() {
  Strand& strand = *running_strand;
  modeled::leave_clock_call();
  if (strand.call_depth == 0) strand.call = {};
}

bool suspend(const char* reason, double deadline_s) {
  Strand& strand = *running_strand;
  kernel::Engine& engine = strand.rank->simulation.engine;
  if (deadline_s <= engine.now_s()) return false;
  struct Timer {
    kernel::Engine& engine;
    kernel::Actor& actor;
    bool over = false;
  } timer{engine, *strand.actor};
  kernel::EventId event = kernel::no_event;
  if (std::isfinite(deadline_s)) {
    event = engine.events().schedule(
        deadline_s, kernel::Priority::timer,
        [](void* owner, std::uint32_t) {
          auto* self = static_cast<Timer*>(owner);
          self->over = true;
          self->engine.wake(self->actor);
        },
        &timer, 0);
  }
  {
    const WaitingReason waiting(reason);
    engine.block();
  }
  if (event != kernel::no_event && !timer.over) engine.events().cancel(event);
  return !timer.over;
}

void resume(void* strand) {
  kernel::Actor& actor = *static_cast<Strand*>(strand)->actor;
  Simulation::instance()->engine.wake(actor);
}

}  // namespace

void simulate_threads(const Simulation& simulation) {
  callbacks = {.current = running_thread,
               .strand = []() -> void* { return running_strand; },
               .start = start_thread,
               .end = end_thread,
               .enter = enter,
               .leave = leave,
               .suspend = suspend,
               .resume = resume,
               .time_s = [] { return Simulation::instance()->engine.now_s(); },
               .measures = simulation.tuning.simulate_computation};
  load::set_thread_callbacks(&callbacks);
}

void stop_threads() {
  load::set_thread_callbacks(nullptr);
}

void abandon_threads(Rank& rank) {
  kernel::Engine& engine = rank.simulation.engine;
  const auto abandon = [&](Strand& strand) {
    if (&strand != running_strand) engine.abandon(*strand.actor);
  };
  for (const auto& strand : rank.threads) {
    if (strand->thread != nullptr) abandon(*strand);
  }
  if (!rank.main_ended) abandon(rank.main);
}

void follow_thread_variables(Strand* next) {
  const load::Thread* thread = next == nullptr ? nullptr : next->thread;
  load::ThreadBlocks::use(thread == nullptr ? nullptr : thread->blocks.get());
  if (load::OpenmpState::is_library_found() && next != nullptr) [[unlikely]] {
    load::OpenmpState::use(next->openmp);
  }
}

}  // namespace smpi
