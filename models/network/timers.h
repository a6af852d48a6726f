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
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/engine.h"
#include "kernel/quick_vector.h"

namespace smpi::models {

class FlowTimers {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;
  // The flows of one time, in order; none where one was removed.
  using Turns = std::span<const std::uint32_t>;
  using Fire = void (*)(void* owner, Turns turns, std::size_t now);
  // Calls fire(owner, turns, now) when the time of the flow turns[now] has come.
  FlowTimers(kernel::Engine& engine, Fire fire, void* owner);

  // REQUIRES: the flow has no pending time.
  void add(std::uint32_t flow, double time_s);
  // REQUIRES: the flow has a pending time.
  void remove(std::uint32_t flow);
  std::size_t pending_event_count() const { return batches_.size() - free_batches_.size(); }

 private:
  struct Place {
    std::uint32_t batch;
    std::uint32_t position;
  };
  struct Batch {
    double time_s = 0;
    kernel::EventId event = kernel::no_event;  // none while it fires
    std::uint32_t waiting_count = 0;           // of its flows that were not removed
    kernel::QuickVector<std::uint32_t> flows;
  };
  static std::size_t slot_of(double time_s) {
    return static_cast<std::size_t>(
        (std::bit_cast<std::uint64_t>(time_s) * 0x9e3779b97f4a7c15ULL) >> 58);
  }
  void make_places(std::size_t count);
  void add_free_batch();
  std::uint32_t make_batch(double time_s);
  void fire_batch(std::uint32_t batch);
  void close(std::uint32_t batch);
  void recycle(std::uint32_t batch);

  kernel::Engine& engine_;
  Fire fire_;
  void* owner_;
  std::vector<Place> places_;  // by flow
  std::vector<Batch> batches_;
  kernel::QuickVector<std::uint32_t> free_batches_;
  std::array<std::uint32_t, 64> recent_;  // batches by hash of their time
};

}  // namespace smpi::models
