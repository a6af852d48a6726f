// SPDX-License-Identifier: BSD-3-Clause
//
// The life of an operation, and how copies share a cable.
#include "models/device/operations.h"

#include <algorithm>

#include "kernel/error.h"

namespace smpi::models {

OperationRef DeviceOperations::make(const OperationCost& cost, const OperationEnd& end) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  Slot& slot = slots_[index];
  slot.cost = cost;
  slot.end = end;
  slot.pending_count = 1;
  slot.row = 0;
  return {index, slot.generation};
}

void DeviceOperations::add_predecessor(OperationRef operation, OperationRef predecessor) {
  if (is_done(predecessor)) return;
  slots_[predecessor.index].successors.push_back(operation);
  slots_[operation.index].pending_count++;
}

void DeviceOperations::issue(OperationRef operation) {
  drop_pending(operation.index);
  run_ready();
}

void DeviceOperations::drop_pending(std::uint32_t index) {
  if (--slots_[index].pending_count == 0) ready_.push_back(index);
}

// A loop, as chains of operations that end at once may be long.
void DeviceOperations::run_ready() {
  if (runs_ready_) return;
  runs_ready_ = true;
  for (std::size_t i = 0; i < ready_.size(); i++) {
    const std::uint32_t index = ready_[i];
    DeviceEngine* const device_engine = slots_[index].cost.engine;
    if (device_engine == nullptr) {
      slots_[index].begin_s = engine_.now_s();
      finish(index);
    } else if (device_engine->running_count < device_engine->capacity) {
      start(index);
    } else {
      device_engine->queue.push_back(index);
    }
  }
  ready_.clear();
  runs_ready_ = false;
}

void DeviceOperations::start(std::uint32_t index) {
  Slot& slot = slots_[index];
  slot.cost.engine->running_count++;
  slot.begin_s = engine_.now_s();
  if (slot.row != 0) [[unlikely]]
    watcher_->begin(slot.row, slot.cost);
  engine_.events().schedule(slot.begin_s + slot.cost.duration_s, kernel::Priority::model,
                            duration_over, this, index);
}

void DeviceOperations::duration_over(void* self, std::uint32_t index) {
  auto& operations = *static_cast<DeviceOperations*>(self);
  if (DeviceCable* const cable = operations.slots_[index].cost.cable) return cable->start(index);
  operations.finish(index);
  operations.run_ready();
}

void DeviceOperations::start_next(DeviceEngine& device_engine) {
  if (device_engine.first == device_engine.queue.size()) return;
  const std::uint32_t next = device_engine.queue[device_engine.first++];
  // What was taken goes when it is half of the queue, which may never run empty.
  constexpr std::size_t taken_least = 64;
  if (device_engine.first >= taken_least && 2 * device_engine.first >= device_engine.queue.size()) {
    device_engine.queue.erase(
        device_engine.queue.begin(),
        device_engine.queue.begin() + static_cast<std::ptrdiff_t>(device_engine.first));
    device_engine.first = 0;
  }
  start(next);
}

void DeviceOperations::finish(std::uint32_t index) {
  Slot& slot = slots_[index];
  const OperationEnd end = slot.end;
  DeviceEngine* const device_engine = slot.cost.engine;
  if (device_engine != nullptr) {
    device_engine->running_count--;
    const double taken_s = engine_.now_s() - slot.begin_s;
    device_engine->busy_s += taken_s;
    device_engine->added_j += taken_s * slot.cost.power_w;
    if (slot.row != 0) [[unlikely]]
      watcher_->end(slot.row, slot.cost);
  }
  if (++slot.generation == 0) slot.generation = 1;
  for (const OperationRef successor : slot.successors) drop_pending(successor.index);
  slot.successors.clear();
  for (kernel::Actor* const waiter : slot.waiters) engine_.wake(*waiter);
  slot.waiters.clear();
  free_.push_back(index);
  // Whoever waited for the engine comes before those that are ready only now.
  if (device_engine != nullptr) start_next(*device_engine);
  if (end.done != nullptr) end.done(end.owner, end.argument);
}

void DeviceOperations::wait(OperationRef operation) {
  while (!is_done(operation)) {
    slots_[operation.index].waiters.push_back(engine_.current());
    engine_.block();
  }
}

void DeviceCable::start(std::uint32_t operation) {
  const OperationCost& cost = operations_.slots_[operation].cost;
  drain();
  transfers_.push_back({.operation = operation,
                        .remaining_bytes = cost.size_bytes,
                        .bound_bytes_per_s = cost.bound_bytes_per_s,
                        .rate_bytes_per_s = 0,
                        .end = kernel::no_event});
  share();
}

void DeviceCable::drain() {
  const double now_s = operations_.engine_.now_s();
  for (Transfer& transfer : transfers_) {
    transfer.remaining_bytes =
        std::max(0.0, transfer.remaining_bytes - transfer.rate_bytes_per_s * (now_s - changed_s_));
  }
  changed_s_ = now_s;
}

// Max-min with one shared resource: those with the smallest bounds take theirs first. A device has
// few cables, so what this costs does not matter.
void DeviceCable::share() {
  std::vector<std::size_t> order(transfers_.size());
  for (std::size_t i = 0; i < order.size(); i++) order[i] = i;
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return transfers_[i].bound_bytes_per_s; });
  double left_bytes_per_s = bandwidth_bytes_per_s_;
  for (std::size_t i = 0; i < order.size(); i++) {
    Transfer& transfer = transfers_[order[i]];
    const double share_bytes_per_s = left_bytes_per_s / static_cast<double>(order.size() - i);
    const double rate_bytes_per_s = std::min(transfer.bound_bytes_per_s, share_bytes_per_s);
    left_bytes_per_s -= rate_bytes_per_s;
    if (rate_bytes_per_s == transfer.rate_bytes_per_s) continue;
    transfer.rate_bytes_per_s = rate_bytes_per_s;
    const double end_s =
        operations_.engine_.now_s() + transfer.remaining_bytes / transfer.rate_bytes_per_s;
    kernel::EventQueue& events = operations_.engine_.events();
    if (transfer.end == kernel::no_event) {
      transfer.end =
          events.schedule(end_s, kernel::Priority::model, transfer_over, this, transfer.operation);
    } else {
      events.reschedule(transfer.end, end_s);
    }
  }
}

void DeviceCable::transfer_over(void* self, std::uint32_t operation) {
  auto& cable = *static_cast<DeviceCable*>(self);
  cable.drain();
  std::erase_if(cable.transfers_,
                [operation](const Transfer& transfer) { return transfer.operation == operation; });
  cable.share();
  cable.operations_.finish(operation);
  cable.operations_.run_ready();
}

}  // namespace smpi::models
