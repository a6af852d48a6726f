// SPDX-License-Identifier: BSD-3-Clause
//
// Streams and events as HIP and CUDA have them.
#pragma once

#include "libsmpi/doors/accelerator/device_call.h"

namespace smpi::accelerator {

using StreamCallback = void (*)(void* stream, int error, void* data);

// All of them return an error code.
int make_stream(const DeviceCall& call, void** stream, unsigned flags, int priority);
int destroy_stream(const DeviceCall& call, void* stream);
int synchronize_stream(const DeviceCall& call, void* stream);
int query_stream(const DeviceCall& call, void* stream);
// Pointers that are null are not written.
int stream_facts(const DeviceCall& call, void* stream, unsigned* flags, int* priority);
int add_callback(const DeviceCall& call, void* stream, StreamCallback callback, void* data);

int make_event(const DeviceCall& call, void** event, unsigned flags);
int destroy_event(const DeviceCall& call, void* event);
int record_event(const DeviceCall& call, void* event, void* stream);
int wait_event(const DeviceCall& call, void* stream, void* event);
int synchronize_event(const DeviceCall& call, void* event);
int query_event(const DeviceCall& call, void* event);
int elapsed_time(const DeviceCall& call, float* milliseconds, void* start, void* stop);

}  // namespace smpi::accelerator
