// SPDX-License-Identifier: BSD-3-Clause
//
// The door of a call of HIP or CUDA: what the rank computed before takes its time first, as in a
// call of MPI (api/call.h), and an error is remembered for hipGetLastError.
//
//     DeviceCall call;
//     return call.end(allocate(call, pointer, size));
#pragma once

#include <string>

#include "libsmpi/cost/devices/rank_devices.h"
#include "libsmpi/cost/devices/state.h"
#include "libsmpi/doors/accelerator/errors.h"
#include "libsmpi/doors/api/call.h"

namespace smpi::accelerator {

using devices::Context;
using devices::RankDevices;
using devices::Stream;

class DeviceCall {
 public:
  // The default arguments are those of the function in which the object is defined.
  explicit DeviceCall(const char* function = __builtin_FUNCTION(),
                      const void* return_address = __builtin_return_address(0));
  DeviceCall(const DeviceCall&) = delete;
  DeviceCall& operator=(const DeviceCall&) = delete;

  const char* function() const { return function_; }
  Rank& rank() const { return current_rank(); }
  // Without devices, or after an error that ends them, there is nothing to call.
  bool can_go_on() const { return devices_ != nullptr && devices_->sticky_error == 0; }
  RankDevices& mine() const { return *devices_; }
  Context& context() const { return devices_->current(); }

  // What a call that gives the device work costs the host.
  void charge() const;
  // The error of a call that cannot go on.
  int error() const { return devices_ == nullptr ? no_device : devices_->sticky_error; }
  // Remembers an error and returns it.
  int end(int code) const {
    if (code != success && devices_ != nullptr) devices_->last_error = code;
    return code;
  }
  // A message for the user about a wrong call, with rank and line: "rank 0 ... in hipFree (a.c:3)".
  void report(const std::string& problem) const;

 private:
  api::ExtensionCall call_;
  const char* function_;
  RankDevices* devices_ = nullptr;
};

// The devices of the running rank; nullptr without --devices and outside of ranks.
RankDevices* devices_of_caller();

// What a program means by a stream.
struct StreamChoice {
  Stream* stream = nullptr;    // nullptr: the default stream
  Context* context = nullptr;  // nullptr: the handle is wrong
};
StreamChoice choose_stream(RankDevices& mine, const void* handle);

}  // namespace smpi::accelerator
