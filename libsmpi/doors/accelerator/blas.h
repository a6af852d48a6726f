// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of BLAS libraries on devices: work for a stream that takes as long as a file of --kernels
// says ([library.dgemm]), else the longer of its flops at the peak and its bytes at the rate of the
// device's memory. Nothing is computed: a number that a call returns stays what it was, but the
// place of an element, which programs use as an address, is the first one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "libsmpi/doors/accelerator/device_call.h"

namespace smpi::accelerator {

enum class BlasStatus { success, bad_handle, bad_value, failed };

// What formulas of [library.X] may name: M, N, K as in BLAS; T, the order of a triangle; R, how
// many right-hand sides it has.
struct BlasSizes {
  double m = 0;
  double n = 0;
  double k = 0;
  double t = 0;
  double r = 0;
};

struct BlasWork {
  const char* routine;     // "dgemm"
  std::size_t word_bytes;  // 8 or 4; devices do twice as many flops of the short ones
  BlasSizes sizes;
  double flops = 0;
  double words = 0;             // that are read or written
  bool is_of_matrices = false;  // does it reach matrix_peak?
  void* result = nullptr;       // of a call that returns a number, else nullptr
  bool returns_index = false;   // is that number the place of an element, counted from 1?
};

struct BlasHandle;

BlasStatus make_handle(const DeviceCall& call, void** handle);
BlasStatus free_handle(void* handle);
BlasStatus set_stream(void* handle, void* stream);
BlasStatus get_stream(void* handle, void** stream);
// Modes are 0 or 1. Pointer mode 1: scalars and results are on the device. The atomics mode is kept
// and changes nothing.
enum class BlasMode : std::uint8_t { pointer, atomics };
BlasStatus set_mode(void* handle, BlasMode which, int mode);
BlasStatus get_mode(void* handle, BlasMode which, int* mode);
// `operands` must be memory that the device reaches, unless they are null. Sizes below 0 are bad
// values; with a size of 0 there is nothing to do.
BlasStatus submit(const DeviceCall& call, void* handle, const BlasWork& work,
                  std::initializer_list<const void*> operands);

}  // namespace smpi::accelerator
