// SPDX-License-Identifier: BSD-3-Clause
//
// Error codes that HIP and CUDA share, and what they are called in both.
#pragma once

namespace smpi::accelerator {

enum Error : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  invalid_configuration = 9,
  invalid_pitch = 12,
  invalid_symbol = 13,
  invalid_device_pointer = 17,
  invalid_copy_direction = 21,
  invalid_device_function = 98,
  no_device = 100,
  invalid_device = 101,
  invalid_handle = 400,
  not_ready = 600,
  illegal_address = 700,
  peer_access_already_enabled = 704,
  peer_access_not_enabled = 705,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  not_supported = 801,
};

struct ErrorText {
  int code;
  const char* hip_name;
  const char* cuda_name;
  const char* text;
};

// An unknown code has a text too.
const ErrorText& text_of_error(int code);

}  // namespace smpi::accelerator
