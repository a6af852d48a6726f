// SPDX-License-Identifier: BSD-3-Clause
//
// Batches of flows with one time.
#include "models/network_timers.h"

namespace smpi::models {

FlowTimers::FlowTimers(kernel::Engine& engine, Fire fire, void* owner)
    : engine_(engine), fire_(fire), owner_(owner) {
  recent_.fill(none);
}

void FlowTimers::add(std::uint32_t flow, double time_s) {
  if (nodes_.size() <= flow) nodes_.resize(flow + 1);
  std::uint32_t& recent = recent_[slot_of(time_s)];
  if (recent != none && batches_[recent].time_s == time_s) {
    Batch& batch = batches_[recent];
    nodes_[flow] = {batch.last, none, recent};
    nodes_[batch.last].next = flow;
    batch.last = flow;
    return;
  }
  if (free_batches_.empty()) {
    recent = static_cast<std::uint32_t>(batches_.size());
    batches_.emplace_back();
  } else {
    recent = free_batches_.back();
    free_batches_.pop_back();
  }
  const kernel::EventId event = engine_.events().schedule(
      time_s, kernel::Priority::model,
      [](void* self, std::uint32_t batch) { static_cast<FlowTimers*>(self)->fire_batch(batch); },
      this, recent);
  batches_[recent] = {time_s, event, flow, flow};
  nodes_[flow] = {none, none, recent};
}

void FlowTimers::unlink(std::uint32_t flow) {
  const Node& node = nodes_[flow];
  Batch& batch = batches_[node.batch];
  (node.previous == none ? batch.first : nodes_[node.previous].next) = node.next;
  (node.next == none ? batch.last : nodes_[node.next].previous) = node.previous;
}

void FlowTimers::remove(std::uint32_t flow) {
  unlink(flow);
  const std::uint32_t id = nodes_[flow].batch;
  if (batches_[id].first != none || batches_[id].event == kernel::no_event) return;
  engine_.events().cancel(batches_[id].event);
  recycle(id);
}

void FlowTimers::recycle(std::uint32_t batch) {
  std::uint32_t& recent = recent_[slot_of(batches_[batch].time_s)];
  if (recent == batch) recent = none;
  free_batches_.push_back(batch);
}

void FlowTimers::fire_batch(std::uint32_t id) {
  // Closed first: what is added for this same time from now on makes a batch of its own.
  std::uint32_t& recent = recent_[slot_of(batches_[id].time_s)];
  if (recent == id) recent = none;
  batches_[id].event = kernel::no_event;
  while (batches_[id].first != none) {
    const std::uint32_t flow = batches_[id].first;
    unlink(flow);
    fire_(owner_, flow, batches_[id].first);
  }
  free_batches_.push_back(id);
}

}  // namespace smpi::models
