// SPDX-License-Identifier: BSD-3-Clause
//
// Points in time of single flows: ends of latency phases, ends of flows that run at their bound.
//
// Ranks that do the same at the same time make thousands of such points at one time. Flows of one
// time share one event: a small table of recent times finds the batch, so an all-to-all of 256
// ranks puts two events into the queue instead of 65,280, and a lone message costs one probe more.
// Within a batch flows fire in the order in which they were added.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernel/engine.h"
#include "kernel/quick_vector.h"

namespace smpi::models {

class FlowTimers {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;
  using Fire = void (*)(void* owner, std::uint32_t flow, std::uint32_t next);
  // Calls fire(owner, flow, next) when the time of a flow has come; `next` is the flow whose turn
  // is next at the same time, or none.
  FlowTimers(kernel::Engine& engine, Fire fire, void* owner);

  // REQUIRES: the flow has no pending time.
  void add(std::uint32_t flow, double time_s);
  // REQUIRES: the flow has a pending time.
  void remove(std::uint32_t flow);

 private:
  struct Node {
    std::uint32_t previous;
    std::uint32_t next;
    std::uint32_t batch;
  };
  struct Batch {
    double time_s;
    kernel::EventId event;  // no_event while it fires
    std::uint32_t first;
    std::uint32_t last;
  };
  static std::size_t slot_of(double time_s) {
    return static_cast<std::size_t>(
        (std::bit_cast<std::uint64_t>(time_s) * 0x9e3779b97f4a7c15ULL) >> 58);
  }
  void fire_batch(std::uint32_t batch);
  void unlink(std::uint32_t flow);
  void recycle(std::uint32_t batch);

  kernel::Engine& engine_;
  Fire fire_;
  void* owner_;
  std::vector<Node> nodes_;  // by flow
  std::vector<Batch> batches_;
  kernel::QuickVector<std::uint32_t> free_batches_;
  std::array<std::uint32_t, 64> recent_;  // batches by hash of their time
};

}  // namespace smpi::models
