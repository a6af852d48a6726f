// SPDX-License-Identifier: BSD-3-Clause
//
// What a call of MPI is for, in the few words that a picture has colours for; and what is shown
// beside them: modelled kernels, calls to devices and what devices do.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "models/device/operations.h"

namespace smpi::record {

enum class CallTopic : std::uint8_t {
  point_to_point,
  waiting,
  collective,
  one_sided,
  files,
  other,  // MPI_Init, communicators, types, ...
  kernel,
  device_wait,    // hipDeviceSynchronize, and copies that the host waits for
  device_call,    // other calls of HIP, CUDA and their libraries
  device_kernel,  // work of a device, library calls included
  device_copy,
};
inline constexpr std::size_t call_topic_count = 11;
inline constexpr std::array<const char*, call_topic_count> call_topic_names = {
    "point-to-point",
    "waiting",
    "collective",
    "one-sided",
    "files",
    "other MPI",
    "modelled kernels",
    "waiting for a device",
    "other device calls",
    "device kernels",
    "device copies"};
// Of a run without devices.
inline constexpr std::size_t topic_count_without_devices = 7;

// `function` as programs call it, such as "MPI_Isend_c".
CallTopic topic_of_call(std::string_view function);
// Is it a function of HIP, CUDA or one of their libraries?
inline bool is_device_call(std::string_view function) {
  constexpr std::array<std::string_view, 4> prefixes = {"hip", "cuda", "cublas", "rocblas"};
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return function.starts_with(prefix); });
}
// Of what a device does.
CallTopic topic_of_work(models::WorkKind kind);

}  // namespace smpi::record
