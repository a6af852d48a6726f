// SPDX-License-Identifier: BSD-3-Clause
//
// Streams and events as operations that wait for each other.
#include "libsmpi/cost/devices/rank_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "kernel/engine.h"
#include "libsmpi/cost/devices/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::devices {

using models::OperationRef;

RankDevices::RankDevices(State& state_, Rank& rank_, AddressRange addresses)
    : state(state_), rank(rank_), memory(addresses) {
  contexts_.resize(state.devices.spec.count_per_host);
  for (std::uint32_t i = 0; i < contexts_.size(); i++) {
    contexts_[i].index = i;
    contexts_[i].device = &state.devices.at(rank.host, i);
    contexts_[i].thread_stream.context = &contexts_[i];
  }
}

RankDevices::~RankDevices() {
  streams_.for_each([](Stream& stream) { delete &stream; });
  events_.for_each([](Event& event) { delete &event; });
}

std::uint32_t RankDevices::row_of(Context& context, Stream* stream) {
  std::uint32_t& place = stream == nullptr ? context.default_row : stream->row;
  return state.rows.row_of(place, *this, context.index, [&] {
    if (stream == nullptr) return std::string("default stream");
    if (stream->number == 0) return std::string("per-thread stream");
    return fmt::format("stream {}", stream->number);
  });
}

OperationRef RankDevices::make_behind_stream(Context& context, Stream* stream,
                                             const models::OperationCost& cost,
                                             const models::OperationEnd& end) {
  models::DeviceOperations& operations = state.devices.operations;
  const OperationRef operation = operations.make(cost, end);
  if (state.rows.is_observed() && cost.engine != nullptr) [[unlikely]]
    operations.set_row(operation, row_of(context, stream));
  if (stream != nullptr) {
    operations.add_predecessor(operation, stream->tail);
    if (stream->is_blocking) operations.add_predecessor(operation, context.default_tail);
    stream->tail = operation;
    return operation;
  }
  operations.add_predecessor(operation, context.default_tail);
  operations.add_predecessor(operation, context.thread_stream.tail);
  for (const Stream* other : context.streams) {
    if (other->is_blocking) operations.add_predecessor(operation, other->tail);
  }
  context.default_tail = operation;
  return operation;
}

OperationRef RankDevices::submit(Context& context, Stream* stream,
                                 const models::OperationCost& cost,
                                 const models::OperationEnd& end) {
  const OperationRef operation = make_behind_stream(context, stream, cost, end);
  state.devices.operations.issue(operation);
  return operation;
}

OperationRef RankDevices::submit_behind(Context& context, Stream* stream, OperationRef other) {
  const OperationRef operation = make_behind_stream(context, stream, {}, {});
  state.devices.operations.add_predecessor(operation, other);
  state.devices.operations.issue(operation);
  return operation;
}

void RankDevices::submit_around(Context& context, Stream* stream,
                                const models::OperationEnd& reached, OperationRef& after) {
  models::DeviceOperations& operations = state.devices.operations;
  const OperationRef before = make_behind_stream(context, stream, {}, reached);
  after = make_behind_stream(context, stream, {}, {});
  operations.issue(before);
}

void RankDevices::synchronize(Context& context) {
  // Threads of the rank may make and destroy streams meanwhile.
  std::vector<OperationRef> tails = {context.default_tail, context.thread_stream.tail};
  for (const Stream* stream : context.streams) tails.push_back(stream->tail);
  for (const OperationRef tail : tails) state.devices.operations.wait(tail);
}

void RankDevices::synchronize(Context& context, const Stream* stream) {
  if (stream != nullptr) return state.devices.operations.wait(stream->tail);
  // What the default stream would wait for next.
  state.devices.operations.wait(submit(context, nullptr, {}));
}

bool RankDevices::is_idle(const Context& context, const Stream* stream) const {
  const models::DeviceOperations& operations = state.devices.operations;
  if (stream != nullptr) return operations.is_done(stream->tail);
  return operations.is_done(context.default_tail) &&
         operations.is_done(context.thread_stream.tail) &&
         std::ranges::all_of(context.streams, [&](const Stream* other) {
           return !other->is_blocking || operations.is_done(other->tail);
         });
}

Stream& RankDevices::make_stream(bool is_blocking, int priority) {
  auto* const stream = new Stream;
  stream->context = &current();
  stream->is_blocking = is_blocking;
  stream->priority = priority;
  stream->number = ++stream_count_;
  stream->handle = streams_.add(stream);
  current().streams.push_back(stream);
  return *stream;
}

// What it was given goes on.
void RankDevices::destroy(Stream& stream) {
  Context& context = *stream.context;
  std::erase(context.streams, &stream);
  if (stream.is_blocking && !state.devices.operations.is_done(stream.tail)) {
    // The default stream waits for it still.
    submit_behind(context, &context.thread_stream, stream.tail);
  }
  streams_.remove(stream.handle);
  delete &stream;
}

Event& RankDevices::make_event(bool has_timing) {
  auto* const event = new Event;
  event->has_timing = has_timing;
  event->handle = events_.add(event);
  return *event;
}

void RankDevices::destroy(Event& event) {
  events_.remove(event.handle);
  event.is_destroyed = true;
  if (event.pending_count == 0) delete &event;
}

void RankDevices::record(Event& event, Context& context, Stream* stream) {
  event.is_recorded = true;
  event.record++;
  event.pending_count++;
  // The operation may end at once: the event must be up to date before.
  const OperationRef marker =
      submit(context, stream, {}, {.done = event_over, .owner = &event, .argument = event.record});
  event.marker = marker;
}

void RankDevices::event_over(void* self, std::uint32_t record) {
  auto& event = *static_cast<Event*>(self);
  event.pending_count--;
  if (record == event.record) event.time_s = Simulation::instance()->engine.now_s();
  if (event.is_destroyed && event.pending_count == 0) delete &event;
}

}  // namespace smpi::devices
