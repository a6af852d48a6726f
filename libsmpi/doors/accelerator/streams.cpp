// SPDX-License-Identifier: BSD-3-Clause
//
// Handles are checked here; cost/devices/rank_devices.h says what waits for what.
#include "libsmpi/doors/accelerator/streams.h"

#include <algorithm>
#include <memory>

#include "libsmpi/doors/accelerator/launches.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::accelerator {
namespace {

// Flags that HIP and CUDA have in common.
constexpr unsigned stream_flags = 1;
constexpr unsigned stream_is_non_blocking = 1;
constexpr unsigned event_flags = 7;
constexpr unsigned event_without_timing = 2;
constexpr int highest_priority = -1;

devices::Event* find_event(const DeviceCall& call, const void* event) {
  return call.mine().find_event(reinterpret_cast<std::uintptr_t>(event));
}

void* handle_of(HandleValue value) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(value));
}

// Questions that find nothing done must not stand still in simulated time: a program that asks in a
// loop would never end.
constexpr double question_s = 1e-6;

int answer(const DeviceCall& call, bool is_done) {
  if (is_done) return success;
  call.rank().simulation.engine.sleep(question_s);
  return not_ready;
}

struct Callback {
  StreamCallback function;
  void* stream;
  void* data;
};

}  // namespace

int make_stream(const DeviceCall& call, void** stream, unsigned flags, int priority) {
  if (!call.can_go_on()) return call.error();
  if (stream == nullptr || (flags & ~stream_flags) != 0) return invalid_value;
  Stream& made = call.mine().make_stream((flags & stream_is_non_blocking) == 0,
                                         std::clamp(priority, highest_priority, 0));
  *stream = handle_of(made.handle);
  return success;
}

int destroy_stream(const DeviceCall& call, void* stream) {
  if (!call.can_go_on()) return call.error();
  Stream* const found = call.mine().find_stream(reinterpret_cast<std::uintptr_t>(stream));
  if (found == nullptr) return invalid_handle;
  call.mine().destroy(*found);
  return success;
}

int synchronize_stream(const DeviceCall& call, void* stream) {
  if (!call.can_go_on()) return call.error();
  const StreamChoice choice = choose_stream(call.mine(), stream);
  if (choice.context == nullptr) return invalid_handle;
  const WaitingReason reason("a stream of a device");
  call.mine().synchronize(*choice.context, choice.stream);
  return success;
}

int query_stream(const DeviceCall& call, void* stream) {
  if (!call.can_go_on()) return call.error();
  const StreamChoice choice = choose_stream(call.mine(), stream);
  if (choice.context == nullptr) return invalid_handle;
  return answer(call, call.mine().is_idle(*choice.context, choice.stream));
}

int stream_facts(const DeviceCall& call, void* stream, unsigned* flags, int* priority) {
  if (!call.can_go_on()) return call.error();
  const StreamChoice choice = choose_stream(call.mine(), stream);
  if (choice.context == nullptr) return invalid_handle;
  const bool is_blocking = choice.stream == nullptr || choice.stream->is_blocking;
  if (flags != nullptr) *flags = is_blocking ? 0 : stream_is_non_blocking;
  if (priority != nullptr) *priority = choice.stream == nullptr ? 0 : choice.stream->priority;
  return success;
}

int add_callback(const DeviceCall& call, void* stream, StreamCallback callback, void* data) {
  if (!call.can_go_on()) return call.error();
  if (callback == nullptr) return invalid_value;
  auto work =
      std::make_unique<Callback>(Callback{.function = callback, .stream = stream, .data = data});
  const int error = launch_host_function(
      call, stream,
      [](void* self) {
        const std::unique_ptr<Callback> mine(static_cast<Callback*>(self));
        mine->function(mine->stream, success, mine->data);
      },
      work.get());
  if (error == success) static_cast<void>(work.release());
  return error;
}

int make_event(const DeviceCall& call, void** event, unsigned flags) {
  if (!call.can_go_on()) return call.error();
  if (event == nullptr || (flags & ~event_flags) != 0) return invalid_value;
  *event = handle_of(call.mine().make_event((flags & event_without_timing) == 0).handle);
  return success;
}

int destroy_event(const DeviceCall& call, void* event) {
  if (!call.can_go_on()) return call.error();
  devices::Event* const found = find_event(call, event);
  if (found == nullptr) return invalid_handle;
  call.mine().destroy(*found);
  return success;
}

int record_event(const DeviceCall& call, void* event, void* stream) {
  if (!call.can_go_on()) return call.error();
  devices::Event* const found = find_event(call, event);
  const StreamChoice choice = choose_stream(call.mine(), stream);
  if (found == nullptr || choice.context == nullptr) return invalid_handle;
  call.mine().record(*found, *choice.context, choice.stream);
  return success;
}

int wait_event(const DeviceCall& call, void* stream, void* event) {
  if (!call.can_go_on()) return call.error();
  const devices::Event* const found = find_event(call, event);
  const StreamChoice choice = choose_stream(call.mine(), stream);
  if (found == nullptr || choice.context == nullptr) return invalid_handle;
  if (found->is_recorded) {
    call.mine().submit_behind(*choice.context, choice.stream, found->marker);
  }
  return success;
}

int synchronize_event(const DeviceCall& call, void* event) {
  if (!call.can_go_on()) return call.error();
  const devices::Event* const found = find_event(call, event);
  if (found == nullptr) return invalid_handle;
  const WaitingReason reason("an event of a device");
  call.mine().state.devices.operations.wait(found->marker);
  return success;
}

int query_event(const DeviceCall& call, void* event) {
  if (!call.can_go_on()) return call.error();
  const devices::Event* const found = find_event(call, event);
  if (found == nullptr) return invalid_handle;
  return answer(call, call.mine().state.devices.operations.is_done(found->marker));
}

int elapsed_time(const DeviceCall& call, float* milliseconds, void* start, void* stop) {
  if (!call.can_go_on()) return call.error();
  const devices::Event* const first = find_event(call, start);
  const devices::Event* const last = find_event(call, stop);
  if (first == nullptr || last == nullptr) return invalid_handle;
  if (milliseconds == nullptr) return invalid_value;
  if (!first->is_recorded || !last->is_recorded || !first->has_timing || !last->has_timing) {
    return invalid_handle;
  }
  const models::DeviceOperations& operations = call.mine().state.devices.operations;
  if (!operations.is_done(first->marker) || !operations.is_done(last->marker)) return not_ready;
  *milliseconds = static_cast<float>((last->time_s - first->time_s) * 1e3);
  return success;
}

}  // namespace smpi::accelerator
