// SPDX-License-Identifier: BSD-3-Clause
//
// What the kernel does for each message: events, switches, sleeps; and the start of actors.
#include <benchmark/benchmark.h>

#include <vector>

#include "kernel/engine.h"
#include "kernel/event_queue.h"

namespace {

using smpi::kernel::Engine;
using smpi::kernel::EventQueue;
using smpi::kernel::Priority;

// Times that do not repeat, of a generator that is the same everywhere.
class Delays {
 public:
  double next_s() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 40) * 1e-9;
  }

 private:
  std::uint64_t state_ = 1;
};

// A queue of constant size: each event that fires makes another one.
struct Hold {
  EventQueue queue;
  Delays delays;
  double now_s = 0;

  static void again(void* self, std::uint32_t) {
    auto* hold = static_cast<Hold*>(self);
    hold->queue.schedule(hold->now_s + hold->delays.next_s(), Priority::timer, again, self, 0);
  }
};

void queue_hold(benchmark::State& state) {
  Hold hold;
  for (std::int64_t i = 0; i < state.range(0); i++) Hold::again(&hold, 0);
  for (auto _ : state) {
    hold.now_s = hold.queue.next_time_s();
    hold.queue.fire_next();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(queue_hold)->Arg(16)->Arg(512)->Arg(8192)->Arg(131072);

void queue_reschedule(benchmark::State& state) {
  EventQueue queue;
  Delays delays;
  std::vector<smpi::kernel::EventId> events;
  for (std::int64_t i = 0; i < state.range(0); i++) {
    events.push_back(queue.schedule(
        delays.next_s(), Priority::model, [](void*, std::uint32_t) {}, nullptr, 0));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    queue.reschedule(events[next], delays.next_s());
    if (++next == events.size()) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(queue_reschedule)->Arg(512)->Arg(8192);

// `count` actors that do `turn` until the benchmark is over; one of them counts the rounds.
template <class Turn>
void run_actors(benchmark::State& state, Turn turn) {
  Engine engine;
  const std::int64_t count = state.range(0);
  bool is_over = false;
  engine.spawn(
      [&] {
        for (auto _ : state) turn(engine);
        is_over = true;
      },
      nullptr);
  for (std::int64_t i = 1; i < count; i++) {
    engine.spawn(
        [&] {
          while (!is_over) turn(engine);
        },
        nullptr);
  }
  engine.run();
  state.SetItemsProcessed(state.iterations() * count);
}

void switches(benchmark::State& state) {
  run_actors(state, [](Engine& engine) { engine.yield(); });
}
BENCHMARK(switches)->Arg(2)->Arg(512)->Arg(8192);

void sleeps(benchmark::State& state) {
  run_actors(state, [](Engine& engine) { engine.sleep(1e-6); });
}
BENCHMARK(sleeps)->Arg(2)->Arg(512)->Arg(8192);

void start_of_actors(benchmark::State& state) {
  for (auto _ : state) {
    Engine engine;
    for (std::int64_t i = 0; i < state.range(0); i++) engine.spawn([] {}, nullptr);
    engine.run();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(start_of_actors)->Arg(1024)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
