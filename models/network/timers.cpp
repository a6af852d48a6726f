// SPDX-License-Identifier: BSD-3-Clause
//
// Batches of flows with one time.
#include "models/network/timers.h"

namespace smpi::models {

FlowTimers::FlowTimers(kernel::Engine& engine, Fire fire, void* owner)
    : engine_(engine), fire_(fire), owner_(owner) {
  recent_.fill(none);
}

void FlowTimers::add(std::uint32_t flow, double time_s) {
  if (places_.size() <= flow) [[unlikely]]
    make_places(flow + 1);
  std::uint32_t& recent = recent_[slot_of(time_s)];
  if (recent == none || batches_[recent].time_s != time_s) recent = make_batch(time_s);
  Batch& batch = batches_[recent];
  places_[flow] = {recent, static_cast<std::uint32_t>(batch.flows.size())};
  batch.flows.push_back(flow);
  batch.waiting_count++;
}

// Out of line, so that add() is short and saves no registers; the first two happen until the arrays
// are large enough.
[[gnu::noinline]] void FlowTimers::make_places(std::size_t count) {
  places_.resize(count);
}

[[gnu::noinline]] void FlowTimers::add_free_batch() {
  free_batches_.push_back(static_cast<std::uint32_t>(batches_.size()));
  batches_.emplace_back();
}

[[gnu::noinline]] std::uint32_t FlowTimers::make_batch(double time_s) {
  if (free_batches_.empty()) [[unlikely]]
    add_free_batch();
  const std::uint32_t id = free_batches_.back();
  free_batches_.pop_back();
  batches_[id].time_s = time_s;
  batches_[id].event = engine_.events().schedule(
      time_s, kernel::Priority::model,
      [](void* self, std::uint32_t batch) { static_cast<FlowTimers*>(self)->fire_batch(batch); },
      this, id);
  return id;
}

void FlowTimers::remove(std::uint32_t flow) {
  const Place place = places_[flow];
  Batch& batch = batches_[place.batch];
  batch.flows[place.position] = none;
  batch.waiting_count--;
  if (batch.waiting_count > 0 || batch.event == kernel::no_event) return;
  engine_.events().cancel(batch.event);
  close(place.batch);
  recycle(place.batch);
}

// What is added for its time from now on makes a batch of its own.
void FlowTimers::close(std::uint32_t batch) {
  std::uint32_t& recent = recent_[slot_of(batches_[batch].time_s)];
  if (recent == batch) recent = none;
}

void FlowTimers::recycle(std::uint32_t batch) {
  batches_[batch].flows.clear();
  batches_[batch].waiting_count = 0;
  free_batches_.push_back(batch);
}

void FlowTimers::fire_batch(std::uint32_t id) {
  close(id);
  batches_[id].event = kernel::no_event;
  // Handlers may make batches, which moves this one but not its flows.
  const Turns turns(batches_[id].flows.begin(), batches_[id].flows.size());
  for (std::size_t now = 0; now < turns.size(); now++) {
    if (turns[now] != none) fire_(owner_, turns, now);
  }
  recycle(id);
}

}  // namespace smpi::models
