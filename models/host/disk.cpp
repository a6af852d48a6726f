// SPDX-License-Identifier: BSD-3-Clause
//
// All reads of a disk run at one rate, and so do all writes: a clock for each of the two, advancing
// by that rate, times them all (as in cpu.cpp). A start or an end changes two rates and one event.
#include "models/host/disk.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace smpi::models {
namespace {

constexpr double never_s = std::numeric_limits<double>::infinity();

struct Operation {
  double end_bytes;  // on the clock of its side
  std::uint64_t sequence;
  kernel::EventHandler done;
  void* owner;
  std::uint32_t argument;

  // Heaps keep the largest on top, we want the first end.
  bool operator<(const Operation& other) const {
    return end_bytes > other.end_bytes ||
           (end_bytes == other.end_bytes && sequence > other.sequence);
  }
};

// The reads or the writes of one disk.
struct Side {
  double clock_bytes = 0;
  double rate_bytes_per_s = 0;
  std::vector<Operation> running;  // a heap, first end on top

  double left_s() const {
    if (running.empty()) return never_s;
    return std::max(running.front().end_bytes - clock_bytes, 0.0) / rate_bytes_per_s;
  }
};

struct State {
  double anchor_s = 0;
  kernel::EventId event = kernel::no_event;
  std::array<Side, 2> sides;
};

// Ends this close, relative to the clock, are one instant.
constexpr double tie = 1e-13;

// Max-min fair rates of `count` operations each, below their own limits and the common one.
std::array<double, 2> fair_rates(std::array<double, 2> limits_bytes_per_s,
                                 std::array<std::size_t, 2> counts) {
  const double common = std::max(limits_bytes_per_s[0], limits_bytes_per_s[1]);
  std::array<double, 2> rates{};
  const std::size_t all = counts[0] + counts[1];
  if (all == 0) return rates;
  const double equal = common / static_cast<double>(all);
  for (std::size_t side = 0; side < 2; side++) {
    if (counts[side] > 0) {
      rates[side] = std::min(equal, limits_bytes_per_s[side] / static_cast<double>(counts[side]));
    }
  }
  for (std::size_t side = 0; side < 2; side++) {
    const std::size_t other = 1 - side;
    if (counts[side] == 0 || !(rates[other] < equal)) continue;
    const double left = common - rates[other] * static_cast<double>(counts[other]);
    rates[side] = std::min(left, limits_bytes_per_s[side]) / static_cast<double>(counts[side]);
  }
  return rates;
}

}  // namespace

struct Disks::Implementation {
  kernel::Engine& engine;
  const Platform& platform;
  std::vector<State> states;
  std::vector<Operation> ended;
  std::uint64_t next_sequence = 0;

  Implementation(kernel::Engine& engine_, const Platform& platform_)
      : engine(engine_), platform(platform_), states(platform_.disks.size()) {}

  void advance(State& state) const;
  void reschedule(DiskId disk);
  void finish(DiskId disk);
};

void Disks::Implementation::advance(State& state) const {
  const double now_s = engine.now_s();
  for (Side& side : state.sides) {
    // An idle clock starts again at 0, so that it never grows large beside the work on it.
    side.clock_bytes = side.running.empty()
                           ? 0
                           : side.clock_bytes + side.rate_bytes_per_s * (now_s - state.anchor_s);
  }
  state.anchor_s = now_s;
}

// REQUIRES: advance() at this instant.
void Disks::Implementation::reschedule(DiskId id) {
  State& state = states[id];
  const Disk& disk = platform.disks[id];
  const auto rates = fair_rates({disk.read_bytes_per_s, disk.write_bytes_per_s},
                                {state.sides[0].running.size(), state.sides[1].running.size()});
  double left_s = never_s;
  for (std::size_t i = 0; i < 2; i++) {
    Side& side = state.sides[i];
    side.rate_bytes_per_s = rates[i];
    left_s = std::min(left_s, side.left_s());
  }
  if (left_s == never_s) return;
  const double end_s = engine.now_s() + left_s;
  if (state.event != kernel::no_event) return engine.events().reschedule(state.event, end_s);
  state.event = engine.events().schedule(
      end_s, kernel::Priority::model,
      [](void* self, std::uint32_t ended_disk) {
        static_cast<Implementation*>(self)->finish(ended_disk);
      },
      this, id);
}

void Disks::Implementation::finish(DiskId id) {
  State& state = states[id];
  state.event = kernel::no_event;
  advance(state);
  // The event was made for the first end of both sides: whatever rounding says, it is now.
  const double left_s = std::min(state.sides[0].left_s(), state.sides[1].left_s());
  const std::size_t first = ended.size();
  for (Side& side : state.sides) {
    const double limit = (side.clock_bytes + left_s * side.rate_bytes_per_s) * (1 + tie);
    while (!side.running.empty() && side.running.front().end_bytes <= limit) {
      std::pop_heap(side.running.begin(), side.running.end());
      ended.push_back(side.running.back());
      side.running.pop_back();
    }
  }
  reschedule(id);
  // Handlers may start operations: take each from the shared list by position.
  const std::size_t last = ended.size();
  for (std::size_t i = first; i < last; i++) {
    const Operation operation = ended[i];
    operation.done(operation.owner, operation.argument);
  }
  ended.resize(first);
}

Disks::Disks(kernel::Engine& engine, const Platform& platform)
    : implementation_(std::make_unique<Implementation>(engine, platform)) {}

Disks::~Disks() = default;

void Disks::start(const Access& access) {
  Implementation& self = *implementation_;
  State& state = self.states[access.disk];
  self.advance(state);
  Side& side = state.sides[static_cast<std::size_t>(access.use)];
  side.running.push_back({side.clock_bytes + std::max(access.size_bytes, 0.0), self.next_sequence++,
                          access.done, access.owner, access.argument});
  std::push_heap(side.running.begin(), side.running.end());
  self.reschedule(access.disk);
}

double Disks::rate_bytes_per_s(DiskId disk, DiskUse use) const {
  const Side& side = implementation_->states[disk].sides[static_cast<std::size_t>(use)];
  return side.running.empty() ? 0 : side.rate_bytes_per_s;
}

}  // namespace smpi::models
