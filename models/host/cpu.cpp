// SPDX-License-Identifier: BSD-3-Clause
//
// Executions on hosts (MODELS 5). All executions of a host run at one speed, v x min(1, cores / n),
// so one clock a host, advancing by that speed, times them all: an execution ends when the clock
// has advanced by its flops. A start or an end changes the speed of the clock and one event, and
// never touches the other executions. While n <= cores stay, not even the event moves.
#include "models/host/cpu.h"

#include <algorithm>
#include <vector>

#include "kernel/error.h"

namespace smpi::models {
namespace {

struct Execution {
  double end_flops = 0;  // on its host's clock
  kernel::EventHandler done = nullptr;
  void* owner = nullptr;
  std::uint32_t argument = 0;
  HostId host = no_id;
  std::uint64_t sequence = 0;
};

// Executions of one host, by (end on the clock, order of start).
struct Host {
  double clock_flops = 0;
  double anchor_s = 0;
  double speed_flops = 0;      // of each execution, since anchor_s
  double stopped_since_s = 0;  // while it has no speed
  bool is_stopped = false;
  kernel::EventId event = kernel::no_event;
  std::vector<ExecutionId> running;  // a heap, first end on top
};

// Ends this close, relative to the clock, are one instant.
constexpr double tie = 1e-13;

}  // namespace

struct Cpu::Implementation {
  kernel::Engine& engine;
  Platform& platform;
  std::vector<Host> hosts;
  std::vector<Execution> executions;
  std::vector<ExecutionId> free_executions;
  std::vector<ExecutionId> ended;
  std::uint64_t next_sequence = 0;
  struct Observer {
    kernel::EventHandler observe;
    void* owner;
  };
  std::vector<Observer> observers;

  Implementation(kernel::Engine& engine_, Platform& platform_)
      : engine(engine_), platform(platform_), hosts(platform_.hosts.count()) {
    for (HostId host = 0; host < hosts.size(); host++) note_stop(host);
  }

  bool later(ExecutionId a, ExecutionId b) const {
    const Execution& x = executions[a];
    const Execution& y = executions[b];
    return x.end_flops > y.end_flops || (x.end_flops == y.end_flops && x.sequence > y.sequence);
  }
  auto order() const {
    return [this](ExecutionId a, ExecutionId b) { return later(a, b); };
  }
  void observe(HostId host) {
    for (const Observer& observer : observers) observer.observe(observer.owner, host);
  }
  double speed_of(HostId host) const;
  void advance(HostId host);
  void reschedule(HostId host);
  void finish(HostId host);
  void recycle(ExecutionId id) { free_executions.push_back(id); }
  void note_stop(HostId host);
  void change(HostId host);
};

// The speed of each execution on `host` now.
double Cpu::Implementation::speed_of(HostId host) const {
  const HostTable& table = platform.hosts;
  if (table.is_on[host] == 0) return 0;
  const auto count = static_cast<double>(hosts[host].running.size());
  const auto cores = static_cast<double>(table.core_count[host]);
  return table.speed_flops(host) * (count <= cores ? 1 : cores / count);
}

void Cpu::Implementation::advance(HostId id) {
  Host& host = hosts[id];
  const double now_s = engine.now_s();
  // An idle clock starts again at 0, so that it never grows large beside the work on it.
  host.clock_flops =
      host.running.empty() ? 0 : host.clock_flops + host.speed_flops * (now_s - host.anchor_s);
  host.anchor_s = now_s;
}

// REQUIRES: advance() at this instant. Sets the speed of the clock and the next end.
void Cpu::Implementation::reschedule(HostId id) {
  Host& host = hosts[id];
  host.speed_flops = speed_of(id);
  if (host.running.empty() || !(host.speed_flops > 0)) {
    if (host.event != kernel::no_event) engine.events().cancel(host.event);
    host.event = kernel::no_event;
    return;
  }
  const double left_flops = executions[host.running.front()].end_flops - host.clock_flops;
  const double end_s = engine.now_s() + std::max(left_flops, 0.0) / host.speed_flops;
  if (host.event == kernel::no_event) {
    host.event = engine.events().schedule(
        end_s, kernel::Priority::model,
        [](void* self, std::uint32_t host_id) {
          static_cast<Implementation*>(self)->finish(host_id);
        },
        this, id);
  } else {
    engine.events().reschedule(host.event, end_s);
  }
}

void Cpu::Implementation::note_stop(HostId id) {
  const bool is_stopped = platform.hosts.is_on[id] == 0 || !(platform.hosts.speed_flops(id) > 0);
  if (is_stopped && !hosts[id].is_stopped) hosts[id].stopped_since_s = engine.now_s();
  hosts[id].is_stopped = is_stopped;
}

// REQUIRES: advance() at this instant, before the host changed.
void Cpu::Implementation::change(HostId id) {
  note_stop(id);
  reschedule(id);
}

void Cpu::Implementation::finish(HostId id) {
  Host& host = hosts[id];
  host.event = kernel::no_event;
  observe(id);
  advance(id);
  // The event was made for the first of the heap: the clock stands at its end, but for rounding.
  host.clock_flops = std::max(host.clock_flops, executions[host.running.front()].end_flops);
  const double limit = host.clock_flops * (1 + tie);
  const std::size_t first = ended.size();
  while (!host.running.empty() && executions[host.running.front()].end_flops <= limit) {
    std::pop_heap(host.running.begin(), host.running.end(), order());
    ended.push_back(host.running.back());
    host.running.pop_back();
  }
  reschedule(id);
  // Handlers may start executions: take each from the shared list by position.
  const std::size_t last = ended.size();
  for (std::size_t i = first; i < last; i++) {
    const Execution execution = executions[ended[i]];
    recycle(ended[i]);
    execution.done(execution.owner, execution.argument);
  }
  ended.resize(first);
}

Cpu::Cpu(kernel::Engine& engine, Platform& platform, const kernel::Options&)
    : implementation_(std::make_unique<Implementation>(engine, platform)) {}

Cpu::~Cpu() = default;

ExecutionId Cpu::start(HostId host, double flops, kernel::EventHandler done, void* owner,
                       std::uint32_t argument) {
  Implementation& self = *implementation_;
  ExecutionId id;
  if (self.free_executions.empty()) {
    id = static_cast<ExecutionId>(self.executions.size());
    self.executions.emplace_back();
  } else {
    id = self.free_executions.back();
    self.free_executions.pop_back();
  }
  self.observe(host);
  self.advance(host);
  Host& on = self.hosts[host];
  self.executions[id] = {
      on.clock_flops + std::max(flops, 0.0), done, owner, argument, host, self.next_sequence++};
  on.running.push_back(id);
  std::push_heap(on.running.begin(), on.running.end(), self.order());
  self.reschedule(host);
  return id;
}

void Cpu::cancel(ExecutionId execution) {
  Implementation& self = *implementation_;
  const HostId host = self.executions[execution].host;
  self.observe(host);
  self.advance(host);
  std::vector<ExecutionId>& running = self.hosts[host].running;
  std::erase(running, execution);
  std::make_heap(running.begin(), running.end(), self.order());
  self.recycle(execution);
  self.reschedule(host);
}

void Cpu::execute(HostId host, double flops) {
  if (!(flops > 0)) return;
  struct Waiter {
    kernel::Engine& engine;
    kernel::Actor& actor;
    bool over = false;
  };
  kernel::Engine& engine = implementation_->engine;
  SIM_ASSERT(engine.current() != nullptr, "only an actor can wait for a computation");
  Waiter waiter{engine, *engine.current()};
  start(
      host, flops,
      [](void* owner, std::uint32_t) {
        auto* waiting = static_cast<Waiter*>(owner);
        waiting->over = true;
        waiting->engine.wake(waiting->actor);
      },
      &waiter, 0);
  while (!waiter.over) engine.block();
}

void Cpu::set_pstate(HostId host, std::uint32_t pstate) {
  SIM_ASSERT(pstate < implementation_->platform.hosts.pstate_speed_flops[host].size(),
             "a host has no such pstate");
  implementation_->observe(host);
  implementation_->advance(host);
  implementation_->platform.hosts.pstate[host] = pstate;
  implementation_->change(host);
}

void Cpu::host_changed(HostId host) {
  implementation_->observe(host);
  implementation_->advance(host);
  implementation_->change(host);
}

std::vector<Cpu::StandingHost> Cpu::standing_hosts() const {
  std::vector<StandingHost> standing;
  for (HostId host = 0; host < implementation_->hosts.size(); host++) {
    const Host& on = implementation_->hosts[host];
    if (on.is_stopped && !on.running.empty()) standing.push_back({host, on.stopped_since_s});
  }
  return standing;
}

double Cpu::used_flops(HostId host) const {
  const Host& on = implementation_->hosts[host];
  return on.speed_flops * static_cast<double>(on.running.size());
}

void Cpu::add_load_observer(kernel::EventHandler observer, void* owner) {
  implementation_->observers.push_back({observer, owner});
}

std::span<const kernel::OptionSpec> Cpu::options() {
  static constexpr kernel::OptionSpec table[] = {
      {"cpu/scale-speed", kernel::OptionKind::text, "1",
       "factor of the speed of all hosts, above 0"},
  };
  return table;
}

}  // namespace smpi::models
